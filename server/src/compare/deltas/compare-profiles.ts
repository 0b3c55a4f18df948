/**
 * Compares the energy of two profiles: in all, in each method and line, and in each task if both recorded who calls
 * whom.
 *
 * Sits in `compare/`, joining `compare/match/` with the cost model. Counted sides have the energies of their own reports,
 * or the same costs where these can't be compared (`row-basis.ts`). Other tools' recordings have their own amounts.
 */
import { counted } from '../../base/counted';
import { at, unreachable, withDefined } from '../../base/check';
import { unmodeledSideOf } from '../../pages/changes';
import type { ComparisonHead } from '../../pages/comparison-file';
import {
  type HotRanks,
  describeBegunByFramework,
  overlapOfMethods,
  rankMethods,
  splitEnergy,
} from '../trees/framework-share';
import type { ComparedSide, ComparedUnit, ModeledSide } from '../sides/compared-side';
import { type MethodName, keyOfMethod } from '../../base/method-name';
import type { MethodTree } from '../trees/method-tree';
import type { CostModel } from '../../cost/model/cost-model';
import { listSome } from '../../words/text-sections';
import type { LibraryPlace } from '../../profile/account/called-lines';
import { type MeanOfRuns, significance } from '../significance/significance';
import { createPartLists, type TaskPart } from '../match/task-parts';
import type { TaskTree } from '../trees/task-tree';
import { compareTasks, type Task, type TaskComparison } from '../match/tasks';
import { formatCompared } from '../../words/amount-text';
import { createHierarchy } from '../trees/call-contexts';
import { priceSides } from '../sides/compared-sides';
import { type PartDelta, pairParts } from '../sides/run-parts';
import { compareMethods, energyIn, hasNoLibrary, isCountedWork, type MethodDelta } from './compare-methods';
import {
  chanceOfWhole,
  compareShares,
  type EnergyDelta,
  findAtLeast,
  type PartlyModeled,
  rankDeltas,
  type Spread,
  spreadOfParts,
  unlessAtLeast,
  wholeOf,
} from './energy-delta';
import { formatCount } from '../../words/energy-text';

export interface ProfileComparison {
  readonly names: readonly [string, string];
  readonly model: string;
  /** The unit of every energy here: joules, unless the sides were compared by something else. */
  readonly unit: ComparedUnit;
  /**
   * True if both sides were counted, and the model gave their energies; otherwise amounts are as another tool
   * recorded them.
   */
  readonly isByModel: boolean;
  /** True for each side that was counted, and has energy for it: there, anything that took none is not modeled. */
  readonly areCounted: readonly [boolean, boolean];
  /** The energy of one run, as its profile shows it: above idle if runs were measured. */
  readonly totals: EnergyDelta & { readonly isMeasured: boolean; readonly isProxy: boolean };
  /** The program's own work in one run, which methods, lines and tasks divide: never surer than the totals. */
  readonly work: EnergyDelta;
  /** The parts of both runs, which add up to them; empty unless both were measured or recorded. */
  readonly parts: readonly PartDelta[];
  /** The factor from the model's joules to those shown, for each side; 1 if nothing was measured. */
  readonly scales: readonly [number, number];
  /** The spread of runs, as {@link compareShares} takes it. */
  readonly spread: Spread;
  /** The methods of both sides, the most changed first. */
  readonly methods: readonly MethodDelta[];
  /** The tasks of both sides; absent if one of them recorded no calling context tree. */
  readonly tasks?: TaskDeltas;
  /** Notes that people should read beside the figures. */
  readonly notes: readonly string[];
}

export interface TaskDeltas {
  readonly alpha: number;
  readonly list: readonly TaskDelta[];
  readonly split: NonNullable<ComparisonHead['split']>;
  readonly overlap: NonNullable<ComparisonHead['overlap']>;
  /** The matched trees, for views that show more of them than a list. */
  readonly matching: Pick<TaskComparison, 'trees' | 'partners'> & {
    /** The trees before methods of the application were merged. */
    readonly contexts: readonly [MethodTree, MethodTree];
  };
}

