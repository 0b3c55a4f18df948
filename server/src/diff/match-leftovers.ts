/**
 * Matches tasks that the largest common subtree left out.
 *
 * Sits in `diff/`, under `tasks.ts`. Structure (Equation 3 of "DiffProf") keeps
 * together what one method calls: where a callback of one program is two of the
 * other, tasks of one of them are left. So what is left is matched again, as by
 * Lemma 3.1, in the trees without what has a partner; then with more edits.
 */
import { type ContextTree, subtreeEnds } from './context-tree';
import { matchTrees, type TreeMatching } from './match-trees';
import type { Naming } from './task-tree';

/** Of the rows of two tasks, those that have a partner in the other one (Dice's coefficient), at least. */
const leastAlike = 0.4;

/** A task, by where it begins. */
interface TaskRow {
  readonly row: number;
}

/** Adds to `partners`. Cost: that of matching what is left, for each α and each time that something was found. */
export function matchLeftovers(
  trees: readonly [ContextTree, ContextTree],
  tasks: readonly [readonly TaskRow[], readonly TaskRow[]],
  partners: Int32Array,
  naming: Naming,
  leastAlpha: number,
  greatestAlpha: number,
  check: () => void,
): void {
  const isTask = [rowsOf(trees[0], tasks[0]), rowsOf(trees[1], tasks[1])] as const;
  const taken = [new Uint8Array(trees[0].parents.length), new Uint8Array(trees[1].parents.length)] as const;
  const take = (row: number, partner: number): void => {
    partners[row] = partner;
    taken[0][row] = 1;
    taken[1][partner] = 1;
  };
  partners.forEach((partner, row) => {
    if (partner >= 0) take(row, partner);
  });
  for (let alpha = leastAlpha; alpha <= greatestAlpha; alpha++)
    for (let isProgress = true; isProgress;) {
      isProgress = false;
      const rests = [
        leaveRest(trees[0], isTask[0], taken[0]),
        leaveRest(trees[1], isTask[1], taken[1]),
      ] as const;
      if (rests.some(({ rows }) => rows.length <= 1)) return;
      const found = matchTrees(rests[0].tree, rests[1].tree, naming, alpha, check);
      for (const { row: at, end, partner: partnerAt } of alikeTasks(rests, found)) {
        const [row, partner] = [rests[0].rows[at] ?? 0, rests[1].rows[partnerAt] ?? 0];
        if (taken[0][row] === 1 || taken[1][partner] === 1) continue;
        if (isTask[0][row] === 0 || isTask[1][partner] === 0) continue;
        take(row, partner);
        for (let below = at + 1; below < end; below++) {
          const other = found.partners[below] ?? -1;
          const [own, its] = [rests[0].rows[below] ?? 0, rests[1].rows[other] ?? 0];
          if (other >= 0 && taken[0][own] === 0 && taken[1][its] === 0) take(own, its);
        }
        isProgress = true;
      }
    }
}

interface AlikeRows {
  readonly row: number;
  readonly end: number;
  readonly partner: number;
}

/**
 * Of rows with partners those that do alike below: on other paths the name of
 * a method alone says little, and what it does may be enough without it.
 */
function alikeTasks(
  rests: readonly [Rest, Rest],
  { partners, relabelled }: TreeMatching,
): readonly AlikeRows[] {
  const [ends, endsOfSecond] = [subtreeEnds(rests[0].tree.parents), subtreeEnds(rests[1].tree.parents)];
  /** By row: how many of the rows before it have a partner. */
  const paired = new Int32Array(partners.length + 1);
  partners.forEach((partner, row) => (paired[row + 1] = (paired[row] ?? 0) + (partner >= 0 ? 1 : 0)));
  const alike: AlikeRows[] = [];
  partners.forEach((same, row) => {
    const partner = same >= 0 ? same : (relabelled[row] ?? -1);
    if (partner <= 0) return;
    const end = ends[row] ?? 0;
    const sizes = end - row + (endsOfSecond[partner] ?? 0) - partner;
    const both = (paired[end] ?? 0) - (paired[row] ?? 0);
    if (2 * both >= leastAlike * sizes) alike.push({ row, end, partner });
  });
  return alike;
}

function rowsOf({ parents }: ContextTree, tasks: readonly TaskRow[]): Uint8Array {
  const isTask = new Uint8Array(parents.length);
  for (const { row } of tasks) isTask[row] = 1;
  return isTask;
}

interface Rest {
  readonly tree: ContextTree;
  /** By row of the rest: its row in the whole. */
  readonly rows: Int32Array;
}

/** What leads to a task without a partner, and what such tasks do. */
function leaveRest(tree: ContextTree, isTask: Uint8Array, taken: Uint8Array): Rest {
  const { parents } = tree;
  const ends = subtreeEnds(parents);
  /** By row: how many rows before it begin a task that is left. */
  const left = new Int32Array(parents.length + 1);
  const isLeft = (row: number): boolean => isTask[row] === 1 && taken[row] === 0;
  for (let row = 0; row < parents.length; row++) left[row + 1] = (left[row] ?? 0) + (isLeft(row) ? 1 : 0);
  /** By row: whether the innermost task around it is left. */
  const within = new Uint8Array(parents.length);
  const rows: number[] = [];
  const placed = new Int32Array(parents.length).fill(-1);
  for (let row = 0; row < parents.length; row++) {
    within[row] = isTask[row] === 1 ? (isLeft(row) ? 1 : 0) : (within[parents[row] ?? 0] ?? 0);
    const leads = row === 0 || (left[ends[row] ?? 0] ?? 0) > (left[row] ?? 0);
    if (!leads && within[row] === 0) continue;
    placed[row] = rows.length;
    rows.push(row);
  }
  const pick = <T extends Int32Array | Float64Array>(all: T): T =>
    all.map((_, at) => all[rows[at] ?? 0] ?? 0).subarray(0, rows.length) as T;
  return {
    tree: {
      parents: Int32Array.from(rows, (row) => (row === 0 ? -1 : (placed[parents[row] ?? 0] ?? 0))),
      methods: pick(tree.methods),
      exclusive: pick(tree.exclusive),
      calls: pick(tree.calls),
      recursive: pick(tree.recursive),
      names: tree.names,
    },
    rows: Int32Array.from(rows),
  };
}
