/**
 * More than two programs that do the same job: who does which task cheapest,
 * and how much they have in common.
 *
 * Sits in `compare/`, joining `compare/match/` with the cost model as
 * `compare-profiles.ts` does for two. After "DiffProf": table 1 and figure 2
 * (framework against application, overlap of pairs), table 3 (tasks by how many
 * others have them), tables 5 and 6 (where a task stands in plain lists).
 */
import type { ComparedSide } from '../sides/compared-side';
import type { CostModel } from '../../cost/model/cost-model';
import type { ContextTree } from '../trees/context-tree';
import { type EnergySplit, overlapOfMethods, splitEnergy } from '../trees/framework-share';
import { compareProgramTasks, type ProgramTasks } from '../match/program-tasks';
import type { Joules, Share } from '../../base/units';
import { describeBegunByFramework } from './begun-by-framework';
import { type Cheapest, findCheapest } from './cheapest-program';
import { type CompareOptions, describePruned, hierarchyOf } from './compare-profiles';
import { type ComparedUnit, type PricedSide, type PricedSides, priceSides } from '../sides/compared-sides';
import { describeFailure } from '../sides/describe-endings';
import { type Bounds, boundShare, compareShares } from './energy-delta';
import { describeGroups, type ProgramSide, type SharedTask } from './shared-tasks';
import { contextsOfTrace } from '../trees/trace-contexts';

export interface ProgramsComparison {
  readonly unit: ComparedUnit;
  readonly model: string;
  readonly isPriced: boolean;
  /** Whether all were; whether CPU time stands in for a meter on one of them. */
  readonly isMeasured: boolean;
  readonly isProxy: boolean;
  /** In the order given. */
  readonly programs: readonly ProgramAccount[];
  /** Of them; nothing where all are shares. */
  readonly inAll: Cheapest;
  /** Whether two programs or more tell who calls whom: else totals alone are compared, and what follows is empty. */
  readonly hasTasks: boolean;
  /** Of each two programs. */
  readonly overlaps: readonly ProgramOverlap[];
  /** Those with most to gain first: by how much the dearest differs from the cheapest, and by energy where one does it alone. */
  readonly tasks: readonly SharedTask[];
  /** What people should know. */
  readonly notes: readonly string[];
}

/** Bounds are NaN where nothing says how much runs spread. */
export interface ProgramAccount extends Bounds {
  readonly name: string;
  readonly energy: Joules;
  /** How it failed, where it did: it is the cheapest of nothing then. */
  readonly failure?: string;
  /** Of its tree of calls, where trees are compared. */
  readonly inTree?: TreeAccount;
}

export interface TreeAccount extends EnergySplit {
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

/**
 * Programs without a tree of calls are left out where two or more have one, which is said: else totals alone are compared.
 * Throws what `check` throws.
 */
export function comparePrograms(
  given: readonly ComparedSide[],
  model: CostModel,
  { alpha, isApplication, check }: CompareOptions,
): ProgramsComparison {
  const { unit, sides, notes, commonScale } = priceComparable(given, model);
  const inAll = unit === 'share' ? {} : cheapestInAll(sides);
  const known = {
    unit,
    model: model.id,
    isPriced: sides.every(({ counted }) => counted !== undefined),
    isMeasured: sides.every(({ isMeasured }) => isMeasured),
    isProxy: sides.some(({ isProxy }) => isProxy),
    inAll,
  };
  const isByFigures = inAll.cheapest !== undefined && sides.some(({ total }) => total.runs < 2);
  const programs = sides.flatMap((side): readonly ProgramSide[] =>
    side.contexts === undefined ? [] : [{ ...side, contexts: side.contexts, failure: failureOf(side) }],
  );
  if (programs.length < 2)
    return {
      ...known,
      programs: sides.map(accountForTotal),
      hasTasks: false,
      overlaps: [],
      tasks: [],
      notes: [describeTotalsAlone(programs), ...notes, ...describeCheapness(unit, isByFigures)],
    };
  const trees = programs.map(({ contexts }) => contexts);
  const naming = { isApplication, extends: hierarchyOf(sides) };
  const found = compareProgramTasks(trees, naming, alpha, check);
  const tasks = describeGroups(found.groups, programs, { unit, commonScale });
  return {
    ...known,
    programs: programs.map((program, index) => ({
      ...accountForTotal(program),
      inTree: accountForTree(program, index, found, isApplication),
    })),
    hasTasks: true,
    overlaps: listOverlaps(trees, found, isApplication),
    tasks,
    notes: [
      ...notes,
      ...describeCheapness(unit, isByFigures || tasks.some(isToldByFigures)),
      ...describePruned(found.trees, programs, unit),
      ...describeBegunByFramework(programs, unit, isApplication),
    ],
  };
}

/** What is left out changes nothing of the others: they are priced as without it. */
function priceComparable(given: readonly ComparedSide[], model: CostModel): PricedSides {
  const all = priceSides(given, model);
  const isWithTree = (index: number): boolean => all.sides[index]?.contexts !== undefined;
  const compared = given.filter((_side, index) => isWithTree(index));
  if (compared.length === given.length || compared.length < 2) return all;
  const leftOut = given.filter((_side, index) => !isWithTree(index));
  const priced = priceSides(compared, model);
  return {
    ...priced,
    notes: [...leftOut.map((side) => `${side.name} is left out: ${whyWithoutTree(side)}`), ...priced.notes],
  };
}

function whyWithoutTree(side: ComparedSide): string {
  const traced = 'profile' in side ? contextsOfTrace(side.profile, new Float64Array(), false) : undefined;
  return traced?.notes.join('; ') ?? 'it has no tree of calls (--record tree)';
}

function describeTotalsAlone([only]: readonly ProgramSide[]): string {
  const who = only === undefined ? 'no program has' : `of all programs only ${only.name} has`;
  return `totals alone are compared, and no tasks: ${who} a tree of calls (profile with --record tree)`;
}

function cheapestInAll(programs: readonly PricedSide[]): Cheapest {
  const totals = programs.flatMap((side, program) =>
    failureOf(side) === undefined ? [{ program, energy: side.total.mean, total: side.total }] : [],
  );
  const [cheapest = {}] = findCheapest(
    [totals],
    (one, other) => compareShares({ totals: [one.total, other.total] }, one.energy, other.energy).p,
  );
  return cheapest;
}

/** Where chance is not known of what several do. */
function isToldByFigures({ cheapest, p }: SharedTask): boolean {
  return cheapest !== undefined && Number.isNaN(p);
}

function describeCheapness(unit: ComparedUnit, isByFigures: boolean): readonly string[] {
  if (unit === 'share')
    return [
      'no program is called the cheapest: shares of its own total say what a program spends more of on, and not whether it spends less than another',
    ];
  return isByFigures
    ? [
        'who is the cheapest is told by the figures alone where no bounds are shown: nothing says how much runs spread',
      ]
    : [];
}

function accountForTotal(side: PricedSide): ProgramAccount {
  const { name, total } = side;
  const failure = failureOf(side);
  return {
    name,
    energy: total.mean,
    ...boundShare(total, total.mean),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Of recordings nothing is known of that. */
function failureOf({ counted }: PricedSide): string | undefined {
  return counted && describeFailure(counted.profile.program);
}

function accountForTree(
  { contexts }: ProgramSide,
  index: number,
  { tasks, others, othersExactly }: ProgramTasks,
  isApplication: (className: string) => boolean,
): TreeAccount {
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