export interface TaskDelta extends EnergyDelta, PartlyModeled {
  readonly method: MethodName;
  readonly path: readonly MethodName[];
  /** The number of edits between both paths; absent if the task is not matched. */
  readonly edits?: number;
  /** The method and path of the task on B, if they are not those on A. */
  readonly inB?: Pick<Task, 'method' | 'path'>;
  readonly matched: boolean;
  /** The number of calls; absent if it was not recorded, or the side does not do the task. */
  readonly callsA?: number;
  readonly callsB?: number;
  /** The mean size of what a call got, in elements, letters or bytes; absent if that was not recorded. */
  readonly sizeA?: number;
  readonly sizeB?: number;
  /** The ranks of the task's method in the side's lists of methods; absent if the side does not do the task. */
  readonly ranksA?: HotRanks;
  readonly ranksB?: HotRanks;
  /** False if the model has no cost for anything that a side does in the task: that side's energy is NaN then. */
  readonly isModeled: boolean;
  /** True if this is a part of another task of the list, so that a sum of all tasks counts it twice. */
  readonly isNested: boolean;
  /** The number of contexts below the task that only one side has. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** The hottest of the contexts that only A has, and of those that only B has. */
  readonly missing: readonly TaskPart[];
  readonly extra: readonly TaskPart[];
  /** The row of the task's method in the tree of each side; -1 if the side does not do it. */
  readonly rows: readonly [number, number];
}

export interface CompareOptions {
  readonly alpha: number | 'auto';
  /** The place of what lines call of code that is not counted: with the lines, unless it says otherwise. */
  readonly place?: LibraryPlace;
  /** True if a class belongs to the programs, and not to the libraries that both are built on. */
  readonly isApplication: (className: string) => boolean;
  readonly check?: () => void;
}

/**
 * The reason why a model cannot give comparable energies for two profiles: it is a model of one application, or it
 * has costs of JVM instructions. Undefined if it can.
 */
export function whyNotModeledAlike({
  application,
  hasInstructionCosts,
}: CostModel): 'application' | 'instructions' | undefined {
  if (application !== undefined) return 'application';
  return hasInstructionCosts === true ? 'instructions' : undefined;
}

/** The same reason in words. */
export function whyNotComparedBy(model: CostModel): string | undefined {
  const { id } = model;
  const reason = whyNotModeledAlike(model);
  if (reason === 'application')
    return `the model "${id}" was fitted to one application as it was then, and can't compare two versions of it: name another model`;
  if (reason === 'instructions')
    return `the model "${id}" has costs of JVM instructions, and tasks of two profiles are compared by operations: name another model`;
  return undefined;
}

/** Compares two sides by one model. Throws what `check` throws. */
export function compareProfiles(
  a: ComparedSide,
  b: ComparedSide,
  model: CostModel,
  options: CompareOptions,
): ProfileComparison {
  const { unit, sides, notes } = priceSides([a, b], model, options.place);
  const [first, second] = sides;
  if (first === undefined || second === undefined) return unreachable('two sides have no energies');
  const totalsOfRuns = [first.total, second.total] as const;
  const own = compareShares({ totals: totalsOfRuns }, first.total.mean, second.total.mean);
  const [runA, runB] = [first.run, second.run];
  const wholes = [wholeOf(first), wholeOf(second)] as const;
  const totals =
    runA === undefined && runB === undefined
      ? own
      : compareShares({ totals: wholes }, wholes[0].mean, wholes[1].mean);
  const chance = chanceOfWhole(first, second);
  const spread = spreadOfParts(first, second, chance);
  const work = compareShares({ totals: totalsOfRuns, chance }, own.energyA, own.energyB);
  const tasks = tasksOf(first, second, spread, options);
  return {
    names: [a.name, b.name],
    model: model.id,
    unit,
    isByModel: sides.every(({ counted }) => counted !== undefined),
    areCounted: [isCountedWork(first), isCountedWork(second)],
    totals: {
      ...totals,
      isSignificant: totals.p <= significance,
      isMeasured: sides.every(({ isMeasured }) => isMeasured),
      isProxy: sides.some(({ isProxy }) => isProxy),
    },
    work: { ...work, isSignificant: work.p <= significance },
    parts: runA === undefined || runB === undefined ? [] : pairParts(first.parts, second.parts),
    scales: [first.scale ?? 1, second.scale ?? 1],
    spread,
    methods: compareMethods(first, second, spread),
    ...tasks,
    notes: [
      ...notes,
      ...describeFewerCalls(first, second),
      ...describeFewerCalls(second, first),
      ...describeUncounted(first, second),
      ...describeUncounted(second, first),
      ...describeUnmodeled(tasks.tasks),
      ...describePruned(tasks.tasks?.matching.trees ?? [], sides, unit),
      ...describeBegunByFramework(sides, unit, options.isApplication),
    ],
  };
}

/** Notes on a side that tells less of calls than the other: both are compared by what both tell. */
function describeFewerCalls(side: ModeledSide, other: ModeledSide): readonly string[] {
  return [
    ...(hasNoLibrary(side, other)
      ? [`${side.name} does not tell what methods call of libraries: methods have it on both sides`]
      : []),
    ...(isWithoutCallers(side) && other.contexts !== undefined && other.tellsCallers
      ? [`${side.name} does not tell what called the program's methods: tasks are in no list`]
      : []),
  ];
}

