/**
 * Ranks of lines by energy, as vLens colors them (section 3.2.3).
 *
 * Sits in `cost/`. Dense ranks: 1 is the highest energy, lines with equal energy
 * share a rank, and no rank is left out.
 */
import { at } from '../../base/check';
import type { Joules } from '../../base/units';

interface EnergyRanks {
  /** The ranks, one for each energy, in the order given. */
  readonly rankOf: readonly number[];
  /** Distinct ranks. */
  readonly count: number;
}

export function rankEnergies(energies: readonly Joules[]): EnergyRanks {
  const distinct = distinctAscending(energies);
  return {
    rankOf: energies.map((energy) => distinct.length - indexOf(distinct, energy)),
    count: distinct.length,
  };
}

/** Sorted as numbers and searched by halves: sets of numbers cost several times as much. */
function distinctAscending(energies: readonly Joules[]): Float64Array {
  const sorted = Float64Array.from(energies).sort();
  let count = 0;
  for (const energy of sorted) {
    if (count === 0 || energy !== sorted[count - 1]) sorted[count++] = energy;
  }
  return sorted.subarray(0, count);
}

/** `energy` is one of them. */
function indexOf(ascending: Float64Array, energy: Joules): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(ascending, middle) < energy) low = middle + 1;
    else high = middle;
  }
  return low;
}
