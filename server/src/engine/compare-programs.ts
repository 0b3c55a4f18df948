/**
 * More than two programs that do the same job: who does which task cheapest,
 * and how much they have in common.
 *
 * Sits in `engine/`, joining `diff/` with the cost model as
 * `compare-profiles.ts` does for two. After "DiffProf": table 1 and figure 2
 * (framework against application, overlap of pairs), table 3 (tasks by how many
 * others have them), tables 5 and 6 (where a task stands in plain lists).
 */
import type { CostModel } from '../cost/cost-model';
import type { ContextTree, MethodName } from '../diff/context-tree';
import { type EnergySplit, overlapOfMethods, splitEnergy } from '../diff/framework-share';
import { type HotRanks, rankMethods } from '../diff/hot-ranks';
import { compareProgramTasks, type ProgramTasks, type TaskGroup } from '../diff/program-tasks';
import { differenceOf, isRounding } from '../seesoft/changes';
import type { Joules, Share } from '../units';
import { describeBegunByFramework } from './begun-by-framework';
import { type CompareOptions, describePruned, hierarchyOf } from './compare-profiles';
import { type ComparedSide, type ComparedUnit, type PricedSide, priceSides } from './compared-sides';

export interface ProgramsComparison {
  readonly unit: ComparedUnit;
  readonly model: string;
  readonly isPriced: boolean;
  /** Whether all were; whether CPU time stands in for a meter on one of them. */
  readonly isMeasured: boolean;
  readonly isProxy: boolean;
  /** In the order given. */
  readonly programs: readonly ProgramAccount[];
  /** Of each two programs. */
  readonly overlaps: readonly ProgramOverlap[];
  /** Those with most to gain first: by how much the dearest differs from the cheapest, and by energy where one does it alone. */
  readonly tasks: readonly SharedTask[];
  /** What people should know. */
  readonly notes: readonly string[];
}

export interface ProgramAccount extends EnergySplit {
  readonly name: string;
  readonly energy: Joules;
  readonly tasks: number;
  /** By how many others have them, from all to none. */
  readonly shared: readonly SharedTasks[];
  /** Tasks that no other program has on the very same path. */
  readonly unmatchedExactly: number;
}

export interface SharedTasks {
  readonly others: number;
  readonly tasks: number;
  /** Tasks within tasks are counted once. */
  readonly energy: Joules;
}

export interface ProgramOverlap {
  readonly programs: readonly [number, number];
  /** The dynamic α that they were matched at. */
  readonly alpha: number;
  /** Of the tasks of the one that has fewer. */
  readonly tasks: Share;
  /** Framework methods that both call, of those of the one that calls fewer. */
  readonly methods: Share;
}

export interface SharedTask {
  readonly method: MethodName;
  readonly path: readonly MethodName[];
  /** In the order of the programs; undefined where one does not do it. */
  readonly sides: readonly (TaskOfProgram | undefined)[];
  /** Which program's is the cheapest; undefined where one alone does it. */
  readonly cheapest?: number;
  /** From the cheapest to the dearest, or all of it where one alone does it. */
  readonly delta: Joules;
  readonly isNested: boolean;
}

export interface TaskOfProgram {
  readonly energy: Joules;
  /** Absent where that was not recorded. */
  readonly calls?: number;
  readonly size?: number;
  /** Where its method stands in the program's list of methods. */
  readonly ranks?: HotRanks;
}

