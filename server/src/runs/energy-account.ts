/**
 * Divides a measured total: lines + library + uncounted + runtime + idle + unattributed = total.
 *
 * Sits in `runs/`. A part that nothing tells apart is not 0 but unknown: it is named as such, and
 * lies within other parts. No part exceeds the whole: start-up was measured in runs of its own and may have taken more
 * than a run with it. Parts that claim more than is left of the total are cut to that, and the account says so.
 */
import type { Joules, Share, Seconds } from '../base/units';
import type { TimeWindow } from '../power/power-trace';

/** The parts of the runtime; undefined for one that cannot be told apart. */
export interface RuntimeEnergy {
  readonly garbageCollection: Joules | undefined;
  readonly compilation: Joules | undefined;
  readonly threadSwitching: Joules | undefined;
  /** The energy of a `main` that does nothing. */
  readonly startUp: Joules | undefined;
}

export interface AttributedEnergy {
  /** Undefined where lines are those of a model that is not scaled, and no part of what was measured. */
  readonly lines: Joules | undefined;
  readonly library: Joules | undefined;
  /** Code that is not counted: jars, launchers, class loading. */
  readonly uncounted: Joules | undefined;
  readonly runtime: RuntimeEnergy;
  readonly idle: Joules;
}

export interface EnergyAccount extends AttributedEnergy {
  /** What methods took whose text is another by now; absent where all lines are shown. */
  readonly leftOut?: Joules;
  readonly unattributed: Joules;
  readonly total: Joules;
  /** The share of the total; undefined if there is no total. */
  readonly unattributedShare: Share | undefined;
  readonly problems: readonly string[];
}

/** Smaller excesses are rounding: parts are sums of many small energies. */
const ROUNDING: Share = 1e-9;

/** What is left of a sum of parts that leave nothing: the last digits of binary fractions. */
export const RESIDUE: Share = 1e-12;

export function balanceEnergy(claimed: AttributedEnergy, total: Joules): EnergyAccount {
  const parts = cutToTotal(claimed, total);
  const rest = total - attributedEnergy(parts);
  const unattributed = Math.abs(rest) <= RESIDUE * Math.abs(total) ? 0 : rest;
  const claim = attributedEnergy(claimed);
  return {
    ...parts,
    unattributed,
    total,
    unattributedShare: total > 0 ? unattributed / total : undefined,
    problems:
      claim - total > ROUNDING * Math.abs(total)
        ? [
            `the parts claim ${claim.toPrecision(3)} J, more than the ${total.toPrecision(3)} J that were measured: they are cut to what is left, first idle, then start-up, the rest of the runtime, what is not counted, and lines with their library`,
          ]
        : [],
  };
}

/** Each part has at most what those before it leave; parts of one kind are cut in proportion. */
function cutToTotal(claimed: AttributedEnergy, total: Joules): AttributedEnergy {
  let left = Math.max(0, total);
  const shareOf = (...parts: readonly (Joules | undefined)[]): Share => {
    const sum = parts.reduce<Joules>((all, part = 0) => all + part, 0);
    const share = sum <= left ? 1 : left / sum;
    left = Math.max(0, left - sum * share);
    return share;
  };
  const part = (energy: Joules | undefined, share: Share): Joules | undefined =>
    energy === undefined || share === 1 ? energy : energy * share;
  const { runtime, idle, uncounted, lines, library } = claimed;
  const { garbageCollection, compilation, threadSwitching, startUp } = runtime;
  const ofIdle = shareOf(idle);
  const ofStart = shareOf(startUp);
  const ofRuntime = shareOf(garbageCollection, compilation, threadSwitching);
  const ofUncounted = shareOf(uncounted);
  const ofLines = shareOf(lines, library);
  return {
    lines: part(lines, ofLines),
    library: part(library, ofLines),
    uncounted: part(uncounted, ofUncounted),
    runtime: {
      garbageCollection: part(garbageCollection, ofRuntime),
      compilation: part(compilation, ofRuntime),
      threadSwitching: part(threadSwitching, ofRuntime),
      startUp: part(startUp, ofStart),
    },
    idle: idle * ofIdle,
  };
}

export function runtimeEnergy({
  garbageCollection = 0,
  compilation = 0,
  threadSwitching = 0,
  startUp = 0,
}: RuntimeEnergy): Joules {
  return garbageCollection + compilation + threadSwitching + startUp;
}

function attributedEnergy({
  lines = 0,
  library = 0,
  uncounted = 0,
  runtime,
  idle,
}: AttributedEnergy): Joules {
  return lines + library + uncounted + runtimeEnergy(runtime) + idle;
}

/**
 * The share of a traced program's time that its probes took: T_R = n·T_Inst / |∪ Tᵢ| (equation 5 of vLens). The
 * union counts a moment once, however many threads ran then, and leaves out times when the program waited.
 *
 * Undefined if no path took any time.
 */
export function probeOverhead(
  probes: number,
  secondsPerProbe: Seconds,
  paths: readonly TimeWindow[],
): Share | undefined {
  const busy = lengthOfUnion(paths);
  return busy > 0 ? (probes * secondsPerProbe) / busy : undefined;
}

export function lengthOfUnion(windows: readonly TimeWindow[]): Seconds {
  const sorted = [...windows].sort((left, right) => left.start - right.start);
  let length = 0;
  let reached = -Infinity;
  for (const { start, end } of sorted) {
    if (end <= reached) continue;
    length += end - Math.max(start, reached);
    reached = end;
  }
  return length;
}
