/**
 * Makes a cost model of this machine from the measurements of a calibration.
 *
 * Sits in `models/`, wiring `models/calibrate/` and `models/fit/` to the model format
 * of `cost/`. How good the model is was tried on random programs that were left
 * out of the fit: that is what its intervals say.
 */
import { at as elementAt, withDefined } from '../../base/check';
import { formatModelFile } from '../../cost/model/model-file';
import type { Benchmark } from './benchmark';
import {
  buildMatrix,
  type CalibrationColumn,
  type CalibrationMatrix,
  deviationBetweenPrograms,
} from './cases';
import type { CalibrationSetup, CalibrationJournal } from './journal';
import { findStandIns } from './stand-ins';
import type { ModelCheck } from '../fit/fit-regression';
import { measureGoodness, type Goodness } from '../fit/cross-validation';
import { examineIdentifiability, type InseparableGroup } from '../fit/identifiability';
import { at, type Matrix } from '../solve/matrix';
import { factorWithPivots } from '../solve/rank-revealing';
import { reduceProblem } from '../solve/triangular-reduction';
import type { Joules, Share } from '../../base/units';
import { fitCosts, FAMILY_SPREAD, isOfLibrary, type CalibratedCosts } from './calibrated-costs';
import { type ModelIdentity, sayProxy } from '../fit/fit-cases';

export interface CalibratedFit {
  readonly columns: readonly CalibrationColumn[];
  readonly costs: CalibratedCosts;
  readonly cases: readonly FittedCase[];
  readonly groups: readonly InseparableGroup[];
  readonly rank: number;
  /** Executed by some benchmark, but too rarely in all to have a cost. */
  readonly rare: readonly string[];
  /** The goodness of predictions for programs that were left out of the fit. */
  readonly leftOut: Goodness;
  readonly folds: number;
  /** Nine of ten of them lie nearer, relative to what they took. */
  readonly outermost: Share;
  /** Relative deviation of an operation's cost from program to program. */
  readonly deviation: Share;
  /** Median over benchmarks of the middle cycle above the least one: how steady the machine was. */
  readonly unsteadiness: Share;
  readonly checks: readonly ModelCheck[];
}

export interface FittedCase {
  readonly name: string;
  readonly kind: Benchmark['kind'];
  readonly title: string;
  readonly measured: Joules;
  readonly predicted: Joules;
  /** The energy that a fit without this case predicts, in joules; absent where the case calls the library. */
  readonly leftOut?: Joules;
  /** The energy predicted for the case's calls of the library, with their elements; absent where it calls none. */
  readonly library?: { readonly predicted: Joules; readonly isSized: boolean };
}

const FOLDS = 4;
/** Programs stand for what is to be predicted, patterns for single operations: with 4, programs left out are missed least where further patterns are not missed more. */
const PROGRAM_WEIGHT = 4;
/** A model that misses programs by more is none to use unasked. */
const MOST_ERROR: Share = 0.25;

export function fitCalibration(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
  seed: number,
): CalibratedFit | undefined {
  const matrix = buildMatrix(journal, benchmarks);
  const { columns, cases, rare } = matrix;
  if (cases.length <= FOLDS || columns.length === 0) return undefined;
  const byName = new Map(benchmarks.map((benchmark) => [benchmark.name, benchmark]));
  const costs = fitCosts(matrix, {
    folds: FOLDS,
    seed,
    weightOf: (name) => (byName.get(name)?.kind === 'random' ? PROGRAM_WEIGHT : 1),
  });
  const { counts, energies } = toNumbers(matrix);
  const { leftOut, predicted } = costs;
  const programs = [...cases.keys()].filter((i) => byName.get(elementAt(cases, i).name)?.kind === 'random');
  const judged = (programs.length > 0 ? programs : [...cases.keys()]).filter((i) =>
    Number.isFinite(at(leftOut, i)),
  );
  const errors = judged.map((i) => Math.abs(at(leftOut, i) / at(energies, i) - 1)).sort((a, b) => a - b);
  const goodness = measureGoodness(
    Float64Array.from(judged, (i) => at(leftOut, i)),
    Float64Array.from(judged, (i) => at(energies, i)),
  );
  const identified = examineIdentifiability(
    factorWithPivots(reduceProblem(counts, energies)),
    columns.map(({ name }) => name),
  );
  const outermost = errors[Math.floor(0.9 * errors.length)] ?? Infinity;
  return {
    columns,
    costs,
    cases: cases.map(({ name, energy, row }, i) => ({
      ...libraryPart(row, columns, costs.coefficients),
      name,
      kind: byName.get(name)?.kind ?? 'random',
      title: byName.get(name)?.title ?? name,
      measured: energy,
      predicted: at(predicted, i),
      ...withDefined({ leftOut: Number.isFinite(at(leftOut, i)) ? at(leftOut, i) : undefined }),
    })),
    groups: identified.groups.filter(({ kind }) => kind === 'exact'),
    rank: identified.rank,
    rare,
    leftOut: goodness,
    folds: FOLDS,
    outermost,
    deviation: deviationBetweenPrograms(
      cases,
      new Map(columns.map(({ name }, j) => [name, at(costs.coefficients, j)])),
      leftOut,
    ),
    unsteadiness: unsteadinessOf(journal),
    checks: judge(journal, benchmarks, goodness, judged.length),
  };
}

function libraryPart(
  row: ReadonlyMap<string, number>,
  columns: readonly CalibrationColumn[],
  coefficients: Float64Array,
): Pick<FittedCase, 'library'> {
  const own = [...columns.entries()].filter(([, column]) => isOfLibrary(column) && row.has(column.name));
  return own.length === 0
    ? {}
    : {
        library: {
          predicted: own.reduce((sum, [j, { name }]) => sum + (row.get(name) ?? 0) * at(coefficients, j), 0),
          isSized: own.some(([, { kind }]) => kind === 'elements'),
        },
      };
}

