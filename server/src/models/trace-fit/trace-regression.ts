/**
 * The regression behind a fit to a trace: it makes rows of windows, sets the
 * clock by the energies that a first fit expects of them, and finds by a robust
 * fit the energy that the windows' operations don't explain.
 *
 * Sits in `models/`, under `fit-trace.ts`, wiring `profile/` and `runs/`
 * to `models/fit/`.
 */
import { at as elementAt, outside } from '../../base/check';
import type { RegressionFit } from '../fit/fit-regression';
import { measureGoodness } from '../fit/cross-validation';
import { fitLeastSquares } from '../solve/least-squares';
import { at, type Matrix, multiply, selectEntries } from '../solve/matrix';
import type { RegressionData } from '../fit/regression-data';
import { fitRobust, type RobustEstimate, type RobustRule } from '../solve/robust';
import { toMetersClock, refineClock } from '../../power/align-clocks';
import { type EnergyCurve, shiftCurve } from '../../power/energy-curve';
import type { TraceWindows, WindowGrid } from '../../profile/trace/trace-windows';
import type { TracedPaths } from '../../profile/trace/traced-paths';
import { lengthOf, programEnergies, selectCells, usableWindows } from '../../profile/trace/window-rows';
import type { Joules, Seconds, Watts } from '../../base/units';

/** The weights only tell which windows hold something else: a millionth makes no difference. */
const SETTLED = 1e-6;
/** A first fit sees its errors in the clock, a second nearly none. */
const CLOCK_ROUNDS = 2;
/** Deviations from which on a window counts no more: it holds something else. */
const OUTLYING = 3;

export interface RegressionWindows {
  readonly windows: TraceWindows;
  /** The number of columns in the counts of the windows. */
  readonly width: number;
  readonly columns: readonly number[];
}

export interface FittedRows {
  /** Windows that say something, by number. */
  readonly rows: readonly number[];
  readonly counts: Matrix;
  /** Joules of the program, by row. */
  readonly own: Float64Array;
}

export function toRows({ windows, width, columns }: RegressionWindows, energies: Float64Array): FittedRows {
  const rows = usableWindows(windows, energies);
  const values = selectCells(windows, width, rows, columns);
  return {
    rows,
    counts: { rows: rows.length, columns: columns.length, values },
    own: selectEntries(energies, rows),
  };
}

/** All the energy that the meter saw in each window, in joules. */
export function energiesOf(curve: EnergyCurve, { edges, count }: WindowGrid, lag: Seconds = 0): Float64Array {
  const energies = new Float64Array(count);
  for (let window = 0; window < count; window++)
    energies[window] = curve.between(at(edges, window) + lag, at(edges, window + 1) + lag);
  return energies;
}

/** The curve on the trace's clock, by what a first fit expects of each window; as it is where that tells nothing. */
export function refineCurve(
  raw: EnergyCurve,
  seen: RegressionWindows,
  idleOf: (gross: Float64Array) => Watts | undefined,
): EnergyCurve {
  let curve = raw;
  for (let round = 0; round < CLOCK_ROUNDS; round++) {
    const gross = energiesOf(curve, seen.windows.grid);
    const idle = idleOf(gross) ?? 0;
    const { rows, counts, own } = toRows(seen, programEnergies(seen.windows, gross, idle));
    const { coefficients, residualSd } = fitLeastSquares(counts, own);
    const predicted = multiply(counts, coefficients);
    const limit = (OUTLYING * residualSd) ** 2;
    const byLag = new Map<Seconds, Float64Array>();
    const alignment = refineClock(seen.windows.grid.edges, raw.interval, (first, end, lag) => {
      let shifted = byLag.get(lag);
      if (shifted === undefined) {
        shifted = programEnergies(seen.windows, energiesOf(curve, seen.windows.grid, lag), idle);
        byLag.set(lag, shifted);
      }
      let misfit = 0;
      for (let index = 0; index < rows.length; index++) {
        const row = rows[index] ?? outside(index);
        if (row < first || row >= end) continue;
        const residual = (shifted[row] ?? NaN) - at(predicted, index);
        if (!Number.isNaN(residual)) misfit += Math.min(limit, residual * residual);
      }
      return misfit;
    });
    if (alignment === undefined) return curve;
    curve = shiftCurve(curve, (ours) => toMetersClock(alignment, ours));
  }
  return curve;
}

