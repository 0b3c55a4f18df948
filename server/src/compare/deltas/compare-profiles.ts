/**
 * What two profiles spent differently: in all, in each method and line, and in
 * each task where both recorded who calls whom.
 *
 * Sits in `compare/`, joining `compare/match/` with the cost model. Energies of counted
 * sides are priced by one model, scaled to what runs took, by one scale unless
 * runs show two (`common-scale.ts`): what a difference of counts is worth
 * follows from the same unit costs, so that their error is common to both sides,
 * and never makes a difference where counts are equal. Other tools' recordings
 * have their own amounts.
 */
import type { ComparedSide } from '../sides/compared-side';
import type { MethodName } from '../../base/method-name';
import type { CostModel } from '../../cost/model/cost-model';
import { type ContextTree, keyOfMethod } from '../trees/context-tree';
import { type EnergySplit, overlapOfMethods, splitEnergy } from '../trees/framework-share';
import { type HotRanks, rankMethods } from '../significance/hot-ranks';
import { type MeanOfRuns, significance } from '../significance/significance';
import { createPartLists, type TaskPart } from '../match/task-parts';
import type { TaskTree } from '../trees/task-tree';
import { compareTasks, type Task, type TaskComparison } from '../match/tasks';
import type { Joules, Share } from '../../base/units';
import { formatCompared } from '../../words/amount-text';
import { createHierarchy } from '../trees/call-contexts';
import { type ComparedUnit, type PricedSide, priceSides } from '../sides/compared-sides';
import { describeBegunByFramework } from './begun-by-framework';
import { compareMethods, type MethodDelta } from './compare-methods';
import { compareShares, type EnergyDelta, rankDeltas, type Spread } from './energy-delta';
import { formatCount } from '../../words/energy-text';
import { priceOf, unpricedSideOf } from '../../pages/no-price';

export interface ProfileComparison {
  readonly names: readonly [string, string];
  readonly model: string;
  /** What every energy here is in: joules, unless sides were compared by something else. */
  readonly unit: ComparedUnit;
  /** Whether both were counted, and their counts priced by the model; else amounts are as another tool recorded them. */
  readonly isPriced: boolean;
  /** Of each side, whether it was counted: then what took nothing has no price. */
  readonly areCounted: readonly [boolean, boolean];
  /** Of a run, idling and the JVM's own work taken away where runs were measured. */
  readonly totals: EnergyDelta & { readonly isMeasured: boolean; readonly isProxy: boolean };
  /** From joules of the model to those shown, of each side; 1 where nothing was measured. */
  readonly scales: readonly [number, number];
  /** What {@link compareShares} takes. */
  readonly spread: Spread;
  /** Most changed first. */
  readonly methods: readonly MethodDelta[];
  /** Absent where one of them recorded no calling context tree. */
  readonly tasks?: TaskDeltas;
  /** What people should know. */
  readonly notes: readonly string[];
}

export interface TaskDeltas {
  readonly alpha: number;
  readonly list: readonly TaskDelta[];
  /** Of each side: what methods of the application take themselves, and those of frameworks. */
  readonly split: readonly [EnergySplit, EnergySplit];
  /** Of the side that has fewer: tasks that both do, and framework methods that both call. */
  readonly overlap: { readonly tasks: Share; readonly methods: Share };
  /** What was matched: for whoever shows more of it than a list. */
  readonly matching: Pick<TaskComparison, 'trees' | 'partners'> & {
    /** Before methods of the application were merged. */
    readonly contexts: readonly [ContextTree, ContextTree];
  };
}

export interface TaskDelta extends EnergyDelta {
  readonly method: MethodName;
  readonly path: readonly MethodName[];
  /** Between both paths, where it is matched. */
  readonly edits?: number;
  /** Where B does it by another method, or on another path. */
  readonly inB?: Pick<Task, 'method' | 'path'>;
  readonly matched: boolean;
  /** Absent where it was not recorded, or is not done. */
  readonly callsA?: number;
  readonly callsB?: number;
  /** Of what a call got, in elements, letters or bytes: the mean; absent where that was not recorded. */
  readonly sizeA?: number;
  readonly sizeB?: number;
  /** Where its method stands in each side's list of methods; absent where it is not done. */
  readonly ranksA?: HotRanks;
  readonly ranksB?: HotRanks;
  /** False where the model has no price for any of what a side does of it: then that side's energy is NaN. */
  readonly isPriced: boolean;
  /** Part of another task of the list: sums of all count it twice. */
  readonly isNested: boolean;
  /** Contexts below it that only one of both has. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** What of these only A has, and only B: the dearest. */
  readonly missing: readonly TaskPart[];
  readonly extra: readonly TaskPart[];
  /** Of its method in the tree of each side; -1 where it is not done. */
  readonly rows: readonly [number, number];
}

