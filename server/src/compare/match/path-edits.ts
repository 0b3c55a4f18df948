/**
 * How many edits lie between two paths from the root.
 *
 * Sits in `compare/`, over `label-costs.ts`. Levenshtein's distance of the methods on both, row by row, as α of "DiffProf"
 * counts (section 3.4): here of two rows alone, for those that are matched.
 */
import type { ContextTree } from '../trees/context-tree';
import type { LabelCosts } from './label-costs';

/** Cost of each question: the lengths of both paths multiplied, what they begin with alike left out. */
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
    /** By how much of the second path: the edits that what was looked at of the first takes. */
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

/** Labels from below the root to the row. */
function pathOf({ parents }: ContextTree, labels: Int32Array, row: number): readonly number[] {
  const path: number[] = [];
  for (let up = row; up > 0; up = parents[up] ?? 0) path.push(labels[up] ?? 0);
  return path.reverse();
}
