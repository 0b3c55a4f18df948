/**
 * Tells which of the events that stand out are collections of garbage, and
 * which are switches of threads, by the energy that they take.
 *
 * Sits in `models/`. vLens (section 3.2.2) saw 20 to 81 mJ for the one and 6.44
 * to 11.3 mJ for the other; what they take elsewhere is not known, but that the
 * two differ is: the widest gap between the logarithms of the energies parts
 * them, where it is wide enough to be one.
 */
import type { Joules } from '../../base/units';

export type EventKind = 'collection' | 'switch' | 'collection or switch';

/** Half of the gap that vLens saw (20 over 11.3), on the scale of ratios. */
const LEAST_RATIO = Math.sqrt(20 / 11.3);
/** The least number of events of each kind, so that one event far from all others does not make a kind. */
const LEAST_OF_KIND = 3;

export function classifyEvents(energies: readonly Joules[]): readonly EventKind[] {
  const sorted = energies.filter((energy) => energy > 0).sort((one, other) => one - other);
  let ratio = 1;
  let limit: Joules | undefined;
  for (let index = LEAST_OF_KIND; index <= sorted.length - LEAST_OF_KIND; index++) {
    const [below = 0, above = 0] = [sorted[index - 1], sorted[index]];
    if (above / below > ratio) {
      ratio = above / below;
      limit = Math.sqrt(above * below);
    }
  }
  return energies.map((energy) => {
    if (limit === undefined || ratio < LEAST_RATIO) return 'collection or switch';
    return energy > limit ? 'collection' : 'switch';
  });
}
