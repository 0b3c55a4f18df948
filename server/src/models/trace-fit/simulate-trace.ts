/**
 * A trace with samples of power of which the truth is known: what each
 * operation, path and line took, and which events befell which paths.
 *
 * Sits in `models/`, wiring the synthetic programs of `profile/` to the
 * simulated meter of `models/fit/`. Gives what vLens (section 4.4) could not have:
 * no real meter is fast enough to tell the energy of a line.
 */
import { at } from '../solve/matrix';
import { createRandom, type Random } from '../solve/random';
import { createSimulatedMeter, type MeterOptions } from '../fit/simulated-meter';
import { tailsOf } from '../../power/tail-energy';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { runSynthetic, type PlacedEvent, type SyntheticEvent } from '../../profile/trace/synthetic-run';
import {
  createSyntheticProgram,
  describeSynthetic,
  SYNTHETIC_CALL,
} from '../../profile/trace/synthetic-program';
import { listTracedPaths, type TracedPaths } from '../../profile/trace/traced-paths';
import { createTraceWriter } from '../../profile/trace/trace-file';
import type { Joules, Seconds, Watts } from '../../base/units';
import type { NamedTail } from './read-tails';
import { sumPaths } from './trace-regression';

const TRUTH_FORMAT = 'jouleline-truth';
const TRUTH_VERSION = 1;

export interface SimulationOptions extends MeterOptions {
  readonly seed: number;
  readonly tuples: number;
  readonly methods: number;
  readonly threads: number;
  readonly collections: number;
  readonly switches: number;
  /** Mean energy of an operation. */
  readonly unitCost: Joules;
  /** Share of the paths that a timed call follows. */
  readonly calls: number;
  readonly waiting: number;
  /** The relative deviation of the energies of one path's executions from each other. */
  readonly jitter: number;
}

export interface Simulation {
  readonly profile: ProfileDocument;
  /** The content of the file that the profile's `file` names. */
  readonly tuples: readonly Uint8Array[];
  /** A CSV file. */
  readonly samples: Iterable<string>;
  readonly truth: object;
  readonly tails: readonly NamedTail[];
}

/** vLens, section 3.2.2: joules of a collection and of a switch of threads, from and to; how fast they take them is ours. */
export const COLLECTION = { from: 20e-3, to: 81e-3, watts: 2.5 };
export const SWITCH = { from: 6.44e-3, to: 11.3e-3, watts: 1.6 };
/** A radio's: kept on for a while after a call. */
const TAIL: NamedTail = { device: 'network', calls: ['java.net.*'], energy: 15e-3, seconds: 0.03 };
const CALL = { nanos: 1.5e6, watts: 1.2 };
/** Watts of the program's operations, from and to. */
const POWER = [0.8, 2.2] as const;
/** Largest operation over smallest. */
const SPREAD = 20;
const PROBE_SHARE = 0.5;
export const NANOS = 1e-9;
/** Readings before the run, or after it, at which the meter is sent a signal; unevenly spaced, so that none is mistaken for another. */
const PULSES_BEFORE = [70, 50, 20];
const PULSES_AFTER = [10, 50];
const PULSE_READINGS = 5;
/** The number of readings before and after the run, in which the meter records idling. */
export const MARGIN_READINGS = 100;

