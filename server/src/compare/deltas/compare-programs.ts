/**
 * Compares more than two programs that do the same job: which program does each task with the least energy, and how
 * much the programs have in common.
 *
 * Sits in `compare/`, joining `compare/match/` with the cost model as `compare-profiles.ts` does for two. After
 * "DiffProf": table 1 and figure 2 (framework against application, overlap of pairs), table 3 (tasks by how many
 * other programs have them), tables 5 and 6 (the rank of a task in plain lists).
 */
import type { RowCosts } from '../../cost/pricing/counted-rows';
import type { LibraryPlace } from '../../profile/account/called-lines';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { at, withDefined } from '../../base/check';
import { describeBegunByFramework, overlapOfMethods, splitEnergy } from '../trees/framework-share';
import {
  type LeastEnergy,
  type ProgramSide,
  type SharedTask,
  describeGroups,
  findLeastEnergy,
} from './shared-tasks';
import type { SplitOfSide } from '../../pages/comparison-file';
import { describeFailure } from '../sides/describe-sides';
import type { ComparedSide, ComparedUnit, ModeledSide } from '../sides/compared-side';
import type { MethodTree } from '../trees/method-tree';
import type { CostModel } from '../../cost/model/cost-model';
import { compareProgramTasks, type ProgramTasks } from '../match/program-tasks';
import type { Joules, Share } from '../../base/units';
import { type CompareOptions, describePruned, hierarchyOf } from './compare-profiles';
import { type ModeledSides, priceSides } from '../sides/compared-sides';
import { type Bounds, boundShare, compareShares, wholeOf } from './energy-delta';
import { listNotes } from '../../words/text-sections';
import { contextsOfTrace } from '../trees/trace-contexts';

export interface ProgramsComparison {
  readonly unit: ComparedUnit;
  readonly model: string;
  readonly isByModel: boolean;
  /** True if all programs were measured; then, true if CPU time stands in for a meter on one of them. */
  readonly isMeasured: boolean;
  readonly isProxy: boolean;
  /** The programs, in the order given. */
  readonly programs: readonly ProgramAccount[];
  /** The program that takes least in all; empty if all energies are shares. */
  readonly inAll: LeastEnergy;
  /**
   * True if at least two programs recorded who calls whom. Otherwise totals alone are compared, and the lists below
   * are empty.
   */
  readonly hasTasks: boolean;
  /** The overlap of each two programs. */
  readonly overlaps: readonly ProgramOverlap[];
  /**
   * The tasks with most to gain first: the difference between the programs that take most and least, or all of the
   * energy if one program alone does the task.
   */
  readonly tasks: readonly SharedTask[];
  /** Notes that people should read beside the figures. */
  readonly notes: readonly string[];
}

/** The total of one program. Bounds are NaN if nothing says how much runs spread. */
export interface ProgramAccount extends Bounds {
  readonly name: string;
  readonly energy: Joules;
  /** The way in which the program failed, if it did: a failed program never counts as the one that takes least. */
  readonly failure?: string;
  /** The account of its calling context tree; absent if trees are not compared. */
  readonly inTree?: TreeAccount;
}

export interface TreeAccount extends SplitOfSide {
  readonly tasks: number;
  /** Its tasks by the number of other programs that have them, from all to none. */
  readonly shared: readonly SharedTasks[];
  /** The number of tasks that no other program has on the very same path. */
  readonly unmatchedExactly: number;
}

interface SharedTasks {
  readonly others: number;
  readonly tasks: number;
  /** The energy of these tasks, in joules. Tasks within tasks are counted once. */
  readonly energy: Joules;
}

interface ProgramOverlap {
  readonly programs: readonly [number, number];
  /** The dynamic α at which the two programs were matched. */
  readonly alpha: number;
  /** The share of tasks that both do, out of those of the program that has fewer. */
  readonly tasks: Share;
  /** The share of framework methods that both call, out of those of the program that calls fewer. */
  readonly methods: Share;
}

/**
 * Compares programs. If at least two of them have a calling context tree, the others are left out with a note;
 * otherwise totals alone are compared. Throws what `check` throws.
 */
