/**
 * The inputs of a set of runs, from a text with a list of arguments in each
 * line: one execution case each (Li and Gallagher, section 5).
 *
 * Sits in `models/`. No shell reads the lines: quotes keep blanks together, and
 * nothing else is special. A line that begins with `[` is a JSON list of texts,
 * for arguments that hold quotes or line breaks.
 */
import { splitWords } from '../../base/split-words';
import { hashText } from '../../base/hash';

export interface CaseInput {
  /** The name of the profile's file. It comes from the arguments alone, so that other lines may come and go. */
  readonly name: string;
  readonly arguments: readonly string[];
}

export type ReadInputs = { readonly inputs: readonly CaseInput[] } | { readonly problem: string };

/** Blank lines, and those that begin with `#`, are left out. The same arguments again are another case. */
export function readInputs(text: string, fileName: string): ReadInputs {
  const inputs: CaseInput[] = [];
  const times = new Map<string, number>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const words = line.trimStart().startsWith('[') ? readList(line) : splitWords(line);
    if (words === undefined)
      return {
        problem: `${fileName}: line ${index + 1} is no list of arguments: words, with "quotes" around those with blanks, or a JSON list of texts`,
      };
    const name = nameOf(words);
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    inputs.push({ name: before === 0 ? name : `${name}-${before + 1}`, arguments: words });
  }
  return inputs.length === 0
    ? { problem: `${fileName}: has no line with arguments; one each is a case` }
    : { inputs };
}

function readList(line: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(line);
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

const MOST_LETTERS = 40;

/** Readable, and different for different arguments. */
function nameOf(words: readonly string[]): string {
  const letters = words
    .join('-')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return `${letters.slice(0, MOST_LETTERS) || 'case'}-${hashText(JSON.stringify(words)).slice(-8)}`;
}