/** Programs without a tree of calls are left out, which is said. Throws what `check` throws. */
export function comparePrograms(
  given: readonly ComparedSide[],
  model: CostModel,
  { alpha, isApplication, check }: CompareOptions,
): ProgramsComparison {
  const { unit, sides, notes } = priceSides(given, model);
  const programs = sides.flatMap((side) =>
    side.contexts === undefined ? [] : [{ ...side, contexts: side.contexts }],
  );
  const trees = programs.map(({ contexts }) => contexts);
  const naming = { isApplication, extends: hierarchyOf(sides) };
  const found = compareProgramTasks(trees, naming, alpha, check);
  const ranks = trees.map(rankMethods);
  return {
    unit,
    model: model.id,
    isPriced: sides.every(({ counted }) => counted !== undefined),
    isMeasured: sides.every(({ isMeasured }) => isMeasured),
    isProxy: sides.some(({ isProxy }) => isProxy),
    programs: programs.map((program, index) => accountFor(program, index, found, isApplication)),
    overlaps: listOverlaps(trees, found, isApplication),
    tasks: found.groups
      .map((group) => describeGroup(group, ranks))
      .sort((one, other) => other.delta - one.delta),
    notes: [
      ...notes,
      ...describePruned(found.trees, programs, unit),
      ...describeBegunByFramework(programs, unit, isApplication),
    ],
  };
}

function accountFor(
  { name, total, contexts }: PricedSide & { readonly contexts: ContextTree },
  index: number,
  { tasks, others, othersExactly }: ProgramTasks,
  isApplication: (className: string) => boolean,
): ProgramAccount {
  const own = tasks[index] ?? [];
  const shared = Array.from({ length: tasks.length }, (_, matches): SharedTasks => {
    const those = own.filter((_task, at) => (others[index]?.[at] ?? 0) === matches);
    return {
      others: matches,
      tasks: those.length,
      energy: those.reduce((sum, { ownEnergy }) => sum + ownEnergy, 0),
    };
  });
  return {
    name,
    energy: total.mean,
    ...splitEnergy(contexts, isApplication),
    tasks: own.length,
    shared: shared.reverse(),
    unmatchedExactly: (othersExactly[index] ?? []).filter((matches) => matches === 0).length,
  };
}

function listOverlaps(
  trees: readonly ContextTree[],
  { pairs, tasks }: ProgramTasks,
  isApplication: (className: string) => boolean,
): readonly ProgramOverlap[] {
  return pairs.flatMap(({ programs, alpha, matched }): readonly ProgramOverlap[] => {
    const [first, second] = [trees[programs[0]], trees[programs[1]]];
    if (first === undefined || second === undefined) return [];
    const fewest = Math.min(tasks[programs[0]]?.length ?? 0, tasks[programs[1]]?.length ?? 0);
    return [
      {
        programs,
        alpha,
        tasks: matched / Math.max(1, fewest),
        methods: overlapOfMethods([first, second], isApplication),
      },
    ];
  });
}

function describeGroup(
  group: TaskGroup,
  ranks: readonly ((method: MethodName) => HotRanks | undefined)[],
): SharedTask {
  const done = group.flatMap((task, program) => (task === undefined ? [] : [{ task, program }]));
  const byEnergy = [...done].sort((one, other) => one.task.energy - other.task.energy);
  const [cheapest, dearest] = [byEnergy[0], byEnergy.at(-1)];
  const [least, most] = [cheapest?.task.energy ?? 0, dearest?.task.energy ?? 0];
  // Of those that take the same, the first in the order of the programs.
  const first = done.find(({ task }) => isRounding(task.energy, least));
  const isShared = done.length > 1;
  return {
    method: dearest?.task.method ?? { class: '', name: '', descriptor: '' },
    path: dearest?.task.path ?? [],
    sides: group.map((task, program): TaskOfProgram | undefined => {
      if (task === undefined) return undefined;
      const { energy, calls, size, method } = task;
      const stands = ranks[program]?.(method);
      return {
        energy,
        ...(calls === undefined ? {} : { calls }),
        ...(size === undefined ? {} : { size }),
        ...(stands === undefined ? {} : { ranks: stands }),
      };
    }),
    ...(isShared && first !== undefined ? { cheapest: first.program } : {}),
    delta: isShared ? differenceOf(least, most) : most,
    isNested: done.some(({ task }) => task.isNested),
  };
}