export function comparePrograms(
  given: readonly ComparedSide[],
  model: CostModel,
  { alpha, isApplication, place, check }: CompareOptions,
): ProgramsComparison {
  const { unit, sides, notes } = priceComparable(given, model, place);
  const inAll = unit === 'share' ? {} : leastInAll(sides);
  const known = {
    unit,
    model: model.id,
    isByModel: sides.every(({ counted }) => counted !== undefined),
    isMeasured: sides.every(({ isMeasured }) => isMeasured),
    isProxy: sides.some(({ isProxy }) => isProxy),
    inAll,
  };
  const isByFigures = inAll.leastEnergy !== undefined && sides.some(({ total }) => total.runs < 2);
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
      notes: [describeTotalsAlone(programs), ...notes, ...describeRanking(unit, isByFigures)],
    };
  const trees = programs.map(({ contexts }) => contexts);
  const naming = { isApplication, extends: hierarchyOf(sides) };
  const found = compareProgramTasks(trees, naming, alpha, check);
  const tasks = describeGroups(found.groups, programs, unit);
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
      ...describeRanking(unit, isByFigures || tasks.some(isToldByFigures)),
      ...describePruned(found.trees, programs, unit),
      ...describeBegunByFramework(programs, unit, isApplication),
    ],
  };
}

/** The energies of the programs that can be compared. A program that is left out has no influence on those of the others. */
function priceComparable(
  given: readonly ComparedSide[],
  model: CostModel,
  place: LibraryPlace | undefined,
): ModeledSides {
  const all = priceSides(given, model, place);
  const isWithTree = (index: number): boolean => at(all.sides, index).contexts !== undefined;
  const compared = given.filter((_side, index) => isWithTree(index));
  if (compared.length === given.length || compared.length < 2) return all;
  const leftOut = given.filter((_side, index) => !isWithTree(index));
  const modeled = priceSides(compared, model, place);
  return {
    ...modeled,
    notes: [...leftOut.map((side) => `${side.name} is left out: ${whyWithoutTree(side)}`), ...modeled.notes],
  };
}

function whyWithoutTree(side: ComparedSide): string {
  const traced = 'profile' in side ? contextsOfTrace(side.profile, noCosts(side.profile), false) : undefined;
  return traced?.notes.join('; ') ?? 'it has no tree of calls (--record tree)';
}

function noCosts({ keys }: ProfileDocument): RowCosts {
  const none = new Float64Array(keys.length);
  return { unit: none, element: none };
}

function describeTotalsAlone([only]: readonly ProgramSide[]): string {
  const who = only === undefined ? 'no program has' : `of all programs only ${only.name} has`;
  return `totals alone are compared, and no tasks: ${who} a tree of calls (profile with --record tree)`;
}

function leastInAll(programs: readonly ModeledSide[]): LeastEnergy {
  const totals = programs.flatMap((side, program) =>
    failureOf(side) === undefined ? [{ program, energy: wholeOf(side).mean, total: wholeOf(side) }] : [],
  );
  const [least = {}] = findLeastEnergy(
    [totals],
    (one, other) => compareShares({ totals: [one.total, other.total] }, one.energy, other.energy).p,
  );
  return least;
}

/** True if the figures alone decide who takes least, because nothing says how likely the difference is by chance. */
function isToldByFigures({ leastEnergy, p }: SharedTask): boolean {
  return leastEnergy !== undefined && Number.isNaN(p);
}

function describeRanking(unit: ComparedUnit, isByFigures: boolean): readonly string[] {
  return listNotes(
    unit === 'share'
      ? 'no program is said to use the least energy: shares of its own total say what a program spends more of on, and not whether it uses less than another'
      : isByFigures &&
          'where no bounds are shown, the figures alone tell which program uses the least energy: nothing says how much runs spread',
  );
}

function accountForTotal(side: ModeledSide): ProgramAccount {
  const { name } = side;
  const total = wholeOf(side);
  const failure = failureOf(side);
  return {
    name,
    energy: total.mean,
    ...boundShare(total, total.mean),
    ...withDefined({ failure }),
  };
}

/** Describes how a side's program failed; undefined if it did not, or if the side is a recording, which does not say. */
function failureOf({ counted }: ModeledSide): string | undefined {
  return counted && describeFailure(counted.profile.program);
}

function accountForTree(
  { contexts }: ProgramSide,
  index: number,
  { tasks, others, othersExactly }: ProgramTasks,
  isApplication: (className: string) => boolean,
): TreeAccount {
  const own = at(tasks, index);
  const shared = Array.from({ length: tasks.length }, (_, matches): SharedTasks => {
    const those = own.filter((_task, task) => at(at(others, index), task) === matches);
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
    unmatchedExactly: at(othersExactly, index).filter((matches) => matches === 0).length,
  };
}

function listOverlaps(
  trees: readonly MethodTree[],
  { pairs, tasks }: ProgramTasks,
  isApplication: (className: string) => boolean,
): readonly ProgramOverlap[] {
  return pairs.map(({ programs, alpha, matched }): ProgramOverlap => {
    const [a, b] = programs;
    const fewest = Math.min(at(tasks, a).length, at(tasks, b).length);
    const methods = overlapOfMethods([at(trees, a), at(trees, b)], isApplication);
    return { programs, alpha, tasks: matched / Math.max(1, fewest), methods };
  });
}
