/**
 * Which windows of a trace are of one activation of a method, and which are of
 * methods that are too short to be seen, but for interruptions.
 *
 * Sits in `profile/`, over `nested-windows.ts`. An activation is a row of
 * windows, of one path each, and each begins where the one before it ended
 * (`trace-probes.ts`); what it ran last may have been too short to be written.
 * So two rows are told apart for certain where the first one returned, the
 * second one entered, or time lies between them.
 */
import type { NestedWindows } from './nested-windows';
import type { PathEnd, PathStart } from './profile-document';

export interface WindowPath {
  /** Its method, by any number that tells methods apart. */
  readonly method: number;
  readonly start: PathStart;
  readonly end: PathEnd;
}

/**
 * By window: the first window of its activation; -1 for what is no path. There were at least as many activations; where
 * they are as many as were counted, none is missing. `pathOf` is undefined for what is no path.
 */
export function findActivations(
  { count, enters, exits, parents, threads }: NestedWindows,
  pathOf: (window: number) => WindowPath | undefined,
): Int32Array {
  const activations = new Int32Array(count).fill(-1);
  /** The last window seen in each; by thread of those that lie in none. */
  const lastIn = new Int32Array(count).fill(-1);
  const lastOf = new Map<number, number>();
  for (let window = 0; window < count; window++) {
    const path = pathOf(window);
    if (path === undefined) continue;
    const parent = parents[window] ?? -1;
    const thread = threads[window] ?? 0;
    const before = (parent >= 0 ? lastIn[parent] : lastOf.get(thread)) ?? -1;
    const pathBefore = before < 0 ? undefined : pathOf(before);
    const goesOn =
      pathBefore?.method === path.method &&
      pathBefore.end !== 'return' &&
      path.start !== 'entry' &&
      exits[before] === enters[window];
    activations[window] = goesOn ? (activations[before] ?? window) : window;
    if (parent >= 0) lastIn[parent] = window;
    else lastOf.set(thread, window);
  }
  return activations;
}

/** An interruption makes one window, or two where it befalls the end of one; what goes on by itself has more. */
const BY_CHANCE = 2;

/**
 * By window: 1 where a method hardly ever takes a tick, and did so while it ran no loop for longer and called nothing
 * that took one. A collection, or another program on its processor, befell it: which of millions of calls that was is
 * chance. `isSeldom`: of a window's method.
 */
export function findChanceWindows(
  { count, parents }: Pick<NestedWindows, 'count' | 'parents'>,
  activations: Int32Array,
  isSeldom: (window: number) => boolean,
): Uint8Array {
  /** By first window of an activation. */
  const lasts = new Int32Array(count);
  const windows = new Int32Array(count);
  const holdsOthers = new Uint8Array(count);
  for (const [window, first] of activations.entries()) {
    if (first < 0) continue;
    lasts[first] = window;
    windows[first] = (windows[first] ?? 0) + 1;
  }
  const byChance = new Uint8Array(count);
  for (let window = 0; window < count; window++) {
    const first = activations[window] ?? -1;
    const parent = parents[window] ?? -1;
    // All that an activation holds stands before its last window, and what holds it behind.
    if (first >= 0 && lasts[first] !== window) continue;
    if (first >= 0 && holdsOthers[first] === 0 && (windows[first] ?? 0) <= BY_CHANCE && isSeldom(window)) {
      byChance[first] = 1;
      continue;
    }
    const around = parent < 0 ? -1 : (activations[parent] ?? -1);
    if (around >= 0) holdsOthers[around] = 1;
  }
  return byChance.map((_, window) => byChance[activations[window] ?? -1] ?? 0);
}
