/**
 * The values that each line and method of the workspace has in a recording, and those that have no place:
 * nothing is dropped. Lines + methods + what has no place = the total.
 *
 * Sits in `recordings/`. What a place takes itself stays with it. What library code below it takes is the place's that
 * called it, or stands apart. Where one measure tells lines and another the library calls on them, the calls are parts
 * of the lines. Waiting takes time and no energy: measured by time it is nobody's.
 */
import * as v from 'valibot';
import { type Described, list, means, number, oneOf, optional, text } from '../../base/shapes';
import { at, withDefined } from '../../base/check';
import { type ContextShape, ROOT } from '../../base/context-tree';
import type { Measure } from '../../base/measure';
import {
  COUNTED_FORMAT,
  type Frame,
  type ImportedRecording,
  isWaiting,
  MERGED_FORMAT,
} from '../model/imported-profile';
import { type Placement, UNPLACED_REASONS, type UnplacedReason } from './place-frame';

export interface PlacedRecording {
  readonly recording: ImportedRecording;
  /** The placement of each frame, by the frame's index. */
  readonly placements: readonly Placement[];
  /** The texts of the files that frames lie in, as they were then; absent if they are not known. */
  readonly texts?: readonly PlacedText[];
  /** True if what library code took stands apart from the lines that call it. */
  readonly isLibraryApart?: boolean;
}

export const textSchema = v.object({
  path: text(),
  lines: text('Checksums of lines, 4 bytes each, in base 64.'),
});
export type PlacedText = Described<typeof textSchema>;

export interface PlacedValue {
  readonly placement: Exclude<Placement, { readonly kind: 'unplaced' }>;
  /** The values for each measure; with those of library code that the place calls, unless that stands apart. */
  readonly values: readonly number[];
  /**
   * The variances of {@link values}, if the source tells them. Contexts share a meter or a model, so that their
   * deviations add up.
   */
  readonly variances: readonly (number | undefined)[];
  /** The part of {@link values} that library code took. */
  readonly called: readonly number[];
  /** The parts of {@link called}, by what took them. */
  readonly callees: readonly CalleeValue[];
  /** The parts of {@link called}, by the name of what the place itself called: that, or what is below it, took them. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
}

export interface CalleeValue {
  /** Without a line. */
  readonly frame: Frame;
  readonly reason: UnplacedReason;
  readonly values: readonly number[];
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
  placed: number('Of lines and methods themselves.'),
  called: optional(number('Of library code that they call.')),
  unplaced: means(v.record(oneOf(UNPLACED_REASONS), number()), 'By reason.'),
});
export type MeasureAccount = Described<typeof accountSchema>;

export interface PlacedValues {
  readonly places: readonly PlacedValue[];
  /** The largest first, by the first measure that has any. */
  readonly unplaced: readonly UnplacedValue[];
  readonly accounts: readonly MeasureAccount[];
}

/**
 * The frame that has what each context took: its own, or that of the line or method that calls this library code. A
 * counted profile tells which code is the program's, whether its sources are known or not.
 */
export function framesWithCalled({ recording, placements, isLibraryApart }: PlacedRecording): Int32Array {
  const { tree } = recording;
  const nearest = new Int32Array(tree.parents.length).fill(-1);
  return Int32Array.from(tree.parents, (parent, context) => {
    const frame = tree.frames[context] ?? -1;
    const placement = placementOf(recording, placements, frame);
    const isOwn = isCountedCode(recording, frame) || placement.kind !== 'unplaced';
    const above = nearest[parent] ?? -1;
    nearest[context] = isOwn ? frame : callerBelow(placement, frame, above);
    const isCalled = placement.kind === 'unplaced' && OF_CALLER.has(placement.reason);
    return isOwn || isLibraryApart === true || above < 0 || !isCalled ? frame : above;
  });
}

/** The frame that the owner of each context called, on the way to it; -1 for contexts of the owner itself. */
function directCallees({ parents, frames }: ContextShape, owners: Int32Array): Int32Array {
  const direct = new Int32Array(parents.length).fill(-1);
  for (let context = 1; context < parents.length; context++) {
    const [parent, frame] = [at(parents, context), at(frames, context)];
    if (at(owners, context) === frame) continue;
    direct[context] = at(direct, parent) >= 0 ? at(direct, parent) : frame;
  }
  return direct;
}

/** True for lines and methods that a counted profile counted. */
export function isCountedCode({ source, frames }: ImportedRecording, frame: number): boolean {
  const { kind, file, line } = frames[frame] ?? {};
  return source.format === COUNTED_FORMAT && kind === 'java' && (file !== undefined || line !== undefined);
}

/**
 * False for tables and merges, and for counts without a tree and their exports: their stacks are a line and what it
 * calls, of which no file is known.
 */
