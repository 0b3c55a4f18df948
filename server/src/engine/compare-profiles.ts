/**
 * What two profiles spent differently: in all, in each method and line, and in
 * each task where both recorded who calls whom.
 *
 * Sits in `engine/`, joining `diff/` with the cost model. Energies of both
 * sides are priced by one model, each scaled to what its own runs took: what a
 * difference of counts is worth follows from the same unit costs, so that their
 * error is common to both sides, and never makes a difference where counts are
 * equal.
 */
import type { CostModel } from '../cost/cost-model';
import { meanOf } from '../cost/price-member';
import type { MethodName } from '../diff/context-tree';
import { type MatchedMethod, matchMethods } from '../diff/match-methods';
import {
  compareMeans,
  type Difference,
  findSignificant,
  type MeanOfRuns,
  significance,
} from '../diff/significance';
import { compareTasks, type Task, type TaskComparison } from '../diff/tasks';
import { accountForRuns } from '../measurement/account-for-runs';
import type { OperationKey } from '../operations/operation';
import type { ProfileDocument, ProfiledMethod } from '../profile/profile-document';
import type { Joules } from '../units';
import { contextsOf, createHierarchy } from './call-contexts';
import { formatCount } from './energy-text';
import { scaleToProfile } from './measured-profile';

export { applicationClasses, classifyByMarks, type PackageMarks } from '../diff/frameworks';

/** A profile, and what it is called. */
export interface ComparedProfile {
  readonly name: string;
  readonly profile: ProfileDocument;
}

export interface ProfileComparison {
  readonly names: readonly [string, string];
  readonly model: string;
  /** Of a run, idling and the JVM's own work taken away where runs were measured. */
  readonly totals: EnergyDelta & { readonly isMeasured: boolean; readonly isProxy: boolean };
  /** From joules of the model to those shown, of each side; 1 where nothing was measured. */
  readonly scales: readonly [number, number];
  /** Both totals as means of their runs: what {@link compareShares} takes. */
  readonly runs: readonly [MeanOfRuns, MeanOfRuns];
  /** Most changed first. */
  readonly methods: readonly MethodDelta[];
  /** Absent where one of them recorded no calling context tree. */
  readonly tasks?: TaskDeltas;
  /** What people should know. */
  readonly notes: readonly string[];
}

export interface EnergyDelta extends Difference {
  readonly energyA: Joules;
  readonly energyB: Joules;
  /** More than chance, with all that are compared beside it taken into account. */
  readonly isSignificant: boolean;
}

export interface MethodDelta extends EnergyDelta {
  /** Absent on the side that has none. */
  readonly methodA?: MethodName;
  readonly methodB?: MethodName;
  readonly callsA: number;
  readonly callsB: number;
  /** Whether it executed other operations than before, exactly counted. */
  readonly countsDiffer: boolean;
  readonly lines: readonly LineDelta[];
}

/** Lines that do the same operations in the same order are one; 0 where a side has none. */
export interface LineDelta {
  readonly lineA: number;
  readonly lineB: number;
  readonly executionsA: number;
  readonly executionsB: number;
  readonly energyA: Joules;
  readonly energyB: Joules;
}

export interface TaskDeltas {
  readonly alpha: number;
  readonly list: readonly TaskDelta[];
  /** What was matched: for whoever shows more of it than a list. */
  readonly matching: Pick<TaskComparison, 'trees' | 'partners'>;
}

export interface TaskDelta extends EnergyDelta {
  readonly method: MethodName;
  readonly path: readonly MethodName[];
  readonly matched: boolean;
  /** Absent where it was not recorded, or is not done. */
  readonly callsA?: number;
  readonly callsB?: number;
  /** False where the model has no price for any of it: its energies are 0 for want of knowing. */
  readonly isPriced: boolean;
  /** Part of another task of the list: sums of all count it twice. */
  readonly isNested: boolean;
  /** Contexts below it that only one of both has. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Of its method in the tree of each side; -1 where it is not done. */
  readonly rows: readonly [number, number];
}

export interface CompareOptions {
  readonly alpha: number | 'auto';
  /** Whether a class belongs to the programs, and not to what both are built on. */
  readonly isApplication: (className: string) => boolean;
  readonly check?: () => void;
}

/** Why a model can't price two profiles alike, if it can't. */
export function whyNotComparedBy({ id, application, pricesInstructions }: CostModel): string | undefined {
  if (application !== undefined)
    return `the model "${id}" is of one application as it was when it was fitted, and can't price two versions of it alike: name another`;
  if (pricesInstructions === true)
    return `the model "${id}" prices JVM instructions, and tasks of two profiles are compared by operations: name another`;
  return undefined;
}

