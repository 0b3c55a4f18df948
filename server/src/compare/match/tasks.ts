/**
 * The matched tasks of two programs, and the energy of each.
 *
 * A task is the path to a framework method that application code calls, the method, and what it does ("DiffProf",
 * section 3.2); its energy is the inclusive energy of that method (section 4). Paths with methods of the framework
 * alone are tasks of their own, if it is not recorded who began them.
 */
import { compareLabels, createPathEdits } from './label-costs';
import { at } from '../../base/check';
import { methodAt, type MethodTree, pathTo, unmodeledWithin } from '../trees/method-tree';
import { inclusiveOf, subtreeEnds } from '../../base/context-tree';
import type { MethodName } from '../../base/method-name';
import { matchLeftovers } from './match-leftovers';
import { matchTrees } from '../trees/match-trees';
import { buildTaskTree, type ClassRelations, type TaskTree } from '../trees/task-tree';

export interface Task {
  /** The row of the task's framework method in its program's tree of tasks. */
  readonly row: number;
  /** The path from the root to the method that calls the task. */
  readonly path: readonly MethodName[];
  readonly method: MethodName;
  /** The energy with all calls, other tasks included. */
  readonly energy: number;
  /** The variance of what samples gave it, with all calls; 0 if they gave nothing. */
  readonly variance: number;
  /** The executions of each operation that is in no energy, with all calls. */
  readonly unmodeled: ReadonlyMap<string, number>;
  /** The energy without the tasks below it, so that a sum counts nothing twice. */
  readonly ownEnergy: number;
  /** The number of calls; undefined if it was not recorded. */
  readonly calls: number | undefined;
  /** The mean size of what a call got, in elements, letters or bytes; undefined if that was not recorded. */
  readonly size: number | undefined;
  /** True if this is a part of another task. */
  readonly isNested: boolean;
}

export interface MatchedTasks {
  readonly first: Task;
  readonly second: Task;
  /** The number of rows of the first task that have no partner in the second, and the other way round. */
  readonly missing: number;
  readonly extra: number;
  /** The number of edits between their paths, both methods included. */
  readonly edits: number;
}

export interface TaskComparison {
  readonly alpha: number;
  readonly matched: readonly MatchedTasks[];
  readonly onlyFirst: readonly Task[];
  readonly onlySecond: readonly Task[];
  readonly trees: readonly [TaskTree, TaskTree];
  /** For each row of the first tree, its row in the second; -1 for none. */
  readonly partners: Int32Array;
}

/** The greatest α that is tried, and the share of tasks that must be matched (section 5). */
const greatestAlpha = 5;
const shareOfTasks = 0.2;

/**
 * Matches the tasks of two programs. For `alpha`, `auto` takes the least that matches a fifth of the tasks. Throws
 * what `check` throws.
 */
export function compareTasks(
  first: MethodTree,
  second: MethodTree,
  naming: ClassRelations,
  alpha: number | 'auto',
  check: () => void = () => undefined,
): TaskComparison {
  const trees = [buildTaskTree(first, naming), buildTaskTree(second, naming)] as const;
  const tasks = [findTasks(trees[0]), findTasks(trees[1])] as const;
  const editsOf = createPathEdits(...trees, compareLabels(...trees, naming));
  const fewer = Math.min(tasks[0].length, tasks[1].length);
  for (let tried = alpha === 'auto' ? 0 : alpha; ; tried++) {
    const whole = matchTrees(trees[0], trees[1], naming, tried, check);
    const compared = pairTasks(trees, tasks, whole.partners, tried, editsOf);
    if (alpha !== 'auto') return compared;
    if (compared.matched.length >= shareOfTasks * fewer || tried >= greatestAlpha) {
      const alphas = { leastAlpha: tried, greatestAlpha, check };
      const partners = matchLeftovers(trees, tasks, naming, whole, alphas);
      return pairTasks(trees, tasks, partners, tried, editsOf);
    }
  }
}

/** The tasks of a tree, in its order: a task comes before those that are part of it. */
function findTasks(tree: TaskTree): readonly Task[] {
  const { parents, frames, calls, sizes, isApplication } = tree;
  const inclusive = inclusiveOf(parents, tree.exclusive);
  const variance = tree.variance && inclusiveOf(parents, tree.variance);
  const ends = subtreeEnds(parents);
  const belongs = (row: number): boolean => isApplication[at(frames, row)] === 1;
  /** For each row, the number of rows before it that belong to the application. */
  const seen = new Int32Array(parents.length + 1);
  for (let row = 0; row < parents.length; row++)
    seen[row + 1] = at(seen, row) + (row > 0 && belongs(row) ? 1 : 0);
  const isTask = Uint8Array.from(parents, (parent, row) => {
    if (row === 0 || belongs(row)) return 0;
    if (parent > 0) return belongs(parent) ? 1 : 0;
    return at(seen, at(ends, row)) === seen[row] ? 1 : 0;
  });
  const own = inclusive.slice();
  /** For each row, the row of the innermost other task around it; -1 for none. */
  const within = new Int32Array(parents.length).fill(-1);
  for (let row = 1; row < parents.length; row++) {
    const parent = at(parents, row);
    const task = isTask[parent] === 1 ? parent : at(within, parent);
    within[row] = task;
    if (isTask[row] === 1 && task >= 0) own[task] = at(own, task) - at(inclusive, row);
  }
  return [...isTask.keys()].flatMap((row): readonly Task[] => {
    if (isTask[row] !== 1) return [];
    const times = at(calls, row);
    const size = (sizes?.[row] ?? NaN) / times;
    return [
      {
        row,
        path: pathTo(tree, at(parents, row)),
        method: methodAt(tree, row),
        energy: at(inclusive, row),
        variance: variance?.[row] ?? 0,
        unmodeled: unmodeledWithin(tree, row, at(ends, row)),
        ownEnergy: at(own, row),
        calls: Number.isNaN(times) ? undefined : times,
        size: Number.isFinite(size) ? size : undefined,
        isNested: at(within, row) >= 0,
      },
    ];
  });
}

function pairTasks(
  trees: readonly [TaskTree, TaskTree],
  [first, second]: readonly [readonly Task[], readonly Task[]],
  partners: Int32Array,
  alpha: number,
  editsOf: (row: number, partner: number) => number,
): TaskComparison {
  const ends = [subtreeEnds(trees[0].parents), subtreeEnds(trees[1].parents)] as const;
  const atRow = new Map(second.map((task) => [task.row, task]));
  const matched: MatchedTasks[] = [];
  const taken = new Set<number>();
  for (const task of first) {
    const partner = atRow.get(at(partners, task.row));
    if (partner === undefined) continue;
    taken.add(partner.row);
    const [end, endOfPartner] = [at(ends[0], task.row), at(ends[1], partner.row)];
    // A task within this one may have its partner outside of the other.
    const both = partners
      .subarray(task.row, end)
      .reduce((sum, row) => sum + (row >= partner.row && row < endOfPartner ? 1 : 0), 0);
    matched.push({
      first: task,
      second: partner,
      missing: end - task.row - both,
      extra: endOfPartner - partner.row - both,
      edits: editsOf(task.row, partner.row),
    });
  }
  const known = new Set(matched.map(({ first: task }) => task.row));
  return {
    alpha,
    matched,
    onlyFirst: first.filter(({ row }) => !known.has(row)),
    onlySecond: second.filter(({ row }) => !taken.has(row)),
    trees,
    partners,
  };
}
