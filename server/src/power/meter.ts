/**
 * The meter of a measurement: one that is recorded during the runs, or CPU time that stands in for one.
 *
 * Sits in `power/`; `host/power/` has the meters of each platform.
 */
import type { Seconds, Watts } from '../base/units';
import type { LoadPattern } from './find-pattern';
import type { PowerTrace } from './power-trace';

export type MeterOrProxy = Meter | CpuTimeProxy;

export interface Meter {
  readonly kind: 'meter';
  readonly name: 'powercap' | 'perf' | 'powermetrics' | 'file' | 'command';
  /** A description for people: what is metered, and by what. */
  readonly description: string;
  /** The length of a step in the patterns of load, before and after the runs, that align a meter with a clock of its own. */
  readonly patternChip?: Seconds;
  /** Settles once the first reading is taken; throws a {@link MeterError} if there is none. */
  start(): Promise<MeterRecording>;
}

export interface MeterRecording {
  /** Takes what the meter saw until now, on the machine's clock. Never throws. */
  stop(patterns: readonly LoadPattern[]): Promise<RecordedPower>;
}

export interface RecordedPower {
  readonly traces: readonly PowerTrace[];
  /** A sentence on how the meter's clock was aligned with ours, and what skew is left. */
  readonly clock: string;
  /** True if the meter has a clock of its own, and one of the patterns was not found, or not where it should be. */
  readonly isDoubtful?: boolean;
  readonly problems: readonly string[];
}

/** A stand-in that is always shown as a proxy: `watts` for each second that a core is busy. */
export interface CpuTimeProxy {
  readonly kind: 'cpu-time';
  readonly name: 'cpu-time';
  readonly watts: Watts;
  readonly description: string;
}

/** An error that says, for people, why there is no reading and what would help. */
export class MeterError extends Error {
  override readonly name = 'MeterError';
}

/** Undefined for a proxy; a meter that gives no reading is an error. */
export async function startMeter(meter: MeterOrProxy): Promise<MeterRecording | MeterError | undefined> {
  if (meter.kind === 'cpu-time') return undefined;
  try {
    return await meter.start();
  } catch (error) {
    if (error instanceof MeterError) return error;
    throw error;
  }
}

export function cpuTimeProxy(watts: Watts): CpuTimeProxy {
  return {
    kind: 'cpu-time',
    name: 'cpu-time',
    watts,
    description: `proxy: CPU time at ${watts} W a core, no meter`,
  };
}
