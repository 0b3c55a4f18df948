/**
 * Matches the tasks of several programs.
 *
 * "DiffProf", section 5 and table 3: each two programs are matched by themselves, and each task counts the other
 * programs in which it has a partner. Partners of partners need not be partners: a group takes at most one task of a
 * program, and the hottest pairs come first.
 */
import { at } from '../../base/check';
import type { MethodTree } from '../trees/method-tree';
import type { ClassRelations, TaskTree } from '../trees/task-tree';
import { compareTasks, type MatchedTasks, type Task, type TaskComparison } from './tasks';

export interface ProgramTasks {
  /** The tasks of each program, in the order of its tree. */
  readonly tasks: readonly (readonly Task[])[];
  /** For each task of each program, the number of other programs in which it has a partner, at dynamic α and at α = 0. */
  readonly others: readonly (readonly number[])[];
  readonly othersExactly: readonly (readonly number[])[];
  readonly pairs: readonly ProgramPair[];
  readonly groups: readonly TaskGroup[];
  /** The tree of each program that was matched. */
  readonly trees: readonly Pick<TaskTree, 'pruned'>[];
}

interface ProgramPair {
  readonly programs: readonly [number, number];
  readonly alpha: number;
  readonly matched: number;
}

/** One task, by program; undefined for a program that does not do it. */
export type TaskGroup = readonly (Task | undefined)[];

interface ComparedPrograms {
  readonly programs: readonly [number, number];
  readonly result: TaskComparison;
}

/** Compares at least two programs. Throws what `check` throws. */
export function compareProgramTasks(
  trees: readonly MethodTree[],
  naming: ClassRelations,
  alpha: number | 'auto',
  check: () => void = () => undefined,
): ProgramTasks {
  const tasks: (readonly Task[])[] = trees.map(() => []);
  const matchedTrees: Pick<TaskTree, 'pruned'>[] = trees.map(() => ({}));
  const compared: ComparedPrograms[] = [];
  const others = trees.map(() => new Map<number, number>());
  const othersExactly = trees.map(() => new Map<number, number>());
  for (const [a, first] of trees.entries())
    for (let b = a + 1; b < trees.length; b++) {
      const second = at(trees, b);
      const result = compareTasks(first, second, naming, alpha, check);
      compared.push({ programs: [a, b], result });
      [matchedTrees[a], matchedTrees[b]] = [result.trees[0], result.trees[1]];
      tasks[a] = inOrder([...result.matched.map((pair) => pair.first), ...result.onlyFirst]);
      tasks[b] = inOrder([...result.matched.map((pair) => pair.second), ...result.onlySecond]);
      count(result.matched, at(others, a), at(others, b));
      const exact = alpha === 0 ? result : compareTasks(first, second, naming, 0, check);
      count(exact.matched, at(othersExactly, a), at(othersExactly, b));
    }
  const countsOf = (counts: readonly ReadonlyMap<number, number>[]): readonly (readonly number[])[] =>
    tasks.map((list, program) => list.map(({ row }) => at(counts, program).get(row) ?? 0));
  return {
    tasks,
    others: countsOf(others),
    othersExactly: countsOf(othersExactly),
    pairs: compared.map(({ programs, result }) => ({
      programs,
      alpha: result.alpha,
      matched: result.matched.length,
    })),
    groups: groupTasks(tasks, compared),
    trees: matchedTrees,
  };
}

function inOrder(tasks: readonly Task[]): readonly Task[] {
  return [...tasks].sort((one, other) => one.row - other.row);
}

function count(
  matched: readonly MatchedTasks[],
  ofFirst: Map<number, number>,
  ofSecond: Map<number, number>,
): void {
  for (const { first, second } of matched) {
    ofFirst.set(first.row, (ofFirst.get(first.row) ?? 0) + 1);
    ofSecond.set(second.row, (ofSecond.get(second.row) ?? 0) + 1);
  }
}

function groupTasks(
  tasks: readonly (readonly Task[])[],
  compared: readonly ComparedPrograms[],
): readonly TaskGroup[] {
  /** The group of each task, by program and then by row. */
  const groupOf = tasks.map((list, program) => {
    const alone = (task: Task): (Task | undefined)[] =>
      tasks.map((_, each) => (each === program ? task : undefined));
    return new Map(list.map((task) => [task.row, alone(task)]));
  });
  const pairs = compared
    .flatMap(({ programs, result }) => result.matched.map((pair) => ({ programs, ...pair })))
    .sort((one, other) => energyOf(other) - energyOf(one));
  for (const { programs, first, second } of pairs) {
    const into = groupOf[programs[0]]?.get(first.row);
    const from = groupOf[programs[1]]?.get(second.row);
    if (into === undefined || from === undefined || into === from) continue;
    if (into.some((task, program) => task !== undefined && from[program] !== undefined)) continue;
    for (const [program, task] of from.entries()) {
      if (task === undefined) continue;
      into[program] = task;
      groupOf[program]?.set(task.row, into);
    }
  }
  return [...new Set(groupOf.flatMap((groups) => [...groups.values()]))];
}

function energyOf({ first, second }: MatchedTasks): number {
  return first.energy + second.energy;
}