export function simulateTrace(
  options: SimulationOptions,
  fileName: string,
  generator: ProfileDocument['generator'],
): Simulation {
  const random = createRandom(options.seed);
  const program = createSyntheticProgram(options.methods, 24, random);
  // Paths are numbered as they will be in the profile: all of them have run once, as far as their code goes.
  const once = program.methods.map(({ paths }) => paths.map(() => 1));
  const machine = emptyMachine(options.threads, fileName);
  const paths = listTracedPaths(describeSynthetic(program, once, machine, generator));
  const costs = drawCosts(paths, options.unitCost, random);
  const pathNanos = sumPaths(paths, costs.nanos);
  const pathEnergy = sumPaths(paths, costs.energies);
  const executions = new Float64Array(paths.places.length);
  const pieces: Uint8Array[] = [];
  const writers = Array.from({ length: options.threads }, (_, thread) =>
    createTraceWriter(thread, (piece) => pieces.push(piece)),
  );
  const drawn: { readonly from: Float64Array[]; count: number } = { from: [], count: 0 };
  const events: PlacedEvent[] = [];
  const calls: { start: Seconds; end: Seconds }[] = [];
  let written = 0;
  const total = runSynthetic(
    program,
    {
      ...options,
      events: drawEvents(options, random),
      pathNanos,
      pathEnergy,
      callNanos: CALL.nanos,
      callEnergy: CALL.watts * CALL.nanos * NANOS,
    },
    random,
    {
      tuple(thread, subject, enter, exit) {
        writers[thread]?.add(subject, enter, exit);
        written++;
      },
      draw: (from, to, energy) => {
        keepDraw(drawn, from * NANOS, to * NANOS, energy);
      },
      executed: (path) => {
        executions[path] = at(executions, path) + 1;
      },
      event: (event) => events.push(event),
      call: (from, to) => calls.push({ start: from * NANOS, end: to * NANOS }),
    },
  );
  for (const { flush } of writers) flush();
  const seconds = total * NANOS;
  const margin = MARGIN_READINGS / options.rate;
  const pulses = pulsesAround(seconds, options.rate);
  const meter = createSimulatedMeter(options, -margin, seconds + margin);
  drawn.from.forEach((block, index) => {
    const length = index === drawn.from.length - 1 ? drawn.count : BLOCK;
    for (let place = 0; place < length; place += 3)
      meter.draw(at(block, place), at(block, place + 1), at(block, place + 2));
  });
  const tails = tailsOf(TAIL, calls);
  for (const { start, end, energy } of tails) meter.draw(start, end, energy);
  let next = 0;
  const counted = program.methods.map((method) => method.paths.map(() => at(executions, next++)));
  const profile = describeSynthetic(program, counted, { ...machine, tuples: written }, generator);
  return {
    profile,
    tuples: pieces,
    samples: formatSamples(options, pulses, meter.read(random)),
    tails: [TAIL],
    truth: {
      ...truthOf(profile, paths, costs.energies),
      options,
      pulses,
      seconds,
      paths: paths.places.flatMap(({ method, path }, index) =>
        at(executions, index) === 0
          ? []
          : [{ method, path, executions: executions[index], energy: pathEnergy[index] }],
      ),
      calls: {
        [SYNTHETIC_CALL]: {
          calls: calls.length,
          energy: calls.reduce((sum, { start, end }) => sum + CALL.watts * (end - start), 0),
          tails: tails.reduce((sum, { energy }) => sum + energy, 0),
        },
      },
      events: events
        .toSorted((one, other) => one.from - other.from)
        .map(({ kind, energy, from, to, thread, path }) => ({
          ...{ kind, energy, from: from * NANOS, to: to * NANOS, thread },
          ...{ method: paths.places[path]?.method, path: paths.places[path]?.path },
        })),
    },
  };
}

function emptyMachine(
  threads: number,
  file: string,
): ProfileDocument['trace'] extends infer T
  ? T extends { readonly machines: readonly (infer M)[] }
    ? M
    : never
  : never {
  return {
    ...{ tuples: 0, dropped: 0, resolution: 1, longestTick: 1, probe: 0, overhead: null },
    threads: Array.from({ length: threads }, (_, thread) => (thread === 0 ? 'main' : `worker-${thread}`)),
    data: '',
    file,
  };
}

export interface Costs {
  readonly energies: Float64Array;
  readonly nanos: Float64Array;
}

