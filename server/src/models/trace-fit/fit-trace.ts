/**
 * Costs of operations from one trace and the power samples that a meter took
 * meanwhile, after vLens: samples are joined to what ran by the clock, calls of
 * non-constant cost are measured over their windows, tails of components go to
 * the calls that caused them, and a robust regression tells the rest.
 *
 * Sits in `models/`, wiring `profile/`, `runs/` and `models/fit/`.
 */
import { at as elementAt } from '../../base/check';
import type { Outcome } from '../../base/outcome';
import { fitRegression, type RegressionFit } from '../fit/fit-regression';
import { examineIdentifiability } from '../fit/identifiability';
import { at, multiply, selectEntries, selectRows } from '../solve/matrix';
import { factorWithPivots } from '../solve/rank-revealing';
import type { RegressionData, FitProblem } from '../fit/regression-data';
import type { RobustRule } from '../solve/robust';
import { reduceProblem } from '../solve/triangular-reduction';
import { createEnergyCurve, type EnergyCurve } from '../../power/energy-curve';
import { withoutTails } from '../../power/tail-energy';
import type { MachineTrace, ProfileDocument } from '../../profile/document/profile-document';
import { fillCaptured, type CountWindows, readCountWindows } from '../../profile/read/captured-windows';
import { findInterrupted } from '../../profile/trace/trace-events';
import { type VisitTuple, visitTuples, scanTrace } from '../../profile/trace/trace-file';
import { createGrid, fillWindows, windowAt, type WindowGrid } from '../../profile/trace/trace-windows';
import { createEnergyOf, judgePaths, measureCalls } from '../../profile/trace/traced-energy';
import { listTracedPaths } from '../../profile/trace/traced-paths';
import { columnTotals, idlePower, programEnergies, usableColumns } from '../../profile/trace/window-rows';
import type { PowerTrace } from '../../power/power-trace';
import type { Seconds, Share, Watts } from '../../base/units';
import { formatEnergy, JOULES } from '../../words/energy-text';
import { describeFit, type FitOutcome, writeModelFile } from '../fit/fit-cases';
import { readSamples, type SampleOptions, storedSamples } from './read-samples';
import type { NamedTail } from './read-tails';
import {
  describeCalls,
  describeEvents,
  describeTraceFit,
  priceCalls,
  summarizeTraceFit,
  withoutProbes,
} from './trace-account';
import { callsToMeasure, findTails, findRuns, siteId } from './trace-calls';
import {
  energiesOf,
  fitRows,
  predictPaths,
  refineCurve,
  toRows,
  withoutPrior,
  withPrior,
} from './trace-regression';

