/**
 * The windows of a profile's trace, each with its method, or marked as a call that waits.
 *
 * Sits in `profile/`, over `nested-windows.ts` and the document.
 */
import { at, outside } from '../../base/check';
import { type CountWindows, readCountWindows } from '../read/captured-windows';
import { createReach, type MayCall } from '../read/call-reach';
import type { TracedMethods } from '../document/counted-paths';
import { type NestedWindows, nestWindows } from './nested-windows';
import { addOpenWindows } from './open-windows';
import type {
  MachineTrace,
  ProfileDocument,
  ProfiledTrace,
  PathEnd,
  PathStart,
} from '../document/profile-document';
import { waits } from './time-library';
import { type TupleSubject, visitTuples } from './trace-file';

/** Marks a call that waits, and takes no energy. */
export const WAITING = -1;
/** Marks a window that stays with the call around it. */
export const UNSEEN = -2;

/** The windows of one JVM. */
export interface SeenWindows {
  readonly nested: NestedWindows;
  /** For each window, the index of its method, {@link WAITING} or {@link UNSEEN}. */
  readonly methods: Int32Array;
  /** For each window, the first one of its activation; -1 if it belongs to none. */
  readonly activations: Int32Array;
}

export interface TracedActivations {
  readonly machines: readonly SeenWindows[];
  /** True if as many activations of a method were seen as were counted, so that none ran unseen. */
  readonly isWhole: (method: number) => boolean;
  /** The number of windows that lie across another one. */
  readonly crossing: number;
}

/** A method is too short to be seen, except by chance, if a smaller share of its calls took a tick. */
const SELDOM = 0.1;

/** `merged` has, by method, the one that it is taken for. */
export function readActivations(
  profile: ProfileDocument,
  trace: ProfiledTrace,
  methods: TracedMethods,
  merged: readonly number[],
): TracedActivations {
  const machines = trace.machines.map((machine) => {
    const read = readWindows(machine, trace, methods);
    // Which JVM an unended activation was in is known only if there was one JVM.
    return trace.machines.length === 1 ? withOpen(read, machine, profile, methods) : read;
  });
  const crossing = machines.reduce((sum, { nested }) => sum + nested.crossing, 0);
  const isDamaged = crossing > 0 || trace.machines.some(({ dropped }) => dropped > 0);
  const { seen, counted } = countActivations(machines, methods, merged);
  const isSeldom = (method: number): boolean =>
    method >= 0 && (seen[method] ?? outside(method)) < SELDOM * (counted[method] ?? outside(method));
  return {
    machines: machines.map(({ nested, activations }) => {
      const methodOf = (window: number): number =>
        merged[methods.numberOf((nested.subjects[window] ?? outside(window)) / 2)] ?? UNSEEN;
      const byChance = findChanceWindows(nested, activations, (window) => isSeldom(methodOf(window)));
      return {
        nested,
        activations,
        methods: Int32Array.from(nested.subjects, (subject, window) =>
          byChance[window] === 1 ? UNSEEN : isPath(subject) ? methodOf(window) : WAITING,
        ),
      };
    }),
    isWhole: (method) => !isDamaged && seen[method] === counted[method],
    crossing,
  };
}

/** Undefined for an older agent, or if the windows are damaged. */
export function readWindowCounts({ windows }: MachineTrace): CountWindows | undefined {
  const read = windows === undefined ? undefined : readCountWindows(Buffer.from(windows, 'base64'));
  return read?.ok === true ? read.value : undefined;
}

interface ReadWindows {
  readonly nested: NestedWindows;
  readonly activations: Int32Array;
  /** Undefined for a window that is not a path. */
  readonly pathOf: (window: number) => WindowPath | undefined;
}

