/**
 * Samples of power for a trace that a JVM recorded: its times and counts are
 * real, what each operation takes is made up, and so known.
 *
 * Sits in `models/`, beside `simulate-trace.ts`. Collections that the program
 * asked for (`System.gc`) and threads that it waited for (`Thread.join`) take
 * what vLens saw such events take, where their calls were timed.
 */
import { at } from '../solve/matrix';
import { createRandom } from '../solve/random';
import { createSimulatedMeter, type MeterOptions } from '../fit/simulated-meter';
import { MalformedInput } from '../../base/outcome';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { fillCaptured, readCountWindows } from '../../profile/read/captured-windows';
import { type VisitTuple, scanTrace } from '../../profile/trace/trace-file';
import { listTracedPaths } from '../../profile/trace/traced-paths';
import type { Joules } from '../../base/units';
import {
  COLLECTION,
  drawCosts,
  formatSamples,
  MARGIN_READINGS,
  NANOS,
  pulsesAround,
  SWITCH,
  truthOf,
} from './simulate-trace';

export interface RecordedSimulationOptions extends MeterOptions {
  readonly seed: number;
  readonly unitCost: Joules;
  /** Deviation of a window from what its operations take. */
  readonly jitter: number;
}

export interface RecordedSimulation {
  /** A CSV file. */
  readonly samples: Iterable<string>;
  readonly truth: object;
}

const EVENTS: readonly (readonly [RegExp, 'collection' | 'switch'])[] = [
  [/^java\/lang\/System\.gc\(/, 'collection'],
  [/^java\/lang\/Thread\.join\(/, 'switch'],
];

/** Undefined where the trace does not say how often paths ran from window to window. */
export function simulateRecorded(
  profile: ProfileDocument,
  visitTrace: (visit: VisitTuple) => void,
  options: RecordedSimulationOptions,
): RecordedSimulation | undefined {
  const { windows: text } = profile.trace?.machines[0] ?? {};
  if (text === undefined) return undefined;
  const recorded = readCountWindows(Buffer.from(text, 'base64'));
  if (!recorded.ok) throw new MalformedInput(recorded.problem.message, 0);
  const random = createRandom(options.seed);
  const paths = listTracedPaths(profile);
  const costs = drawCosts(paths, options.unitCost, random);
  const { to } = scanTrace(paths, visitTrace);
  const seconds = Math.max(to, recorded.value.ends.at(-1) ?? 0);
  const { grid, counts } = fillCaptured(paths, recorded.value, [0, seconds], visitTrace);
  const margin = MARGIN_READINGS / options.rate;
  const meter = createSimulatedMeter(options, -margin, seconds + margin);
  const width = paths.columns.length;
  let program = 0;
  for (let window = 0; window < grid.count; window++) {
    let energy = 0;
    for (let column = 0; column < width; column++)
      energy += at(counts, window * width + column) * at(costs.energies, column);
    energy *= Math.max(0, 1 + options.jitter * random.normal());
    program += energy;
    meter.draw(at(grid.edges, window), at(grid.edges, window + 1), energy);
  }
  const events: object[] = [];
  visitTrace((thread, subject, enter, exit) => {
    const called = subject % 2 === 1 ? (profile.trace?.calls[(subject - 1) / 2]?.[4] ?? '') : '';
    const kind = EVENTS.find(([pattern]) => pattern.test(called))?.[1];
    if (kind === undefined) return;
    const { from, to: most } = kind === 'collection' ? COLLECTION : SWITCH;
    const energy = from + (most - from) * random.uniform();
    meter.draw(enter * NANOS, exit * NANOS, energy);
    events.push({ kind, energy, from: enter * NANOS, to: exit * NANOS, thread });
  });
  const pulses = pulsesAround(seconds, options.rate);
  return {
    samples: formatSamples(options, pulses, meter.read(random)),
    truth: {
      ...truthOf(profile, paths, costs.energies),
      options,
      pulses,
      seconds,
      program,
      events,
    },
  };
}
