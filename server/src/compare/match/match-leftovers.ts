/**
 * Matches tasks that the largest common subtree left out.
 *
 * Structure (Equation 3 of "DiffProf") keeps together what one method calls: if one callback of a program is two
 * callbacks of the other, the tasks of one of them are left. So the tasks that are left are matched again, as by Lemma
 * 3.1, in the trees without the rows that have a partner; then with more edits.
 */
import { at } from '../../base/check';
import { subtreeEnds } from '../../base/context-tree';
import { type MethodTree, pickRows } from '../trees/method-tree';
import { matchTrees, type TreeMatching } from '../trees/match-trees';
import type { ClassRelations } from '../trees/task-tree';

/**
 * The least share of rows of two tasks on different paths that must have a partner in the other task (Dice's
 * coefficient).
 */
const leastAlike = 0.5;

/** A task, by the row where it begins. */
interface TaskRow {
  readonly row: number;
}

interface LeftoverOptions {
  readonly leastAlpha: number;
  readonly greatestAlpha: number;
  /** Throws to stop the matching. */
  readonly check: () => void;
}

/**
 * Gives the partner in the second tree for each row of the first, or -1 for none; `whole` is the matching of the
 * trees at the least α. Tasks on different paths only match if they do alike. The rows of one task keep their
 * structure, and tasks among each other need not. Cost: that of matching the rows that are left, for each α and each
 * time that a partner was found.
 */
export function matchLeftovers(
  trees: readonly [MethodTree, MethodTree],
  tasks: readonly [readonly TaskRow[], readonly TaskRow[]],
  naming: ClassRelations,
  whole: TreeMatching,
  { leastAlpha, greatestAlpha, check }: LeftoverOptions,
): Int32Array {
  const isTask = [markRows(trees[0], tasks[0]), markRows(trees[1], tasks[1])] as const;
  const partners = new Int32Array(trees[0].parents.length).fill(-1);
  const taken = [new Uint8Array(trees[0].parents.length), new Uint8Array(trees[1].parents.length)] as const;
  const asWhole = [wholeOf(trees[0]), wholeOf(trees[1])] as const;
  takeAlike(asWhole, whole, true);
  for (let alpha = leastAlpha; alpha <= greatestAlpha; alpha++)
    for (let more = 1; more > 0;) {
      const rests = [restOf(trees[0], isTask[0], taken[0]), restOf(trees[1], isTask[1], taken[1])] as const;
      if (rests.some(({ rows }) => rows.length <= 1)) return partners;
      more = takeAlike(rests, matchTrees(rests[0].tree, rests[1].tree, naming, alpha, check), false);
    }
  return partners;

  /**
   * Takes the partners that were found, and gives the number of tasks among them. `withPaths` takes the rows that
   * lead to tasks, too.
   */
  function takeAlike(rests: readonly [Rest, Rest], found: TreeMatching, withPaths: boolean): number {
    const { parents } = rests[0].tree;
    const isAlike = findAlike(rests, found);
    /** For each row of the rest, 1 if it belongs to a task that is taken. */
    const counts = new Uint8Array(parents.length);
    let many = 0;
    for (const [index, parent] of parents.entries()) {
      const row = at(rests[0].rows, index);
      const same = at(found.partners, index);
      const other = same >= 0 ? same : at(found.relabeled, index);
      const partner = other < 0 ? -1 : at(rests[1].rows, other);
      const isFree = partner >= 0 && taken[0][row] === 0 && taken[1][partner] === 0;
      const begins = isTask[0][row] === 1;
      if (begins) counts[index] = isFree && isTask[1][partner] === 1 && isAlike[index] === 1 ? 1 : 0;
      else counts[index] = parent < 0 ? Number(withPaths) : at(counts, parent);
      if (counts[index] === 0 || !isFree || (same < 0 && !begins)) continue;
      partners[row] = partner;
      taken[0][row] = 1;
      taken[1][partner] = 1;
      if (begins) many++;
    }
    return many;
  }
}

/**
 * For each row of the first tree, 1 if it has a partner on the same path, or one that does alike. On other paths the
 * name of a method alone says little, and what the method does may be enough without the name.
 */
function findAlike(
  [first, second]: readonly [Rest, Rest],
  { partners, relabeled, edits }: TreeMatching,
): Uint8Array {
  const [ends, endsOfSecond] = [subtreeEnds(first.tree.parents), subtreeEnds(second.tree.parents)];
  /** For each row, the number of rows before it that have a partner. */
  const paired = new Int32Array(partners.length + 1);
  partners.forEach((partner, row) => (paired[row + 1] = at(paired, row) + (partner >= 0 ? 1 : 0)));
  return Uint8Array.from(partners, (same, row) => {
    const partner = same >= 0 ? same : at(relabeled, row);
    if (partner < 0) return 0;
    if (edits[row] === 0) return 1;
    const end = at(ends, row);
    const sizes = end - row + at(endsOfSecond, partner) - partner;
    const both = at(paired, end) - at(paired, row);
    return 2 * both >= leastAlike * sizes ? 1 : 0;
  });
}

function markRows({ parents }: MethodTree, tasks: readonly TaskRow[]): Uint8Array {
  const isTask = new Uint8Array(parents.length);
  for (const { row } of tasks) isTask[row] = 1;
  return isTask;
}

interface Rest {
  readonly tree: MethodTree;
  /** For each row of the rest, its row in the whole tree. */
  readonly rows: Int32Array;
}

function wholeOf(tree: MethodTree): Rest {
  return { tree, rows: Int32Array.from(tree.parents.keys()) };
}

/** The rows of tasks without a partner, and the rows that lead to them. */
function restOf(tree: MethodTree, isTask: Uint8Array, taken: Uint8Array): Rest {
  const { parents } = tree;
  const ends = subtreeEnds(parents);
  /** For each row, the number of rows before it that begin a task that is left. */
  const before = new Int32Array(parents.length + 1);
  const isLeft = (row: number): boolean => isTask[row] === 1 && taken[row] === 0;
  for (let row = 0; row < parents.length; row++) before[row + 1] = at(before, row) + (isLeft(row) ? 1 : 0);
  /** For each row, 1 if the innermost task around it is left. */
  const within = new Uint8Array(parents.length);
  const rows: number[] = [];
  const placed = new Int32Array(parents.length).fill(-1);
  for (let row = 0; row < parents.length; row++) {
    // The root is no task, and in none.
    within[row] = isTask[row] === 1 ? Number(isLeft(row)) : row === 0 ? 0 : at(within, at(parents, row));
    const leads = row === 0 || at(before, at(ends, row)) > at(before, row);
    if (!leads && within[row] === 0) continue;
    placed[row] = rows.length;
    rows.push(row);
  }
  const left = Int32Array.from(rows);
  return { tree: pickRows(tree, left, placed), rows: left };
}
