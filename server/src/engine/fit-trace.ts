/**
 * Costs of operations from one trace and the power samples that a meter took
 * meanwhile, after vLens: samples are joined to what ran by the clock, calls of
 * non-constant cost are measured over their windows, tails of components go to
 * the calls that caused them, and a robust regression tells the rest.
 *
 * Sits in `engine/`, wiring `profile/`, `measurement/` and `fitting/`.
 */
import { findRuns } from '../fitting/find-runs';
import { fitRegression, type RegressionFit } from '../fitting/fit-regression';
import { measureGoodness } from '../fitting/goodness';
import { examineIdentifiability } from '../fitting/identifiability';
import { joinCases, priorCases } from '../fitting/prior-cases';
import type { RegressionData } from '../fitting/regression-data';
import { type Matrix, multiply, selectEntries, selectRows } from '../fitting/matrix';
import { fitLeastSquares } from '../fitting/least-squares';
import { factorWithPivots } from '../fitting/rank-revealing';
import { fitRobust, type RobustEstimate, type RobustRule } from '../fitting/robust';
import { reduceProblem } from '../fitting/triangular-reduction';
import { toMetersClock } from '../measurement/align-clocks';
import { createEnergyCurve, type EnergyCurve, shiftCurve } from '../measurement/energy-curve';
import type { TimeWindow } from '../measurement/power-trace';
import { refineClock } from '../measurement/refine-clock';
import { type Tail, tailsOf, withoutTails } from '../measurement/tail-energy';
import { matchCalls } from '../profile/library-calls';
import type { MachineTrace, ProfileDocument } from '../profile/profile-document';
import { type CountWindows, readCountWindows } from '../profile/count-windows';
import { fillRecorded } from '../profile/recorded-windows';
import type { Outcome } from '../classfile/outcome';
import { scanTrace, type TraceScan } from '../profile/scan-trace';
import { findInterrupted } from '../profile/trace-events';
import { type VisitTuple, visitTuples } from '../profile/trace-file';
import { operationOfCall } from '../profile/time-library';
import { createEnergyOf, judgePaths, measureCalls } from '../profile/traced-energy';
import {
  createGrid,
  fillWindows,
  type TraceWindows,
  windowAt,
  type WindowGrid,
} from '../profile/trace-windows';
import { listTracedPaths, type TracedPaths } from '../profile/traced-paths';
import {
  columnTotals,
  idlePower,
  lengthOf,
  programEnergies,
  selectCells,
  usableColumns,
  usableWindows,
} from '../profile/window-rows';
import type { Joules, Seconds, Watts } from '../units';
import { describeFit, type FitOutcome, type FitProblem, writeModelFile } from './fit-cases';
import { readSamples, type SampleOptions } from './read-samples';
import type { NamedTail } from './read-tails';
import { describeCalls, describeEvents, describeTraceFit, priceCalls, withoutProbes } from './trace-account';

export interface TraceFitRequest extends SampleOptions {
  readonly profile: ProfileDocument;
  readonly profileName: string;
  /** All tuples of the trace, as often as asked. */
  readonly visitTrace: (visit: VisitTuple) => void;
  readonly samples: Iterable<Uint8Array>;
  readonly rule: RobustRule;
  readonly folds: number;
  readonly seed: number;
  /** Watts of the machine that does nothing; else those of windows in which nothing ran. */
  readonly idle?: Watts;
  readonly tails: readonly NamedTail[];
}

/** All tuples of a profile's trace, as often as asked; `open` reads the file of a name that stands beside the profile. */
export function visitTrace(
  profile: ProfileDocument,
  open: (name: string) => Iterable<Uint8Array>,
): (visit: VisitTuple) => void {
  const machine = machineOf(profile);
  return (visit) => {
    if (machine === undefined) return;
    const { file, data } = machine;
    visitTuples(file === undefined ? [Buffer.from(data, 'base64')] : open(file), visit);
  };
}

/** Samples of a window: with fewer, intervals that its edges cut are too large a part. */
const SAMPLES = 5;
/** Numbers in the matrix of counts: 64 MB. */
const MOST_CELLS = 8e6;
/** Windows before and after the run, in which the meter sees the machine do nothing. */
const MARGIN = 50;
/** Of the robust scale: one window, and a stretch of them by the scale of so many. */
const STANDS_OUT = { beyond: 6, together: 10 };
/** The weights only tell which windows hold something else: a millionth makes no difference. */
const SETTLED = 1e-6;
/** A first fit sees its errors in the clock, a second nearly none. */
const CLOCK_ROUNDS = 2;
/** Deviations from which on a window counts no more: it holds something else. */
const OUTLYING = 3;
/** Of a full weight: what the program does not explain. */
const OUTLIER_WEIGHT = 0.05;

