/**
 * Computes what calls add to the cost of a line or a method.
 *
 * Sits in `cost/`, between `inclusive-energy.ts`, which knows the methods, and
 * `compute-file-energy.ts`, which asks for them.
 */
import type { MethodKey } from '../../operations/catalogue/operation';
import type { CountedCall } from './call-components';
import { times, type CostAccumulator, type CostVector } from './combine-energies';
import type { Energy } from '../model/cost-model';
import { type EnergyRange, rangeOfCalls, sumRanges } from './frequency-range';

/** The cost of one call of a workspace method, with all that it calls. */
export interface CalleeEnergy {
  readonly vector: CostVector;
  readonly energy: Energy;
  /** A call back into a method that was still open was left out. */
  readonly recursive: boolean;
  /** Methods that call each other in a circle with it, where calls of them were counted: it is their energy an entry from outside. */
  readonly cycle?: ReadonlySet<MethodKey>;
  /** Expected calls below it of methods without a known body. */
  readonly unanalyzed: number;
}

/** `undefined` for a method without a known body. */
export type CalleeEnergyOf = (key: MethodKey) => CalleeEnergy | undefined;

export interface CallSum {
  /** Absent where no callee is known. */
  readonly inclusive?: Energy;
  readonly recursive: boolean;
  readonly unanalyzedCalls?: number;
}

export const NO_CALLS: CallSum = { recursive: false };

/** `caller` is the method that calls. `addOwn` puts what calls into the accumulator, which is cleared first; it is asked only where there is a known callee. */
export function sumCalls(
  caller: MethodKey | undefined,
  callees: readonly CountedCall<MethodKey>[],
  {
    calleeEnergy,
    accumulator,
    addOwn,
    own,
  }: {
    readonly calleeEnergy: CalleeEnergyOf;
    readonly accumulator: CostAccumulator;
    readonly addOwn: () => void;
    /** The energy of what calls. */
    readonly own: EnergyRange;
  },
): CallSum {
  if (callees.length === 0) return NO_CALLS;
  let unanalyzed = 0;
  let recursive = false;
  const parts: EnergyRange[] = [];
  for (const call of callees) {
    const { key, count } = call;
    const called = calleeEnergy(key);
    if (called === undefined) {
      unanalyzed += count;
      continue;
    }
    // Within a circle nothing enters it: its energy is its methods' own already.
    if (caller !== undefined && called.cycle?.has(caller) === true) {
      recursive = true;
      continue;
    }
    if (parts.length === 0) {
      accumulator.clear();
      addOwn();
      parts.push(own);
    }
    parts.push(rangeOfCalls(called.energy, call));
    recursive ||= called.recursive;
    unanalyzed += times(count, called.unanalyzed);
    accumulator.addVector(called.vector, count);
  }
  return {
    recursive,
    ...(parts.length > 0 ? { inclusive: sumRanges(accumulator.energy(), parts) } : undefined),
    ...(unanalyzed > 0 ? { unanalyzedCalls: unanalyzed } : undefined),
  };
}
