/** Power traces as tests write them. */
import type { PowerTrace } from '../../server/src/power/power-trace';
import type { Seconds, Watts } from '../../server/src/base/units';

/** Readings of a power that is a function of time, each the mean of an interval of length `every`. */
export function sampleTrace(
  start: Seconds,
  end: Seconds,
  every: Seconds,
  powerAt: (time: Seconds) => Watts,
  from: PowerTrace['from'] = 'reading',
): PowerTrace {
  const count = Math.round((end - start) / every);
  const ends = Array.from({ length: count }, (_, index) => start + (index + 1) * every);
  const watts = ends.map((time) => meanOver(powerAt, time - every, time));
  return { channel: 'watts', inTotal: true, from, start, ends, watts };
}

function meanOver(powerAt: (time: Seconds) => Watts, from: Seconds, to: Seconds): Watts {
  const pieces = 20;
  let sum = 0;
  for (let piece = 0; piece < pieces; piece++) sum += powerAt(from + ((piece + 0.5) * (to - from)) / pieces);
  return sum / pieces;
}

/** Numbers that look drawn by chance and are always the same. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}
