/**
 * Counts the edits between two paths from the root.
 *
 * Sits in `compare/`, over `label-costs.ts`. Levenshtein's distance of the methods on both paths, row by row, as α of
 * "DiffProf" counts it (section 3.4): here for two rows alone, those that are matched.
 */
import type { ContextTree } from '../trees/context-tree';
import type { LabelCosts } from './label-costs';

/**
 * Gives a function that counts the edits between the paths of two rows. Cost of each call: the product of the lengths
 * of both paths, without their common beginning.
 */
export function createPathEdits(
  first: ContextTree,
  second: ContextTree,
  labels: LabelCosts,
): (row: number, other: number) => number {
  return (row, other) => {
    const [one, two] = [pathOf(first, labels.first, row), pathOf(second, labels.second, other)];
    let start = 0;
    const shorter = Math.min(one.length, two.length);
    while (start < shorter && labels.isSame(one[start] ?? 0, two[start] ?? 0)) start++;
    /** For each length of the second path, the edits that lead to it from the part of the first path that was looked at. */
    let edits = Array.from({ length: two.length - start + 1 }, (_, at) => at);
    for (const label of one.slice(start)) {
      const next = [(edits[0] ?? 0) + 1];
      for (let at = 1; at < edits.length; at++) {
        const cost = labels.isSame(label, two[start + at - 1] ?? 0) ? 0 : 1;
        next.push(Math.min((edits[at - 1] ?? 0) + cost, (edits[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
      }
      edits = next;
    }
    return edits.at(-1) ?? 0;
  };
}

/** The labels on the path to a row, from below the root. */
function pathOf({ parents }: ContextTree, labels: Int32Array, row: number): readonly number[] {
  const path: number[] = [];
  for (let up = row; up > 0; up = parents[up] ?? 0) path.push(labels[up] ?? 0);
  return path.reverse();
}
