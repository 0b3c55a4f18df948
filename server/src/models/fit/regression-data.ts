/**
 * The input of a fit: executions of operations in cases, and each case's
 * energy.
 *
 * Sits in `models/`; equation 3 of "Fine-grained energy modeling" (Li and
 * Gallagher): N·cost = e, one row per execution case, e without idle.
 */
import { listSome } from '../../words/text-sections';
import { counted } from '../../base/counted';
import { at as elementAt } from '../../base/check';
import { type Joules, JOULES_PER_UNIT, type Seconds, type Watts } from '../../base/units';
import { at, type Matrix } from '../solve/matrix';

export interface RegressionData {
  /** The names of the columns: operations, library calls, collections. */
  readonly names: readonly string[];
  /** One row per case. */
  readonly counts: Matrix;
  /** The energy of each case, in joules. */
  readonly energies: Float64Array;
  /** The name of each case in messages: `row 7`, counted as editors count lines. */
  readonly cases: readonly string[];
  /** The number of last cases that are assumptions: costs are fitted to all of them, and never judged by them. */
  readonly assumed?: number;
}

/** Something that a person should know; `severity` says whether there is a result all the same. */
export interface FitProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

const MOST_NAMED = 5;

/** The largest count or energy: its square, and sums of such squares, are still finite numbers. */
const LARGEST = 1e100;

/** Checks the data before any fit. After an error there is nothing to fit. */
export function checkData({ names, counts, energies, cases }: RegressionData): readonly FitProblem[] {
  const problems: FitProblem[] = [];
  const warn = (message: string): number => problems.push({ severity: 'warning', message });
  const fail = (message: string): number => problems.push({ severity: 'error', message });
  const { rows, columns, values } = counts;
  if (columns === 0) fail('there is no column of counts: one for each operation is expected');
  if (rows === 0) fail('there is no case: one row for each measured run is expected');
  if (problems.length > 0) return problems;

  for (let i = 0; i < rows * columns; i++) {
    const value = at(values, i);
    const place = `${elementAt(cases, Math.floor(i / columns))}, column ${elementAt(names, i % columns)}`;
    if (!Number.isFinite(value)) fail(`${place}: ${value} is no count; measure the case again or remove it`);
    else if (value < 0) fail(`${place}: ${value} executions; nothing runs less than 0 times`);
    else if (value > LARGEST) fail(`${place}: ${value} executions; no run is that long`);
    if (problems.length >= MOST_NAMED) return problems;
  }
  energies.forEach((energy: Joules, row) => {
    if (problems.length >= MOST_NAMED) return;
    const place = `${elementAt(cases, row)}, column y`;
    if (!Number.isFinite(energy) || energy > LARGEST)
      fail(`${place}: ${energy} is no energy; measure the case again or remove it`);
    else if (energy < 0)
      fail(`${place}: a run can't give back ${Math.abs(energy)} J; was too much idle energy subtracted?`);
  });
  if (problems.length > 0) return problems;

  if (energies.every((energy) => energy === 0)) {
    fail(
      'column y: every case took 0 J: was the meter read, and not more subtracted than the machine takes idle?',
    );
    return problems;
  }
  const empty = names.filter((_, j) => everyCase(counts, j, (value) => value === 0));
  if (empty.length === columns) {
    fail('no case executes any operation: every count is 0');
    return problems;
  }
  if (empty.length > 0)
    warn(
      `${listSome(empty)}: executed in no case, so nothing is known of the cost; add a case that executes ${empty.length === 1 ? 'it' : 'them'}`,
    );
  const constant = names.filter((_, j) => {
    const first = at(values, j);
    return rows > 1 && first !== 0 && everyCase(counts, j, (value) => value === first);
  });
  if (constant.length > 0)
    warn(
      `${listSome(constant)}: executed equally often in all cases, so that what every case costs anyway, such as starting, is taken for it`,
    );
  if (rows < columns - empty.length)
    warn(
      `${counted(rows, 'case is', 'cases are')} fewer than ${counted(columns - empty.length, 'operation')}: not every cost can be told; measure more cases`,
    );
  return problems;
}

function everyCase(
  { rows, columns, values }: Matrix,
  column: number,
  test: (value: number) => boolean,
): boolean {
  for (let i = 0; i < rows; i++) if (!test(at(values, i * columns + column))) return false;
  return true;
}

const TIMES: Readonly<Record<string, Seconds>> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, μs: 1e-6, ns: 1e-9 };

/** A longer title names no unit. */
const LONGEST_TITLE = 1000;

/** The name without its unit, and the unit where there is one. */
export function splitUnit(column: string): { readonly name: string; readonly unit?: string } {
  if (column.length > LONGEST_TITLE) return { name: column };
  const match = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))$/.exec(column);
  if (match === null) return { name: column };
  return { name: match[1] ?? '', unit: (match[2] ?? match[3] ?? '').trim() };
}

type FittedUnit =
  | { readonly factor: number; readonly isProxy: boolean; readonly warning?: string }
  | { readonly problem: string };

/**
 * The unit of measured energies. Times are taken too, where a power is given that they stand for: a proxy, and
 * said to be one.
 *
 * `column` is its name, with its unit or without; `given` stands on the command line; `watts` is what a busy
 * second takes.
 */
export function chooseUnit(column: string, given: string | undefined, watts: Watts | undefined): FittedUnit {
  const { name, unit: written } = splitUnit(column);
  if (written !== undefined && given !== undefined && written !== given)
    return {
      problem: `column ${name} is in ${written} by its name, and in ${given} by --unit: correct one of the two`,
    };
  const unit = written ?? given;
  if (unit === undefined)
    return {
      factor: 1,
      isProxy: false,
      warning: `column ${name} names no unit, so joules are assumed; write it as ${name} [J], or give --unit`,
    };
  const energy = JOULES_PER_UNIT.get(unit);
  if (energy !== undefined) return { factor: energy, isProxy: false };
  const time = Object.hasOwn(TIMES, unit) ? TIMES[unit] : undefined;
  if (time === undefined)
    return {
      problem: `column ${name} is in "${unit}", which is no unit of energy; known are ${[...JOULES_PER_UNIT.keys(), ...Object.keys(TIMES)].join(', ')}`,
    };
  if (watts === undefined)
    return {
      problem: `column ${name} is in ${unit}, a time: --watts says what power it stands for, as a proxy for a meter`,
    };
  return { factor: time * watts, isProxy: true };
}
