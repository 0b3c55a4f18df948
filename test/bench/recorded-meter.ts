/**
 * Power samples for the trace of a real run, by a machine whose costs no fit assumes. The trace gives what ran and when,
 * and every cost is invented, and so known.
 */
import { at, outside } from '../../server/src/base/check';
import type { Joules, Seconds } from '../../server/src/base/units';
import { createSimulatedMeter, type MeterOptions } from '../../server/src/models/fit/simulated-meter';
import { createRandom, type Random } from '../../server/src/models/solve/random';
import {
  formatSamples,
  MARGIN_READINGS,
  pulsesAround,
} from '../../server/src/models/trace-fit/simulate-trace';
import type { ProfileDocument } from '../../server/src/profile/document/profile-document';
import { readCountWindows } from '../../server/src/profile/read/captured-windows';
import { createSelfTimes } from '../../server/src/profile/trace/self-times';
import type { VisitTuple } from '../../server/src/profile/trace/trace-file';
import { createMachine, listCodePaths, type CodePath } from './recorded-costs';

/** What the machine does beside the costs of `recorded-costs.ts`. */
const ASSUMED = {
  /** The mean power of the program: costs are scaled to it. */
  watts: 1.5,
  /** Seconds from one step of the power to the next on average, and how far a step goes. */
  phase: { seconds: 3, deviation: 0.04 },
  /** The slow swing of the power, of itself, and its period. */
  swing: { share: 0.03, seconds: 25 },
  /** Degrees of freedom of a reading's error. */
  tail: 3,
  /** What else runs: groups a second, bursts of a group, and the joules of one, from (Pareto, 1.5) and at most. */
  others: { groups: 0.3, bursts: 4, from: 0.2e-3, to: 4e-3 },
  /** Joules of an event, from and to as vLens saw them, and the share of it that comes after the program goes on. */
  collection: { from: 20e-3, to: 81e-3 },
  switch: { from: 6.44e-3, to: 11.3e-3 },
  after: { share: 0.15, seconds: 2e-3 },
  pulses: 4,
};
const NANOS = 1e-9;
/** The resolution at which the energy of paths is compared, in seconds. */
const STEP = 1e-4;
/** A loop that ended earlier than this before a window has added its counters before it. */
const LATE = 0.01;

export type RecordedOptions = MeterOptions & { readonly seed: number };

/** A part of a path's executions, and the stretches of time in which they ran. */
interface Work {
  readonly path: CodePath;
  readonly count: number;
  readonly energy: Joules;
  readonly times: readonly (readonly [from: Seconds, to: Seconds])[];
}

export interface RecordedEvent {
  readonly kind: 'collection' | 'switch';
  readonly energy: Joules;
  readonly from: Seconds;
  readonly to: Seconds;
}

export function simulateMachine(
  profile: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
  options: RecordedOptions,
) {
  const random = createRandom(options.seed);
  const events = listEvents(profile, visitTrace, random);
  const work = listWork(profile, visitTrace, events, random);
  const seconds = Math.max(...work.ends, ...events.map(({ to }) => to));
  const margin = MARGIN_READINGS / options.rate;
  const meter = createSimulatedMeter(options, -margin, seconds + margin);
  for (const { energy, times } of work.list) {
    const all = lengthOf(times);
    for (const [from, to] of times) meter.draw(from, to, (energy * (to - from)) / all);
  }
  const draw: Draw = (from, to, energy) => {
    meter.draw(from, to, energy);
  };
  for (const event of events) drawPulses(draw, event, random);
  const others = drawOthers(draw, seconds, random);
  const pulses = pulsesAround(seconds, options.rate);
  const noise = { ...random, normal: () => studentOf(random) };
  return {
    samples: [...formatSamples(options, pulses, meter.read(noise))],
    pulses,
    seconds,
    events,
    lines: work.lines,
    program: work.list.reduce((sum, { energy }) => sum + energy, 0),
    others,
    judgePaths: (costs: ReadonlyMap<string, Joules>): number =>
      judgePaths(work.list, costs, visitTrace, seconds, 1 / options.rate),
    assumed: JSON.stringify({ ...ASSUMED, ...work.assumed }),
  };
}