export function tellsCallers(recording: ImportedRecording, measures: readonly Measure[]): boolean {
  const { source, tree, frames } = recording;
  const isTable = source.format.startsWith('energy-') || measures.some(({ level }) => level !== undefined);
  if (isTable || source.format === MERGED_FORMAT) return false;
  const hasPlace = ({ kind, file, line }: Frame): boolean =>
    kind === 'java' && (file !== undefined || line !== undefined);
  const namesPlaces = source.format === COUNTED_FORMAT || frames.some(hasPlace);
  return tree.parents.some(
    (parent, context) => parent > ROOT && (!namesPlaces || hasPlace(at(frames, at(tree.frames, context)))),
  );
}

/** The placement of a frame; where nobody looked for places, what its kind says. */
function placementOf(
  recording: ImportedRecording,
  placements: readonly Placement[],
  frame: number,
): Placement {
  const { kind = 'path' } = recording.frames[frame] ?? {};
  if (kind === 'path' || isCountedCode(recording, frame)) return placements[frame] ?? NOWHERE;
  return placements[frame] ?? { kind: 'unplaced', reason: kind === 'java' ? 'library' : kind };
}

export function placeValues({ recording, placements, isLibraryApart }: PlacedRecording): PlacedValues {
  const { measures, tree, frames } = recording;
  const places = new Map<string, PlaceSums>();
  const unplaced = new Map<string, { value: Omit<UnplacedValue, 'values'>; values: Float64Array }>();
  const accounts = measures.map(({ total }) => ({
    total,
    placed: 0,
    called: 0,
    unplaced: Object.fromEntries(UNPLACED_REASONS.map((reason) => [reason, 0])) as Record<
      UnplacedReason,
      number
    >,
  }));
  const keyOfFrame = placements.map((placement, frame) => keyOf(placement, frames[frame]?.name ?? ''));
  /** What single library calls took, as the measures of APIs tell it. */
  const calls: PlacedCall[] = [];
  const callers = framesWithCalled({ recording, placements });
  const direct = directCallees(tree, callers);

  const addUnplaced = (value: Omit<UnplacedValue, 'values'>, measure: number, amount: number): void => {
    const key = `${value.reason} ${value.name}`;
    const entry = unplaced.get(key) ?? { value, values: new Float64Array(measures.length) };
    unplaced.set(key, entry);
    addAt(entry.values, measure, amount);
  };

  const add = (
    frame: number,
    placement: PlacedValue['placement'],
    context: number,
    measure: number,
  ): PlaceSums => {
    const key = keyOfFrame[frame] ?? '';
    const sums = places.get(key) ?? sumsOf(placement, measures.length);
    places.set(key, sums);
    addAt(sums.values, measure, tree.values[measure]?.[context] ?? 0);
    addAt(sums.deviations, measure, Math.sqrt(tree.variances[measure]?.[context] ?? 0));
    return sums;
  };

  for (let context = 0; context < tree.parents.length; context++) {
    const frame = tree.frames[context] ?? -1;
    const placement = placementOf(recording, placements, frame);
    const above = at(callers, context);
    const calledFrom = above === frame ? undefined : placementOf(recording, placements, above);
    const caller = isLibraryApart === true ? undefined : calledFrom;
    for (let measure = 0; measure < measures.length; measure++) {
      const value = tree.values[measure]?.[context] ?? 0;
      const account = accounts[measure];
      if (value === 0 || account === undefined) continue;
      if (placement.kind !== 'unplaced') {
        add(frame, placement, context, measure);
        account.placed += value;
        continue;
      }
      const given = frames[frame];
      const isTime = measures[measure]?.unit === 'samples' || measures[measure]?.unit === 'seconds';
      const reason = isTime && given !== undefined && isWaiting(given) ? 'idle' : placement.reason;
      const name = given?.name ?? NO_NAME;
      if (measures[measure]?.level === 'api' && calledFrom !== undefined && OF_CALLER.has(reason))
        calls.push({
          from: calledFrom,
          name,
          measure,
          value,
          context,
          ...withDefined({ frame: given }),
          reason,
        });
      const isOfCaller = caller !== undefined && OF_CALLER.has(reason);
      if (isOfCaller && caller.kind !== 'unplaced') {
        const through = frames[at(direct, context)]?.name ?? name;
        addCalled(add(above, caller, context, measure), { frame: given, through, reason, measure, value });
        account.called += value;
        continue;
      }
      const of = isOfCaller && caller.kind === 'unplaced' ? caller : { ...placement, reason };
      const { candidates } = of;
      account.unplaced[of.reason] += value;
      addUnplaced(
        {
          name: of === caller ? (frames[above]?.name ?? NO_NAME) : name,
          reason: of.reason,
          ...withDefined({ candidates }),
        },
        measure,
        value,
      );
    }
  }
  for (const { from, name, measure: part, value, context, frame, reason } of calls) {
    for (const [whole, account] of accounts.entries()) {
      // A call that is a context of its line has its part there.
      if (!isPartOf(measures[part], measures[whole]) || (tree.values[whole]?.[context] ?? 0) > 0) continue;
      const sums = places.get(keyOf(measures[whole]?.level === 'method' ? methodAt(from) : from, ''));
      const known = sums === undefined ? 0 : (sums.values[whole] ?? 0) - (sums.called[whole] ?? 0);
      const moved = Math.min(value, known);
      if (sums === undefined || moved <= 0) continue;
      account.placed -= moved;
      if (isLibraryApart === true) {
        addAt(sums.values, whole, -moved);
        account.unplaced.library += moved;
        addUnplaced({ name, reason: 'library' }, whole, moved);
      } else {
        addCalled(sums, { frame, through: name, reason, measure: whole, value: moved });
        account.called += moved;
      }
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
    places: Array.from(
      places.values(),
      ({ placement, values, deviations, called, callees, direct: calls }) => ({
        placement,
        values: [...values],
        variances: tree.variances.map((column, measure) =>
          column === undefined ? undefined : (deviations[measure] ?? 0) ** 2,
        ),
        called: [...called],
        callees: [...callees.values()],
        calls,
      }),
    ),
    unplaced: Array.from(unplaced.values(), ({ value, values }) => ({ ...value, values: [...values] })).sort(
      byValue,
    ),
    accounts,
  };
}

/** The energy of calls of one library method from one place. */
interface PlacedCall {
  readonly from: Placement;
  readonly name: string;
  readonly measure: number;
  readonly value: number;
  readonly context: number;
  readonly frame?: Frame;
  readonly reason: UnplacedReason;
}

/** True if one measure tells single library calls, and the other the lines or methods that hold these calls. */
export function isPartOf(part: Measure | undefined, whole: Measure | undefined): boolean {
  if (part?.level !== 'api' || (whole?.level !== 'line' && whole?.level !== 'method')) return false;
  return part.unit === whole.unit && part.component === whole.component && part.device === whole.device;
}

/** The method of a line, or any other placement as it is. */
function methodAt(placement: Placement): Placement {
  if (placement.kind !== 'line' || placement.method === undefined) return placement;
  return { kind: 'method', path: placement.path, method: placement.method };
}

/** Code that only runs because a line calls it. */
const OF_CALLER: ReadonlySet<UnplacedReason> = new Set(['library', 'native', 'kernel', 'runtime']);

/** The frame of the nearest place for contexts below. Code of the program that may lie in two files hides its callers. */
function callerBelow(placement: Placement, frame: number, above: number): number {
  if (placement.kind !== 'unplaced') return frame;
  return placement.reason === 'ambiguous' ? -1 : above;
}

interface PlaceSums {
  readonly placement: PlacedValue['placement'];
  readonly values: Float64Array;
  readonly deviations: Float64Array;
  readonly called: Float64Array;
  readonly callees: Map<string, { frame: Frame; reason: UnplacedReason; values: number[] }>;
  readonly direct: Map<string, number[]>;
}

function sumsOf(placement: PlacedValue['placement'], measures: number): PlaceSums {
  const column = (): Float64Array => new Float64Array(measures);
  const names = { callees: new Map(), direct: new Map() };
  return { placement, values: column(), deviations: column(), called: column(), ...names };
}

function addCalled(
  { called, callees, direct }: PlaceSums,
  {
    frame,
    through,
    reason,
    measure,
    value,
  }: Omit<PlacedCall, 'from' | 'name' | 'context' | 'frame'> & {
    readonly through: string;
    readonly frame: Frame | undefined;
  },
): void {
  addAt(called, measure, value);
  const parts = direct.get(through) ?? new Array<number>(called.length).fill(0);
  direct.set(through, parts);
  parts[measure] = at(parts, measure) + value;
  if (frame === undefined) return;
  const { kind, name, class: owner, method, descriptor } = frame;
  const code = { kind, name, ...withDefined({ class: owner, method, descriptor }) };
  const entry = callees.get(frame.name) ?? {
    frame: code,
    reason,
    values: new Array<number>(called.length).fill(0),
  };
  callees.set(frame.name, entry);
  entry.values[measure] = (entry.values[measure] ?? 0) + value;
}

function addAt(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

const NO_NAME = '[no place]';

const NOWHERE: Extract<Placement, { readonly kind: 'unplaced' }> = { kind: 'unplaced', reason: 'no place' };

/** The part of the total that an account does not hold. A part larger than rounding is a fault. */
export function missingOf({ total, placed, called = 0, unplaced }: MeasureAccount): number {
  return total - placed - called - Object.values(unplaced).reduce((sum, value) => sum + value, 0);
}

export function keyOf(placement: Placement, name: string): string {
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
