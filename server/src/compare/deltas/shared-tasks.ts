/**
 * Tasks of several programs: what each takes for one, within which bounds, and who does it cheapest.
 *
 * Sits in `compare/`, under `compare-programs.ts`. "DiffProf", tables 3, 5 and 6.
 */
import type { MethodName } from '../../base/method-name';
import type { ContextTree } from '../trees/context-tree';
import { type HotRanks, rankMethods } from '../significance/hot-ranks';
import type { TaskGroup } from '../match/program-tasks';
import type { MeanOfRuns } from '../significance/significance';
import type { Task } from '../match/tasks';
import { differenceOf } from '../../pages/changes';
import type { Joules } from '../../base/units';
import { type Cheapest, type Doer, findCheapest } from './cheapest-program';
import type { ComparedUnit, PricedSide } from '../sides/compared-sides';
import { type Bounds, boundShare, compareShares, type EnergyDelta, type Spread } from './energy-delta';

export interface SharedTask extends Cheapest, Pick<EnergyDelta, 'delta' | 'low' | 'high' | 'p'> {
  readonly method: MethodName;
  readonly path: readonly MethodName[];
  /** In the order of the programs; undefined where one does not do it. */
  readonly sides: readonly (TaskOfProgram | undefined)[];
  /**
   * From the cheapest to the dearest of those that did not fail and have a price; all of it where one alone does it; NaN where
   * fewer than two are left.
   */
  readonly delta: Joules;
  readonly isNested: boolean;
}

/** Bounds are NaN where nothing says how much runs spread. */
export interface TaskOfProgram extends Bounds {
  readonly energy: Joules;
  /** False where the model has no price for any of it: its energy is 0 for want of knowing. */
  readonly isPriced: boolean;
  /** Absent where that was not recorded. */
  readonly calls?: number;
  readonly size?: number;
  /** Where its method stands in the program's list of methods; absent where it has no price. */
  readonly ranks?: HotRanks;
}

export type ProgramSide = PricedSide & {
  readonly contexts: ContextTree;
  /** How it failed, where it did: what it left undone makes it no cheaper. */
  readonly failure: string | undefined;
};

/** What is known of all programs. */
export interface TaskScale {
  /** Shares of totals say who does what more than other things, and not who does it cheaper. */
  readonly unit: ComparedUnit;
  /** Where all sides have one. */
  readonly commonScale?: MeanOfRuns | undefined;
}

/** Those with most to gain first. */
export function describeGroups(
  groups: readonly TaskGroup[],
  programs: readonly ProgramSide[],
  { unit, commonScale }: TaskScale,
): readonly SharedTask[] {
  const ranks = programs.map(({ contexts }) => rankMethods(contexts));
  const figures = groups.map((group) => group.map((task, program) => task && sideOf(task, program)));
  const doers = figures.map((sides) =>
    sides.flatMap((side, program): readonly Doer[] =>
      side?.isPriced === true && programs[program]?.failure === undefined
        ? [{ program, energy: side.energy }]
        : [],
    ),
  );
  const cheapest = unit === 'share' ? [] : findCheapest(doers, (one, other) => compare(one, other).p);
  return groups
    .map((group, index): SharedTask => {
      const sides = figures[index] ?? [];
      const done = group.filter((task) => task !== undefined);
      const dearest = done.reduce<Task | undefined>(
        (most, task) => (most === undefined || task.energy > most.energy ? task : most),
        undefined,
      );
      return {
        method: dearest?.method ?? { class: '', name: '', descriptor: '' },
        path: dearest?.path ?? [],
        sides,
        ...cheapest[index],
        ...differenceWithin(doers[index] ?? [], done.length === 1),
        isNested: done.some(({ isNested }) => isNested),
      };
    })
    .sort((one, other) => gainOf(other) - gainOf(one));

  /** Parts of a trace are less sure than its runs are. */
  function isDivided(program: number): boolean {
    return programs[program]?.isDividedByTime === true;
  }

  function sideOf({ energy, calls, size, method }: Task, program: number): TaskOfProgram {
    const side = programs[program];
    // What another tool recorded took nothing where it says so.
    const isPriced = energy > 0 || side?.counted === undefined;
    const stands = isPriced ? ranks[program]?.(method) : undefined;
    return {
      energy,
      ...boundShare(isDivided(program) ? UNKNOWN : (commonScale ?? side?.total ?? UNKNOWN), energy),
      isPriced,
      ...(calls === undefined ? {} : { calls }),
      ...(size === undefined ? {} : { size }),
      ...(stands === undefined ? {} : { ranks: stands }),
    };
  }

  function compare(one: Doer, other: Doer): ReturnType<typeof compareShares> {
    if (isDivided(one.program) || isDivided(other.program))
      return compareShares({ totals: [UNKNOWN, UNKNOWN] }, one.energy, other.energy);
    const totalOf = ({ program }: Doer): MeanOfRuns => programs[program]?.total ?? UNKNOWN;
    const spread: Spread = {
      totals: [totalOf(one), totalOf(other)],
      ...(commonScale === undefined ? {} : { commonScale }),
    };
    return compareShares(spread, one.energy, other.energy);
  }

  function differenceWithin(
    priced: readonly Doer[],
    isAlone: boolean,
  ): Pick<SharedTask, 'delta' | 'low' | 'high' | 'p'> {
    const [least, ...others] = [...priced].sort((one, other) => one.energy - other.energy);
    const most = others.at(-1);
    if (least === undefined || most === undefined)
      return { delta: isAlone ? (least?.energy ?? NaN) : NaN, low: NaN, high: NaN, p: NaN };
    const { low, high, p } = compare(least, most);
    return { delta: differenceOf(least.energy, most.energy), low, high, p };
  }
}

/** Of a task whose difference is not known, at most all that it is known to take. */
function gainOf({ delta, sides }: SharedTask): Joules {
  return Number.isNaN(delta) ? Math.max(0, ...sides.map((side) => side?.energy ?? 0)) : delta;
}

const UNKNOWN: MeanOfRuns = { mean: 0, variance: 0, runs: 0 };
