/**
 * The choice of the lines that are seen: those that pass the filters, and of them those in a range of colors
 * (the brush of SeeSoft). Sits in the page of the energy map. Pure.
 */
import { MOSTLY_UNMODELED, type Picture } from '../../../server/src/pages/picture';

export interface Filter {
  /** Index into the picture's groups; -1 for all. */
  readonly group: number;
  /** A state of files; -1 for all. */
  readonly state: number;
  /** Words that all must be met, in the file's path, its package, a method's name, a line's operations, or its text. */
  readonly words: readonly string[];
  /** Lines whose text has a word, for words that were looked for. */
  readonly texts?: ReadonlyMap<string, Uint32Array>;
}

/** Apart from the filter: it is moved while someone looks, at no cost for each line. */
export interface Brush {
  /** Steps, both within. */
  readonly from: number;
  readonly to: number;
}

/** True if a text has all words of the filter, in capital or small letters. */
export function hasWords(text: string, { words }: Filter): boolean {
  const small = text.toLowerCase();
  return words.every((word) => small.includes(word));
}

export function isInBrush({ from, to }: Brush, heat: number): boolean {
  return heat > from && heat <= to + 1;
}

/** The heat of each line: 0 if it has no color or does not pass the filter, else the step plus 1. */
export function passingLines(picture: Picture, filter: Filter): Uint16Array {
  const { heat, fileStart, paths } = picture;
  const passing = new Uint16Array(heat.length);
  const passes = filter.words.length === 0 ? undefined : matchLines(picture, filter);
  for (let file = 0; file < paths.length; file++) {
    if (!isFileShown(picture, filter, file)) continue;
    const end = fileStart[file + 1] ?? 0;
    for (let line = fileStart[file] ?? 0; line < end; line++) {
      if (passes?.[line] !== 0) passing[line] = (heat[line] ?? 0) & ~MOSTLY_UNMODELED;
    }
  }
  return passing;
}

/** True if a file is in the chosen package and has the chosen state. */
export function isFileShown(
  { fileGroup, fileState }: Picture,
  { group, state }: Filter,
  file: number,
): boolean {
  return (group < 0 || fileGroup[file] === group) && (state < 0 || fileState[file] === state);
}

/** 1 for lines that meet every word. */
function matchLines(picture: Picture, { words, texts }: Filter): Uint8Array {
  const all = new Uint8Array(picture.heat.length).fill(1);
  for (const word of words) {
    const found = matchWord(picture, word);
    for (const line of texts?.get(word) ?? []) found[line] = 1;
    for (let line = 0; line < all.length; line++) all[line] = (all[line] ?? 0) & (found[line] ?? 0);
  }
  return all;
}

function matchWord(picture: Picture, word: string): Uint8Array {
  const { paths, groups, fileGroup, fileStart, methodNames, methodFile, methodLine, methodEnd } = picture;
  const found = new Uint8Array(picture.heat.length);
  const has = (text: string | undefined): boolean => text?.toLowerCase().includes(word) === true;
  const inGroups = groups.map(has);
  paths.forEach((path, file) => {
    if (inGroups[fileGroup[file] ?? 0] === true || has(path))
      found.fill(1, fileStart[file], fileStart[file + 1]);
  });
  methodNames.forEach((name, method) => {
    if (!has(name)) return;
    const start = fileStart[methodFile[method] ?? 0] ?? 0;
    found.fill(1, start + (methodLine[method] ?? 0), start + (methodEnd[method] ?? 0) + 1);
  });
  const operations = Uint8Array.from(picture.operationNames, (name) => Number(has(name)));
  picture.operationLine.forEach((line, at) => {
    if (operations[picture.operationName[at] ?? 0] === 1) found[line] = 1;
  });
  return found;
}
