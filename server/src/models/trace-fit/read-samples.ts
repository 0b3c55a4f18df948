/**
 * Samples of power for a trace: what they add up to, put onto the trace's
 * clock.
 *
 * Sits in `models/`, wiring the importers and clocks of `runs/`.
 */
import type { FitProblem } from '../fit/regression-data';
import { alignByPulses, findPulses, toOurClock } from '../../power/align-clocks';
import { longestInterval } from '../../power/integrate-power';
import { parsePowerPieces } from '../../power/formats/power-pieces';
import { medianInterval, type PowerTrace, sayTime, shiftTrace } from '../../power/power-trace';
import { sumTraces } from '../../power/join-power';
import { readPower, type TracedPower } from '../../profile/trace/traced-power';
import type { Seconds } from '../../base/units';

export interface SampleOptions {
  readonly samplesName: string;
  /** Seconds since the trace began at which the meter was sent a signal; then the clocks are taken as different. */
  readonly pulses: readonly Seconds[];
}

export interface Samples {
  readonly power: PowerTrace;
  /** The way in which the meter's clock was put onto the trace's, in words. */
  readonly clock: string;
}

/** A channel that holds the signal, and no power. */
const SIGNAL = /^(sync|trigger|pulse|marker)/i;
/** Readings at the very top of the range that make it likely that there is more. */
const SATURATED = 0.001;

export function readSamples(
  chunks: Iterable<Uint8Array>,
  { samplesName, pulses }: SampleOptions,
): { readonly samples?: Samples; readonly problems: readonly FitProblem[] } {
  const file = parsePowerPieces(chunks);
  const problems: FitProblem[] = file.problems.map((message) => ({
    severity: 'warning',
    message: `${samplesName}: ${message}`,
  }));
  const fail = (message: string): { readonly problems: readonly FitProblem[] } => ({
    problems: [...problems, { severity: 'error', message: `${samplesName}: ${message}` }],
  });
  const traces = file.results.map(({ trace }) => trace);
  const signal = traces.find(({ channel }) => SIGNAL.test(channel));
  const powers = traces.filter((trace) => trace !== signal && trace.inTotal);
  const [first] = powers;
  if (first === undefined || first.ends.length === 0) return fail('it holds no samples of power');
  const back = findStepBack(first);
  if (back !== undefined)
    return fail(`its clock jumps back to ${format(back)} s: cut the file there, and fit each part by itself`);
  const power = sumTraces(powers) ?? first;
  problems.push(...judgeSamples(power, samplesName));
  if (pulses.length === 0) return { problems, samples: { power, clock: 'taken as that of the trace' } };
  if (signal === undefined)
    return fail(
      'it has no channel for the signal (a column sync, trigger or pulse with a unit, as sync [W]), and --pulses says when one was sent',
    );
  const { alignment, problems: unaligned } = alignByPulses(
    pulses,
    findPulses(signal),
    medianInterval(signal) ?? 0,
  );
  if (alignment === undefined) return fail(unaligned.join('; '));
  for (const message of unaligned)
    problems.push({ severity: 'warning', message: `${samplesName}: ${message}` });
  return {
    problems,
    samples: {
      power: shiftTrace(power, (time) => toOurClock(alignment, time)),
      clock: alignment.description,
    },
  };
}

/** The power that a profile holds is on the trace's clock already. */
export function storedSamples(power: TracedPower, samplesName: string): ReturnType<typeof readSamples> {
  const trace = readPower(power);
  return { problems: judgeSamples(trace, samplesName), samples: { power: trace, clock: power.clock } };
}

function judgeSamples(power: PowerTrace, samplesName: string): readonly FitProblem[] {
  return [...describeTop(power), ...describeGaps(power)].map((message) => ({
    severity: 'warning',
    message: `${samplesName}: ${message}`,
  }));
}

function findStepBack({ start, ends }: PowerTrace): Seconds | undefined {
  let last = start;
  for (let index = 0; index < ends.length; index++) {
    const end = ends[index] ?? last;
    if (end <= last) return end;
    last = end;
  }
  return undefined;
}

/** Noise never reads the same highest value often; one value only is a meter that stands still. */
function describeTop({ channel, watts }: PowerTrace): readonly string[] {
  let most = -Infinity;
  let times = 0;
  for (let index = 0; index < watts.length; index++) {
    const power = watts[index] ?? NaN;
    if (power > most) {
      most = power;
      times = 1;
    } else if (power === most) times++;
  }
  if (times < 10 || times <= SATURATED * watts.length) return [];
  if (times === watts.length)
    return [
      `${channel}: all samples read ${format(most)} W: the meter stood still, or was at the end of its range`,
    ];
  return [
    `${channel}: ${format((100 * times) / watts.length)} % of the samples read ${format(most)} W, the highest of all: the meter may have been at the end of its range, and energies are then too small`,
  ];
}

/**
 * Describes the gaps between samples. The energy in a gap is not known and is in no window: the energy curve leaves
 * it out.
 */
function describeGaps(power: PowerTrace): readonly string[] {
  const longest = longestInterval(power);
  let first: string | undefined;
  let count = 0;
  let sum = 0;
  for (let index = 0; index < power.ends.length; index++) {
    const from = (index === 0 ? power.start : power.ends[index - 1]) ?? NaN;
    const to = power.ends[index] ?? NaN;
    if (to - from <= longest || power.from === 'counter') continue;
    first ??= `from ${sayTime(from)} to ${sayTime(to)} of its clock`;
    count++;
    sum += to - from;
  }
  if (first === undefined) return [];
  return [
    `${power.channel}: there is no sample ${first}${count === 1 ? '' : `, and in ${count - 1} more gaps, ${format(sum)} s in all`}: what ran then is left out`,
  ];
}

function format(value: number): string {
  return String(Number(value.toPrecision(4)));
}
