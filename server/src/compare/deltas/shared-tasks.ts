/**
 * The tasks of several programs: the energy that each program takes for a task, its bounds, and the program that
 * takes least.
 *
 * "DiffProf", tables 3, 5 and 6.
 *
 * Each two programs that do the same task are compared, over all tasks, and Benjamini and Hochberg's correction covers
 * all of these comparisons. Comparing only the program that took least would find a winner even where all programs are
 * alike.
 */
import { at, unreachable, withDefined } from '../../base/check';
import { type HotRanks, rankMethods } from '../trees/framework-share';
import type { ComparedUnit, ModeledSide } from '../sides/compared-side';
import type { MethodTree } from '../trees/method-tree';
import type { MethodName } from '../../base/method-name';
import type { TaskGroup } from '../match/program-tasks';
import { type MeanOfRuns, findSignificant, significance } from '../significance/significance';
import type { Task } from '../match/tasks';
import { differenceOf } from '../../pages/changes';
import { isRounding } from '../../base/statistics';
import type { Joules, JoulesSquared } from '../../base/units';
import {
  type Bounds,
  boundShare,
  chanceOfWhole,
  compareShares,
  type EnergyDelta,
  type Spread,
  spreadOfParts,
  varianceOfCounted,
} from './energy-delta';

export interface SharedTask extends LeastEnergy, Pick<EnergyDelta, 'delta' | 'low' | 'high' | 'p'> {
  readonly method: MethodName;
  readonly path: readonly MethodName[];
  /** The task in each program, in the order of the programs; undefined for a program that does not do it. */
  readonly sides: readonly (TaskOfProgram | undefined)[];
  /**
   * The difference between the programs that take least and most, of those that did not fail and are modeled, in
   * joules. It is all of the energy if one program alone does the task, and NaN if fewer than two programs are left, or
   * an energy is the least that it may be.
   */
  readonly delta: Joules;
  /** True if all programs that do the task were counted alike in it, and differ by no more than chance. */
  readonly isEven: boolean;
  readonly isNested: boolean;
}

/** A task of one program. Bounds are NaN if nothing says how much runs spread. */
export interface TaskOfProgram extends Bounds {
  readonly energy: Joules;
  /** False if the model has no cost for any of the task: its energy is 0 because it is unknown. */
  readonly isModeled: boolean;
  /**
   * True if the program executes more of an operation that is not modeled than another one does in the task: its energy
   * is the least that it may be.
   */
  readonly isAtLeast?: boolean;
  /** The number of calls; absent if it was not recorded. */
  readonly calls?: number;
  readonly size?: number;
  /** The ranks of the task's method in the program's lists of methods; absent if the task is not modeled. */
  readonly ranks?: HotRanks;
}

export type ProgramSide = ModeledSide & {
  readonly contexts: MethodTree;
  /** The way in which the program failed, if it did: work left undone does not make it use less energy. */
  readonly failure: string | undefined;
};

/**
 * Describes the tasks, those with most to gain first, and those that are not all modeled last. Shares of totals say which
 * program spends more on a task than on others, and not which uses less energy.
 */
