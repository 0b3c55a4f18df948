/**
 * Library calls that one measure of a table tells are parts of their lines, which another measure tells; calls of
 * methods are parts of these. A line has at least what its calls take.
 *
 * Sits in `recordings/`, over `placed-values.ts`: a table may name the line of a call by its class, and the line itself
 * by its file, so that only their places tell that they are one.
 */
import { at } from '../../base/check';
import { ROOT } from '../../base/context-tree';
import type { Measure } from '../../base/measure';
import { describeSums, NAMES } from '../import/table-entry';
import type { Frame, ImportProblem } from '../model/imported-profile';
import type { Placement } from './place-frame';
import { framesWithCalled, isPartOf, keyOf, type PlacedRecording } from './placed-values';

/** Sums that differ by less, as a part of them, were rounded. */
const ROUNDING = 1e-9;
const MOST_NAMED = 3;

/** A place that calls libraries: the energy that it is said to take, and that of its calls. */
interface CallingPlace {
  readonly name: string;
  /** The contexts of the place itself. */
  readonly own: readonly number[];
  /** The energy of the place, with what calls have of it already. */
  readonly told: number;
  readonly calls: readonly { readonly context: number; readonly value: number }[];
}

/** The recording with calls as contexts of lines, and a doubt for each measure whose lines get more than they are said to take. */
export function placeCalls(placed: PlacedRecording): PlacedRecording {
  const { measures, problems, tree } = placed.recording;
  const said: string[] = [];
  const changed = new Map<number, Float64Array>();
  for (const [whole, measure] of measures.entries()) {
    const part = measures.findIndex((each) => isPartOf(each, measure));
    if (part < 0) continue;
    const column = at(tree.values, whole).slice();
    const places = findPlaces(placed, whole, part);
    const moved = places.filter((place) => moveCalls(place, column));
    if (moved.length > 0) changed.set(whole, column);
    const short = moved.filter(isShort);
    if (short.length > 0) said.push(describeShort(measure, short));
  }
  if (changed.size === 0) return placed;
  const now = measures.map((measure, index): Measure => {
    const sum = changed.get(index)?.reduce((all, value) => all + value, 0);
    const isSame = sum === undefined || Math.abs(sum - measure.total) <= ROUNDING * sum;
    return isSame ? measure : { ...measure, total: sum };
  });
  const known = new Set(problems.map(({ message }) => message));
  const doubts = (said.length === 0 ? [] : [...said, ...describeSums(now)]).filter(
    (message) => !known.has(message),
  );
  return {
    ...placed,
    recording: {
      ...placed.recording,
      measures: now,
      tree: { ...tree, values: tree.values.map((column, index) => changed.get(index) ?? column) },
      problems: [...problems, ...doubts.map((message): ImportProblem => ({ message, isDoubt: true }))],
    },
  };
}

function isShort({ told, calls }: CallingPlace): boolean {
  const all = sumOf(calls);
  return all - told > ROUNDING * all;
}

function sumOf(calls: CallingPlace['calls']): number {
  return calls.reduce((sum, { value }) => sum + value, 0);
}

/** Gives calls what they lack, of the place's own energy as far as that suffices. False if they lack nothing. */
function moveCalls({ own, calls }: CallingPlace, column: Float64Array): boolean {
  let hasMoved = false;
  for (const { context, value } of calls) {
    const missing = value - at(column, context);
    if (missing <= ROUNDING * value) continue;
    hasMoved = true;
    column[context] = value;
    let left = missing;
    for (const each of own) {
      const taken = Math.min(left, at(column, each));
      column[each] = at(column, each) - taken;
      left -= taken;
    }
  }
  return hasMoved;
}

/** The lines, or the methods, whose library calls are known. Where no source is known, they are those that frames name. */
function findPlaces(placed: PlacedRecording, whole: number, part: number): readonly CallingPlace[] {
  const { recording, placements } = placed;
  const { tree, measures, frames } = recording;
  const { level } = at(measures, whole);
  const owners = framesWithCalled({ recording, placements });
  const places = new Map<
    string,
    { name: string; own: number[]; told: number; calls: { context: number; value: number }[] }
  >();
  for (const [context, placedOwner] of owners.entries()) {
    const own = at(tree.frames, context);
    const parent = at(tree.parents, context);
    const isPlaced = placements[placedOwner]?.kind === level;
    const owner = isPlaced || parent <= ROOT ? placedOwner : at(tree.frames, parent);
    const named = isPlaced ? placeOf(at(placements, owner)) : placeNamed(frames[owner], level);
    if (named === undefined) continue;
    const { key, name } = named;
    const place = places.get(key) ?? { name, own: [], told: 0, calls: [] };
    places.set(key, place);
    const isCall = owner !== own;
    const told = at(at(tree.values, whole), context);
    place.told += told;
    if (!isCall && told > 0) place.own.push(context);
    const value = at(at(tree.values, part), context);
    if (isCall && value > 0) place.calls.push({ context, value });
  }
  return [...places.values()];
}

interface NamedPlace {
  readonly key: string;
  readonly name: string;
}

function placeOf(placement: Placement): NamedPlace | undefined {
  const key = keyOf(placement, '');
  if (placement.kind === 'line') return { key, name: key };
  return placement.kind === 'method' ? { key, name: placement.method.name } : undefined;
}

/** The line or the method that a frame names; undefined if it names none. */
function placeNamed(frame: Frame | undefined, level: Measure['level']): NamedPlace | undefined {
  const { class: owner, method, line } = frame ?? {};
  if (owner === undefined || method === undefined || (level === 'line' && line === undefined))
    return undefined;
  const name = `${owner.replaceAll('/', '.')}.${method}${level === 'line' ? `:${line ?? ''}` : ''}`;
  return { key: `named ${name}`, name };
}

function describeShort({ level }: Measure, places: readonly CallingPlace[]): string {
  const names = places.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = places.length > names.length ? ', …' : '';
  const [taken, told] = [
    places.reduce((sum, { calls }) => sum + sumOf(calls), 0),
    places.reduce((sum, place) => sum + place.told, 0),
  ].map((energy) => `${Number(energy.toPrecision(6))} J`);
  const isOne = places.length === 1;
  const what = isOne ? `the ${level ?? 'line'} is` : `the ${NAMES[level ?? 'line']} are`;
  return `${names.join(', ')}${more}: library calls take ${taken ?? ''} there, more than the ${told ?? ''} that ${what} said to take: ${isOne ? 'it has' : 'they have'} what the calls take`;
}
