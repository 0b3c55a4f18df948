/**
 * The share of a traced program's time that its probes took: T_R = n·T_Inst / |∪ Tᵢ|.
 *
 * Sits in `runs/`. Equation 5 of vLens: the union counts a moment once, however many threads ran
 * then, and leaves out times when the program waited.
 */
import type { Seconds, Share } from '../base/units';
import type { TimeWindow } from '../power/power-trace';

/** Undefined if no path took any time. */
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