export function fitTrace(request: TraceFitRequest): FitOutcome {
  const { profile, profileName, samplesName } = request;
  const problems: FitProblem[] = [];
  const warn = (message: string): number => problems.push({ severity: 'warning', message });
  const fail = (message: string): FitOutcome => ({
    problems: [...problems, { severity: 'error', message }],
  });
  const { samples, problems: ofSamples } = readSamples(request.samples, request);
  problems.push(...ofSamples);
  if (samples === undefined) return { problems };
  const paths = listTracedPaths(profile);
  const scan = scanTrace(paths, request.visitTrace);
  if (scan.tuples === 0) return fail(`${profileName}: its trace holds nothing that took any time`);
  const callNames = callsToMeasure(profile, scan);
  // Of other calls only some were timed, the long ones: they are part of what calls them.
  const visitTrace = (visit: VisitTuple): void => {
    request.visitTrace((thread, subject, enter, exit) => {
      if (subject % 2 === 0 || callNames.has((subject - 1) / 2)) visit(thread, subject, enter, exit);
    });
  };
  const tails = request.tails.map((model) => findTails(model, profile, request.visitTrace));
  const raw = createEnergyCurve(tails.reduce((power, { all }) => withoutTails(power, all), samples.power));
  if (raw === undefined) return fail(`${samplesName}: it holds no samples of power`);
  const from = Math.max(scan.from, raw.start);
  const to = Math.min(scan.to, raw.end);
  if (to <= from)
    return fail(
      `${samplesName}: its samples are of ${span(raw.start, raw.end)}, and the trace is of ${span(scan.from, scan.to)}: the clocks don't overlap; --pulses puts one onto the other`,
    );
  if (to - from < 0.99 * (scan.to - scan.from))
    warn(
      `${samplesName}: its samples cover ${(100 * ((to - from) / (scan.to - scan.from))).toFixed(0)} % of the trace; the rest is left out`,
    );

  const recorded = countWindowsOf(profile);
  if (recorded?.ok === false) return fail(`${profileName}: ${recorded.problem.message}`);
  if (recorded === undefined && !scan.isComplete)
    return fail(
      `${profileName}: not every path has a time of its own, and the trace does not say how often each ran from window to window: record it again`,
    );
  const windows =
    recorded === undefined
      ? fillWindows(paths, evenGrid(raw, [from, to], paths.columns.length), visitTrace)
      : fillRecorded(paths, recorded.value, [from, to], visitTrace);
  const { grid } = windows;
  const idleOf = (gross: Float64Array): Watts | undefined => request.idle ?? idlePower(windows, gross);
  if (idleOf(energiesOf(raw, grid)) === undefined)
    return fail(
      `${samplesName}: there is hardly a window in which nothing ran, so the idle power is not known: record a second before the program, or give --idle`,
    );
  const measured = new Set(callNames.values());
  const columns = usableColumns(windows, paths.columns, (name) => measured.has(name));
  const seen = { windows, width: paths.columns.length, columns };
  const curve = refine(raw, seen, idleOf);
  const gross = energiesOf(curve, grid);
  const idle = idleOf(gross) ?? 0;
  const { rows, counts, own } = toRows(seen, programEnergies(windows, gross, idle));
  if (rows.length <= columns.length)
    return fail(
      `${profileName}: ${rows.length} windows can't tell ${columns.length} operations apart: run the program for longer, or sample faster`,
    );
  const { robust, unit } = fitRows({ rows, counts, own }, windows, columns, request.rule);
  for (const message of robust.warnings) warn(`${profileName}: ${message}`);
  const predicted = multiply(counts, robust.coefficients);
  const residuals = new Float64Array(grid.count).fill(NaN);
  rows.forEach((row, index) => {
    residuals[row] = (own[index] ?? 0) - (predicted[index] ?? 0);
  });
  const runs = findRuns(
    residuals.map((residual, window) => residual / unit(window)),
    robust.scale,
    STANDS_OUT,
  );
  const interrupted = findInterrupted(grid, runs, visitTrace);
  // A window beside a stretch that stands out may hold an end of it.
  const isHit = new Uint8Array(grid.count);
  for (const { first, end } of runs) isHit.fill(1, Math.max(0, first - 1), end + 1);
  const clean = [...rows.keys()].filter(
    (index) => isHit[rows[index] ?? 0] === 0 && (robust.weights[index] ?? 0) >= OUTLIER_WEIGHT,
  );
  const data: RegressionData = {
    names: columns.map((column) => paths.columns[column] ?? ''),
    counts: selectRows(counts, clean),
    // Noise around nothing is below it at times.
    energies: selectEntries(own, clean).map((energy) => Math.max(0, energy)),
    cases: clean.map((index) => `window at ${(grid.edges[rows[index] ?? 0] ?? 0).toFixed(4)} s`),
  };
  const outcome = fitRegression(withPrior(data, robust.scale), {
    method: 'nnls',
    folds: request.folds,
    seed: request.seed,
  });
  problems.push(
    ...outcome.problems.map(({ severity, message }) => ({ severity, message: `${profileName}: ${message}` })),
  );
  if (!('fit' in outcome)) return { problems };
  const { groups, rank, conditionNumber } = examineIdentifiability(
    factorWithPivots(reduceProblem(data.counts, data.energies)),
    data.names,
  );
  if (groups.length > 0)
    warn(
      `${profileName}: ${new Set(groups.flatMap(({ members }) => members)).size} of ${columns.length} operations ran together throughout, in ${groups.length} groups (${rank} costs are told apart): where nothing tells otherwise each costs the same, and lines that hold a part of a group are less certain than its sum; run more that separates them`,
    );
  const fit: RegressionFit = { ...withoutPrior(outcome.fit, data), groups, rank, conditionNumber };

  const energyOf = createEnergyOf(curve, gross, idle, windows);
  const calls = describeCalls(
    measureCalls((call) => callNames.get(call), energyOf, visitTrace),
    tails,
  );
  const isOther = (begin: Seconds, end: Seconds): boolean => {
    const last = windowAt(grid, end);
    for (let window = windowAt(grid, begin); window <= last; window++) if (isHit[window] === 1) return true;
    return false;
  };
  const events = describeEvents(interrupted, residuals, windows, paths, profile);
  const byPath =
    scan.isComplete && recorded === undefined
      ? judgePaths(
          (counter) => paths.indexOf(counter),
          predictPaths(paths, fit),
          energyOf,
          isOther,
          visitTrace,
        )
      : undefined;
  const priced = priceCalls(withoutProbes(fit), calls);
  return {
    problems,
    checks: fit.checks,
    account: {
      ...describeFit(priced, false, problems),
      ...describeTraceFit({
        ...{ scan, windows, gross, idle, calls, events, byPath, fit },
        executions: columnTotals(windows, paths.columns),
        ...{ interval: raw.interval, rule: request.rule, scale: robust.scale, clock: samples.clock },
      }),
    },
    toModelFile: (identity) => writeModelFile(priced, identity, false, profileName),
  };
}