/** A note on classes that one side counted, and that ran uncounted on the other, as its samples saw. */
function describeUncounted(side: ModeledSide, other: ModeledSide): readonly string[] {
  if (side.counted === undefined || other.counted === undefined) return [];
  const seen = new Set([...side.counted.called.values()].flat().flatMap(({ callee }) => callee?.class ?? []));
  const own = new Set(side.counted.profile.classes.map(({ name }) => name));
  const names = other.counted.profile.classes
    .filter(({ name }) => !own.has(name))
    .map(({ name }) => name.replaceAll('/', '.'))
    .filter((name) => seen.has(name));
  return names.length === 0
    ? []
    : [
        `${side.name} did not count ${listSome(names)}, which ran there too: what they did is on the lines that call them, and their methods stand on the other side alone`,
      ];
}

function isWithoutCallers({ contexts, tellsCallers }: ModeledSide): boolean {
  return contexts !== undefined && !tellsCallers;
}

/** A note on tasks that are not modeled: some models have costs of few library methods, others of many. */
function describeUnmodeled(tasks: TaskDeltas | undefined): readonly string[] {
  const unmodeled = tasks?.list.filter(({ isModeled }) => !isModeled).length ?? 0;
  if (tasks === undefined || unmodeled === 0) return [];
  return [
    `${formatCount(unmodeled)} of ${counted(tasks.list.length, 'task')} ${unmodeled === 1 ? 'is a call' : 'are calls'} of library methods that are not modeled: '--follow-jdk' counts inside of the JDK's methods, and a calibrated model has costs of many methods`,
  ];
}

/** Notes on the contexts that were left out of the matched trees, in the order of the sides. */
export function describePruned(
  trees: readonly Pick<TaskTree, 'pruned'>[],
  sides: readonly Pick<ModeledSide, 'name'>[],
  unit: ComparedUnit,
): readonly string[] {
  return trees.flatMap(({ pruned }, index) => {
    if (pruned === undefined) return [];
    const [most, amount] = [formatCompared(pruned.most, unit), formatCompared(pruned.amount, unit)];
    return [
      `${at(sides, index).name}: ${formatCount(pruned.rows)} contexts that take ${most} or less each are in no list, and the ${amount} that they take together is in what calls them; a task of the other side that takes no more may have its partner among them`,
    ];
  });
}

function tasksOf(
  a: ModeledSide,
  b: ModeledSide,
  ofRuns: Spread,
  { alpha, isApplication, check }: CompareOptions,
): { readonly tasks?: TaskDeltas } {
  if (a.contexts === undefined || b.contexts === undefined) return {};
  // A task is all that a method calls, which both sides tell, or neither.
  if (a.tellsCallers !== b.tellsCallers) return {};
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
      ...unlessAtLeast(
        compareShares(spread, energyA, energyB, (one?.variance ?? 0) + (other?.variance ?? 0)),
        findAtLeast(one?.unmodeled ?? new Map(), other?.unmodeled ?? new Map(), energyA, energyB),
      ),
      method: (one ?? other)?.method ?? { class: '', name: '', descriptor: '' },
      path: (one ?? other)?.path ?? [],
      matched: one !== undefined && other !== undefined,
      ...withDefined({ callsA: one?.calls, callsB: other?.calls, sizeA: one?.size, sizeB: other?.size }),
      isModeled: unmodeledSideOf(energyA, energyB) === undefined,
      isNested: (one ?? other)?.isNested === true,
      ...(one !== undefined && other !== undefined && !isSamePlace(one, other)
        ? { inB: { method: other.method, path: other.path } }
        : {}),
      ...withDefined({ ranksA, ranksB }),
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

/** A spread that is unknown, for parts whose energies are less sure than the runs are: but for the chance of these. */
function unknownSpread({ totals: [a, b], chance }: Spread): Spread {
  const unknown = ({ mean }: MeanOfRuns): MeanOfRuns => ({ mean, variance: 0, runs: 0 });
  return { totals: [unknown(a), unknown(b)], ...withDefined({ chance }) };
}

function isSamePlace(one: Task, other: Task): boolean {
  const steps = ({ path, method }: Task): string => [...path, method].map(keyOfMethod).join('\n\n');
  return steps(one) === steps(other);
}

const nothingMore = { onlyA: 0, onlyB: 0, missing: [], extra: [] } as const;

export function hierarchyOf(sides: readonly ModeledSide[]): ReturnType<typeof createHierarchy> {
  return createHierarchy(sides.flatMap(({ counted }) => (counted === undefined ? [] : [counted.profile])));
}
