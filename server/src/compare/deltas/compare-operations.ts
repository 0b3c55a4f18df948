/**
 * Finds the operations of a method that ran otherwise on two sides.
 *
 * Operations are the same if they have one name and stand on matched lines (`compare/match/match-methods.ts`), however
 * their last operand is pushed. Counts are exact. Energies are counts times the model's cost of one execution;
 * `energy-delta.ts` says how sure they are.
 */
import { energyOfRow } from '../../cost/pricing/counted-rows';
import { withDefined } from '../../base/check';
import { energyIfModeled } from '../../pages/changes';
import { operationsOnLines } from '../sides/called-rows';
import type { SideCosts } from '../sides/compared-side';
import { type MatchedMethod } from '../match/match-methods';
import { findSignificant } from '../significance/significance';
import type { ProfiledMethod } from '../../profile/document/profile-document';
import { withoutStatement } from '../../operations/catalogue/operation';
import type { Joules, JoulesSquared } from '../../base/units';
import { byDelta, compareShares, type EnergyDelta, per, type Spread } from './energy-delta';

/** An operation on both sides. Energies are those of one run. */
export interface OperationDelta extends EnergyDelta {
  /** The name of the operation: `Addition_int_int`, `java.util.ArrayList.get`. */
  readonly operation: string;
  /** The line of the operation; 0 if the side has no such line. */
  readonly lineA: number;
  readonly lineB: number;
  /** The number of executions in one run. */
  readonly countA: number;
  readonly countB: number;
  /** The number of executions in one call of the method; absent if the side counted no calls. */
  readonly perCallA?: number;
  readonly perCallB?: number;
  /** The energy of one execution, in joules; absent if the operation is not modeled, or did not run. */
  readonly eachA?: Joules;
  readonly eachB?: Joules;
}

/** Compares the operations of each method, the most changed first; operations that ran alike are left out. */
export function compareOperations(
  methods: readonly MatchedMethod[],
  sides: readonly [SideCosts, SideCosts],
  spread: Spread,
): readonly (readonly OperationDelta[])[] {
  const changed = methods.map((pair) => (pair.countsDiffer ? compareCounts(pair, sides, spread) : []));
  const stands = findSignificant(changed.flat().map(({ p }) => p));
  let next = 0;
  return changed.map((operations) =>
    operations.map((delta) => ({ ...delta, isSignificant: stands[next++] === true })).sort(byDelta),
  );
}

interface SumOfOperation {
  count: number;
  energy: Joules;
  /** The variance of samples. */
  variance: JoulesSquared;
  /** True if 0 is the operation's energy, not a cost that the model does not have. */
  isFree: boolean;
}

function compareCounts(
  { first, second, lines }: MatchedMethod,
  sides: readonly [SideCosts, SideCosts],
  spread: Spread,
): readonly Omit<OperationDelta, 'isSignificant'>[] {
  const [inA, inB] = [sumOperations(first?.method, sides[0]), sumOperations(second?.method, sides[1])];
  const [callsA, callsB] = [first?.method.calls ?? 0, second?.method.calls ?? 0];
  return lines.flatMap(([lineA, lineB]) => {
    const [atA, atB] = [inA.get(lineA), inB.get(lineB)];
    const names = new Set([...(atA?.keys() ?? []), ...(atB?.keys() ?? [])]);
    return [...names].flatMap((operation) => {
      const [one, other] = [atA?.get(operation) ?? nothing, atB?.get(operation) ?? nothing];
      // Too few samples of a line that both ran say nothing of what it calls.
      const isOfOne = atA !== undefined && atB !== undefined && one.count * other.count === 0;
      if (one.variance + other.variance > 0 && isOfOne) return [];
      if (one.count === other.count) return [];
      const energyOf = ({ energy, count, isFree }: SumOfOperation): Joules =>
        energyIfModeled(energy, count, !isFree);
      return [
        {
          ...compareShares(spread, energyOf(one), energyOf(other), one.variance + other.variance),
          ...{ operation, lineA, lineB, countA: one.count, countB: other.count },
          ...withDefined({ perCallA: per(one.count, callsA), perCallB: per(other.count, callsB) }),
          ...withDefined({ eachA: costOf(one), eachB: costOf(other) }),
        },
      ];
    });
  });
}

const nothing: SumOfOperation = { count: 0, energy: 0, variance: 0, isFree: false };

/** The energy of one execution; undefined if it is not modeled. */
function costOf({ energy, count, isFree }: SumOfOperation): Joules | undefined {
  return energy > 0 || (isFree && count > 0) ? energy / count : undefined;
}

/** The counts and energies of a method's operations, by line, then by name. */
function sumOperations(
  method: ProfiledMethod | undefined,
  side: SideCosts,
): ReadonlyMap<number, ReadonlyMap<string, SumOfOperation>> {
  const { profile, costs, called, isModeled, takesAlways } = side;
  const byLine = new Map<number, Map<string, SumOfOperation>>();
  const add = (line: number, name: string, { count, energy, variance, isFree }: SumOfOperation): void => {
    const here = byLine.get(line) ?? new Map<string, SumOfOperation>();
    byLine.set(line, here);
    const sum = here.get(name) ?? { ...nothing };
    sum.count += count;
    sum.energy += energy;
    sum.variance += variance;
    sum.isFree ||= isFree;
    here.set(name, sum);
  };
  for (const [key, line, count, sizes] of operationsOnLines(method, side)) {
    const energy = energyOfRow(costs, key, count, sizes);
    const operation = profile.keys[key];
    const name = operation === undefined ? '' : withoutStatement(operation).name;
    add(line, name, { count, energy, variance: 0, isFree: !takesAlways && isModeled[key] === true });
  }
  for (const { line, operation, executions, energy, variance } of (method && called.get(method)) ?? [])
    add(line, operation, { count: executions, energy, variance, isFree: false });
  return byLine;
}