function readWindows({ data }: MachineTrace, { calls }: ProfiledTrace, methods: TracedMethods): ReadWindows {
  const isWaiting = calls.map(([, , , , called]) => waits(called));
  const nested = nestWindows(
    (visit) => {
      visitTuples([Buffer.from(data, 'base64')], visit);
    },
    (subject) =>
      isPath(subject) ? methods.numberOf(subject / 2) >= 0 : isWaiting[(subject - 1) / 2] === true,
  );
  const pathOf = (window: number): WindowPath | undefined => {
    const subject = nested.subjects[window] ?? outside(window);
    if (!isPath(subject)) return undefined;
    const known = methods.paths.get(subject / 2);
    return known === undefined
      ? { method: methods.numberOf(subject / 2), start: 'join', end: 'join' }
      : { method: known.method, start: known.row[2], end: known.row[3] };
  };
  return { nested, activations: findActivations(nested, pathOf), pathOf };
}

function isPath(subject: TupleSubject): boolean {
  return subject % 2 === 0;
}

function withOpen(
  read: ReadWindows,
  { threads }: MachineTrace,
  profile: ProfileDocument,
  { list, firstOf, firstPathOf }: TracedMethods,
): ReadWindows {
  const running = new Set(profile.counting.running.map(({ class: owner, method }) => `${owner}.${method}`));
  if (running.size === 0) return read;
  const { nested, activations, pathOf } = read;
  const seen = new Set<number>();
  for (let window = 0; window < nested.count; window++) seen.add(pathOf(window)?.method ?? -1);
  const isOpen = (method: number): boolean => {
    const of = list[method];
    return of !== undefined && running.has(`${of.owner.name}.${of.method.name}`);
  };
  const unseen = [...list.keys()].filter((method) => isOpen(method) && !seen.has(method));
  const reach = createReach(profile, firstOf);
  const mayCall = reach((method) => !seen.has(method));
  const calls: MayCall = reach(() => false);
  const isNamed = (method: number, name: string): boolean => list[method]?.method.name === name;
  const added = addOpenWindows(nested, activations, {
    methodOf: (window) => pathOf(window)?.method ?? -1,
    hasEnded: (window) => pathOf(window)?.end === 'return',
    isOpen,
    isMainThread: (thread) => threads[thread] === 'main',
    unseenMain: unseen.find((method) => isNamed(method, 'main')) ?? -1,
    calledBy: (method) => unseen.find((each) => each !== method && calls(method, each)) ?? -1,
    mayCall,
    isInitializer: (method) => isNamed(method, '<clinit>'),
    subjectOf: (method) => 2 * (firstPathOf[method] ?? outside(method)),
  });
  return {
    ...added,
    pathOf: (window) => {
      if (window < nested.count) return pathOf(window);
      const method = added.methodOf(window);
      return method < 0 ? undefined : { method, start: 'join', end: 'join' };
    },
  };
}

/** For each method, the least number of activations seen, and the number counted. */
function countActivations(
  machines: readonly ReadWindows[],
  { list }: TracedMethods,
  merged: readonly number[],
): { readonly seen: Float64Array; readonly counted: Float64Array } {
  const seen = new Float64Array(list.length);
  const counted = new Float64Array(list.length);
  const add = (sums: Float64Array, method: number, amount: number): void => {
    const of = at(merged, method);
    sums[of] = at(sums, of) + amount;
  };
  for (const [index, { method }] of list.entries()) add(counted, index, method.calls);
  for (const { activations, pathOf } of machines)
    for (const [window, first] of activations.entries())
      if (first === window) add(seen, pathOf(window)?.method ?? -1, 1);
  return { seen, counted };
}

export interface WindowPath {
  /** The window's method, by any number that tells methods apart. */
  readonly method: number;
  readonly start: PathStart;
  readonly end: PathEnd;
}

/**
 * Finds which windows of a trace belong to one activation of a method. An activation is a row of windows, one
 * for each path, and each begins where the one before it ended (`trace-probes.ts`). The last one may have been
 * too short to be written. So two rows are certainly two activations only if the first one returned, the second
 * one entered, or time lies between them.
 *
 * For each window, the first window of its activation, or -1 if it is not a path. There may have been more
 * activations; none is missing if as many were counted. `pathOf` is undefined for a window that is not a path.
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
