/**
 * Ranks of lines by energy, as vLens colours them (section 3.2.3).
 *
 * Sits in `cost/`. Dense ranks: 1 is the dearest, lines with equal energy
 * share a rank, and no rank is left out.
 */
import type { Joules } from '../units';

export interface Ranks {
  /** One per energy, in the order given. */
  readonly rankOf: readonly number[];
  /** Distinct ranks. */
  readonly count: number;
}

export function rankEnergies(energies: readonly Joules[]): Ranks {
  const distinct = Float64Array.from(new Set(energies)).sort();
  const ranks = new Map<Joules, number>();
  distinct.forEach((energy, index) => ranks.set(energy, distinct.length - index));
  return { rankOf: energies.map((energy) => ranks.get(energy) ?? 0), count: distinct.length };
}
