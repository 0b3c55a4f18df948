/**
 * Finds the calling contexts in which the paths of a trace were run.
 *
 * A trace counts every path that ends from one moment to the next, some 10 ms later, and says which calls were open
 * meanwhile. A path belongs to the context of its method that was open. If none was open, the call was too short to be
 * seen, and the path goes to a context that ran then and may have called it. If there are several such contexts, their
 * times divide it.
 *
 * A short loop that runs no other code keeps its counters in registers, and adds them up when it is left
 * (`profile/plan/local-counters.ts`): all that is counted at once then ran in a window that ended. Such paths are known
 * by having no window of their own.
 */
import { at, outside } from '../../base/check';
import { addTo, groupBy } from '../../base/groups';
import type { CountWindows } from '../../profile/read/captured-windows';
import { UNSEEN, WAITING } from '../../profile/trace/traced-activations';
import type { PlacedWindows, SeenContexts } from '../trees/seen-contexts';

export interface CountedPaths {
  /** The number of times that each path ended in the whole run. */
  readonly executions: ReadonlyMap<number, number>;
  /** The index of a path's method; -1 for a counter that belongs to no path. */
  readonly methodOf: (counter: number) => number;
  /** True if the trace shows every activation of the method, so that none of its paths ran elsewhere. */
  readonly isWhole: (method: number) => boolean;
  /** Tests if code of the first method calls the second one, or may lead to a call of it; the surest test comes first. */
  readonly mayCall: readonly ((method: number, called: number) => boolean)[];
}

/** The executions of each counter, by context; those of the root belong to no method. */
export type PlacedExecutions = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The counts of one JVM; `windows` is undefined if it counted nothing by window. */
interface CountedWindows {
  readonly windows: CountWindows | undefined;
  /** The time by which a window of a path may end too early, in nanoseconds. */
  readonly slack: number;
}

export function placeExecutions(
  seen: SeenContexts,
  counted: readonly CountedWindows[],
  paths: CountedPaths,
): PlacedExecutions {
  const placed = new Map<number, Map<number, number>>();
  const choose = createChoice(seen, paths);
  const add = (counter: number, amount: number, shares: Shares): void => {
    let own = placed.get(counter);
    if (own === undefined) placed.set(counter, (own = new Map<number, number>()));
    for (const [context, share] of shares) own.set(context, (own.get(context) ?? 0) + amount * share);
  };
  const overall = emptyWeights();
  for (const [index, machine] of seen.machines.entries()) {
    const { windows, slack } = counted[index] ?? { windows: undefined, slack: 0 };
    addWeights(overall, machine, 0, Infinity);
    if (windows === undefined) continue;
    const weightsOf = sweep(machine, slack);
    const endedSince = createEndedSince(machine);
    for (const [window, end] of windows.ends.entries()) {
      const weights = weightsOf(NANOS * (windows.ends[window - 1] ?? 0), NANOS * end);
      const [first, next] = [at(windows.starts, window), at(windows.starts, window + 1)];
      for (let entry = first; entry < next; entry++) {
        const counter = windows.counters[entry] ?? outside(entry);
        const amount = windows.added[entry] ?? outside(entry);
        if (amount <= 0 || !paths.executions.has(counter)) continue;
        const method = paths.methodOf(counter);
        const ended = endedSince(counter, method, NANOS * end);
        const shares = ended && sharesOf([...ended.keys()], (context) => ended.get(context) ?? 0);
        add(counter, amount, shares ?? choose(method, weights()));
      }
    }
  }
  // What no window has: those that could not be written, and what an older agent did not count by window.
  for (const [counter, executions] of paths.executions) {
    const known = [...(placed.get(counter)?.values() ?? [])].reduce((sum, each) => sum + each, 0);
    if (executions - known > 0.5) add(counter, executions - known, choose(paths.methodOf(counter), overall));
  }
  return placed;
}

const NANOS = 1e9;

/** Times by context, in nanoseconds. */
interface Weights {
  /** The time during which the context was open. */
  readonly open: Map<number, number>;
  /** The time during which the context itself ran, or calls below it that were too short to be seen. */
  readonly own: Map<number, number>;
  /** The contexts that ended a moment before. */
  readonly ended: Set<number>;
}

function emptyWeights(): Weights {
  return { open: new Map(), own: new Map(), ended: new Set() };
}

/** Adds all windows of a machine between two times, in nanoseconds. */
function addWeights(weights: Weights, machine: PlacedWindows, from: number, to: number): void {
  for (let window = 0; window < machine.nested.count; window++) addWindow(weights, machine, window, from, to);
}

function addWindow(
  { open, own }: Weights,
  { nested: { enters, exits, parents }, methods, contexts, isOutermost }: PlacedWindows,
  window: number,
  from: number,
  to: number,
): void {
  const length = Math.min(exits[window] ?? 0, to) - Math.max(enters[window] ?? 0, from);
  if (length <= 0) return;
  const context = contexts[window] ?? outside(window);
  const method = methods[window] ?? outside(window);
  const around = parents[window] ?? outside(window);
  if (method === UNSEEN) return;
  if (isOutermost[window] === 1) open.set(context, (open.get(context) ?? 0) + length);
  if (method !== WAITING) own.set(context, (own.get(context) ?? 0) + length);
  if (around < 0 || methods[around] === WAITING) return;
  const caller = contexts[around] ?? outside(around);
  own.set(caller, (own.get(caller) ?? 0) - length);
}

