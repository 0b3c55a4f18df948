/**
 * The places of a run add up to the total that one of its sources tells.
 *
 * Sits in `recordings/`, under `merge-recordings.ts`.
 */
import type { Evidence, PlaceAmount } from './evidence';
import { type MergedPlace, scaled } from './merge-group';
import type { RunSources } from './one-run';

/** The energy of places that are in the sum, in joules. */
export function sumOfPlaces(places: readonly MergedPlace[]): number {
  return places.reduce((sum, { amount, isAside }) => (isAside ? sum : sum + amount.mean), 0);
}

/** Amounts that differ by less are one: they were rounded. */
const ROUNDING = 1e-9;

/**
 * Makes places add up to the total that counts. Places that were scaled to it have what those leave that better sources
 * measured. If there are none, places share it that stand beside; if nothing does, the rest is a place of its own.
 */
export function balance(
  places: readonly MergedPlace[],
  whole: Evidence,
  { own, strangers }: RunSources,
): readonly MergedPlace[] {
  const total = whole.total.mean;
  const counted = places.filter(({ isAside }) => !isAside);
  const divided = counted.filter(({ constrainedBy }) => constrainedBy === whole);
  const shares = new Set(
    divided.length > 0
      ? divided
      : places.filter(({ isAside, chosen }) => isAside && !strangers.includes(chosen)),
  );
  const fixed = sumOfPlaces(counted.filter((place) => !shares.has(place)));
  const left = total - fixed;
  const shared = [...shares].reduce((sum, { amount }) => sum + amount.mean, 0);
  const rescale = (place: MergedPlace, factor: number): MergedPlace => ({
    ...place,
    amount: scaled(place.amount, factor),
    constrainedBy: whole,
  });
  if (left <= ROUNDING * total)
    return places.map((place) => {
      if (shares.has(place)) return { ...place, isAside: true };
      return place.isAside || left >= -ROUNDING * total ? place : rescale(place, total / fixed);
    });
  if (shared === 0) return [...places, ...restOf(whole, left, own.length > 0)];
  return places.map((place) =>
    shares.has(place) ? { ...rescale(place, left / shared), isAside: false } : place,
  );
}

/** The part of a total that no place has; nothing, if places have all of it. */
export function restOf(whole: Evidence, left: number, hasPlaces = true): readonly MergedPlace[] {
  const total = whole.total.mean;
  if (left <= ROUNDING * total) return [];
  const place: PlaceAmount = {
    placement: { kind: 'unplaced', reason: 'no place' },
    name: hasPlaces ? REST : '[whole program]',
    amount: scaled(whole.total, left / total),
  };
  const statements = [{ evidence: whole, amount: whole.total, isOfMethod: false }];
  return [{ place, amount: place.amount, chosen: whole, isAside: false, statements, disagreements: [] }];
}

/** The name of what a total has more than all places. */
export const REST = '[rest of the total]';
