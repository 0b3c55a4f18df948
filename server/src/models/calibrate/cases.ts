/**
 * Turns a calibration's journal into the matrix of a fit, and into the table of
 * its patterns.
 *
 * Sits in `models/`. One row a benchmark: its counts in one round, and the
 * energy of a round: of CPU time the middle of the cycles, less how fast the
 * machine was just then, or the mean where a meter measured it.
 */
import { at, present } from '../../base/check';
import { groupBy } from '../../base/groups';
import { calibratedName } from '../../operations/catalogue/price-names';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { Joules, Share } from '../../base/units';
import type { Benchmark } from './benchmark';
import type { BenchmarkCounts, CalibrationJournal } from './journal';
import { medianOf, quantileOf } from '../../base/statistics';
import { REACH_OF_90 } from '../../base/distributions';

export interface CalibrationColumn {
  readonly name: string;
  /** The family of similar columns: fits draw a column's cost to that of its family. */
  readonly family: string;
  readonly kind: 'operation' | 'library' | 'elements';
}

export interface CalibrationCase {
  readonly name: string;
  readonly energy: Joules;
  readonly row: ReadonlyMap<string, number>;
}

export interface CalibrationMatrix {
  readonly columns: readonly CalibrationColumn[];
  readonly cases: readonly CalibrationCase[];
  /** Executed, and too rarely to be told: named, and not fitted. */
  readonly rare: readonly string[];
}

/**
 * The least share of all executions of a benchmark that a column needs: a column that has less in every benchmark
 * can't be known from any.
 */
const LEAST_SHARE = 1 / 500;

export function energiesOfRounds({ measurements, setup }: CalibrationJournal): ReadonlyMap<string, Joules> {
  const perRound = measurements.map(({ name, cycle, energy, rounds }) => ({
    name,
    cycle,
    value: energy / rounds,
  }));
  if (setup?.isProxy ?? true) return steadyMiddles(perRound.filter(({ value }) => value > 0));
  const byName = groupBy(perRound, ({ name }) => name);
  return new Map(
    Array.from(byName, ([name, own]) => [name, own.reduce((sum, { value }) => sum + value, 0) / own.length]),
  );
}

/** Counts of one round, by the names that are fitted. */
export function rowOf(
  name: string,
  counts: BenchmarkCounts,
  rounds: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const row = new Map<string, number>();
  const each = counts.rounds ?? rounds.get(name) ?? 1;
  const add = (column: string, count: number): void => {
    row.set(column, (row.get(column) ?? 0) + count / each);
  };
  for (const [index, count, size] of counts.operations[name] ?? []) {
    const key = counts.keys[index];
    if (key === undefined) continue;
    add(calibratedName(key), count);
    if (size !== undefined && size > 0) add(elementsOf(calibratedName(key)), size);
  }
  const callbacks = callbacksOf(name, counts);
  if (callbacks > 0) add(CALLBACK, callbacks);
  return row;
}

/**
 * The column for the library's own work around each call of the program's methods: elements of streams, comparisons
 * of sorts.
 */
export const CALLBACK = 'LibraryCallback';

/** Interfaces whose calls by the program itself come to its own methods without any work of the library. */
const FUNCTIONAL =
  /^java\.(?:util\.function\.\w+\.\w+|util\.Comparator\.compare|lang\.(?:Runnable\.run|Comparable\.compareTo)|util\.concurrent\.Callable\.call)$/;

/** The callbacks of a measurement: entries of the benchmark's methods that no call of its own made. */
export function callbacksOf(name: string, { callbacks, keys, operations }: BenchmarkCounts): number {
  const direct = (operations[name] ?? []).reduce(
    (sum, [index, count]) => (FUNCTIONAL.test(keys[index]?.name ?? '') ? sum + count : sum),
    0,
  );
  return Math.max(0, (callbacks?.[name] ?? 0) - direct);
}

/** The name of the column for each element, character or byte that an operation handles. */
export function elementsOf(name: string): string {
  return `${name} per element`;
}

export function buildMatrix(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
): CalibrationMatrix {
  const { counts, rounds } = journal;
  if (counts === undefined) return { columns: [], cases: [], rare: [] };
  const energies = energiesOfRounds(journal);
  const cases = benchmarks.flatMap(({ name }): readonly CalibrationCase[] => {
    const energy = energies.get(name);
    const row = rowOf(name, counts, rounds);
    return energy === undefined || energy <= 0 || row.size === 0 ? [] : [{ name, energy, row }];
  });
  const shares = new Map<string, number>();
  for (const { row } of cases) {
    const total = [...row].reduce((sum, [name, count]) => sum + (isElements(name) ? 0 : count), 0);
    for (const [name, count] of row) shares.set(name, Math.max(shares.get(name) ?? 0, count / total));
  }
  const kinds = new Map(counts.keys.map((key) => [calibratedName(key), key]));
  const names = [...shares.keys()].sort();
  const shareOf = (name: string): number => present(shares.get(name), name);
  const kept = names.filter((name) => shareOf(name) >= LEAST_SHARE);
  return {
    columns: kept.map((name) => columnOf(name, kinds)),
    cases,
    rare: names.filter((name) => shareOf(name) < LEAST_SHARE && !isElements(name)),
  };
}