/** Log-uniform around the mean, each with a power of its own: time alone does not tell energy. */
export function drawCosts({ columns }: TracedPaths, unitCost: Joules, random: Random): Costs {
  const energies = Float64Array.from(columns, (_, column) =>
    column >= columns.length - 2 ? PROBE_SHARE * unitCost : unitCost * SPREAD ** (random.uniform() - 0.5),
  );
  const watts = Float64Array.from(columns, (): Watts => POWER[0] + (POWER[1] - POWER[0]) * random.uniform());
  return { energies, nanos: energies.map((energy, column) => energy / (watts[column] ?? 1) / NANOS) };
}

function drawEvents({ collections, switches }: SimulationOptions, random: Random): readonly SyntheticEvent[] {
  const draw = (kind: SyntheticEvent['kind'], { from, to, watts }: typeof COLLECTION): SyntheticEvent => {
    const energy = from + (to - from) * random.uniform();
    return { kind, energy, nanos: Math.round(energy / watts / NANOS) };
  };
  return [
    ...Array.from({ length: collections }, () => draw('collection', COLLECTION)),
    ...Array.from({ length: switches }, () => draw('switch', SWITCH)),
  ];
}

const BLOCK = 3 << 16;

/** The meter is made when the run's length is known: until then draws are kept, as three numbers each. */
function keepDraw(drawn: { readonly from: Float64Array[]; count: number }, ...draw: readonly number[]): void {
  if (drawn.from.length === 0 || drawn.count === BLOCK) {
    drawn.from.push(new Float64Array(BLOCK));
    drawn.count = 0;
  }
  drawn.from.at(-1)?.set(draw, drawn.count);
  drawn.count += 3;
}

/**
 * The truth that every simulation states: the cost of each instruction, and the energy that follows for each line of
 * the profile.
 */
export function truthOf(profile: ProfileDocument, paths: TracedPaths, energies: Float64Array): object {
  return {
    format: TRUTH_FORMAT,
    version: TRUTH_VERSION,
    unit: 'J',
    costs: Object.fromEntries(paths.columns.map((name, column) => [name, energies[column]])),
    lines: linesOf(profile, paths, energies),
  };
}

/** The energy of each line of the program in the whole run, in joules, without probes. */
function linesOf(
  { classes, keys }: ProfileDocument,
  { columns }: TracedPaths,
  costs: Float64Array,
): readonly { readonly line: number; readonly energy: Joules }[] {
  const columnOf = new Map(columns.map((name, column) => [name, column]));
  const lines = new Map<number, Joules>();
  for (const { methods } of classes)
    for (const { code = [], blocks } of methods)
      for (const [block, key, line, count] of code) {
        const cost = at(costs, columnOf.get(keys[key]?.name ?? '') ?? -1);
        lines.set(line, (lines.get(line) ?? 0) + cost * count * (blocks[block]?.[3] ?? 0));
      }
  return [...lines].flatMap(([line, energy]) => (energy > 0 ? [{ line, energy }] : []));
}

export function pulsesAround(seconds: Seconds, rate: number): readonly Seconds[] {
  return [
    ...PULSES_BEFORE.map((readings): Seconds => -readings / rate),
    ...PULSES_AFTER.map((readings): Seconds => seconds + readings / rate),
  ];
}

/** The meter's own clock, and a channel for the signal: 1 where a pulse lies in the interval. */
export function* formatSamples(
  { rate, offset, drift }: MeterOptions,
  given: readonly Seconds[],
  readings: Iterable<{ readonly time: Seconds; readonly watts: Watts }>,
): Generator<string> {
  const width = PULSE_READINGS / rate;
  const pulses = given.map((time) => time * (1 + drift) + offset);
  yield 'time [s],power [W],sync [W]\n';
  let text = '';
  for (const { time, watts } of readings) {
    const isHigh = pulses.some((pulse) => time > pulse && time - 1 / rate < pulse + width);
    text += `${time.toFixed(7)},${Number(watts.toPrecision(7))},${isHigh ? 1 : 0}\n`;
    if (text.length > 1 << 16) {
      yield text;
      text = '';
    }
  }
  yield text;
}
