/**
 * Finds the rows of two trees that may be matched: those whose paths from the root differ by at most α edits.
 *
 * C_α of "DiffProf", section 3.4: the edit distance of the paths, row by row from the root, each from the distances of
 * its caller. Pairs that share no method below them cannot be part of any match, and no distance of such a match
 * depends on theirs: they are left out, which changes no match.
 */
import { outside } from '../../base/check';
import { listChildren } from '../../base/context-tree';
import type { MethodTree } from '../trees/method-tree';
import type { LabelCosts } from './label-costs';

export interface PathCandidates {
  /** The index of the first candidate of each row of the first tree, and the total number at the end. */
  readonly starts: Int32Array;
  /** The candidates: rows of the second tree, ascending for each row of the first. */
  readonly rows: Int32Array;
  /** The number of edits between the paths, for each candidate. */
  readonly distances: Uint8Array;
}

/** Finds the candidates. Throws what `check` throws, which is called a few hundred times a second. */
export function findPathCandidates(
  first: MethodTree,
  second: MethodTree,
  labels: LabelCosts,
  alpha: number,
  check: () => void,
): PathCandidates {
  const rowsOfFirst = first.parents.length;
  const rowsOfSecond = second.parents.length;
  const below = {
    first: sketchLabels(first, labels.first, labels),
    second: sketchLabels(second, labels.second),
  };
  const children = listChildren(second.parents);
  const starts = new Int32Array(rowsOfFirst + 1);
  let rows = new Int32Array(1 << 16);
  let distances = new Uint8Array(1 << 16);
  let length = 0;
  /** For each row of the second tree, the least distance found for the row at hand; α + 1 for none. */
  const best = new Uint8Array(rowsOfSecond).fill(alpha + 1);
  const found = new Int32Array(rowsOfSecond);
  let many = 0;
  const reach = (row: number, candidate: number, distance: number): void => {
    const before = best[candidate] ?? outside(candidate);
    if (distance >= before) return;
    if (!isShared(below, row, candidate)) return;
    if (before > alpha) found[many++] = candidate;
    best[candidate] = distance;
  };
  for (let row = 0; row < rowsOfFirst; row++) {
    if ((row & 0xff) === 0) check();
    const parent = first.parents[row] ?? outside(row);
    many = 0;
    if (parent < 0) reach(row, 0, 0);
    else {
      const own = labels.first[row] ?? outside(row);
      for (
        let at = starts[parent] ?? outside(parent);
        at < (starts[parent + 1] ?? outside(parent + 1));
        at++
      ) {
        const candidate = rows[at] ?? 0;
        const distance = distances[at] ?? 0;
        if (distance < alpha) reach(row, candidate, distance + 1);
        for (
          let next = children.starts[candidate] ?? outside(candidate);
          next < (children.starts[candidate + 1] ?? outside(candidate + 1));
          next++
        ) {
          const child = children.rows[next] ?? 0;
          // Another way may have led there already.
          if ((best[child] ?? outside(child)) <= distance) continue;
          const cost = labels.isSame(own, labels.second[child] ?? outside(child)) ? 0 : 1;
          if (distance + cost <= alpha) reach(row, child, distance + cost);
        }
      }
    }
    // Further rows of the second tree are insertions. Those found meanwhile are looked at too.
    for (let index = 0; index < many; index++) spread(row, found[index] ?? outside(index));
    if (length + many > rows.length) {
      const size = Math.max(rows.length * 2, length + many);
      rows = grow(rows, size);
      distances = grow(distances, size);
    }
    const ascending = found.subarray(0, many).sort();
    rows.set(ascending, length);
    for (const candidate of ascending) {
      distances[length++] = best[candidate] ?? outside(candidate);
      best[candidate] = alpha + 1;
    }
    starts[row + 1] = length;
  }
  return { starts, rows: rows.subarray(0, length), distances: distances.subarray(0, length) };

  function spread(row: number, candidate: number): void {
    const distance = best[candidate] ?? outside(candidate);
    if (distance >= alpha) return;
    for (
      let next = children.starts[candidate] ?? outside(candidate);
      next < (children.starts[candidate + 1] ?? outside(candidate + 1));
      next++
    ) {
      const child = children.rows[next] ?? 0;
      const known = (best[child] ?? outside(child)) <= alpha;
      reach(row, child, distance + 1);
      // Found before with a greater distance, and maybe spread already.
      if (known && best[child] === distance + 1) spread(row, child);
    }
  }
}

/** The number of words in the Bloom filter of each row, over the labels of the row and of all rows below it: 128 bits. */
const words = 4;

interface Sketches {
  readonly first: Int32Array;
  readonly second: Int32Array;
}

function sketchLabels(tree: MethodTree, labels: Int32Array, same?: LabelCosts): Int32Array {
  const sketch = new Int32Array(tree.parents.length * words);
  for (let row = tree.parents.length - 1; row >= 0; row--) {
    const own = labels[row] ?? outside(row);
    for (const label of same?.sameAs[own] ?? [own]) {
      const bit = Math.imul(label, 0x9e3779b1) >>> 25;
      const word = row * words + (bit >>> 5);
      sketch[word] = (sketch[word] ?? 0) | (1 << (bit & 31));
    }
    const parent = tree.parents[row] ?? outside(row);
    for (let word = 0; parent > 0 && word < words; word++)
      sketch[parent * words + word] =
        (sketch[parent * words + word] ?? 0) | (sketch[row * words + word] ?? 0);
  }
  // The roots are matched whatever lies below.
  sketch.fill(-1, 0, words);
  return sketch;
}

function isShared({ first, second }: Sketches, row: number, candidate: number): boolean {
  for (let word = 0; word < words; word++)
    if (((first[row * words + word] ?? 0) & (second[candidate * words + word] ?? 0)) !== 0) return true;
  return false;
}

function grow<T extends Int32Array | Uint8Array>(array: T, size: number): T {
  const larger = (array instanceof Int32Array ? new Int32Array(size) : new Uint8Array(size)) as T;
  larger.set(array);
  return larger;
}