/** Collections and switches are the calls that the program made on purpose. */
function listEvents(
  { trace }: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
  random: Random,
): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  visitTrace((_, subject, enter, exit) => {
    const called = subject % 2 === 1 ? (trace?.calls[(subject - 1) / 2]?.[4] ?? '') : '';
    const kind = called.startsWith('java/lang/System.gc(')
      ? 'collection'
      : called.startsWith('java/lang/Thread.join(')
        ? 'switch'
        : undefined;
    if (kind === undefined) return;
    const { from, to } = ASSUMED[kind];
    events.push({
      kind,
      energy: from + (to - from) * random.uniform(),
      from: enter * NANOS,
      to: exit * NANOS,
    });
  });
  return events.sort((one, other) => one.from - other.from);
}

type Draw = (from: Seconds, to: Seconds, energy: Joules) => void;

/** Draws an event as pulses, some of them after its end, where what it left is cleaned up. */
function drawPulses(draw: Draw, { from, to, energy }: RecordedEvent, random: Random): void {
  const { share, seconds } = ASSUMED.after;
  draw(to, to + seconds, share * energy);
  const parts = Array.from({ length: ASSUMED.pulses }, () => random.exponential());
  const all = parts.reduce((sum, part) => sum + part, 0);
  for (const part of parts) {
    const begin = from + (to - from) * random.uniform();
    const end = begin + (to - begin) * random.uniform();
    draw(begin, end, ((1 - share) * energy * part) / all);
  }
}

/** Draws what other programs take; returns the joules of all of them. */
function drawOthers(draw: Draw, seconds: Seconds, random: Random): Joules {
  const { groups, bursts, from, to } = ASSUMED.others;
  let all = 0;
  for (let time = random.exponential() / groups; time < seconds; time += random.exponential() / groups)
    for (let burst = 0, begin = time; burst < bursts; burst++, begin += 5e-3 * random.exponential()) {
      const energy = Math.min(to, from * (1 - random.uniform()) ** (-1 / 1.5));
      draw(begin, begin + 1e-3, energy);
      all += energy;
    }
  return all;
}

/** Student's t, scaled to deviation 1. */
function studentOf(random: Random): number {
  const degrees = ASSUMED.tail;
  let squares = 0;
  for (let degree = 0; degree < degrees; degree++) squares += random.normal() ** 2;
  return random.normal() / Math.sqrt(squares / (degrees - 2));
}

/** Everything that ran, with its energy by the machine's power at that time. */
function listWork(
  profile: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
  events: readonly RecordedEvent[],
  random: Random,
) {
  const machine = profile.trace?.machines[0];
  const read = readCountWindows(Buffer.from(machine?.windows ?? '', 'base64'));
  if (!read.ok) throw new Error(read.problem.message);
  const { ends, starts, counters, added } = read.value;
  const paths = listCodePaths(profile);
  const placeOf = createPlaces(paths, visitTrace, events);
  const costs = createMachine(profile, paths, random);
  const power = createPower(ends.at(-1) ?? 0, random);
  const list: Work[] = [];
  const lines = new Map<string, Joules>();
  let scale = 0;
  for (const pass of ['scale', 'draw'] as const) {
    costs.reset();
    for (let window = 0; window < ends.length; window++) {
      const [from, to] = [ends[window - 1] ?? 0, at(ends, window)];
      const rows: { readonly path: CodePath; readonly count: number }[] = [];
      for (let row = at(starts, window); row < at(starts, window + 1); row++) {
        const path = paths.get(counters[row] ?? outside(row));
        const count = added[row] ?? outside(row);
        if (path !== undefined && count > 0) rows.push({ path, count });
      }
      costs.run(rows, (path, count, entries) => {
        const energy = entries.reduce((sum, [, each]) => sum + each, 0);
        if (pass === 'scale') {
          scale += energy;
          return;
        }
        const times = placeOf(path, from, to);
        const factor = scale * power(times[0]?.[0] ?? from);
        for (const [line, each] of entries) lines.set(line, (lines.get(line) ?? 0) + factor * each);
        list.push({ path, count, energy: factor * energy, times });
      });
    }
    if (pass === 'scale') scale = (ASSUMED.watts * (ends.at(-1) ?? 0)) / scale;
  }
  return { list, lines, ends: [ends.at(-1) ?? 0], assumed: costs.assumed };
}

/**
 * Says when the executions ran that a window counted. A loop that keeps its counters in registers adds them when it
 * ends, so they ran in the stretch of its method's own time since it last added any.
 */