export function describeGroups(
  groups: readonly TaskGroup[],
  programs: readonly ProgramSide[],
  unit: ComparedUnit,
): readonly SharedTask[] {
  const ranks = programs.map(({ contexts }) => rankMethods(contexts));
  const spreadOf = spreadsOfPairs(programs);
  const figures = groups.map((group) => {
    const isAtLeast = findLeast(group);
    return group.map((task, program) => task && sideOf(task, program, isAtLeast(task)));
  });
  const doers = figures.map((sides, index) =>
    sides.some((side) => side?.isAtLeast)
      ? []
      : sides.flatMap((side, program): readonly DoerOfTask[] =>
          side?.isModeled === true && programs[program]?.failure === undefined
            ? [{ program, energy: side.energy, variance: groups[index]?.[program]?.variance ?? 0 }]
            : [],
        ),
  );
  const leastEnergy = unit === 'share' ? [] : findLeastEnergy(doers, (one, other) => compare(one, other).p);
  return groups
    .map((group, index): SharedTask => {
      const sides = figures[index] ?? [];
      const done = group.filter((task) => task !== undefined);
      const hottest = done.reduce<Task | undefined>(
        (most, task) => (most === undefined || task.energy > most.energy ? task : most),
        undefined,
      );
      const difference = differenceWithin(doers[index] ?? [], done.length === 1);
      return {
        method: hottest?.method ?? { class: '', name: '', descriptor: '' },
        path: hottest?.path ?? [],
        sides,
        ...leastEnergy[index],
        ...difference,
        isEven: isEven(doers[index] ?? [], difference),
        isNested: done.some(({ isNested }) => isNested),
      };
    })
    .sort((one, other) => Number(isPartly(one)) - Number(isPartly(other)) || gainOf(other) - gainOf(one));

  /** True for a trace, whose parts are less sure than its runs. */
  function isDivided(program: number): boolean {
    return programs[program]?.isDividedByTime === true;
  }

  function sideOf(
    { energy, variance, calls, size, method }: Task,
    program: number,
    isAtLeast: boolean,
  ): TaskOfProgram {
    const side = programs[program];
    // What another tool recorded took nothing where it says so.
    const isModeled = energy > 0 || side?.counted === undefined;
    const stands = isModeled ? ranks[program]?.(method) : undefined;
    return {
      energy,
      ...(isModeled && isAtLeast
        ? { low: NaN, high: NaN, isAtLeast }
        : boundShare(
            isDivided(program) || side?.isByCounts === true
              ? UNKNOWN
              : (side?.reported ?? side?.total ?? UNKNOWN),
            energy,
            variance + varianceOfCounted(side?.countedWork, energy, variance > 0),
          )),
      isModeled,
      ...withDefined({ calls, size, ranks: stands }),
    };
  }

  function compare(one: DoerOfTask, other: DoerOfTask): ReturnType<typeof compareShares> {
    const spread = spreadOf(one.program, other.program);
    const { chance = NaN } = spread;
    if (isDivided(one.program) || isDivided(other.program)) {
      const unknown = compareShares({ totals: [UNKNOWN, UNKNOWN] }, one.energy, other.energy);
      // Figures alone would otherwise tell a part apart where runs don't tell its whole apart.
      return chance > significance ? { ...unknown, p: chance } : unknown;
    }
    return compareShares(spread, one.energy, other.energy, one.variance + other.variance);
  }

  function isEven(modeled: readonly DoerOfTask[], { delta, p }: Pick<SharedTask, 'delta' | 'p'>): boolean {
    const worthOf = ({ energy, program }: DoerOfTask): number => energy / (programs[program]?.scale ?? 1);
    const [first, ...others] = modeled.map(worthOf);
    const isAlike =
      first !== undefined && others.length > 0 && others.every((each) => isRounding(each, first));
    return delta === 0 || (isAlike && p > significance);
  }

  function differenceWithin(
    modeled: readonly DoerOfTask[],
    isAlone: boolean,
  ): Pick<SharedTask, 'delta' | 'low' | 'high' | 'p'> {
    const [least, ...others] = [...modeled].sort((one, other) => one.energy - other.energy);
    const most = others.at(-1);
    if (least === undefined || most === undefined)
      return { delta: isAlone ? (least?.energy ?? NaN) : NaN, low: NaN, high: NaN, p: NaN };
    const { low, high, p } = compare(least, most);
    return { delta: differenceOf(least.energy, most.energy), low, high, p };
  }
}

/**
 * The spread of the parts of two programs of a list, by their numbers. Where all programs are compared and the difference
 * of two does not stand, the chance that they differ so is above what is significant.
 */
