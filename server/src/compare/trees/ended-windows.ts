/**
 * Finds the windows of a method that ended since one of its paths was counted last.
 *
 * Sits in `compare/`, under `place-executions.ts`. A short loop that runs no other code keeps its counters in
 * registers, and adds them up when it is left (`profile/plan/local-counters.ts`): all that is counted at once then
 * ran in a window that ended. Such paths are known by having no window of their own.
 */
import type { PlacedWindows } from './seen-contexts';

/**
 * Gives the time that windows of a method ran themselves, by context, in nanoseconds. It looks at windows that ended
 * up to a time, and after the last question with the same counter. Undefined if no such window ran itself, or if the
 * counter has windows of its own.
 */
export type EndedSince = (
  counter: number,
  method: number,
  to: number,
) => ReadonlyMap<number, number> | undefined;

export function createEndedSince({ nested, methods, contexts }: PlacedWindows): EndedSince {
  const { count, subjects, enters, exits, parents } = nested;
  const hasOwn = new Set<number>();
  const lengths = new Float64Array(count);
  const byMethod = new Map<number, number[]>();
  for (let window = 0; window < count; window++) {
    hasOwn.add(subjects[window] ?? 0);
    const length = (exits[window] ?? 0) - (enters[window] ?? 0);
    lengths[window] = (lengths[window] ?? 0) + length;
    const around = parents[window] ?? -1;
    if (around >= 0) lengths[around] = (lengths[around] ?? 0) - length;
    const method = methods[window] ?? -1;
    if (method < 0) continue;
    const own = byMethod.get(method);
    if (own === undefined) byMethod.set(method, [window]);
    else own.push(window);
  }
  for (const windows of byMethod.values())
    windows.sort((one, other) => (exits[one] ?? 0) - (exits[other] ?? 0));
  /** The number of the method's windows that were given before, by counter. */
  const given = new Map<number, number>();
  return (counter, method, to) => {
    if (hasOwn.has(2 * counter)) return undefined;
    const windows = byMethod.get(method) ?? [];
    const ended = new Map<number, number>();
    let next = given.get(counter) ?? 0;
    for (; next < windows.length && (exits[windows[next] ?? 0] ?? 0) <= to; next++) {
      const window = windows[next] ?? 0;
      const context = contexts[window] ?? 0;
      const length = lengths[window] ?? 0;
      if (length > 0) ended.set(context, (ended.get(context) ?? 0) + length);
    }
    given.set(counter, next);
    return ended.size === 0 ? undefined : ended;
  };
}
