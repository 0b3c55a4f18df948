/**
 * Texts of others: a line of arguments as words, for programs that are started without a shell, and characters that
 * nobody sees or that turn the direction of writing. Sits in `base/`.
 */

/** A character that is not seen, but changes what is: of control, and of the direction of writing (CVE-2021-42574). */
export const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A letter of a script that is written from the right. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The text with names and string literals that are written from the right set apart by U+2068 and U+2069, so that what
 * stands beside them keeps its place, as in an editor of code.
 */
export function isolateFromRight(text: string): string {
  if (!FROM_RIGHT.test(text)) return text;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[\p{L}\p{M}\p{N}_$]+/gu, (word) =>
    FROM_RIGHT.test(word) ? `\u2068${word}\u2069` : word,
  );
}

/** A name as one piece, set apart if it is written from the right in any part, so that what follows keeps its place. */
export function isolateName(name: string): string {
  const seen = name.replaceAll(UNSEEN, ' ');
  return FROM_RIGHT.test(seen) ? `\u2068${seen}\u2069` : seen;
}

/** Splits a text at blanks; quotes keep blanks together, and nothing else is special. Undefined if a quote stays open. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}
