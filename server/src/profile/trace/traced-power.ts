/**
 * The power of a traced program as a profile holds it, on the clock of the trace.
 *
 * Sits in `profile/`. A meter saw it while the program ran, or the processor time of its threads stands in for one.
 */
import { withDefined } from '../../base/check';
import type { Seconds, Watts } from '../../base/units';
import type { JoinedPower } from '../../power/join-power';
import type { CpuTimeProxy, MeterOrProxy } from '../../power/meter';
import { type PowerTrace, traceCounter } from '../../power/power-trace';
import type { ProfiledTrace } from '../document/profile-document';
import type { CapturedTrace } from './trace-file';

export type TracedPower = NonNullable<ProfiledTrace['power']>;

/** Ten readings in the window of a count are too many to help, and a microsecond is far below one. */
const TIME_DIGITS = 6;
const WATT_DIGITS = 7;

/** Undefined where no power could be joined to the trace. */
export function describePower(joined: JoinedPower, meter: MeterOrProxy): TracedPower | undefined {
  const { power, clock, idle } = joined;
  if (power === undefined || power.ends.length === 0) return undefined;
  return {
    ...{ meter: meter.description, isProxy: meter.kind === 'cpu-time', clock },
    ...withDefined({ idle }),
    ...{ from: power.from, start: roundTime(power.start) },
    samples: Array.from(power.ends, (end, index): TracedPower['samples'][number] => {
      const watts = power.watts[index] ?? NaN;
      return [roundTime(end), Number.isNaN(watts) ? null : Number(watts.toPrecision(WATT_DIGITS))];
    }),
  };
}

export function readPower({ from, start, samples }: TracedPower): PowerTrace {
  return {
    ...{ channel: 'power', inTotal: true, from, start },
    ends: Float64Array.from(samples, ([end]): Seconds => end),
    watts: Float64Array.from(samples, ([, watts]): Watts => watts ?? NaN),
  };
}

/** Each core that runs the program's threads takes so many watts, and what waits takes nothing. */
export function powerOfThreads(
  { processorTime = [] }: Pick<CapturedTrace, 'processorTime'>,
  { watts }: CpuTimeProxy,
): JoinedPower {
  const readings = processorTime.map(([time, used]) => ({ time, energy: used * watts }));
  const { trace, problems } = traceCounter(readings, 0, { channel: 'cpu-time', inTotal: true });
  return { power: trace, clock: 'that of the trace', idle: 0, problems };
}

function roundTime(time: Seconds): Seconds {
  return Number(time.toFixed(TIME_DIGITS));
}
