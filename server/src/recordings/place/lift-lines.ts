/**
 * Lines have at least what their library calls take, where one measure of a table tells these calls and another the
 * lines; so have methods, where a table tells the calls of methods.
 *
 * Sits in `recordings/`, over `placed-values.ts`: a table may name the line of a call by its class, and the line itself
 * by its file, so that only their places tell that they are one.
 */
import { at } from '../../base/check';
import type { Measure } from '../../base/measure';
import { describeSums, NAMES } from '../import/table-entry';
import type { ImportProblem } from '../model/imported-profile';
import { framesWithCalled, isPartOf, keyOf, type PlacedRecording } from './placed-values';

/** Sums that differ by less, as a part of them, were rounded. */
const ROUNDING = 1e-9;
const MOST_NAMED = 3;

/** What a place is said to take, and what its library calls are. */
interface CallingPlace {
  readonly name: string;
  own: number;
  /** The part of the place's energy that is its calls' already. */
  called: number;
  readonly calls: { readonly context: number; readonly value: number }[];
}

/** The recording with a doubt for each measure in which places get more than they are said to take. */
export function liftLines(placed: PlacedRecording): PlacedRecording {
  const { measures, problems, tree } = placed.recording;
  const said: string[] = [];
  const changed = new Map<number, Float64Array>();
  for (const [whole, measure] of measures.entries()) {
    const part = measures.findIndex((each) => isPartOf(each, measure));
    if (part < 0) continue;
    const column = at(tree.values, whole).slice();
    const short = findPlaces(placed, whole, part).filter(({ own, called, calls }) => {
      const all = sumOf(calls);
      return all - own - called > ROUNDING * all;
    });
    for (const place of short) lift(place, column);
    if (short.length === 0) continue;
    changed.set(whole, column);
    said.push(describeLifted(measure, short));
  }
  if (changed.size === 0) return placed;
  const now = measures.map((measure, index): Measure => {
    const sum = changed.get(index)?.reduce((all, value) => all + value, 0);
    return sum === undefined ? measure : { ...measure, total: sum };
  });
  const known = new Set(problems.map(({ message }) => message));
  const doubts = [...said, ...describeSums(now)].filter((message) => !known.has(message));
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

/** Adds what a place lacks: as many calls as its own energy suffices for are parts of that, and others have their own. */
function lift({ own, called, calls }: CallingPlace, column: Float64Array): void {
  let [left, missing] = [own, sumOf(calls) - own - called];
  for (const { context, value } of calls) {
    const more = Math.min(missing, Math.max(0, value - left));
    left = Math.max(0, left - value);
    missing -= more;
    column[context] = at(column, context) + more;
  }
}

function sumOf(calls: CallingPlace['calls']): number {
  return calls.reduce((sum, { value }) => sum + value, 0);
}

/** The lines, or the methods, whose library calls are known. */
function findPlaces(placed: PlacedRecording, whole: number, part: number): readonly CallingPlace[] {
  const { recording, placements } = placed;
  const { tree, measures } = recording;
  const owners = framesWithCalled({ recording, placements });
  const places = new Map<string, CallingPlace>();
  for (const [context, owner] of owners.entries()) {
    const placement = placements[owner];
    if (placement === undefined || placement.kind !== at(measures, whole).level) continue;
    const key = keyOf(placement, '');
    const name = placement.kind === 'line' ? key : placement.method.name;
    const place = places.get(key) ?? { name, own: 0, called: 0, calls: [] };
    places.set(key, place);
    const isCall = owner !== at(tree.frames, context);
    place[isCall ? 'called' : 'own'] += at(at(tree.values, whole), context);
    const value = at(at(tree.values, part), context);
    if (isCall && value > 0) place.calls.push({ context, value });
  }
  return [...places.values()];
}

function describeLifted({ level }: Measure, places: readonly CallingPlace[]): string {
  const names = places.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = places.length > names.length ? ', …' : '';
  const [calls, told] = [
    places.reduce((sum, place) => sum + sumOf(place.calls), 0),
    places.reduce((sum, { own, called }) => sum + own + called, 0),
  ].map((energy) => `${Number(energy.toPrecision(6))} J`);
  const isOne = places.length === 1;
  const what = isOne ? `the ${level ?? 'line'} is` : `the ${NAMES[level ?? 'line']} are`;
  return `${names.join(', ')}${more}: library calls take ${calls ?? ''} there, more than the ${told ?? ''} that ${what} said to take: ${isOne ? 'it has' : 'they have'} what the calls take`;
}