function isElements(name: string): boolean {
  return name.endsWith(elementsOf(''));
}

function columnOf(name: string, kinds: ReadonlyMap<string, OperationKey>): CalibrationColumn {
  const isOfElements = isElements(name);
  const key = kinds.get(isOfElements ? name.slice(0, -elementsOf('').length) : name);
  const isLibrary = key?.family === 'LibraryFunction' || name === CALLBACK;
  if (isOfElements) return { name, family: isLibrary ? name : elementsOf('array'), kind: 'elements' };
  return {
    name,
    family: isLibrary ? 'library' : (key?.family ?? name),
    kind: isLibrary ? 'library' : 'operation',
  };
}

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
 * The middle of repeated measurements of many things, less how fast the machine was around each of them. A
 * two-way table (thing × moment) is taken apart by medians (Tukey's median polish, "Exploratory Data Analysis",
 * chapter 11), in logarithms, since a busy neighbor makes all that runs beside it slower by the same share. A
 * thing's own measurement has no part in the speed around it.
 *
 * The steady middle of each thing's measurements, by name; the measurements come in the order in which they were
 * made.
 */
export function steadyMiddles(measurements: readonly RepeatedMeasurement[]): ReadonlyMap<string, number> {
  const logarithms = measurements.map(({ value }) => Math.log(value));
  const ofName = groupBy(measurements.keys(), (i) => at(measurements, i).name);
  const ofCycle = groupBy(measurements.keys(), (i) => at(measurements, i).cycle);
  let leveled: readonly number[] = logarithms;
  for (let round = 0; round < ROUNDS; round++) {
    const above = [...logarithms];
    for (const places of ofName.values()) {
      const middle = medianOf(places.map((i) => at(leveled, i)));
      for (const i of places) above[i] = at(logarithms, i) - middle;
    }
    const next = [...logarithms];
    for (const places of ofCycle.values())
      places.forEach((i, place) => {
        const around = [
          ...places.slice(Math.max(0, place - NEIGHBORS), place),
          ...places.slice(place + 1, place + 1 + NEIGHBORS),
        ];
        if (around.length > 0) next[i] = at(logarithms, i) - medianOf(around.map((j) => at(above, j)));
      });
    leveled = next;
  }
  return new Map(
    Array.from(ofName, ([name, places]) => [name, Math.exp(medianOf(places.map((i) => at(leveled, i))))]),
  );
}

/** An operation that hardly another case has was not known when its case was left out. */
const LEAST_CASES = 5;

/**
 * The deviation δ of an operation's cost in one program from its cost in others: intervals are made of it. A
 * program whose energy is spread over many operations is better known than one that does a few things over and
 * over, with a relative deviation of δ·√H, where H is the sum of the squared shares of its operations
 * (Herfindahl's index). δ is such that nine of ten cases left out of the fit lie within their interval of 90 %:
 * split-conformal prediction with locally weighted residuals (Lei and others, 2018, section 5.2).
 *
 * `leftOut`: of each case, by a fit without it; NaN where there is none.
 */
export function deviationBetweenPrograms(
  cases: readonly CalibrationCase[],
  costs: ReadonlyMap<string, Joules>,
  leftOut: Float64Array,
): Share {
  const support = new Map<string, number>();
  for (const { row } of cases) for (const name of row.keys()) support.set(name, (support.get(name) ?? 0) + 1);
  const isKnown = ({ row }: CalibrationCase): boolean =>
    [...row.keys()].every((name) => (support.get(name) ?? 0) >= LEAST_CASES);
  const scores = cases.flatMap((each, i): readonly number[] => {
    const predicted = at(leftOut, i);
    const concentration = concentrationOf(each.row, costs);
    return Number.isFinite(predicted) && concentration > 0 && isKnown(each)
      ? [Math.abs(predicted / each.energy - 1) / Math.sqrt(concentration)]
      : [];
  });
  return scores.length === 0
    ? Infinity
    : quantileOf(
        scores.toSorted((a, b) => a - b),
        0.9,
      ) / REACH_OF_90;
}

/** H: 1 where all energy is one operation's, 1/n where n of them share it evenly. */
function concentrationOf(row: ReadonlyMap<string, number>, costs: ReadonlyMap<string, Joules>): number {
  const energies = Array.from(row, ([name, count]) => count * (costs.get(name) ?? 0));
  const total = energies.reduce((sum, energy) => sum + energy, 0);
  return total > 0 ? energies.reduce((sum, energy) => sum + (energy / total) ** 2, 0) : 0;
}
