/**
 * Blocks of a method as hashes of what they do, and a match of the blocks of one version of a method with those of
 * another.
 *
 * Sits in `lines/learned/`. A hash is of the kinds of a block and of its operations, so that names of variables, white
 * space and comments play no part, and nobody can read a text from it.
 */
import { at, outside } from '../../base/check';
import { hashText } from '../../base/hash';
import type { MemberOperations } from '../../operations/catalogue/operation';
import { blockOf, calleeOf, countSites, keyOf } from '../../operations/catalogue/site-table';

const known = new WeakMap<MemberOperations, readonly string[]>();

/** The shape of each block: two letters for its kind, three for its operations. */
export function shapesOf(operations: MemberOperations): readonly string[] {
  const before = known.get(operations);
  if (before !== undefined) return before;
  const { blocks, sites, keys, callees } = operations;
  const contents = blocks.map((): string[] => []);
  for (let site = 0; site < countSites(sites); site++) {
    const { family, name } = keys[keyOf(sites, site)] ?? outside(site);
    const callee = callees[calleeOf(sites, site)];
    const what = callee === undefined ? name : callee.slice(callee.indexOf('.') + 1, callee.indexOf('('));
    // Types of operands depend on the class path: the name alone tells calls from each other.
    at(contents, blockOf(sites, site)).push(
      family === 'LibraryFunction' || callee !== undefined ? `${family} ${what}` : family,
    );
  }
  const shapes = blocks.map(({ kind }, block) => shorten(kind, 2) + shorten(at(contents, block).join(), 3));
  known.set(operations, shapes);
  return shapes;
}

const KIND_LETTERS = 2;

function shorten(text: string, letters: number): string {
  return (parseInt(hashText(text).slice(0, 10), 16) % 36 ** letters).toString(36).padStart(letters, '0');
}

/** Beyond these many pairs only the beginnings and ends are compared. */
const MOST_PAIRS = 1_000_000;

/**
 * For each item of `now` the index of the item of `then` that it corresponds to. Items between two pairs of equal ones
 * correspond, too, if they are as many and `isLike` them.
 */
export function align(
  then: readonly string[],
  now: readonly string[],
  isLike: (a: string, b: string) => boolean = () => false,
): readonly (number | undefined)[] {
  const matched = new Array<number | undefined>(now.length).fill(undefined);
  const shorter = Math.min(then.length, now.length);
  let start = 0;
  while (start < shorter && then[start] === now[start]) {
    matched[start] = start;
    start++;
  }
  let tail = 0;
  while (tail < shorter - start && then[then.length - 1 - tail] === now[now.length - 1 - tail]) {
    tail++;
    matched[now.length - tail] = then.length - tail;
  }
  const [thenEnd, nowEnd] = [then.length - tail, now.length - tail];
  if ((thenEnd - start) * (nowEnd - start) <= MOST_PAIRS)
    for (const [a, b] of commonItems(then.slice(start, thenEnd), now.slice(start, nowEnd)))
      matched[start + b] = start + a;
  matchBetween(then, now, matched, isLike);
  return matched;
}

/** The longest common subsequence, as pairs of indices. */
function commonItems(
  then: readonly string[],
  now: readonly string[],
): readonly (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint16Array((then.length + 1) * width);
  for (let a = then.length - 1; a >= 0; a--)
    for (let b = now.length - 1; b >= 0; b--)
      lengths[a * width + b] =
        then[a] === now[b]
          ? at(lengths, (a + 1) * width + b + 1) + 1
          : Math.max(at(lengths, (a + 1) * width + b), at(lengths, a * width + b + 1));
  const pairs: (readonly [number, number])[] = [];
  let [a, b] = [0, 0];
  while (a < then.length && b < now.length) {
    if (then[a] === now[b]) pairs.push([a++, b++]);
    else if (at(lengths, (a + 1) * width + b) >= at(lengths, a * width + b + 1)) a++;
    else b++;
  }
  return pairs;
}

function matchBetween(
  then: readonly string[],
  now: readonly string[],
  matched: (number | undefined)[],
  isLike: (a: string, b: string) => boolean,
): void {
  let [previousThen, previousNow] = [-1, -1];
  for (let index = 0; index <= now.length; index++) {
    const there = index === now.length ? then.length : matched[index];
    if (there === undefined) continue;
    const count = index - previousNow - 1;
    const areLike = (offset: number): boolean =>
      isLike(at(then, previousThen + offset), at(now, previousNow + offset));
    if (count > 0 && count === there - previousThen - 1) {
      const offsets = Array.from({ length: count }, (_, offset) => offset + 1);
      if (offsets.every(areLike))
        for (const offset of offsets) matched[previousNow + offset] = previousThen + offset;
    }
    [previousThen, previousNow] = [there, index];
  }
}

/** For each block of `now` the block of `then` that it is; edited blocks between unchanged ones keep their place. */
export function alignBlocks(
  then: readonly string[],
  now: readonly string[],
): readonly (number | undefined)[] {
  return align(then, now, (a, b) => a.slice(0, KIND_LETTERS) === b.slice(0, KIND_LETTERS));
}