function spreadsOfPairs(programs: readonly ProgramSide[]): (one: number, other: number) => Spread {
  const known = programs.flatMap((a, one) =>
    programs.slice(one + 1).flatMap((b, index) => {
      // A program that failed is in no list of those that take least.
      const isIn = a.failure === undefined && b.failure === undefined;
      return isIn ? [{ one, other: one + 1 + index, p: chanceOfWhole(a, b) }] : [];
    }),
  );
  const stands = findSignificant(known.map(({ p }) => p));
  const spreads = new Map(
    known.flatMap(({ one, other, p }, index): readonly (readonly [number, Spread])[] => {
      const chance = stands[index] === true ? p : Math.min(1, p * known.length);
      return [[one, other] as const, [other, one] as const].map(([a, b]) => [
        a * programs.length + b,
        spreadOfParts(at(programs, a), at(programs, b), chance),
      ]);
    }),
  );
  return (one, other) => spreads.get(one * programs.length + other) ?? unreachable('no spread');
}

/** Tells which of a group's tasks execute more of an operation that is not modeled than another of them. */
function findLeast(group: TaskGroup): (task: Task | undefined) => boolean {
  const done = group.filter((task) => task !== undefined);
  const leastOf = (operation: string): number =>
    done.length < 2 ? 0 : Math.min(...done.map(({ unmodeled }) => unmodeled.get(operation) ?? 0));
  return (task) =>
    Array.from(task?.unmodeled ?? []).some(([operation, count]) => {
      const least = leastOf(operation);
      return count > least && !isRounding(count, least);
    });
}

/** True if an energy of the task is the least that it may be. */
function isPartly({ sides }: SharedTask): boolean {
  return sides.some((side) => side?.isAtLeast);
}

/** The energy that could be gained: the difference or, if it is unknown, the most that any program is known to take. */
function gainOf({ delta, sides }: SharedTask): Joules {
  return Number.isNaN(delta) ? Math.max(0, ...sides.map((side) => side?.energy ?? 0)) : delta;
}

const UNKNOWN: MeanOfRuns = { mean: 0, variance: 0, runs: 0 };

/** A program that does the task. */
interface Doer {
  /** Its number among the programs. */
  readonly program: number;
  readonly energy: Joules;
}

interface DoerOfTask extends Doer {
  /** The variance of what samples gave it. */
  readonly variance: JoulesSquared;
}

export interface LeastEnergy {
  /** The number of the program that takes least; absent if only one program does the task, or several are alike. */
  readonly leastEnergy?: number;
  /**
   * The program that took least and those that differ from it by no more than chance, in the order of the programs;
   * absent if one program alone takes least.
   */
  readonly alike?: readonly number[];
}

/**
 * Finds, for each task, the program that takes least. `chanceOf` gives the probability that two programs differ so by
 * chance; it is NaN if that is unknown, and then the figures alone decide.
 */
export function findLeastEnergy<D extends Doer>(
  tasks: readonly (readonly D[])[],
  chanceOf: (one: D, other: D) => number,
): readonly LeastEnergy[] {
  const pairs = tasks.map((doers) =>
    doers.flatMap((one, at) => doers.slice(at + 1).map((other) => ({ one, other, p: chanceOf(one, other) }))),
  );
  const stands = findSignificant(pairs.flatMap((each) => each.map(({ p }) => p)));
  let at = 0;
  return tasks.map((doers, task): LeastEnergy => {
    const alike = new Map(doers.map((doer) => [doer, new Set([doer])]));
    for (const { one, other, p } of pairs[task] ?? []) {
      const isTold = stands[at++] === true || Number.isNaN(p);
      if (isTold && !isRounding(one.energy, other.energy)) continue;
      alike.get(one)?.add(other);
      alike.get(other)?.add(one);
    }
    const least = doers.reduce<D | undefined>(
      (best, doer) => (best === undefined || doer.energy < best.energy ? doer : best),
      undefined,
    );
    if (least === undefined || doers.length < 2) return {};
    const asLittle = doers.filter((doer) => alike.get(least)?.has(doer) === true);
    return asLittle.length === 1
      ? { leastEnergy: least.program }
      : { alike: asLittle.map(({ program }) => program) };
  });
}
