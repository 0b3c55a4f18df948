/**
 * Saves memory for headers, which stay for as long as a workspace is open: lists are no larger than
 * their content, and each name is kept once.
 *
 * Sits in `java/`, under the header parser. A list that is grown by `push`
 * has room for 16 more items, and a name that is cut from a text holds on to
 * the whole text: over thousands of files that is most of their memory.
 */

/** More than the distinct names of 3,000 files. After that all begins anew, so that no session grows without end. */
const MAX_NAMES = 200_000;

const NOTHING: readonly never[] = [];

const names = new Map<string, string>();

export function keptList<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NOTHING : list.slice();
}

/** Equal names as one string each. */
export function keptName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const own = keptText(name);
  names.set(own, own);
  return own;
}

/** The same text, which holds on to no other. A property's name is copied: nothing else in the language says so. */
export function keptText(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