/** Goes through stretches of time that follow each other; the weights of a stretch are made when they are first needed. */
function sweep(machine: PlacedWindows, slack: number): (from: number, to: number) => () => Weights {
  const { enters, exits, count } = machine.nested;
  const byEnter = Uint32Array.from({ length: count }, (_, window) => window).sort(
    (one, other) => at(enters, one) - at(enters, other),
  );
  let next = 0;
  let active: number[] = [];
  return (from, to) => {
    for (; next < count && (enters[byEnter[next] ?? 0] ?? 0) < to; next++) active.push(byEnter[next] ?? 0);
    const here = active;
    active = here.filter((window) => (exits[window] ?? outside(window)) + slack > to);
    let made: Weights | undefined;
    return () => {
      if (made !== undefined) return made;
      made = emptyWeights();
      for (const window of here) {
        addWindow(made, machine, window, from, to);
        if ((exits[window] ?? 0) <= from) made.ended.add(machine.contexts[window] ?? 0);
      }
      return made;
    };
  };
}

type Shares = ReadonlyMap<number, number>;

/** The parts of weights that are needed again and again. */
interface Moment {
  /** The contexts of each method that were open, and those that ended a moment before. */
  readonly open: ReadonlyMap<number, readonly number[]>;
  readonly ended: ReadonlyMap<number, readonly number[]>;
  /** The contexts that ran themselves, or ran calls too short to be seen. */
  readonly ran: readonly number[];
  readonly chosen: Map<number, Shares>;
}

/** Chooses the contexts that executions of a method belong to, at times whose weights are known. */
function createChoice(
  { methodOf }: SeenContexts,
  { isWhole, mayCall }: CountedPaths,
): (method: number, weights: Weights) => Shares {
  const byMethod = (contexts: Iterable<number>): ReadonlyMap<number, readonly number[]> =>
    groupBy(contexts, (context) => at(methodOf, context));
  const all = byMethod(methodOf.keys());
  const moments = new WeakMap<Weights, Moment>();
  const momentOf = (weights: Weights): Moment => {
    let moment = moments.get(weights);
    if (moment === undefined) {
      const ran = [...weights.own].flatMap(([context, time]) => (context > 0 && time > 0 ? [context] : []));
      moment = {
        open: byMethod(weights.open.keys()),
        ended: byMethod(weights.ended),
        ran,
        chosen: new Map(),
      };
      moments.set(weights, moment);
    }
    return moment;
  };
  const choose = (method: number, { open, ended, ran }: Moment, weights: Weights): Shares => {
    const running = open.get(method);
    if (running !== undefined) return sharesOf(running, (context) => weights.open.get(context) ?? 0);
    const before = ended.get(method);
    if (before !== undefined) return sharesOf(before, () => 1);
    const whole = isWhole(method) ? all.get(method) : undefined;
    if (whole !== undefined) return sharesOf(whole, () => 1);
    for (const calls of mayCall) {
      const isCaller = (context: number): boolean => calls(methodOf[context] ?? -1, method);
      const callers = ran.filter(isCaller);
      if (callers.length > 0) return sharesOf(callers, (context) => weights.own.get(context) ?? 0);
      const gone = [...weights.ended].filter(isCaller);
      if (gone.length > 0) return sharesOf(gone, () => 1);
    }
    return sharesOf(ran, (context) => weights.own.get(context) ?? 0);
  };
  return (method, weights) => {
    const moment = momentOf(weights);
    let shares = moment.chosen.get(method);
    if (shares === undefined) moment.chosen.set(method, (shares = choose(method, moment, weights)));
    return shares;
  };
}

/** The share of each context in the sum of their weights; the root gets all if that sum is 0. */
function sharesOf(contexts: readonly number[], weightOf: (context: number) => number): Shares {
  const [only] = contexts;
  if (only !== undefined && contexts.length === 1 && weightOf(only) > 0) return new Map([[only, 1]]);
  const all = contexts.reduce((sum, context) => sum + weightOf(context), 0);
  if (all <= 0) return new Map([[0, 1]]);
  return new Map(contexts.map((context) => [context, weightOf(context) / all]));
}

/**
 * Gives the time that windows of a method ran themselves, by context, in nanoseconds. It looks at windows that ended
 * up to a time, and after the last question with the same counter. Undefined if no such window ran itself, or if the
 * counter has windows of its own.
 */
type EndedSince = (counter: number, method: number, to: number) => ReadonlyMap<number, number> | undefined;

function createEndedSince({ nested, methods, contexts }: PlacedWindows): EndedSince {
  const { count, subjects, enters, exits, parents } = nested;
  const hasOwn = new Set<number>();
  const lengths = new Float64Array(count);
  const byMethod = new Map<number, number[]>();
  for (let window = 0; window < count; window++) {
    hasOwn.add(subjects[window] ?? outside(window));
    const length = (exits[window] ?? outside(window)) - (enters[window] ?? outside(window));
    lengths[window] = (lengths[window] ?? outside(window)) + length;
    const around = parents[window] ?? outside(window);
    if (around >= 0) lengths[around] = (lengths[around] ?? outside(around)) - length;
    const method = at(methods, window);
    if (method >= 0) addTo(byMethod, method, window);
  }
  for (const windows of byMethod.values()) windows.sort((one, other) => at(exits, one) - at(exits, other));
  /** The number of the method's windows that were given before, by counter. */
  const given = new Map<number, number>();
  return (counter, method, to) => {
    if (hasOwn.has(2 * counter)) return undefined;
    const windows = byMethod.get(method) ?? [];
    const ended = new Map<number, number>();
    let next = given.get(counter) ?? 0;
    for (; next < windows.length && (exits[windows[next] ?? 0] ?? 0) <= to; next++) {
      const window = windows[next] ?? 0;
      const context = contexts[window] ?? outside(window);
      const length = lengths[window] ?? outside(window);
      if (length > 0) ended.set(context, (ended.get(context) ?? 0) + length);
    }
    given.set(counter, next);
    return ended.size === 0 ? undefined : ended;
  };
}