/** Of the JVM that wrote the most: each has a clock of its own, and samples can be joined to one of them. */
function machineOf({ trace }: ProfileDocument): MachineTrace | undefined {
  return (trace?.machines ?? []).toSorted((one, other) => other.tuples - one.tuples)[0];
}

function countWindowsOf(profile: ProfileDocument): Outcome<CountWindows> | undefined {
  const text = machineOf(profile)?.windows;
  return text === undefined ? undefined : readCountWindows(Buffer.from(text, 'base64'));
}

/** With what the meter saw before and after the run: that tells its idle power. */
function evenGrid(curve: EnergyCurve, [from, to]: readonly [Seconds, Seconds], columns: number): WindowGrid {
  const length = Math.max(SAMPLES * curve.interval, ((to - from) * columns) / MOST_CELLS);
  const windowsIn = (time: Seconds): number => Math.max(0, Math.min(MARGIN, Math.floor(time / length) - 1));
  return createGrid(
    from - windowsIn(from - curve.start) * length,
    to + windowsIn(curve.end - to) * length,
    length,
  );
}

interface SeenWindows {
  readonly windows: TraceWindows;
  /** Of the counts of the windows. */
  readonly width: number;
  readonly columns: readonly number[];
}

interface FittedRows {
  /** Windows that say something, by number. */
  readonly rows: readonly number[];
  readonly counts: Matrix;
  /** Joules of the program, by row. */
  readonly own: Float64Array;
}

function toRows({ windows, width, columns }: SeenWindows, energies: Float64Array): FittedRows {
  const rows = usableWindows(windows, energies);
  const values = selectCells(windows, width, rows, columns);
  return {
    rows,
    counts: { rows: rows.length, columns: columns.length, values },
    own: selectEntries(energies, rows),
  };
}

/** By window, all that the meter saw. */
function energiesOf(curve: EnergyCurve, { edges, count }: WindowGrid, lag: Seconds = 0): Float64Array {
  const energies = new Float64Array(count);
  for (let window = 0; window < count; window++)
    energies[window] = curve.between((edges[window] ?? 0) + lag, (edges[window + 1] ?? 0) + lag);
  return energies;
}

/** The curve on the trace's clock, by what a first fit expects of each window; as it is where that tells nothing. */
function refine(
  raw: EnergyCurve,
  seen: SeenWindows,
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
        const row = rows[index] ?? 0;
        if (row < first || row >= end) continue;
        const residual = (shifted[row] ?? NaN) - (predicted[index] ?? 0);
        if (!Number.isNaN(residual)) misfit += Math.min(limit, residual * residual);
      }
      return misfit;
    });
    if (alignment === undefined) return curve;
    curve = shiftCurve(curve, (ours) => toMetersClock(alignment, ours));
  }
  return curve;
}