export interface TraceFitRequest extends SampleOptions {
  readonly profile: ProfileDocument;
  readonly profileName: string;
  /** All tuples of the trace, as often as asked. */
  readonly visitTrace: (visit: VisitTuple) => void;
  /** Absent for the power that the profile itself holds. */
  readonly samples?: Iterable<Uint8Array>;
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
/**
 * The limits from which a residual stands out, as multiples of the robust scale: one for a window, and one for a
 * stretch of windows by the scale of so many.
 */
const STANDS_OUT = { beyond: 6, together: 10 };
/** The share of a full weight below which the program does not explain a window. */
const OUTLIER_WEIGHT = 0.05;

/** The share of the energy above idle that the parts may add up to beyond it before people are told. */
const MOST_BEYOND: Share = 0.1;

type Warn = (message: string) => void;

/** A fit says beside its account what people should read of it first. */
type TraceFitOutcome =
  | (Extract<FitOutcome, { readonly account: object }> & { readonly summary: string })
  | Pick<FitOutcome, 'problems'>;

/** The stages follow each other; one that can't be done gives the message that says why. */
export function fitTrace(given: TraceFitRequest): TraceFitOutcome {
  const { profileName } = given;
  const held = given.samples === undefined ? given.profile.trace?.power : undefined;
  const request = held?.idle === undefined ? given : { idle: held.idle, ...given };
  const problems: FitProblem[] = [];
  const warn = (message: string): void => void problems.push({ severity: 'warning', message });
  const fail = (message: string): TraceFitOutcome => ({
    problems: [...problems, { severity: 'error', message }],
  });
  const { samples, problems: ofSamples } =
    held === undefined
      ? readSamples(request.samples ?? [], request)
      : storedSamples(held, request.samplesName);
  problems.push(...ofSamples);
  if (samples === undefined) return { problems };
  const trace = openTrace(request);
  if (typeof trace === 'string') return fail(trace);
  const joined = joinSamples(request, trace, samples.power, warn);
  if (typeof joined === 'string') return fail(joined);
  const regression = regressWindows(request, trace, joined, warn);
  if (typeof regression === 'string') return fail(regression);
  const kept = keepExplained(trace, joined, regression);
  const fit = fitKept(request, kept.data, regression.robust.scale, problems);
  if (fit === undefined) return { problems };
  const found = describeFound(request, trace, joined, regression, kept, fit);
  const isProxy = held?.isProxy === true;
  const { paths, scan } = trace;
  const { raw, windows } = joined;
  const { gross, idle, robust } = regression;
  const described = describeTraceFit({
    ...{ scan, windows, gross, idle, ...found, fit },
    executions: columnTotals(windows, paths.columns),
    ...{ interval: raw.interval, rule: request.rule, scale: robust.scale, clock: samples.clock },
  });
  const { total, idle: ofIdle, unattributed } = described.account;
  if (-unattributed > MOST_BEYOND * (total - ofIdle))
    warn(
      `${profileName}: its parts are ${formatEnergy(-unattributed, JOULES)} more than the meter saw: costs changed while it ran, as while code is compiled, or too few windows tell them. Take lines as a ranking, or run more`,
    );
  return {
    problems,
    checks: fit.checks,
    summary: summarizeTraceFit(described.account, found.events.length, fit.goodness.rSquared),
    account: { ...describeFit(found.modeled, isProxy, problems), ...described },
    toModelFile: (identity) => writeModelFile(found.modeled, identity, isProxy, profileName),
  };
}

type OpenTrace = Exclude<ReturnType<typeof openTrace>, string>;

/** Reads the trace: its paths, the calls to measure, and the tails of components. */
function openTrace(request: TraceFitRequest) {
  const { profile, profileName } = request;
  const scan = scanTrace(listTracedPaths(profile), request.visitTrace);
  if (scan.tuples === 0) return `${profileName}: its trace holds nothing that took any time`;
  const sites = callsToMeasure(profile, scan);
  const siteIds = new Map(Array.from(sites, ([call, site]) => [call, siteId(site)]));
  const paths = listTracedPaths(profile, new Set(siteIds.values()));
  // Of other calls only some were timed, the long ones: they are part of what calls them.
  const visitTrace = (visit: VisitTuple): void => {
    request.visitTrace((thread, subject, enter, exit) => {
      const call = (subject - 1) / 2;
      if (subject % 2 === 0 || siteIds.has(call) || paths.isWait(call)) visit(thread, subject, enter, exit);
    });
  };
  const tails = request.tails.map((model) => findTails(model, profile, request.visitTrace));
  return { paths, scan, sites, siteIds, visitTrace, tails };
}

type JoinedSamples = Exclude<ReturnType<typeof joinSamples>, string>;

/** Joins the samples to the trace by the clock, and lays out the windows. */
function joinSamples(request: TraceFitRequest, trace: OpenTrace, power: PowerTrace, warn: Warn) {
  const { profile, profileName, samplesName } = request;
  const { paths, scan, visitTrace, tails } = trace;
  const raw = createEnergyCurve(tails.reduce((left, { all }) => withoutTails(left, all), power));
  if (raw === undefined) return `${samplesName}: it holds no samples of power`;
  const from = Math.max(scan.from, raw.start);
  const to = Math.min(scan.to, raw.end);
  if (to <= from)
    return `${samplesName}: its samples are of ${span(raw.start, raw.end)}, and the trace is of ${span(scan.from, scan.to)}: ${request.samples === undefined ? 'the meter stopped before the program began, or the program is over before two readings. Profile a longer run, with a meter that reads to its end' : "the clocks don't overlap; --pulses puts one onto the other"}`;
  if (to - from < 0.99 * (scan.to - scan.from))
    warn(
      `${samplesName}: its samples cover ${(100 * ((to - from) / (scan.to - scan.from))).toFixed(0)} % of the trace; the rest is left out`,
    );

  const recorded = countWindowsOf(profile);
  if (recorded?.ok === false) return `${profileName}: ${recorded.problem.message}`;
  if (recorded === undefined && !scan.isComplete)
    return `${profileName}: not every path has a time of its own, and the trace does not say how often each ran from window to window: record it again`;
  const windows =
    recorded === undefined
      ? fillWindows(paths, evenGrid(raw, [from, to], paths.columns.length), visitTrace)
      : fillCaptured(paths, recorded.value, [from, to], visitTrace);
  return { raw, windows, recorded };
}

type WindowRegression = Exclude<ReturnType<typeof regressWindows>, string>;

/** Takes the idle power from the windows' energies, and fits the counts to the rest robustly. */
function regressWindows(
  request: TraceFitRequest,
  { paths }: OpenTrace,
  { raw, windows }: JoinedSamples,
  warn: Warn,
) {
  const { profileName, samplesName, profile } = request;
  const isOwnClock = request.samples === undefined && profile.trace?.power?.isProxy === true;
  const { grid } = windows;
  const idleOf = (gross: Float64Array): Watts | undefined => request.idle ?? idlePower(windows, gross);
  if (idleOf(energiesOf(raw, grid)) === undefined)
    return `${samplesName}: there is hardly a window in which nothing ran, so the idle power is not known: record a second before the program, or give --idle`;
  const columns = usableColumns(windows, paths.columns);
  const seen = { windows, width: paths.columns.length, columns };
  // Processor time that the JVM itself read has the trace's own clock.
  const curve = isOwnClock ? raw : refineCurve(raw, seen, idleOf);
  const gross = energiesOf(curve, grid);
  const idle = idleOf(gross) ?? 0;
  const { rows, counts, own } = toRows(seen, programEnergies(windows, gross, idle));
  if (rows.length === 0)
    return `${profileName}: no window between two readings holds work of the program alone: run more of it, or sample faster`;
  if (rows.length <= columns.length)
    return `${profileName}: ${rows.length} windows can't tell ${columns.length} operations apart: run the program for longer, or sample faster`;
  const { robust, unit } = fitRows({ rows, counts, own }, windows, columns, request.rule);
  for (const message of robust.warnings) warn(`${profileName}: ${message}`);
  return { columns, curve, gross, idle, rows, counts, own, robust, unit };
}

type KeptWindows = ReturnType<typeof keepExplained>;

/** Keeps the windows that the program explains, and tells what interrupted the others. */
function keepExplained(
  { paths, visitTrace }: OpenTrace,
  { windows: { grid } }: JoinedSamples,
  { columns, rows, counts, own, robust, unit }: WindowRegression,
) {
  const predicted = multiply(counts, robust.coefficients);
  const residuals = new Float64Array(grid.count).fill(NaN);
  rows.forEach((row, index) => {
    residuals[row] = at(own, index) - at(predicted, index);
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
    (index) => isHit[elementAt(rows, index)] === 0 && at(robust.weights, index) >= OUTLIER_WEIGHT,
  );
  const data: RegressionData = {
    names: columns.map((column) => elementAt(paths.columns, column)),
    counts: selectRows(counts, clean),
    // Noise around nothing is below it at times.
    energies: selectEntries(own, clean).map((energy) => Math.max(0, energy)),
    cases: clean.map((index) => `window at ${at(grid.edges, elementAt(rows, index)).toFixed(4)} s`),
  };
  return { residuals, interrupted, isHit, data };
}

/** Fits the costs to the windows that were kept; undefined where there is no fit, and the problems say why. */
function fitKept(
  request: TraceFitRequest,
  data: RegressionData,
  scale: number,
  problems: FitProblem[],
): RegressionFit | undefined {
  const { profileName } = request;
  const outcome = fitRegression(withPrior(data, scale), {
    method: 'nnls',
    folds: request.folds,
    seed: request.seed,
  });
  problems.push(
    ...outcome.problems.map(({ severity, message }) => ({ severity, message: `${profileName}: ${message}` })),
  );
  if (!('fit' in outcome)) return undefined;
  const { groups, rank, conditionNumber } = examineIdentifiability(
    factorWithPivots(reduceProblem(data.counts, data.energies)),
    data.names,
  );
  if (groups.length > 0)
    problems.push({
      severity: 'warning',
      message: `${profileName}: ${new Set(groups.flatMap(({ members }) => members)).size} of ${data.names.length} operations ran together throughout, in ${groups.length} groups (${rank} costs are told apart): where nothing tells otherwise each costs the same, and lines that hold a part of a group are less certain than its sum; run more that separates them`,
    });
  return { ...withoutPrior(outcome.fit, data), groups, rank, conditionNumber };
}

/** Describes what the trace tells beside the costs: calls, events, and how well paths are predicted. */
function describeFound(
  { profile }: TraceFitRequest,
  { paths, scan, sites, siteIds, visitTrace, tails }: OpenTrace,
  { windows, recorded }: JoinedSamples,
  { curve, gross, idle }: WindowRegression,
  { residuals, interrupted, isHit }: KeptWindows,
  fit: RegressionFit,
) {
  const { grid } = windows;
  const energyOf = createEnergyOf(curve, gross, idle, windows);
  const calls = describeCalls(
    [...sites.values()],
    measureCalls((call) => siteIds.get(call), energyOf, visitTrace),
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
  const modeled = priceCalls(withoutProbes(fit), calls);
  return { modeled, calls, events, byPath };
}

/**
 * The trace of the JVM that wrote the most: each has a clock of its own, and samples can be joined to one of them.
 */
function machineOf({ trace }: ProfileDocument): MachineTrace | undefined {
  return (trace?.machines ?? []).toSorted((one, other) => other.tuples - one.tuples)[0];
}

function countWindowsOf(profile: ProfileDocument): Outcome<CountWindows> | undefined {
  const text = machineOf(profile)?.windows;
  return text === undefined ? undefined : readCountWindows(Buffer.from(text, 'base64'));
}

/**
 * The windows of the fit, all of one length, with those before and after the run, in which the meter saw the machine
 * idle.
 */
function evenGrid(curve: EnergyCurve, [from, to]: readonly [Seconds, Seconds], columns: number): WindowGrid {
  const length = Math.max(SAMPLES * curve.interval, ((to - from) * columns) / MOST_CELLS);
  const windowsIn = (time: Seconds): number => Math.max(0, Math.min(MARGIN, Math.floor(time / length) - 1));
  return createGrid(
    from - windowsIn(from - curve.start) * length,
    to + windowsIn(curve.end - to) * length,
    length,
  );
}

function span(from: Seconds, to: Seconds): string {
  return `${from.toFixed(3)} to ${to.toFixed(3)} s`;
}
