/**
 * Compares the energy of methods and of their lines on two sides.
 *
 * Methods of two counted profiles are matched by what they do (`compare/match/match-methods.ts`). Other tools'
 * recordings hold no operations: their methods are matched by class and name, and have no lines.
 */
import { energyOfRow } from '../../cost/pricing/counted-rows';
import { callsLibrary } from '../../profile/account/called-lines';
import { at, withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import { differenceOf, energyIfModeled } from '../../pages/changes';
import type { ModeledSide, SideCosts } from '../sides/compared-side';
import { type MethodName, keyOfMethod } from '../../base/method-name';
import { type MatchedMethod, matchMethods, type NamedMethod } from '../match/match-methods';
import { identifyKey } from '../../operations/catalogue/operation';
import type { ProfiledMethod } from '../../profile/document/profile-document';
import { type CalledSum, operationsOnLines, sumCalled } from '../sides/called-rows';
import type { Joules, JoulesSquared } from '../../base/units';
import { nameOfLibrary, textOfOperation } from '../trees/call-contexts';
import { type BlockDelta, compareBlocks } from './compare-blocks';
import { compareOperations, type OperationDelta } from './compare-operations';
import {
  compareShares,
  type EnergyDelta,
  findAtLeast,
  type PartlyModeled,
  rankDeltas,
  type Spread,
  unlessAtLeast,
  type UnmodeledCounts,
} from './energy-delta';

export interface MethodDelta extends EnergyDelta, PartlyModeled {
  /** The method on this side; absent if the side has none. */
  readonly methodA?: MethodName;
  readonly methodB?: MethodName;
  /** The number of calls in one run; absent if calls were not counted. */
  readonly callsA?: number;
  readonly callsB?: number;
  /** True if the method executed other operations than before, by exact counts. */
  readonly countsDiffer: boolean;
  /** The model's joules for the difference of the counts, at the mean of the sides' scales; absent without counts. */
  readonly workDelta?: Joules;
  readonly lines: readonly LineDelta[];
  /** The operations that ran otherwise, the most changed first. */
  readonly operations: readonly OperationDelta[];
  /**
   * The blocks that ran on either side, in the order of the code, if the method ran otherwise. They add up to the
   * method.
   */
  readonly blocks: readonly BlockDelta[];
}

/**
 * A line on both sides: two lines are one if they do the same operations in the same order. A side without the line
 * has line 0.
 */
export interface LineDelta extends PartlyModeled {
  readonly lineA: number;
  readonly lineB: number;
  readonly executionsA: number;
  readonly executionsB: number;
  readonly energyA: Joules;
  readonly energyB: Joules;
  /** The model's joules for what was counted on the line: the same for the same counts. */
  readonly workA: Joules;
  readonly workB: Joules;
  /** The variance that samples add to the difference; absent if they gave the line nothing. */
  readonly sampled?: JoulesSquared;
}

/**
 * True if the method changed. Counted methods have changed if they ran otherwise, by more than chance, or on one side
 * alone. Without counts (`isByModel` false), any difference in energy is a change, and so is a method of both sides that
 * is not modeled on one of them.
 */
export function hasChanged(
  { countsDiffer, isSignificant, methodA, methodB, delta }: MethodDelta,
  isByModel: boolean,
): boolean {
  return isByModel
    ? countsDiffer || isSignificant || methodA === undefined || methodB === undefined
    : Number.isNaN(delta)
      ? methodA !== undefined && methodB !== undefined
      : delta !== 0;
}

/** The factor from the model's joules to those shown, for what is of neither side alone. */
export function meanScale([scaleA, scaleB]: readonly [number, number]): number {
  return (scaleA + scaleB) / 2;
}

function sum(lines: readonly LineDelta[], of: (line: LineDelta) => Joules): Joules {
  return lines.reduce((total, line) => total + of(line), 0);
}

/** Compares the methods of both sides, the most changed first. */
export function compareMethods(a: ModeledSide, b: ModeledSide, spread: Spread): readonly MethodDelta[] {
  if (a.counted !== undefined && b.counted !== undefined) {
    const sides = [a.counted, b.counted] as const;
    const matched = matchMethods(a.counted.profile, b.counted.profile)
      .filter(({ first, second }) => !isOfCallers(first, sides[0]) && !isOfCallers(second, sides[1]))
      .map((pair) => ({ ...pair, countsDiffer: pair.countsDiffer || calledOtherwise(pair, sides) }));
    const operations = compareOperations(matched, sides, spread);
    const blocks = compareBlocks(matched, sides, spread);
    const scale = meanScale([a.scale ?? 1, b.scale ?? 1]);
    return rankDeltas(
      matched.map((pair, index) => {
        const lines = compareLines(pair, sides);
        const [workA, workB] = [sum(lines, ({ workA }) => workA), sum(lines, ({ workB }) => workB)];
        return {
          ...compareModeled(pair, sides, spread),
          ...withDefined({ methodA: pair.first?.name, methodB: pair.second?.name }),
          callsA: pair.first?.method.calls ?? 0,
          callsB: pair.second?.method.calls ?? 0,
          countsDiffer: pair.countsDiffer,
          workDelta: differenceOf(workA, workB) * scale,
          lines,
          operations: at(operations, index),
          blocks: at(blocks, index),
        };
      }),
    );
  }
  const [first, second] = [sumMethods(a, b), sumMethods(b, a)];
  const rounding = OF_UNITS * Math.max(a.total.mean, b.total.mean);
  return rankDeltas(
    [...new Set([...first.keys(), ...second.keys()])].map((key) => {
      const [one, other] = [first.get(key), second.get(key)];
      const [energyA, energyB] = [energyIn(a, one), energyIn(b, other)];
      return {
        ...compareShares(spread, energyA, Math.abs(energyB - energyA) <= rounding ? energyA : energyB),
        ...withDefined({ methodA: one?.method, methodB: other?.method }),
        countsDiffer: false,
        lines: [],
        operations: [],
        blocks: [],
      };
    }),
  );
}

/**
 * The energy of a method or task on one side: 0 if the side does not run it, NaN if it is not modeled. A recording that
 * says 0 means 0.
 */
export function energyIn(
  side: ModeledSide,
  part: { readonly energy: Joules; readonly calls?: number | undefined } | undefined,
): Joules {
  return part === undefined ? 0 : energyIfModeled(part.energy, part.calls, isCountedWork(side));
}

/** True for a counted side whose code took energy, so that code without any is not modeled. A run may leave none for it. */
export function isCountedWork({ counted, total }: ModeledSide): boolean {
  return counted?.takesAlways === true && total.mean > 0;
}

/** True for a method of the JDK whose work the lines of its callers have. */
function isOfCallers(named: NamedMethod | undefined, { laid }: SideCosts): boolean {
  return named !== undefined && named.method.followed === undefined && laid.has(named.method);
}

/** True if the lines of a method ran otherwise in followed classes, though their own operations may be the same. */
function calledOtherwise({ first, second }: MatchedMethod, sides: readonly [SideCosts, SideCosts]): boolean {
  const [one, other] = [runInJdk(first, sides[0]), runInJdk(second, sides[1])];
  return one.size !== other.size || [...one].some(([operation, count]) => other.get(operation) !== count);
}

/** The executions of each operation in followed classes. */
function runInJdk(
  named: NamedMethod | undefined,
  { laid, profile: { keys } }: SideCosts,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (named === undefined || !laid.has(named.method)) return counts;
  for (const [called, , , operations] of named.method.followed ?? [])
    for (const [key, count] of operations) {
      const id = `${called} ${identifyKey(at(keys, key))}`;
      counts.set(id, (counts.get(id) ?? 0) + count);
    }
  return counts;
}

/** The energies of a method; their difference is unknown if other operations are left out of one than of the other. */
function compareModeled(
  { first, second }: MatchedMethod,
  sides: readonly [SideCosts, SideCosts],
  spread: Spread,
): Omit<EnergyDelta, 'isSignificant'> & PartlyModeled {
  const [ofA, ofB] = [energyOf(first?.method, sides[0]), energyOf(second?.method, sides[1])];
  const [energyA, energyB] = [ofA.energy, ofB.energy];
  const [inA, inB] = [
    countUnmodeled(operationsOnLines(first?.method, sides[0]), sides[0]),
    countUnmodeled(operationsOnLines(second?.method, sides[1]), sides[1]),
  ];
  return unlessAtLeast(
    compareShares(spread, energyA, energyB, ofA.variance + ofB.variance),
    findAtLeast(inA, inB, energyA, energyB),
  );
}

/** How often each operation ran that is not modeled. */
function countUnmodeled(
  operations: ProfiledMethod['operations'] = [],
  { profile, isModeled }: SideCosts,
): UnmodeledCounts {
  const counts = new Map<string, number>();
  for (const [key, , count] of operations) {
    if (isModeled[key] === true || count === 0) continue;
    const operation = textOfOperation(at(profile.keys, key));
    counts.set(operation, (counts.get(operation) ?? 0) + count);
  }
  return counts;
}

/** The energy of a method's operations, and of what its lines call by samples. */
function energyOf(method: ProfiledMethod | undefined, side: SideCosts): CalledSum {
  const { costs, called } = side;
  const { energy, variance } = sumCalled(method && called.get(method));
  const own = operationsOnLines(method, side).reduce(
    (sum, [key, , count, sizes]) => sum + energyOfRow(costs, key, count, sizes),
    0,
  );
  return { energy: own + energy, variance };
}

function compareLines(
  { first, second, lines }: MatchedMethod,
  sides: readonly [SideCosts, SideCosts],
): readonly LineDelta[] {
  const [inA, inB] = [sumLines(first?.method, sides[0]), sumLines(second?.method, sides[1])];
  return lines.map(([lineA, lineB]) => {
    const [energyA, energyB] = [inA.energies.get(lineA) ?? 0, inB.energies.get(lineB) ?? 0];
    const sampled = (inA.variances.get(lineA) ?? 0) + (inB.variances.get(lineB) ?? 0);
    const unmodeled = [
      countUnmodeled(inA.unmodeled.get(lineA), sides[0]),
      countUnmodeled(inB.unmodeled.get(lineB), sides[1]),
    ] as const;
    return {
      lineA,
      lineB,
      executionsA: inA.executions.get(lineA) ?? 0,
      executionsB: inB.executions.get(lineB) ?? 0,
      energyA,
      energyB,
      workA: inA.works.get(lineA) ?? 0,
      workB: inB.works.get(lineB) ?? 0,
      ...(sampled > 0 ? { sampled } : {}),
      ...withDefined({ atLeast: findAtLeast(...unmodeled, energyA, energyB) }),
    };
  });
}

interface SumsOfLines {
  readonly executions: ReadonlyMap<number, number>;
  readonly energies: ReadonlyMap<number, Joules>;
  readonly works: ReadonlyMap<number, Joules>;
  readonly variances: ReadonlyMap<number, JoulesSquared>;
  /** The operations of each line that are not modeled. */
  readonly unmodeled: ReadonlyMap<number, ProfiledMethod['operations']>;
}

function sumLines(method: ProfiledMethod | undefined, side: SideCosts): SumsOfLines {
  const { costs, work, called, isModeled } = side;
  const operations = operationsOnLines(method, side);
  const sums = {
    energies: new Map<number, Joules>(),
    works: new Map<number, Joules>(),
    variances: new Map<number, JoulesSquared>(),
  };
  const add = (sum: Map<number, number>, line: number, amount: number): void => {
    sum.set(line, (sum.get(line) ?? 0) + amount);
  };
  for (const [key, line, count, sizes] of operations) {
    add(sums.energies, line, energyOfRow(costs, key, count, sizes));
    add(sums.works, line, energyOfRow(work, key, count, sizes));
  }
  for (const { line, energy, variance } of (method && called.get(method)) ?? []) {
    add(sums.energies, line, energy);
    add(sums.variances, line, variance);
  }
  const unmodeled = groupBy(
    operations.filter(([key]) => isModeled[key] !== true),
    ([, line]) => line,
  );
  return { executions: new Map(method?.lines ?? []), ...sums, unmodeled };
}

/** The part of a run below which files round: pprof and callgrind hold whole numbers of a unit. */
const OF_UNITS = 1e-9;

interface OwnMethodEnergy {
  readonly method: MethodName;
  /** The method's own energy, without that of the methods it calls. */
  readonly energy: Joules;
}

/**
 * The methods of one side by class and name, each with its own energy. In a counted profile, library methods stand
 * beside their callers, unless the other side has none.
 */
function sumMethods(side: ModeledSide, other: ModeledSide): ReadonlyMap<string, OwnMethodEnergy> {
  const { contexts, counted } = side;
  const sums = new Map<string, OwnMethodEnergy>();
  const add = (named: MethodName, energy: Joules): void => {
    const method = { ...named, descriptor: contexts === undefined ? '' : named.descriptor };
    const key = keyOfMethod(method);
    sums.set(key, { method, energy: (sums.get(key)?.energy ?? 0) + energy });
  };
  const isOfCaller = hasNoLibrary(other, side);
  if (contexts !== undefined && !isOfCaller) {
    const own = new Float64Array(contexts.names.length);
    for (let row = 1; row < contexts.frames.length; row++) {
      const method = contexts.frames[row] ?? 0;
      own[method] = (own[method] ?? 0) + (contexts.exclusive[row] ?? 0);
    }
    for (const [index, method] of contexts.names.entries()) add(method, own[index] ?? 0);
    return sums;
  }
  if (counted === undefined) return sums;
  for (const { name: owner, methods } of counted.profile.classes)
    for (const method of methods) {
      const { name } = method;
      for (const { callee, energy } of counted.called.get(method) ?? [])
        add(
          (isOfCaller ? undefined : callee) ?? { class: owner.replaceAll('/', '.'), name, descriptor: '' },
          energy,
        );
      for (const [key, , count, sizes] of counted.laid.get(method) ?? method.operations) {
        const operation = counted.profile.keys[key];
        const energy = energyOfRow(counted.costs, key, count, sizes);
        if (operation !== undefined && callsLibrary(operation) && !isOfCaller)
          add(nameOfLibrary(operation), energy);
        else add({ class: owner.replaceAll('/', '.'), name, descriptor: '' }, energy);
      }
    }
  return sums;
}

/** True for a recording of a counted side's program that tells methods of the program alone: what they call is theirs. */
export function hasNoLibrary(
  { contexts, counted: others }: Pick<ModeledSide, 'contexts' | 'counted'>,
  { counted }: Pick<ModeledSide, 'counted'>,
): boolean {
  if (counted === undefined || others !== undefined) return false;
  if (contexts === undefined || contexts.names.length === 0) return false;
  const own = new Set(counted.profile.classes.map(({ name }) => name.replaceAll('/', '.')));
  return contexts.names.every((method) => own.has(method.class));
}