function toNumbers({ columns, cases }: CalibrationMatrix): {
  readonly counts: Matrix;
  readonly energies: Float64Array;
} {
  const values = new Float64Array(cases.length * columns.length);
  cases.forEach(({ row }, i) => {
    columns.forEach(({ name }, j) => {
      values[i * columns.length + j] = row.get(name) ?? 0;
    });
  });
  return {
    counts: { rows: cases.length, columns: columns.length, values },
    energies: Float64Array.from(cases, ({ energy }) => energy),
  };
}

function unsteadinessOf({ measurements }: CalibrationJournal): Share {
  const byName = new Map<string, number[]>();
  for (const { name, energy, rounds } of measurements)
    byName.set(name, [...(byName.get(name) ?? []), energy / rounds]);
  const ratios = Array.from(byName.values(), (energies) => {
    const sorted = [...energies].sort((a, b) => a - b);
    return (sorted[sorted.length >> 1] ?? 0) / (sorted[0] ?? 1) - 1;
  }).sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? 0;
}

/** The check that nearly all benchmarks could be measured. */
export function checkMeasured(
  { failures, counts }: CalibrationJournal,
  benchmarks: readonly Benchmark[],
): ModelCheck {
  const failed = benchmarks.filter(({ name }) => failures.has(name)).length;
  return {
    name: 'benchmarks',
    passed: counts !== undefined && failed <= benchmarks.length / 20,
    message:
      failed === 0
        ? 'all benchmarks were measured'
        : `${failed} of ${benchmarks.length} benchmarks could not be measured`,
  };
}

function judge(
  journal: CalibrationJournal,
  benchmarks: readonly Benchmark[],
  { nmae }: Goodness,
  programs: number,
): readonly ModelCheck[] {
  const error = nmae ?? Infinity;
  return [
    checkMeasured(journal, benchmarks),
    {
      name: 'prediction',
      passed: error <= MOST_ERROR,
      message: `${programs} programs left out of the fit are predicted within ${percent(error)} on average${error <= MOST_ERROR ? '' : `, and more than ${percent(MOST_ERROR)} is too much: measure more cycles on a quiet machine`}`,
    },
  ];
}

function percent(share: Share): string {
  return `${(100 * share).toFixed(1)} %`;
}

export interface CalibrationIdentity extends Pick<ModelIdentity, 'id' | 'title'> {
  readonly setup: CalibrationSetup;
  readonly cycles: number;
}

export function writeCalibratedModel(
  calibrated: CalibratedFit,
  { id, title, setup, cycles }: CalibrationIdentity,
): string {
  const { columns, costs, cases, groups, rank, rare, leftOut, folds, deviation, unsteadiness, checks } =
    calibrated;
  const size = columns.length;
  const known = new Set(columns.map(({ name }) => name));
  const ofLibrary = new Map(
    columns.flatMap(({ name, kind }, i): readonly (readonly [string, Joules])[] =>
      kind === 'library' ? [[name, at(costs.coefficients, i)]] : [],
    ),
  );
  // They have no covariance with what they stand for: their own deviation is far greater.
  const others = [
    ...[...costs.families]
      .filter(([name]) => !known.has(name) && name !== 'library')
      .map(([name, mean]) => ({ name, mean, sd: FAMILY_SPREAD * mean })),
    ...findStandIns(ofLibrary),
  ];
  const all = size + others.length;
  const covariance = new Float64Array(all * all);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      covariance[i * all + j] = rounded(
        at(costs.covariance, i * size + j) + (i === j ? (deviation * at(costs.coefficients, i)) ** 2 : 0),
      );
  others.forEach(({ sd }, index) => {
    covariance[(size + index) * (all + 1)] = rounded(sd ** 2);
  });
  const source = `calibrated on this machine: ${cases.length} benchmarks in ${cycles} cycles, ${setup.power}`;
  const head = {
    kind: 'per-operation',
    id,
    title,
    machine: setup.machine,
    mode: setup.mode,
    jvm: setup.jvm,
    source: sayProxy(source, setup.isProxy),
    local: true,
    unit: 'J',
    checks,
    fit: {
      method: 'families',
      isProxy: setup.isProxy,
      cases: cases.length,
      rank,
      relativeResidualSd: costs.residualSd,
      deviationBetweenPrograms: deviation,
      unsteadiness,
      crossValidation: { folds, seed: setup.seed, overall: leftOut },
      groups,
      rare,
    },
    operations: [
      ...columns.map(({ name }, i) => ({
        name,
        mean: at(costs.coefficients, i),
        sd: Math.sqrt(Math.max(0, at(covariance, i * (all + 1)))),
      })),
      ...others,
    ],
  };
  return formatModelFile(
    head,
    covariance,
    Array.from({ length: all }, (_, i) => i),
  );
}

/** More digits say nothing, and a matrix has many. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}

/** The measurements as other fits take them: `fit cases.csv`. */
export function writeCasesTable(journal: CalibrationJournal, benchmarks: readonly Benchmark[]): string {
  const { columns, cases } = buildMatrix(journal, benchmarks);
  const rows = cases.map(({ name, energy, row }) =>
    [name, ...columns.map((column) => String(row.get(column.name) ?? 0)), String(energy)].join(','),
  );
  return [['case', ...columns.map(({ name }) => name), 'y [J]'].join(','), ...rows, ''].join('\n');
}
