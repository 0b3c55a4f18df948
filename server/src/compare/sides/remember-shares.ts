/**
 * Differences of many parts of the same totals, as `energy-delta.ts` tests them one by one.
 *
 * Sits in `compare/`, under `compare-lines.ts`, where each line is a part, and is asked for again with each edit. A test takes
 * tens of microseconds; bounds of parts in the same proportion are those of one, as often as the part is larger.
 */
import type { Joules } from '../../base/units';
import { compareShares, type EnergyDelta, type Spread } from '../deltas/energy-delta';

type Delta = Omit<EnergyDelta, 'isSignificant'>;

/** What it gives is what {@link compareShares} does. */
export function rememberShares(spread: Spread): (energyA: Joules, energyB: Joules) => Delta {
  const known = new Map<number, Delta>();

  /** Of a part of 1 on the earlier side, or, where that has none, on the later. */
  function ofOne(proportion: number): Delta {
    const found =
      known.get(proportion) ??
      (proportion === Infinity ? compareShares(spread, 0, 1) : compareShares(spread, 1, proportion));
    known.set(proportion, found);
    return found;
  }

  return (energyA, energyB) => {
    const [size, proportion] = energyA > 0 ? [energyA, energyB / energyA] : [energyB, Infinity];
    if (!(size > 0)) return compareShares(spread, energyA, energyB);
    // Sums of the same terms in another order differ in their last digits.
    const { delta, low, high, smallest, p } = ofOne(Number(proportion.toPrecision(12)));
    return {
      energyA,
      energyB,
      delta: delta === 0 ? 0 : energyB - energyA,
      low: low * size,
      high: high * size,
      smallest: smallest * size,
      p,
    };
  };
}