export interface FittedWindows {
  /** The robust estimate; its weights are those of the rows first, then of the assumptions. */
  readonly robust: RobustEstimate;
  /** The number that a window's residual is divided by to make it comparable with one of a window of usual length. */
  readonly unit: (window: number) => number;
}

/** Long windows err by as much more: all are made equally long, as if their power had been measured. */
export function fitRows(
  { rows, counts, own }: FittedRows,
  windows: TraceWindows,
  columns: readonly number[],
  rule: RobustRule,
): FittedWindows {
  const lengths = Float64Array.from(rows, (row) => lengthOf(windows, row)).sort();
  const usual = lengths[lengths.length >> 1] ?? 1;
  const unit = (window: number): number => lengthOf(windows, window) / usual;
  const values = counts.values.map(
    (count, cell) => count / unit(elementAt(rows, Math.floor(cell / counts.columns))),
  );
  const energies = own.map((energy, index) => energy / unit(elementAt(rows, index)));
  const scaled: RegressionData = {
    names: columns.map(String),
    counts: { ...counts, values },
    energies,
    cases: rows.map(String),
  };
  const { residualSd } = fitLeastSquares(scaled.counts, scaled.energies);
  const data = withPrior(scaled, residualSd);
  return { robust: fitRobust(data.counts, data.energies, rule, undefined, SETTLED), unit };
}

/**
 * The cases, and behind them assumptions about costs before any case was measured, written as cases: each operation
 * costs as much as the mean operation, give or take as much. A run of one program leaves many operations that always
 * run together. Without an assumption, any split of their sum would do as well. vLens (section 3.2.2) groups such
 * instructions; here they cost the same where no case says otherwise, since one of these cases weighs no more than a
 * single measured one.
 *
 * `noise`: standard deviation of a case. Nothing is assumed where nothing ran, or took nothing.
 */
export function withPrior(data: RegressionData, noise: Joules): RegressionData {
  const { names, counts, energies, cases } = data;
  const total = counts.values.reduce((sum, count) => sum + count, 0);
  const energy = energies.reduce((sum, each) => sum + each, 0);
  if (!(total > 0 && energy > 0 && noise > 0)) return data;
  const { columns } = counts;
  const rows = counts.rows + columns;
  const values = new Float64Array(rows * columns);
  values.set(counts.values);
  for (let column = 0; column < columns; column++)
    values[counts.values.length + column * (columns + 1)] = noise / (energy / total);
  const all = new Float64Array(rows).fill(noise);
  all.set(energies);
  const assumed = names.map((name) => `what is assumed of ${name}`);
  return {
    ...{ names, counts: { rows, columns, values }, energies: all },
    ...{ cases: [...cases, ...assumed], assumed: columns },
  };
}

/** Judged by the windows alone: what was assumed is no case. */
export function withoutPrior(fit: RegressionFit, data: RegressionData): RegressionFit {
  const cases = fit.cases.slice(0, data.counts.rows);
  const predicted = Float64Array.from(cases, ({ predicted: each }) => each);
  const own = data.counts.rows;
  const checks = fit.checks.map((check) =>
    check.name === 'cases' && own > fit.rank
      ? { ...check, message: `${own} windows determine ${fit.rank} costs` }
      : check,
  );
  return { ...fit, cases, checks, goodness: measureGoodness(predicted, data.energies) };
}

/** The energy of one execution of each path, in joules. */
export function predictPaths(paths: TracedPaths, { costs }: RegressionFit): Float64Array {
  const byName = new Map(costs.map(({ name, cost }) => [name, cost ?? 0]));
  return sumPaths(
    paths,
    Float64Array.from(paths.columns, (name) => byName.get(name) ?? 0),
  );
}

/** The energy of one execution of each path; `costs` holds that of one execution of each column. */
export function sumPaths(
  { places, starts, entryColumns, entryCounts }: TracedPaths,
  costs: Float64Array,
): Float64Array {
  return Float64Array.from(places, (_, path) => {
    let sum = 0;
    for (let entry = at(starts, path); entry < at(starts, path + 1); entry++)
      sum += (entryCounts[entry] ?? outside(entry)) * at(costs, entryColumns[entry] ?? outside(entry));
    return sum;
  });
}
