/**
 * Texts of others: a line of arguments as words, for programs that are started without a shell, and characters that
 * nobody sees. Sits in `base/`.
 */

/** A character that is not seen, but changes what is: of control, and of the direction of writing (CVE-2021-42574). */
export const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

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
