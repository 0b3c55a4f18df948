/**
 * Finds which windows of a trace belong to one activation of a method, and which methods are too short to
 * be seen except when something interrupts them.
 *
 * Sits in `profile/`, over `nested-windows.ts`. An activation is a row of windows, one for each path, and
 * each begins where the one before it ended (`trace-probes.ts`). The last one may have been too short to be
 * written. So two rows are certainly two activations only if the first one returned, the second one
 * entered, or time lies between them.
 */
import { outside } from '../../base/check';
import type { NestedWindows } from './nested-windows';
import type { PathEnd, PathStart } from '../document/profile-document';

export interface WindowPath {
  /** The window's method, by any number that tells methods apart. */
  readonly method: number;
  readonly start: PathStart;
  readonly end: PathEnd;
}

/**
 * For each window, the first window of its activation, or -1 if it is not a path. There may have been more activations;
 * none is missing if as many were counted. `pathOf` is undefined for a window that is not a path.
 */
export function findActivations(
  { count, enters, exits, parents, threads }: NestedWindows,
  pathOf: (window: number) => WindowPath | undefined,
): Int32Array {
  const activations = new Int32Array(count).fill(-1);
  /** For each window, the last window seen in it. Windows outside of all others go by thread. */
  const lastIn = new Int32Array(count).fill(-1);
  const lastOf = new Map<number, number>();
  for (let window = 0; window < count; window++) {
    const path = pathOf(window);
    if (path === undefined) continue;
    const parent = parents[window] ?? outside(window);
    const thread = threads[window] ?? outside(window);
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

/** An interruption makes one window, or two at the end of one; a path that takes time by itself has more. */
const BY_CHANCE = 2;

/**
 * For each window, 1 if a method that hardly ever takes a tick took one without a longer loop and without a callee that
 * took one. A collection or another program interrupted it, and which of millions of calls that hits is chance.
 * `isSeldom` tells if a window's method is such.
 */
export function findChanceWindows(
  { count, parents }: Pick<NestedWindows, 'count' | 'parents'>,
  activations: Int32Array,
  isSeldom: (window: number) => boolean,
): Uint8Array {
  /** For each first window of an activation, its last window. */
  const lasts = new Int32Array(count);
  const windows = new Int32Array(count);
  const holdsOthers = new Uint8Array(count);
  for (const [window, first] of activations.entries()) {
    if (first < 0) continue;
    lasts[first] = window;
    windows[first] = (windows[first] ?? outside(first)) + 1;
  }
  const byChance = new Uint8Array(count);
  for (let window = 0; window < count; window++) {
    const first = activations[window] ?? outside(window);
    const parent = parents[window] ?? outside(window);
    // All windows within an activation stand before its last window, and the window around it behind.
    if (first >= 0 && lasts[first] !== window) continue;
    if (
      first >= 0 &&
      holdsOthers[first] === 0 &&
      (windows[first] ?? outside(first)) <= BY_CHANCE &&
      isSeldom(window)
    ) {
      byChance[first] = 1;
      continue;
    }
    const around = parent < 0 ? -1 : (activations[parent] ?? outside(parent));
    if (around >= 0) holdsOthers[around] = 1;
  }
  return byChance.map((_, window) => byChance[activations[window] ?? outside(window)] ?? 0);
}
