/**
 * Puts the power that a meter saw onto the clock of a trace, by the patterns of load that the traced JVM made before
 * and after its program.
 *
 * Sits in `power/`. vLens (section 3.1) triggers a signal for this; here the JVM's own work is the signal.
 */
import { withDefined } from '../base/check';
import { meanOf } from '../base/statistics';
import type { Seconds, Watts } from '../base/units';
import { alignByPatterns, toOurClock } from './align-clocks';
import { createEnergyCurve } from './energy-curve';
import type { LoadPattern } from './find-pattern';
import { integratePower } from './integrate-power';
import type { RecordedPower } from './meter';
import { medianInterval, type PowerTrace, shiftTrace } from './power-trace';

/** The calendar time and the load patterns by which a traced JVM's clock is known. */
export interface TraceMarks {
  /** The calendar's seconds when the trace began. */
  readonly calendar: Seconds;
  /** The patterns of load, on the trace's clock. */
  readonly patterns: readonly LoadPattern[];
}

export interface JoinedPower {
  /** All channels of the total, on the trace's clock; absent where nothing joins them. */
  readonly power?: PowerTrace;
  /** The way in which the clocks were joined, in words. */
  readonly clock: string;
  /** The power while the JVM rested in its patterns; absent if the meter saw no rest. */
  readonly idle?: Watts;
  readonly problems: readonly string[];
}

/** The calendar is read to a millisecond, but a line of a meter's may come later than its reading. */
const LATE: Seconds = 2;

/** The patterns on this machine's clock, as far as the calendar tells: `lead` is how far it is ahead of that clock. */
export function toMachineClock({ calendar, patterns }: TraceMarks, lead: Seconds): readonly LoadPattern[] {
  return patterns.map((pattern) => ({ ...pattern, start: pattern.start + calendar - lead }));
}

/**
 * `recorded` is on this machine's clock, as {@link toMachineClock} has it. `isAligned`: the meter has a clock of its own,
 * and was aligned by the same patterns already.
 */
export function joinPower(
  recorded: RecordedPower,
  marks: TraceMarks,
  { lead, isAligned }: { readonly lead: Seconds; readonly isAligned: boolean },
): JoinedPower {
  const { problems } = recorded;
  const total = sumTraces(recorded.traces.filter(({ inTotal }) => inTotal));
  if (total === undefined) return { clock: recorded.clock, problems };
  const raw = shiftTrace(total, (time) => time - marks.calendar + lead);
  if (isAligned) {
    if (recorded.isDoubtful === true) return { clock: recorded.clock, problems: [...problems, NOT_JOINED] };
    return { ...withIdle(raw, marks), clock: recorded.clock, problems };
  }
  const { alignment, problems: unseen } = alignByPatterns(raw, marks.patterns, ({ start }) => ({
    start: start - LATE,
    end: start + LATE,
  }));
  if (alignment === undefined || alignment.problems.length > 0)
    return {
      ...withIdle(raw, marks),
      clock: "aligned by this machine's calendar, to a millisecond; how late readings come is not known",
      problems: [...problems, ...unseen, BY_CALENDAR],
    };
  const power = shiftTrace(raw, (time) => toOurClock(alignment, time));
  return { ...withIdle(power, marks), clock: alignment.description, problems: [...problems, ...unseen] };
}

const NOT_JOINED =
  'the power was not joined to the trace: between the patterns of load before and after the program the meter stopped, or its clock jumped. Let it record from before the program until after its end, and profile again';
const BY_CALENDAR =
  "the meter did not see the patterns of load before and after the program: its readings count by this machine's calendar. Readings more often, or less other work on the machine, help";

function withIdle(
  power: PowerTrace,
  { patterns }: TraceMarks,
): { readonly power: PowerTrace; readonly idle?: Watts } {
  const interval = medianInterval(power) ?? 0;
  const rests = patterns.flatMap(({ start, chip, chips }) =>
    chips.flatMap((isBusy, index) =>
      isBusy === 1
        ? []
        : [
            integratePower(power, {
              // A reading that begins before the rest has work in it, and so has one that ends behind it.
              start: start + index * chip + (chips[index - 1] === 0 ? 0 : interval),
              end: start + (index + 1) * chip - (chips[index + 1] === 0 ? 0 : interval),
            }),
          ],
    ),
  );
  const seen = rests.filter(({ covered }) => covered > 0);
  const idle = seen.length === 0 ? undefined : meanOf(seen.map(({ energy, covered }) => energy / covered));
  return { power, ...withDefined({ idle }) };
}

/** Undefined without any trace. Channels that were read at other times than the first one are taken at its times. */
export function sumTraces(traces: readonly PowerTrace[]): PowerTrace | undefined {
  const [first, ...others] = traces;
  if (first === undefined || others.length === 0) return first;
  const curves = others.map(createEnergyCurve);
  const watts = Float64Array.from(first.watts, (own, index) => {
    const start = index === 0 ? first.start : (first.ends[index - 1] ?? first.start);
    const end = first.ends[index] ?? start;
    return curves.reduce((sum, curve) => sum + (curve?.between(start, end) ?? 0) / (end - start), own);
  });
  return { ...first, watts };
}
