/**
 * The values that each line and method of the workspace has in a recording, and those that have no place:
 * nothing is dropped. Lines + methods + what has no place = the total.
 *
 * Sits in `recordings/`. A context's own value stays with its own frame; what has
 * no place in the workspace is also told of the nearest place that called it.
 */
import * as v from 'valibot';
import { type Described, list, means, number, oneOf, optional, text } from '../../base/shapes';
import { type ImportedRecording, isWaiting } from '../model/imported-profile';
import { type Placement, UNPLACED_REASONS, type UnplacedReason } from './place-frame';

export interface PlacedRecording {
  readonly recording: ImportedRecording;
  /** The placement of each frame, by the frame's index. */
  readonly placements: readonly Placement[];
  /** The texts of the files that frames lie in, as they were then; absent if they are not known. */
  readonly texts?: readonly PlacedText[];
}

export const textSchema = v.object({
  path: text(),
  lines: text('Checksums of lines, 4 bytes each, in base 64.'),
});
export type PlacedText = Described<typeof textSchema>;

export interface PlacedValue {
  readonly placement: Exclude<Placement, { readonly kind: 'unplaced' }>;
  /** The values of the place itself for each measure, without what it called. */
  readonly own: readonly number[];
  /**
   * The variances of {@link own}, if the source tells them. Contexts share a meter or a model, so that their
   * deviations add up.
   */
  readonly variances: readonly (number | undefined)[];
  /**
   * The values of code without a place that was called from here. They stand beside the others and are in no
   * sum, because they are part of what has no place.
   */
  readonly called: readonly number[];
}

export const unplacedSchema = v.object({
  name: text(),
  reason: oneOf(UNPLACED_REASONS),
  candidates: optional(list(text())),
  values: list(number()),
});
export type UnplacedValue = Described<typeof unplacedSchema>;

export const accountSchema = v.object({
  total: number('As read, row by row.'),
  placed: number(),
  unplaced: means(v.record(oneOf(UNPLACED_REASONS), number()), 'By reason.'),
});
export type MeasureAccount = Described<typeof accountSchema>;

export interface PlacedValues {
  readonly places: readonly PlacedValue[];
  /** The largest first, by the first measure that has any. */
  readonly unplaced: readonly UnplacedValue[];
  readonly accounts: readonly MeasureAccount[];
}

export function placeValues({ recording, placements }: PlacedRecording): PlacedValues {
  const { measures, tree, frames } = recording;
  const places = new Map<
    string,
    {
      placement: PlacedValue['placement'];
      own: Float64Array;
      deviations: Float64Array;
      called: Float64Array;
    }
  >();
  const unplaced = new Map<string, { value: Omit<UnplacedValue, 'values'>; values: Float64Array }>();
  const accounts = measures.map(({ total }) => ({
    total,
    placed: 0,
    unplaced: Object.fromEntries(UNPLACED_REASONS.map((reason) => [reason, 0])) as Record<
      UnplacedReason,
      number
    >,
  }));
  const keyOfFrame = placements.map((placement, frame) => keyOf(placement, frames[frame]?.name ?? ''));
  /** The frame of the nearest context at or above each context that has a place; -1 if there is none. */
  const nearest = new Int32Array(tree.parents.length).fill(-1);

  const placeOf = (frame: number, placement: PlacedValue['placement']) => {
    const key = keyOfFrame[frame] ?? '';
    const known = places.get(key);
    if (known !== undefined) return known;
    const made = {
      placement,
      own: new Float64Array(measures.length),
      deviations: new Float64Array(measures.length),
      called: new Float64Array(measures.length),
    };
    places.set(key, made);
    return made;
  };

  for (let context = 0; context < tree.parents.length; context++) {
    const frame = tree.frames[context] ?? -1;
    const placement = placements[frame] ?? NOWHERE;
    const above = nearest[tree.parents[context] ?? -1] ?? -1;
    nearest[context] = placement.kind === 'unplaced' ? above : frame;
    for (let measure = 0; measure < measures.length; measure++) {
      const value = tree.values[measure]?.[context] ?? 0;
      const account = accounts[measure];
      if (value === 0 || account === undefined) continue;
      if (placement.kind !== 'unplaced') {
        const place = placeOf(frame, placement);
        place.own[measure] = (place.own[measure] ?? 0) + value;
        const deviation = Math.sqrt(tree.variances[measure]?.[context] ?? 0);
        place.deviations[measure] = (place.deviations[measure] ?? 0) + deviation;
        account.placed += value;
        continue;
      }
      const given = frames[frame];
      const isTime = measures[measure]?.unit === 'samples' || measures[measure]?.unit === 'seconds';
      const reason = isTime && given !== undefined && isWaiting(given) ? 'idle' : placement.reason;
      account.unplaced[reason] += value;
      const name = given?.name ?? '[no place]';
      const key = `${reason} ${name}`;
      const entry = unplaced.get(key) ?? {
        value: {
          name,
          reason,
          ...(placement.candidates === undefined ? {} : { candidates: placement.candidates }),
        },
        values: new Float64Array(measures.length),
      };
      unplaced.set(key, entry);
      entry.values[measure] = (entry.values[measure] ?? 0) + value;
      const caller = placements[above];
      if (caller === undefined || caller.kind === 'unplaced') continue;
      const place = placeOf(above, caller);
      place.called[measure] = (place.called[measure] ?? 0) + value;
    }
  }
  const byValue = (one: UnplacedValue, other: UnplacedValue): number => {
    for (let measure = 0; measure < measures.length; measure++) {
      const difference = (other.values[measure] ?? 0) - (one.values[measure] ?? 0);
      if (difference !== 0) return difference;
    }
    return one.name < other.name ? -1 : 1;
  };
  return {
    places: Array.from(places.values(), ({ placement, own, deviations, called }) => ({
      placement,
      own: [...own],
      variances: tree.variances.map((column, measure) =>
        column === undefined ? undefined : (deviations[measure] ?? 0) ** 2,
      ),
      called: [...called],
    })),
    unplaced: Array.from(unplaced.values(), ({ value, values }) => ({ ...value, values: [...values] })).sort(
      byValue,
    ),
    accounts,
  };
}

const NOWHERE: Extract<Placement, { readonly kind: 'unplaced' }> = { kind: 'unplaced', reason: 'no place' };

/** The part of the total that an account does not hold. A part larger than rounding is a fault. */
export function missingOf({ total, placed, unplaced }: MeasureAccount): number {
  return total - placed - Object.values(unplaced).reduce((sum, value) => sum + value, 0);
}

function keyOf(placement: Placement, name: string): string {
  switch (placement.kind) {
    case 'line':
      return `${placement.path}:${placement.line}`;
    case 'method':
      return `${placement.path} ${placement.method.name}:${placement.method.first}`;
    case 'overloads':
      return `${placement.path} ${placement.methods.map(({ first }) => first).join()}`;
    case 'class':
      return `${placement.path} ${placement.class}`;
    case 'unplaced':
      return name;
  }
}