export interface CompareOptions {
  readonly alpha: number | 'auto';
  /** Whether a class belongs to the programs, and not to what both are built on. */
  readonly isApplication: (className: string) => boolean;
  readonly check?: () => void;
}

/** Whether a model can't price two profiles alike: it is of one application, or prices JVM instructions. */
export function whyNotPricedAlike({
  application,
  pricesInstructions,
}: CostModel): 'application' | 'instructions' | undefined {
  if (application !== undefined) return 'application';
  return pricesInstructions === true ? 'instructions' : undefined;
}

/** The same in words. */
export function whyNotComparedBy(model: CostModel): string | undefined {
  const { id } = model;
  const reason = whyNotPricedAlike(model);
  if (reason === 'application')
    return `the model "${id}" is of one application as it was when it was fitted, and can't price two versions of it alike: name another`;
  if (reason === 'instructions')
    return `the model "${id}" prices JVM instructions, and tasks of two profiles are compared by operations: name another`;
  return undefined;
}

/** Throws what `check` throws. */
export function compareProfiles(
  a: ComparedSide,
  b: ComparedSide,
  model: CostModel,
  options: CompareOptions,
): ProfileComparison {
  const { unit, sides, notes, commonScale } = priceSides([a, b], model);
  const [first, second] = sides;
  if (first === undefined || second === undefined) throw new Error('two sides are priced as two');
  const totalsOfRuns = [first.total, second.total] as const;
  const spread: Spread = { totals: totalsOfRuns, ...(commonScale === undefined ? {} : { commonScale }) };
  const tasks = tasksOf(first, second, spread, options);
  const totals = compareShares({ totals: totalsOfRuns }, first.total.mean, second.total.mean);
  return {
    names: [a.name, b.name],
    model: model.id,
    unit,
    isPriced: sides.every(({ counted }) => counted !== undefined),
    areCounted: [first.counted !== undefined, second.counted !== undefined],
    totals: {
      ...totals,
      isSignificant: totals.p <= significance,
      isMeasured: sides.every(({ isMeasured }) => isMeasured),
      isProxy: sides.some(({ isProxy }) => isProxy),
    },
    scales: [first.scale ?? 1, second.scale ?? 1],
    spread,
    methods: compareMethods(first, second, spread),
    ...tasks,
    notes: [
      ...notes,
      ...describeUnpriced(tasks.tasks),
      ...describePruned(tasks.tasks?.matching.trees ?? [], sides, unit),
      ...describeBegunByFramework(sides, unit, options.isApplication),
    ],
  };
}

/** What a model knows of libraries is little, or much. */
function describeUnpriced(tasks: TaskDeltas | undefined): readonly string[] {
  const unpriced = tasks?.list.filter(({ isPriced }) => !isPriced).length ?? 0;
  if (tasks === undefined || unpriced === 0) return [];
  return [
    `${formatCount(unpriced)} of ${formatCount(tasks.list.length)} tasks are calls of library methods that the model has no price for: '--follow-jdk' counts inside of the JDK's, a model that was calibrated has prices of many`,
  ];
}

/** Of the trees that were matched, in the order of the sides. */
export function describePruned(
  trees: readonly Pick<TaskTree, 'pruned'>[],
  sides: readonly Pick<PricedSide, 'name'>[],
  unit: ComparedUnit,
): readonly string[] {
  return trees.flatMap(({ pruned }, index) => {
    if (pruned === undefined) return [];
    const [name, most, amount] = [
      sides[index]?.name ?? '',
      formatCompared(pruned.most, unit),
      formatCompared(pruned.amount, unit),
    ];
    return [
      `${name}: ${formatCount(pruned.rows)} contexts that take ${most} or less each are in no list, and the ${amount} that they take together is in what calls them; a task of the other side that takes no more may have its partner among them`,
    ];
  });
}

