/**
 * The places of a run add up to the total that one of its sources tells, and no part of one recording exceeds its own.
 *
 * Sits in `recordings/`, under `merge-recordings.ts`.
 */
import { type Measure, MEASURE_LEVELS } from '../../base/measure';
import type { ImportedRecording, ImportProblem } from '../model/imported-profile';
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

/** A recording whose parts take no more than the totals that it states, and sentences of what was scaled down. */
export function scaleToTotals(recording: ImportedRecording): {
  readonly recording: ImportedRecording;
  readonly doubts: readonly string[];
} {
  const { measures, tree } = recording;
  const factors = measures.map(() => 1);
  const doubts: string[] = [];
  for (const [index, { total, level: given, unit, component, device }] of measures.entries()) {
    if (given !== 'total' || unit !== 'joules' || (total === 0 && component !== undefined)) continue;
    const isOf = [
      (of: string | undefined): boolean => of === component,
      ...(component === undefined ? [(of: string | undefined): boolean => of !== undefined] : []),
    ];
    for (const level of MEASURE_LEVELS)
      for (const isPart of isOf) {
        const parts = [...measures.keys()].filter((part) => {
          const each = measures[part];
          const isOther = part !== index && each?.unit === unit && each.device === device;
          return isOther && each.level === level && isPart(each.component);
        });
        const sum = parts.reduce((all, part) => all + (measures[part]?.total ?? 0), 0);
        if (sum <= total * (1 + ROUNDING)) continue;
        for (const part of parts) factors[part] = Math.min(factors[part] ?? 1, total / sum);
        const [name, most] = [sum, total].map((energy) => `${Number(energy.toPrecision(3))} J`);
        doubts.push(
          `${recording.source.name} says ${name ?? ''} in all (${measures[parts[0] ?? index]?.name ?? ''}), more than the ${most ?? ''} of its whole: its energies are scaled down to it`,
        );
      }
  }
  if (doubts.length === 0) return { recording, doubts };
  const scaledBy = (column: Float64Array, factor: number): Float64Array =>
    column.map((value) => value * factor);
  return {
    doubts,
    recording: {
      ...recording,
      measures: measures.map((each, index): Measure => {
        const factor = factors[index] ?? 1;
        if (factor === 1) return each;
        // Only the total was measured as it counts.
        const provenance = each.provenance === 'measured' ? 'modeled' : each.provenance;
        return { ...each, provenance, total: each.total * factor };
      }),
      problems: [
        ...recording.problems,
        ...doubts.map((message): ImportProblem => ({ message, isDoubt: true })),
      ],
      tree: {
        ...tree,
        values: tree.values.map((column, index) => scaledBy(column, factors[index] ?? 1)),
        variances: tree.variances.map(
          (column, index) => column && scaledBy(column, (factors[index] ?? 1) ** 2),
        ),
      },
    },
  };
}