/** Throws what `check` throws. */
export function compareProfiles(
  a: ComparedProfile,
  b: ComparedProfile,
  model: CostModel,
  options: CompareOptions,
): ProfileComparison {
  const wasMeasured = [a, b].every(
    ({ profile }) => scaleToProfile(model, profile).measured?.factor !== undefined,
  );
  const sides = [priceSide(a.profile, model, wasMeasured), priceSide(b.profile, model, wasMeasured)] as const;
  const totals = compareEnergies(sides[0].total.mean, sides[1].total.mean, sides);
  const isMeasured = sides.every(({ scale }) => scale !== undefined);
  return {
    names: [a.name, b.name],
    model: model.id,
    totals: {
      ...totals,
      isSignificant: totals.p <= significance,
      isMeasured,
      isProxy: sides.some(({ isProxy }) => isProxy),
    },
    scales: [sides[0].scale ?? 1, sides[1].scale ?? 1],
    runs: [sides[0].total, sides[1].total],
    methods: compareMethods(a.profile, b.profile, sides),
    ...tasksOf(a.profile, b.profile, sides, options),
    notes: describeSides(a, b, sides),
  };
}

interface PricedSide {
  /** Joules of one execution, by index of the profile's key; 0 where the model has no price. */
  readonly unitCosts: Float64Array;
  /** Of the program's own work. */
  readonly total: MeanOfRuns;
  /** From the model's joules to those measured; absent where one side has none. */
  readonly scale: number | undefined;
  /** Which it would be; absent where nothing was measured, or nothing is left for lines. */
  readonly factor: number | undefined;
  readonly isProxy: boolean;
  readonly unpriced: number;
}

/** `isScaled`: to what was measured; joules of one side's meter and of the other's model don't compare. */
function priceSide(profile: ProfileDocument, model: CostModel, isScaled: boolean): PricedSide {
  const { measurement, keys } = profile;
  const { measured } = scaleToProfile(model, profile);
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  const scale = isScaled ? measured?.factor : undefined;
  const means = keys.map((key) => priceOf(key));
  const unitCosts = Float64Array.from(means, (mean) => (mean ?? 0) * (scale ?? 1));
  let [modelled, unpriced] = [0, 0];
  for (const { operations } of listMethods(profile))
    for (const [key, , count] of operations) {
      modelled += (unitCosts[key] ?? 0) * count;
      if (means[key] === undefined) unpriced += count;
    }
  return {
    unitCosts,
    total:
      scale === undefined || parts === undefined
        ? { mean: modelled, variance: 0, runs: 0 }
        : { mean: parts.left, variance: parts.leftVariance, runs: measurement?.energy?.runs ?? 0 },
    scale,
    factor: measured?.factor,
    isProxy: measurement?.source.isProxy === true,
    unpriced,
  };

  function priceOf(key: OperationKey): Joules | undefined {
    const price = model.price(key);
    return price === undefined ? undefined : meanOf(price, model);
  }
}

function compareEnergies(
  energyA: Joules,
  energyB: Joules,
  [first, second]: readonly [PricedSide, PricedSide],
): Omit<EnergyDelta, 'isSignificant'> {
  return compareShares([first.total, second.total], energyA, energyB);
}

/** A share of each total: how much the runs spread is known of the totals alone. */
export function compareShares(
  [first, second]: readonly [MeanOfRuns, MeanOfRuns],
  energyA: Joules,
  energyB: Joules,
): Omit<EnergyDelta, 'isSignificant'> {
  return { energyA, energyB, ...compareMeans(shareOf(first, energyA), shareOf(second, energyB)) };
}

function shareOf({ mean, variance, runs }: MeanOfRuns, energy: Joules): MeanOfRuns {
  const share = mean === 0 ? 0 : energy / mean;
  return { mean: energy, variance: variance * share ** 2, runs };
}

/** Marks those that stand when all of the list are compared; the most changed first. */
function rankDeltas<T extends Omit<EnergyDelta, 'isSignificant'>>(
  list: readonly T[],
): readonly (T & EnergyDelta)[] {
  const stands = findSignificant(list.map(({ p }) => p));
  return list
    .map((each, index) => ({ ...each, isSignificant: stands[index] === true }))
    .sort((one, other) => Math.abs(other.delta) - Math.abs(one.delta));
}

function listMethods({ classes }: ProfileDocument): readonly ProfiledMethod[] {
  return classes.flatMap(({ methods }) => methods);
}

function compareMethods(
  a: ProfileDocument,
  b: ProfileDocument,
  sides: readonly [PricedSide, PricedSide],
): readonly MethodDelta[] {
  const matched = matchMethods(a, b);
  return rankDeltas(
    matched.map((pair) => {
      const lines = compareLines(pair, sides);
      const [energyA, energyB] = [
        energyOf(pair.first?.method, sides[0]),
        energyOf(pair.second?.method, sides[1]),
      ];
      return {
        ...compareEnergies(energyA, energyB, sides),
        ...(pair.first === undefined ? {} : { methodA: pair.first.name }),
        ...(pair.second === undefined ? {} : { methodB: pair.second.name }),
        callsA: pair.first?.method.calls ?? 0,
        callsB: pair.second?.method.calls ?? 0,
        countsDiffer: pair.countsDiffer,
        lines,
      };
    }),
  );
}