function tasksOf(
  a: PricedSide,
  b: PricedSide,
  ofRuns: Spread,
  { alpha, isApplication, check }: CompareOptions,
): { readonly tasks?: TaskDeltas } {
  if (a.contexts === undefined || b.contexts === undefined) return {};
  const naming = { isApplication, extends: hierarchyOf([a, b]) };
  const compared = compareTasks(a.contexts, b.contexts, naming, alpha, check);
  const { matched, onlyFirst, onlySecond, alpha: used, trees, partners } = compared;
  const partsOf = createPartLists(trees, partners);
  const rankOf = [rankMethods(a.contexts), rankMethods(b.contexts)] as const;
  const spread = a.isDividedByTime || b.isDividedByTime ? unknownSpread(ofRuns) : ofRuns;
  const deltaOf = (
    one: Task | undefined,
    other: Task | undefined,
    contexts: Pick<TaskDelta, 'edits' | 'onlyA' | 'onlyB' | 'missing' | 'extra'> = nothingMore,
  ): Omit<TaskDelta, 'isSignificant'> => {
    const [ranksA, ranksB] = [one && rankOf[0](one.method), other && rankOf[1](other.method)];
    const [energyA, energyB] = [energyIn(a, one), energyIn(b, other)];
    return {
      ...compareShares(spread, energyA, energyB),
      method: (one ?? other)?.method ?? { class: '', name: '', descriptor: '' },
      path: (one ?? other)?.path ?? [],
      matched: one !== undefined && other !== undefined,
      ...(one?.calls === undefined ? {} : { callsA: one.calls }),
      ...(other?.calls === undefined ? {} : { callsB: other.calls }),
      ...(one?.size === undefined ? {} : { sizeA: one.size }),
      ...(other?.size === undefined ? {} : { sizeB: other.size }),
      isPriced: unpricedSideOf(energyA, energyB) === undefined,
      isNested: (one ?? other)?.isNested === true,
      ...(one !== undefined && other !== undefined && !isSamePlace(one, other)
        ? { inB: { method: other.method, path: other.path } }
        : {}),
      ...(ranksA === undefined ? {} : { ranksA }),
      ...(ranksB === undefined ? {} : { ranksB }),
      rows: [one?.row ?? -1, other?.row ?? -1],
      ...contexts,
    };
  };
  return {
    tasks: {
      alpha: used,
      split: [splitEnergy(a.contexts, isApplication), splitEnergy(b.contexts, isApplication)],
      overlap: {
        tasks: matched.length / Math.max(1, matched.length + Math.min(onlyFirst.length, onlySecond.length)),
        methods: overlapOfMethods([a.contexts, b.contexts], isApplication),
      },
      matching: { trees, partners, contexts: [a.contexts, b.contexts] },
      list: rankDeltas([
        ...matched.map(({ first: one, second: other, missing, extra, edits }) =>
          deltaOf(one, other, { edits, onlyA: missing, onlyB: extra, ...partsOf(one.row, other.row) }),
        ),
        ...onlyFirst.map((task) => deltaOf(task, undefined)),
        ...onlySecond.map((task) => deltaOf(undefined, task)),
      ]),
    },
  };
}

/** Nothing where it is not done; what another tool recorded took nothing where it says so. */
function energyIn({ counted }: PricedSide, task: Task | undefined): Joules {
  return task === undefined ? 0 : priceOf(task.energy, task.calls, counted !== undefined);
}

/** Of parts whose energies are less sure than the runs are. */
function unknownSpread({ totals: [a, b] }: Spread): Spread {
  const unknown = ({ mean }: MeanOfRuns): MeanOfRuns => ({ mean, variance: 0, runs: 0 });
  return { totals: [unknown(a), unknown(b)] };
}

function isSamePlace(one: Task, other: Task): boolean {
  const steps = ({ path, method }: Task): string => [...path, method].map(keyOfMethod).join('\n\n');
  return steps(one) === steps(other);
}

const nothingMore = { onlyA: 0, onlyB: 0, missing: [], extra: [] } as const;

export function hierarchyOf(sides: readonly PricedSide[]): ReturnType<typeof createHierarchy> {
  return createHierarchy(sides.flatMap(({ counted }) => (counted === undefined ? [] : [counted.profile])));
}
