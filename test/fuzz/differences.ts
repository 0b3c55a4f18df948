/**
 * Finds the first difference of two plain values, as a path with both sides: a million
 * comparisons have to cost little, and one that fails has to tell.
 */

/** Undefined where they are equal, as `toEqual` has it: absent and undefined are the same. */
export function findDifference(one: unknown, two: unknown, path = ''): string | undefined {
  if (Object.is(one, two)) return undefined;
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null)
    return `${path}: ${show(one)} and ${show(two)}`;
  if (one instanceof Map && two instanceof Map) return findDifference([...one], [...two], path);
  if (one instanceof Set && two instanceof Set) return findDifference([...one], [...two], path);
  if (isList(one) || isList(two)) {
    if (!isList(one) || !isList(two)) return `${path}: a list and none`;
    if (one.length !== two.length) return `${path}: ${one.length} and ${two.length} items`;
    for (let i = 0; i < one.length; i++) {
      const found = findDifference(one[i], two[i], `${path}[${i}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const [left, right] = [one as Readonly<Record<string, unknown>>, two as Readonly<Record<string, unknown>>];
  for (const key of Object.keys(left)) {
    const found = findDifference(left[key], right[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  for (const key of Object.keys(right)) {
    if (right[key] !== undefined && !(key in left)) return `${path}.${key}: nothing and ${show(right[key])}`;
  }
  return undefined;
}

function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

function show(value: unknown): string {
  return typeof value === 'object' || typeof value === 'function'
    ? Object.prototype.toString.call(value)
    : JSON.stringify(typeof value === 'bigint' ? `${value}n` : value).slice(0, 200);
}