interface FittedWindows {
  /** Its weights are those of the rows first, then of what is assumed. */
  readonly robust: RobustEstimate;
  /** What a residual of a window is divided by, to be one of a window of usual length. */
  readonly unit: (window: number) => number;
}

/** Long windows err by as much more: all are made equally long, as if their power had been measured. */
function fitRows(
  { rows, counts, own }: FittedRows,
  windows: TraceWindows,
  columns: readonly number[],
  rule: RobustRule,
): FittedWindows {
  const lengths = Float64Array.from(rows, (row) => lengthOf(windows, row)).sort();
  const usual = lengths[lengths.length >> 1] ?? 1;
  const unit = (window: number): number => lengthOf(windows, window) / usual;
  const values = counts.values.map(
    (count, cell) => count / unit(rows[Math.floor(cell / counts.columns)] ?? 0),
  );
  const energies = own.map((energy, index) => energy / unit(rows[index] ?? 0));
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

function withPrior(data: RegressionData, noise: Joules): RegressionData {
  const prior = priorCases(data, noise);
  return prior === undefined ? data : joinCases(data, prior);
}

/** Judged by the windows alone: what was assumed is no case. */
function withoutPrior(fit: RegressionFit, data: RegressionData): RegressionFit {
  const cases = fit.cases.slice(0, data.counts.rows);
  const predicted = Float64Array.from(cases, ({ predicted: each }) => each);
  return { ...fit, cases, goodness: measureGoodness(predicted, data.energies) };
}

/** Joules of an execution, by index of the path. */
function predictPaths(
  { columns, places, starts, entryColumns, entryCounts }: TracedPaths,
  { costs }: RegressionFit,
): Float64Array {
  const byName = new Map(costs.map(({ name, cost }) => [name, cost ?? 0]));
  const byColumn = columns.map((name) => byName.get(name) ?? 0);
  return Float64Array.from(places, (_, path) => {
    let energy = 0;
    for (let entry = starts[path] ?? 0; entry < (starts[path + 1] ?? 0); entry++)
      energy += (entryCounts[entry] ?? 0) * (byColumn[entryColumns[entry] ?? 0] ?? 0);
    return energy;
  });
}

/** By number of the site, the name that prices give it: of those of which every call was timed. */
function callsToMeasure(
  { trace, classes, keys }: ProfileDocument,
  scan: TraceScan,
): ReadonlyMap<number, string> {
  const executions = new Map<string, number>();
  for (const { methods } of classes)
    for (const { operations } of methods)
      for (const [key, , count] of operations) {
        const name = keys[key]?.name ?? '';
        executions.set(name, (executions.get(name) ?? 0) + count);
      }
  const timed = new Map<string, number>();
  const names = (trace?.calls ?? []).map(([, , , , called]) => operationOfCall(called));
  names.forEach((name, call) => {
    timed.set(name, (timed.get(name) ?? 0) + (scan.callTuples.get(call) ?? 0));
  });
  return new Map(
    names.flatMap((name, call): readonly (readonly [number, string])[] => {
      const count = timed.get(name) ?? 0;
      return count > 0 && count >= (executions.get(name) ?? 0) ? [[call, name]] : [];
    }),
  );
}

interface DeviceTails {
  readonly all: readonly Tail[];
  /** By name of the call that caused it. */
  readonly byCall: ReadonlyMap<string, number>;
}

function findTails(
  model: NamedTail,
  { trace }: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
): DeviceTails {
  const isOf = matchCalls(model.calls);
  const names = (trace?.calls ?? []).map(([, , , , called]) => {
    const [, owner = '', name = ''] = /^(.*)\.([^.(]*)\(/.exec(called) ?? [];
    return isOf(owner, name) ? operationOfCall(called) : undefined;
  });
  const accesses: TimeWindow[] = [];
  const callers: string[] = [];
  visitTrace((_, subject, enter, exit) => {
    const name = subject % 2 === 1 ? names[(subject - 1) / 2] : undefined;
    if (name === undefined) return;
    accesses.push({ start: enter / 1e9, end: exit / 1e9 });
    callers.push(name);
  });
  const all = tailsOf(model, accesses);
  const byCall = new Map<string, number>();
  for (const { access, energy } of all) {
    const name = callers[access] ?? '';
    byCall.set(name, (byCall.get(name) ?? 0) + energy);
  }
  return { all, byCall };
}

function span(from: Seconds, to: Seconds): string {
  return `${from.toFixed(3)} to ${to.toFixed(3)} s`;
}
