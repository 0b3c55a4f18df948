/**
 * The account of a fit to a trace beside its costs: it says where the measured
 * energy went, how much energy calls took, and which events befell which paths.
 *
 * Sits in `models/`, under `fit-trace.ts`; docs/reference/formats.md describes it.
 */
import { at } from '../solve/matrix';
import { counted } from '../../base/counted';
import { formatEnergy, JOULES } from '../../words/energy-text';
import { at as elementAt, withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import { MOST_PLACES } from '../../cost/model/application-file';
import type { FittedCost, RegressionFit } from '../fit/fit-regression';
import { type CallSite, siteId } from './trace-calls';
import type { RobustRule } from '../solve/robust';
import type { ProfileDocument } from '../../profile/document/profile-document';
import type { TraceScan } from '../../profile/trace/trace-file';
import type { InterruptedPath } from '../../profile/trace/trace-events';
import type { MeasuredCalls, PathSums } from '../../profile/trace/traced-energy';
import { spreadOver, type TraceWindows } from '../../profile/trace/trace-windows';
import { type PathPlace, PROBE_COLUMNS, type TracedPaths } from '../../profile/trace/traced-paths';
import { lengthOf } from '../../profile/trace/window-rows';
import type { Joules, Seconds, Watts } from '../../base/units';

export interface TraceEvent {
  readonly kind: EventKind;
  readonly energy: Joules;
  readonly from: Seconds;
  readonly to: Seconds;
  /** The thread that it interrupted, and the path. */
  readonly thread: string;
  readonly path: PathPlace | undefined;
}

/** The energy of the calls of one site. */
export interface CallEnergy {
  /** The name of the call in prices. */
  readonly call: string;
  /** The line of a method; absent where the trace does not tell it. */
  readonly place?: string;
  readonly calls: number;
  /** The mean energy of one call in joules, without its tail. */
  readonly mean: Joules;
  readonly sd: Joules;
  /** The energy of all calls, in joules. */
  readonly energy: Joules;
  readonly tails: Joules;
}

/** `residuals`: joules by window that the program does not explain; NaN where nothing is known. */
export function describeEvents(
  interrupted: readonly InterruptedPath[],
  residuals: Float64Array,
  { grid, ...windows }: TraceWindows,
  paths: TracedPaths,
  { trace }: ProfileDocument,
): readonly TraceEvent[] {
  // A collection stops all threads: what lies over each other in time is one event.
  const merged: InterruptedPath[] = [];
  for (const path of interrupted) {
    const last = merged.at(-1);
    const overlap = last === undefined ? 0 : Math.min(last.to, path.to) - Math.max(last.from, path.from);
    if (last === undefined || overlap <= 0.5 * Math.min(last.to - last.from, path.to - path.from))
      merged.push(path);
    else if (path.to - path.from > last.to - last.from) merged[merged.length - 1] = path;
  }
  const energies = merged.map(({ from, to }) => {
    let energy = 0;
    spreadOver(grid, from, to, (window, seconds) => {
      const residual = residuals[window] ?? NaN;
      const busy = Math.min(lengthOf({ grid, ...windows }, window), at(windows.busy, window));
      if (residual > 0 && busy > 0) energy += residual * Math.min(1, seconds / busy);
    });
    return energy;
  });
  const kinds = classifyEvents(energies);
  const threads = trace?.machines.flatMap((machine) => machine.threads) ?? [];
  return merged.map(({ from, to, thread, counter }, index) => ({
    kind: kinds[index] ?? 'collection or switch',
    energy: elementAt(energies, index),
    from,
    to,
    thread: threads[thread] ?? String(thread),
    path: paths.places[paths.indexOf(counter)],
  }));
}

/** `measured` and tails are by {@link siteId}. */
export function describeCalls(
  sites: readonly CallSite[],
  measured: ReadonlyMap<string, MeasuredCalls>,
  tails: readonly { readonly bySite: ReadonlyMap<string, Joules> }[],
): readonly CallEnergy[] {
  const known = new Map(sites.map((site) => [siteId(site), site]));
  return [...known].flatMap(([id, { name, place }]): readonly CallEnergy[] => {
    const sums = measured.get(id);
    if (sums === undefined) return [];
    const { calls, energy, squares } = sums;
    const mean = energy / calls;
    return [
      {
        call: name,
        ...withDefined({ place }),
        calls,
        mean,
        sd: calls > 1 ? Math.sqrt(Math.max(0, squares - calls * mean * mean) / (calls - 1)) : 0,
        energy,
        tails: tails.reduce((sum, { bySite }) => sum + (bySite.get(id) ?? 0), 0),
      },
    ];
  });
}

function isProbe(name: string): boolean {
  return PROBE_COLUMNS.some((probe) => probe === name);
}

/** Probes are of no line: what they take is told beside, and no model has costs of them. */
export function withoutProbes(fit: RegressionFit): RegressionFit {
  const kept = fit.costs.flatMap(({ name }, index) => (isProbe(name) ? [] : [index]));
  const size = fit.costs.length;
  const { ranking } = fit;
  return {
    ...fit,
    costs: kept.flatMap((index) => fit.costs[index] ?? []),
    covariance: Float64Array.from(
      kept.flatMap((row) => kept.map((column) => fit.covariance[row * size + column] ?? NaN)),
    ),
    varianceInflation: kept.map((index) => fit.varianceInflation[index] ?? null),
    ranking: {
      ...ranking,
      byUnitCost: ranking.byUnitCost.filter(({ name }) => !isProbe(name)),
      byShare: ranking.byShare.filter(({ name }) => !isProbe(name)),
    },
  };
}

/**
 * Adds what calls took, tails and all, to the costs: independent of these, since it was not fitted. Each site has its own
 * energy where its name has others, and a name has one mean for all sites that have none.
 */
export function priceCalls(fit: RegressionFit, calls: readonly CallEnergy[]): RegressionFit {
  const added = listCallCosts(calls, new Set(fit.costs.map(({ name }) => name)));
  const size = fit.costs.length;
  const wide = size + added.length;
  const covariance = new Float64Array(wide * wide);
  for (let row = 0; row < size; row++)
    covariance.set(fit.covariance.subarray(row * size, (row + 1) * size), row * wide);
  added.forEach(({ standardError }, index) => {
    covariance[(size + index) * (wide + 1)] = (standardError ?? NaN) ** 2;
  });
  return {
    ...fit,
    costs: [...fit.costs, ...added],
    covariance,
    varianceInflation: [...fit.varianceInflation, ...added.map(() => null)],
  };
}

/** `fitted`: the names that have a cost of sites that were not measured. */
function listCallCosts(calls: readonly CallEnergy[], fitted: ReadonlySet<string>): readonly FittedCost[] {
  const names = groupBy(calls, ({ call }) => call);
  const placed = calls
    .filter(
      ({ call, place }) => place !== undefined && (fitted.has(call) || (names.get(call)?.length ?? 0) > 1),
    )
    .toSorted((one, other) => other.energy + other.tails - one.energy - one.tails)
    .slice(0, MOST_PLACES);
  const isPlaced = new Set(placed);
  return [
    ...Array.from(names).flatMap(([name, all]): readonly FittedCost[] => {
      if (fitted.has(name)) return [];
      const rest = all.filter((site) => !isPlaced.has(site));
      return [{ name, ...costOfCalls(rest.length === 0 ? all : rest) }];
    }),
    ...placed.map((site): FittedCost => ({
      name: site.call,
      ...withDefined({ place: site.place }),
      ...costOfCalls([site]),
    })),
  ];
}

/** The mean of all calls, and its standard error: of the spread within sites and between them. */
function costOfCalls(sites: readonly CallEnergy[]): Pick<FittedCost, 'cost' | 'standardError'> {
  const sumOf = (figure: (site: CallEnergy) => number): number =>
    sites.reduce((sum, site) => sum + figure(site), 0);
  const count = sumOf(({ calls }) => calls);
  const mean = sumOf(({ energy }) => energy) / count;
  const squares = sumOf(({ calls, mean: own, sd }) => (calls - 1) * sd * sd + calls * (own - mean) ** 2);
  return {
    cost: Math.max(0, mean + sumOf(({ tails }) => tails) / count),
    standardError: Math.sqrt(squares / Math.max(1, count - 1) / count),
  };
}

export interface TraceFitFacts {
  readonly scan: TraceScan;
  readonly windows: TraceWindows;
  /** Joules by window: all that the meter saw, but for tails. */
  readonly gross: Float64Array;
  readonly idle: Watts;
  readonly calls: readonly CallEnergy[];
  readonly events: readonly TraceEvent[];
  /** Undefined where not every execution of a path was timed. */
  readonly byPath: PathSums | undefined;
  /** The regression, with the probes among its costs. */
  readonly fit: RegressionFit;
  /** The number of executions of each column of the fit, by the column's name. */
  readonly executions: ReadonlyMap<string, number>;
  readonly interval: Seconds;
  readonly rule: RobustRule;
  readonly scale: Joules;
  readonly clock: string;
}

/** The parts of the energy that the meter saw, in joules. */
export interface TraceEnergies {
  readonly operations: Joules;
  readonly probes: Joules;
  readonly calls: Joules;
  readonly tails: Joules;
  readonly events: Joules;
  readonly idle: Joules;
  /** The energy that no part explains: below 0 where parts are too large. */
  readonly unattributed: Joules;
}

/** Parts add up to the total. */
export function describeTraceFit(facts: TraceFitFacts): {
  readonly account: TraceEnergies & { readonly total: Joules };
} & Readonly<Record<string, unknown>> {
  const { scan, windows, gross, idle, calls, events, byPath, fit, executions, clock } = facts;
  const { grid } = windows;
  const seconds = at(grid.edges, grid.count) - at(grid.edges, 0);
  const seen = gross.reduce((sum, energy) => sum + (Number.isNaN(energy) ? 0 : energy), 0);
  const sumOf = (energies: readonly Joules[]): Joules => energies.reduce((sum, energy) => sum + energy, 0);
  const spent = fit.costs.map(({ name, cost }) => ({
    name,
    executions: executions.get(name) ?? 0,
    energy: (executions.get(name) ?? 0) * (cost ?? 0),
  }));
  const probes = spent.filter(({ name }) => isProbe(name));
  const tails = sumOf(calls.map((call) => call.tails));
  const parts = {
    operations: sumOf(spent.filter(({ name }) => !isProbe(name)).map(({ energy }) => energy)),
    probes: sumOf(probes.map(({ energy }) => energy)),
    calls: sumOf(calls.map(({ energy }) => energy)),
    tails,
    events: sumOf(events.map(({ energy }) => energy)),
    idle: idle * seconds,
  };
  const total = seen + tails;
  return {
    trace: {
      ...{ tuples: scan.tuples, seconds, interval: facts.interval, clock, idlePower: idle },
      windows: { count: grid.count, seconds: seconds / grid.count, fitted: fit.cases.length },
      robust: { rule: facts.rule, scale: facts.scale },
    },
    account: { total, ...parts, unattributed: total - sumOf(Object.values(parts)) },
    paths:
      byPath === undefined
        ? null
        : {
            executions: byPath.executions,
            rSquared: byPath.rSquared,
            aee: byPath.measured > 0 ? Math.abs(byPath.predicted - byPath.measured) / byPath.measured : null,
          },
    probes,
    calls,
    events,
  };
}

/** One line: where the energy went, and how well the costs explain that of the windows. */
export function summarizeTraceFit(
  {
    total,
    operations,
    probes,
    calls,
    tails,
    events,
    idle,
    unattributed,
  }: ReturnType<typeof describeTraceFit>['account'],
  eventCount: number,
  rSquared: number | null,
): string {
  const of = (energy: Joules): string => `${energy < 0 ? '−' : ''}${formatEnergy(Math.abs(energy), JOULES)}`;
  const parts = [
    `operations ${of(operations)}`,
    `timed calls ${of(calls)}`,
    ...(tails > 0 ? [`their tails ${of(tails)}`] : []),
    `${counted(eventCount, 'collection or thread switch', 'collections and thread switches')} ${of(events)}`,
    `probes ${of(probes)}`,
    `idle ${of(idle)}`,
    `unattributed ${of(unattributed)}`,
  ];
  const fitted = rSquared === null ? '' : `; R² ${rSquared.toFixed(3)}`;
  return `while it was traced the meter saw ${of(total)}: ${parts.join(', ')}${fitted}`;
}

type EventKind = 'collection' | 'switch' | 'collection or switch';

/** Half of the gap that vLens saw (20 over 11.3), on the scale of ratios. */
const LEAST_RATIO = Math.sqrt(20 / 11.3);
/** The least number of events of each kind, so that one event far from all others does not make a kind. */
const LEAST_OF_KIND = 3;

/**
 * Tells collections of garbage from switches of threads by the energy that they take. vLens (section 3.2.2) saw
 * 20 to 81 mJ for the one and 6.44 to 11.3 mJ for the other. What they take elsewhere is not known, but that the
 * two differ is: the widest gap between the logarithms of the energies parts them, where it is wide enough to be
 * one.
 */
function classifyEvents(energies: readonly Joules[]): readonly EventKind[] {
  const sorted = energies.filter((energy) => energy > 0).sort((one, other) => one - other);
  let ratio = 1;
  let limit: Joules | undefined;
  for (let index = LEAST_OF_KIND; index <= sorted.length - LEAST_OF_KIND; index++) {
    const [below = 0, above = 0] = [sorted[index - 1], sorted[index]];
    if (above / below > ratio) {
      ratio = above / below;
      limit = Math.sqrt(above * below);
    }
  }
  return energies.map((energy) => {
    if (limit === undefined || ratio < LEAST_RATIO) return 'collection or switch';
    return energy > limit ? 'collection' : 'switch';
  });
}
