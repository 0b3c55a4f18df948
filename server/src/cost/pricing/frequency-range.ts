/**
 * The ranges that guessed frequencies add to the intervals of energies.
 *
 * Sits in `cost/`, under `price-member.ts` and the sums. Frequencies of one method err together: who calls it more often
 * runs all its lines more often. So sums are as wide as their parts together, and never falsely narrow.
 */
import { at } from '../../base/check';
import type { ExpectedCalls } from '../../flow/program/call-doubts';
import { DOUBTS } from '../../flow/source/assumptions';
import type { Doubt } from '../../flow/source/region';
import type { Joules } from '../../base/units';
import type { CountedCall } from './call-components';
import { times } from './combine-energies';
import { bothFactors, type Energy } from '../model/cost-model';

/** The executions of each block, as seldom and as often as they may be. */
export interface FrequencyRange {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Undefined if no frequency is a guess. */
export function rangeOf(frequencies: Float64Array, doubts: readonly Doubt[]): FrequencyRange | undefined {
  if (doubts.every((doubt) => doubt === DOUBTS.none)) return undefined;
  const range = { least: frequencies.slice(), most: frequencies.slice() };
  doubts.forEach((doubt, block) => {
    if (doubt === DOUBTS.none) return;
    const ends = endsOf(at(frequencies, block), doubt);
    range.least[block] = ends.least;
    range.most[block] = ends.most;
  });
  return range;
}

/** Adds to an energy how much less and more it may be by its frequencies. */
export function withRange(energy: Energy, less: Joules, more: Joules): Energy {
  if (less === 0 && more === 0) return energy;
  const { mean, variance } = energy;
  return { mean, variance, least: Math.max(0, mean - less), most: mean + more };
}

/** An energy without what its operations' costs vary by. */
export type EnergyRange = Omit<Energy, 'variance'>;

/** The energy of some calls, by that of one. */
export function rangeOfCalls(
  { mean, least = mean, most = mean }: EnergyRange,
  { count, least: fewest = count, most: mostCalls = count }: Omit<CountedCall<unknown>, 'key'>,
): EnergyRange {
  const whole = times(count, mean);
  if (!(whole > 0) || (least === mean && most === mean && fewest === count && mostCalls === count))
    return { mean: whole };
  return {
    mean: whole,
    least: whole * bothFactors(least / mean, fewest / count),
    most: whole * bothFactors(most / mean, mostCalls / count),
  };
}

/** The energy of all expected calls. They cost what the same parameters say. */
export function timesCalls(energy: Energy, { count, doubt }: ExpectedCalls): Energy {
  const variance = times(count, times(count, energy.variance));
  const known = doubt === DOUBTS.none;
  return {
    variance,
    ...rangeOfCalls(energy, known ? { count } : { count, ...endsOf(count, doubt) }),
  };
}

function endsOf(count: number, { below, above }: Doubt): { readonly least: number; readonly most: number } {
  return { least: times(count, 10 ** -Math.sqrt(below)), most: times(count, 10 ** Math.sqrt(above)) };
}

/** The sum of energies with the variance that they have together. */
export function sumRanges(sum: Energy, parts: Iterable<EnergyRange>): Energy {
  let [less, more] = [0, 0];
  for (const { mean, least = mean, most = mean } of parts) {
    less += mean - least;
    more += most - mean;
  }
  return withRange(sum, less, more);
}