function createPlaces(
  paths: ReadonlyMap<number, CodePath>,
  visitTrace: (visit: VisitTuple) => void,
  events: readonly RecordedEvent[],
): (path: CodePath, from: Seconds, to: Seconds) => Work['times'] {
  const stretches = new Map<number, [number, number][]>();
  visitTrace(
    createSelfTimes((_, subject, parts) => {
      const method = subject % 2 === 0 ? paths.get(subject / 2)?.method : undefined;
      if (method === undefined) return;
      let own = stretches.get(method);
      if (own === undefined) stretches.set(method, (own = []));
      for (let part = 0; part < parts.length; part += 2)
        own.push([at(parts, part) * NANOS, at(parts, part + 1) * NANOS]);
    }),
  );
  for (const own of stretches.values()) own.sort((one, other) => one[0] - other[0]);
  const last = new Map<CodePath, Seconds>();
  return (path, from, to) => {
    const own = stretches.get(path.method) ?? [];
    const since = last.get(path) ?? 0;
    last.set(path, to);
    const late = own.filter(([begin, end]) => begin < from && end > from - LATE && end - begin > to - from);
    const begin = Math.max(since, ...late.slice(-1).map(([early]) => early));
    const isLate = late.length > 0 && begin < from;
    const within = own.flatMap(([early, end]): (readonly [number, number])[] => {
      const cut = [Math.max(early, isLate ? begin : from), Math.min(end, to)] as const;
      return cut[1] > cut[0] ? [cut] : [];
    });
    const times = withoutEvents(within.length > 0 ? within : [[from, to]], events);
    return times.length > 0 ? times : [[from, to]];
  };
}

function withoutEvents(times: Work['times'], events: readonly RecordedEvent[]): Work['times'] {
  return times.flatMap(([from, to]) => {
    const parts: [number, number][] = [];
    let begin = from;
    for (const event of events) {
      if (event.to <= begin || event.from >= to) continue;
      if (event.from > begin) parts.push([begin, event.from]);
      begin = event.to;
    }
    if (begin < to) parts.push([begin, to]);
    return parts;
  });
}

/** The factor of the program's power at a time: steps, and a slow swing. */
function createPower(seconds: Seconds, random: Random): (time: Seconds) => number {
  const { phase, swing } = ASSUMED;
  const steps: (readonly [Seconds, number])[] = [];
  for (let time = 0; time < seconds; time += phase.seconds * random.exponential())
    steps.push([time, 1 + phase.deviation * random.normal()]);
  return (time) => {
    const [, level] = steps.findLast(([begin]) => begin <= time) ?? [0, 1];
    return level * (1 + swing.share * Math.sin((2 * Math.PI * time) / swing.seconds));
  };
}

function lengthOf(times: Work['times']): Seconds {
  return times.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** R² over the stretches of paths that are longer than a sample: their true energies beside those by fitted costs. */
function judgePaths(
  work: readonly Work[],
  costs: ReadonlyMap<string, Joules>,
  visitTrace: (visit: VisitTuple) => void,
  seconds: Seconds,
  sample: Seconds,
): number {
  const known = new Float64Array(Math.ceil(seconds / STEP) + 2);
  const fitted = new Float64Array(known.length);
  const fittedOf = new Map<CodePath, Joules>();
  for (const { path, count, energy, times } of work) {
    let each = fittedOf.get(path);
    if (each === undefined) {
      each = path.entries.reduce((sum, { name, count: of }) => sum + of * (costs.get(name) ?? 0), 0);
      fittedOf.set(path, each);
    }
    const all = lengthOf(times);
    for (const [from, to] of times)
      for (let step = Math.floor(from / STEP); step * STEP < to; step++) {
        const share = (Math.min(to, (step + 1) * STEP) - Math.max(from, step * STEP)) / all;
        if (share <= 0) continue;
        known[step] = at(known, step) + share * energy;
        fitted[step] = at(fitted, step) + share * each * count;
      }
  }
  const sums = { count: 0, energy: 0, squares: 0, errors: 0 };
  visitTrace(
    createSelfTimes((_, subject, parts) => {
      if (subject % 2 === 1) return;
      for (let part = 0; part < parts.length; part += 2) {
        const [from, to] = [at(parts, part) * NANOS, at(parts, part + 1) * NANOS];
        if (to - from < sample) continue;
        let [one, other] = [0, 0];
        for (let step = Math.round(from / STEP); step < Math.round(to / STEP); step++) {
          one += known[step] ?? 0;
          other += fitted[step] ?? 0;
        }
        sums.count++;
        sums.energy += one;
        sums.squares += one * one;
        sums.errors += (one - other) ** 2;
      }
    }),
  );
  return 1 - sums.errors / (sums.squares - sums.energy ** 2 / sums.count);
}
