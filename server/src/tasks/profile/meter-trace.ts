/**
 * Meters a program while it is traced, and joins the power to the trace.
 *
 * Sits in `tasks/`: the run-time phase of vLens (section 3.1). A meter that fails costs the power and not the profile.
 */
import { withDefined } from '../../base/check';
import { calendarLead } from '../../host/processes/clock';
import { joinPower, toMachineClock } from '../../power/join-power';
import { MeterError, type MeterOrProxy, startMeter } from '../../power/meter';
import type { TraceMetering } from '../../profile/read/capture';
import type { CapturedTrace } from '../../profile/trace/trace-file';
import { describePower, powerOfThreads, type TracedPower } from '../../profile/trace/traced-power';
import type { Seconds } from '../../base/units';
import type { CountedRun } from './run-with-agent';

/** The length of a step of the patterns for meters of this machine, of which all give several readings in it. */
const CHIP: Seconds = 0.1;

interface MeteredRun {
  readonly counted: CountedRun;
  /** Absent where the meter gave nothing that can be joined to the trace: the problems say why. */
  readonly power?: TracedPower;
  readonly problems: readonly string[];
}

/** Without a meter the program just runs. */
export async function meterTracedRun(
  meter: MeterOrProxy | undefined,
  run: (metering: TraceMetering | undefined) => Promise<CountedRun>,
): Promise<MeteredRun> {
  if (meter === undefined) return { counted: await run(undefined), problems: [] };
  if (meter.kind === 'cpu-time') {
    const counted = await run({ kind: 'cpu-time' });
    const joined = powerOfThreads(longestOf(counted) ?? {}, meter);
    return { counted, ...withDefined({ power: describePower(joined, meter) }), problems: joined.problems };
  }
  const recording = await startMeter(meter);
  if (recording === undefined || recording instanceof MeterError)
    return { counted: await run(undefined), problems: recording === undefined ? [] : [recording.message] };
  let counted: CountedRun;
  try {
    counted = await run({ kind: 'patterns', chip: meter.patternChip ?? CHIP });
  } catch (error) {
    await recording.stop([]);
    throw error;
  }
  const marks = longestOf(counted)?.marks;
  if (marks === undefined) {
    await recording.stop([]);
    return { counted, problems: ['the power was not kept: no JVM wrote a trace that it could be joined to'] };
  }
  const lead = calendarLead();
  const recorded = await recording.stop(toMachineClock(marks, lead));
  const joined = joinPower(recorded, marks, { lead, isAligned: meter.patternChip !== undefined });
  return { counted, ...withDefined({ power: describePower(joined, meter) }), problems: joined.problems };
}

/** The trace of the JVM that wrote the most, to whose clock power is joined. */
function longestOf({ machines }: CountedRun): CapturedTrace | undefined {
  const traces = machines.flatMap(({ trace }) => trace ?? []);
  return traces.toSorted((one, other) => other.summary.tuples - one.summary.tuples)[0];
}
