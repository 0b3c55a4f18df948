/**
 * Differences of many parts of the same totals, as `energy-delta.ts` tests them one by one.
 *
 * Sits in `compare/`, under `compare-lines.ts`, where each line is a part and is compared again at each edit. A test
 * takes tens of microseconds. Parts with the same proportion of both sides have the same bounds, times their size, so
 * that one test is enough for all of them.
 */
import type { Joules } from '../../base/units';
import { compareShares, type EnergyDelta, type Spread } from '../deltas/energy-delta';

type Delta = Omit<EnergyDelta, 'isSignificant'>;

/** Gives a function with the results of {@link compareShares} that remembers them. */
export function rememberShares(spread: Spread): (energyA: Joules, energyB: Joules) => Delta {
  const known = new Map<number, Delta>();

  /** The difference of a part that is 1 on the earlier side or, if that side has none, on the later one. */
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
