/**
 * Where watts come from: a meter that is recorded during the runs, or CPU time
 * that stands in for one.
 *
 * Sits in `measurement/`; `host/power/` has the meters of each platform.
 */
import type { Seconds, Watts } from '../units';
import type { LoadPattern } from './find-pattern';
import type { PowerTrace } from './power-trace';

export type PowerSource = Meter | CpuTimeProxy;

export interface Meter {
  readonly kind: 'meter';
  readonly name: 'powercap' | 'perf' | 'powermetrics' | 'file' | 'command';
  /** For people: what is metered, and by what. */
  readonly description: string;
  /** A meter with a clock of its own is told where it is by patterns of load before and after the runs. */
  readonly patternChip?: Seconds;
  /** Settles once the first reading is taken; throws a {@link PowerSourceError} where there is none. */
  start(): Promise<MeterRecording>;
}

export interface MeterRecording {
  /** Takes what the meter saw until now, on the machine's clock. Never throws. */
  stop(patterns: readonly LoadPattern[]): Promise<RecordedPower>;
}

export interface RecordedPower {
  readonly traces: readonly PowerTrace[];
  /** How the meter's clock was put onto ours, and what skew is left. */
  readonly clock: string;
  readonly problems: readonly string[];
}

/** Always shown as a proxy: `watts` for each second that a core is busy. */
export interface CpuTimeProxy {
  readonly kind: 'cpu-time';
  readonly name: 'cpu-time';
  readonly watts: Watts;
  readonly description: string;
}

/** Says, for people, why there is no reading and what would help. */
export class PowerSourceError extends Error {
  override readonly name = 'PowerSourceError';
}

/** Undefined for what stands in for a meter; a meter that gives no reading is its error. */
export async function startMeter(
  source: PowerSource,
): Promise<MeterRecording | PowerSourceError | undefined> {
  if (source.kind === 'cpu-time') return undefined;
  try {
    return await source.start();
  } catch (error) {
    if (error instanceof PowerSourceError) return error;
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