function energyOf(method: ProfiledMethod | undefined, { unitCosts }: PricedSide): Joules {
  return (method?.operations ?? []).reduce((sum, [key, , count]) => sum + (unitCosts[key] ?? 0) * count, 0);
}

function compareLines(
  { first, second, lines }: MatchedMethod,
  sides: readonly [PricedSide, PricedSide],
): readonly LineDelta[] {
  const [inA, inB] = [sumLines(first?.method, sides[0]), sumLines(second?.method, sides[1])];
  return lines.map(([lineA, lineB]) => ({
    lineA,
    lineB,
    executionsA: inA.executions.get(lineA) ?? 0,
    executionsB: inB.executions.get(lineB) ?? 0,
    energyA: inA.energies.get(lineA) ?? 0,
    energyB: inB.energies.get(lineB) ?? 0,
  }));
}

function sumLines(
  method: ProfiledMethod | undefined,
  { unitCosts }: PricedSide,
): { readonly executions: ReadonlyMap<number, number>; readonly energies: ReadonlyMap<number, Joules> } {
  const energies = new Map<number, Joules>();
  for (const [key, line, count] of method?.operations ?? [])
    energies.set(line, (energies.get(line) ?? 0) + (unitCosts[key] ?? 0) * count);
  return { executions: new Map(method?.lines ?? []), energies };
}

function tasksOf(
  a: ProfileDocument,
  b: ProfileDocument,
  sides: readonly [PricedSide, PricedSide],
  { alpha, isApplication, check }: CompareOptions,
): { readonly tasks?: TaskDeltas } {
  const [first, second] = [contextsOf(a, sides[0].unitCosts), contextsOf(b, sides[1].unitCosts)];
  if (first === undefined || second === undefined) return {};
  const naming = { isApplication, extends: createHierarchy([a, b]) };
  const compared = compareTasks(first, second, naming, alpha, check);
  const { matched, onlyFirst, onlySecond, alpha: used, trees, partners } = compared;
  const deltaOf = (
    one: Task | undefined,
    other: Task | undefined,
    contexts: { readonly onlyA: number; readonly onlyB: number },
  ): Omit<TaskDelta, 'isSignificant'> => ({
    ...compareEnergies(one?.energy ?? 0, other?.energy ?? 0, sides),
    method: (one ?? other)?.method ?? { class: '', name: '', descriptor: '' },
    path: (one ?? other)?.path ?? [],
    matched: one !== undefined && other !== undefined,
    ...(one?.calls === undefined ? {} : { callsA: one.calls }),
    ...(other?.calls === undefined ? {} : { callsB: other.calls }),
    isPriced: (one?.energy ?? 0) + (other?.energy ?? 0) > 0,
    isNested: (one ?? other)?.isNested === true,
    rows: [one?.row ?? -1, other?.row ?? -1],
    ...contexts,
  });
  return {
    tasks: {
      alpha: used,
      matching: { trees, partners },
      list: rankDeltas([
        ...matched.map(({ first: one, second: other, missing, extra }) =>
          deltaOf(one, other, { onlyA: missing, onlyB: extra }),
        ),
        ...onlyFirst.map((task) => deltaOf(task, undefined, { onlyA: 0, onlyB: 0 })),
        ...onlySecond.map((task) => deltaOf(undefined, task, { onlyA: 0, onlyB: 0 })),
      ]),
    },
  };
}

function describeSides(
  a: ComparedProfile,
  b: ComparedProfile,
  sides: readonly [PricedSide, PricedSide],
): readonly string[] {
  const [sourceA, sourceB] = [a, b].map(({ profile }) => profile.measurement?.source.name);
  return [
    ...[a, b].flatMap(({ name, profile }, index) => {
      const side = sides[index];
      if (side?.scale !== undefined) return [];
      if (side?.factor !== undefined)
        return [`${name} was measured, and is priced by the model alone, as the other side is`];
      return [
        profile.measurement === undefined
          ? `${name} was counted, and not measured: its energies are the model's, and nothing says how much runs spread`
          : `${name} does too little to be told from its start-up: its energies are the model's`,
      ];
    }),
    ...(sourceA !== undefined && sourceB !== undefined && sourceA !== sourceB
      ? [`measured in two ways (${sourceA}, ${sourceB}): compare shares, not joules`]
      : []),
    ...[a, b].flatMap(({ name, profile }) =>
      profile.counting.isExact ? [] : [`${name}: threads may have lost counts of each other`],
    ),
    ...[a, b].flatMap(({ name }, index) => {
      const unpriced = sides[index]?.unpriced ?? 0;
      return unpriced > 0
        ? [`${name}: ${formatCount(unpriced)} operations have no price, and are in no energy`]
        : [];
    }),
  ];
}
