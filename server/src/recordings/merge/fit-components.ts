/**
 * Components of a place take no more than the place, whichever sources tell them: where one source tells what all
 * components take together and another the single ones, these are scaled down to it.
 *
 * Sits in `recordings/`, under `merge-recordings.ts`. A place that only single components are told of is also one of all
 * together.
 */
import { groupBy } from '../../base/groups';
import { type GroupOf, keyOf, sumOf } from './evidence';
import {
  type ComponentsOver,
  isOnlyTotal,
  type MergedComponent,
  type MergedPlace,
  scaled,
} from './merge-group';

/** Amounts that differ by less, as a part of them, were rounded. */
const ROUNDING = 1e-9;

/** The components of one device. */
export function fitComponents(
  components: readonly MergedComponent[],
  groupOf: GroupOf,
): readonly MergedComponent[] {
  const whole = components.find((each) => each.component === '' && !isOnlyTotal(each));
  const named = components.filter(({ component, isBeside }) => component !== '' && !isBeside);
  if (whole === undefined || named.length === 0) return components;
  const groupOfPlace = ({ place: { placement, name } }: MergedPlace): string => groupOf(placement, name);
  const keyOfPlace = (merged: MergedPlace): string =>
    JSON.stringify([groupOfPlace(merged), keyOf(merged.place.placement)]);
  const counting = (places: readonly MergedPlace[]): readonly MergedPlace[] =>
    places.filter(({ isAside, place }) => !isAside && place.placement.kind !== 'unplaced');
  const wholes = new Map(counting(whole.places).map((place) => [keyOfPlace(place), place]));
  const groups = new Set(whole.places.map(groupOfPlace));
  const parts = groupBy(counting(named.flatMap(({ places }) => places)), keyOfPlace);
  const fitted = new Map<MergedPlace, MergedPlace>();
  const further: MergedPlace[] = [];
  const over: ComponentsOver[] = [];
  for (const [key, own] of parts) {
    const [first] = own;
    const all = wholes.get(key);
    const sum = sumOf(own.map(({ amount }) => amount));
    if (all !== undefined && sum.mean > all.amount.mean * (1 + ROUNDING)) {
      const factor = all.amount.mean / sum.mean;
      over.push({ place: all, parts: own, told: sum.mean });
      for (const part of own)
        fitted.set(part, { ...part, amount: scaled(part.amount, factor), constrainedBy: all.chosen });
    } else if (
      all === undefined &&
      first !== undefined &&
      whole.sources.whole === undefined &&
      !groups.has(groupOfPlace(first))
    )
      further.push({ ...first, amount: sum });
  }
  if (fitted.size + further.length === 0) return components;
  return components.map((each) => ({
    ...each,
    places: [...each.places.map((place) => fitted.get(place) ?? place), ...(each === whole ? further : [])],
    ...(each === whole ? { over } : {}),
  }));
}
