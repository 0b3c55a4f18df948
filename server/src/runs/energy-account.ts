/**
 * Divides a measured total: lines + library + uncounted + runtime + idle + unattributed = total.
 *
 * Sits in `runs/`. A part that nothing tells apart is not 0 but unknown: it is named as such, and
 * lies within other parts. If the parts exceed the total, that is reported, and stays in the account as an
 * unattributed energy below 0. Cutting it off would make the parts add up to something that nobody
 * measured.
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
  readonly lines: Joules;
  readonly library: Joules | undefined;
  /** Code that is not counted: jars, launchers, class loading. */
  readonly uncounted: Joules | undefined;
  readonly runtime: RuntimeEnergy;
  readonly idle: Joules;
}

export interface EnergyAccount extends AttributedEnergy {
  readonly unattributed: Joules;
  readonly total: Joules;
  /** The share of the total; undefined if there is no total. */
  readonly unattributedShare: Share | undefined;
  readonly problems: readonly string[];
}

/** Smaller excesses are rounding: parts are sums of many small energies. */
const ROUNDING: Share = 1e-9;

export function balanceEnergy(parts: AttributedEnergy, total: Joules): EnergyAccount {
  const unattributed = total - attributedEnergy(parts);
  const tooMuch = unattributed < -ROUNDING * Math.abs(total);
  return {
    ...parts,
    unattributed,
    total,
    unattributedShare: total > 0 ? unattributed / total : undefined,
    problems: tooMuch
      ? [
          `the parts claim ${(-unattributed).toPrecision(3)} J more than the ${total.toPrecision(3)} J that were measured`,
        ]
      : [],
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

function attributedEnergy({ lines, library = 0, uncounted = 0, runtime, idle }: AttributedEnergy): Joules {
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
