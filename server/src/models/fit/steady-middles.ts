/**
 * The middle of repeated measurements of many things, less how fast the machine
 * was around each of them.
 *
 * Sits in `models/`. A two-way table (thing × moment) is taken apart by medians
 * (Tukey's median polish, "Exploratory Data Analysis", chapter 11), in
 * logarithms, since a busy neighbor makes all that runs beside it slower by the
 * same share: the speed at a moment is what the measurements next to it took
 * above their own middles. A thing's own measurement has no part in its speed.
 */
import { medianOf } from '../../base/statistics';

export interface RepeatedMeasurement {
  readonly name: string;
  /** Each thing is measured once in each, in another order. */
  readonly cycle: number;
  /** Above 0. */
  readonly value: number;
}

/** Measurements on either side that say how fast the machine was. */
const NEIGHBORS = 8;
/** Middles and speeds settle each other. */
const ROUNDS = 4;

/**
 * The steady middle of each thing's measurements, by name; the measurements come in the order in which they were
 * made.
 */
export function steadyMiddles(measurements: readonly RepeatedMeasurement[]): ReadonlyMap<string, number> {
  const logarithms = measurements.map(({ value }) => Math.log(value));
  const ofName = placesBy(measurements.map(({ name }) => name));
  const ofCycle = placesBy(measurements.map(({ cycle }) => cycle));
  let leveled: readonly number[] = logarithms;
  for (let round = 0; round < ROUNDS; round++) {
    const above = [...logarithms];
    for (const places of ofName.values()) {
      const middle = middleOf(places.map((i) => leveled[i] ?? 0));
      for (const i of places) above[i] = (logarithms[i] ?? 0) - middle;
    }
    const next = [...logarithms];
    for (const places of ofCycle.values())
      places.forEach((i, at) => {
        const around = [
          ...places.slice(Math.max(0, at - NEIGHBORS), at),
          ...places.slice(at + 1, at + 1 + NEIGHBORS),
        ];
        if (around.length > 0) next[i] = (logarithms[i] ?? 0) - middleOf(around.map((j) => above[j] ?? 0));
      });
    leveled = next;
  }
  return new Map(
    Array.from(ofName, ([name, places]) => [name, Math.exp(middleOf(places.map((i) => leveled[i] ?? 0)))]),
  );
}

function placesBy<Group>(groups: readonly Group[]): ReadonlyMap<Group, readonly number[]> {
  const places = new Map<Group, number[]>();
  groups.forEach((group, place) => {
    const known = places.get(group);
    if (known === undefined) places.set(group, [place]);
    else known.push(place);
  });
  return places;
}

function middleOf(values: readonly number[]): number {
  return medianOf(values);
}
