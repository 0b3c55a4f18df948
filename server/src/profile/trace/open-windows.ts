/**
 * Adds windows for activations that had not ended when the program did. Their paths were never written, so
 * that what they called has no window around it.
 *
 * Sits in `profile/`, over `nested-windows.ts`. The stacks at the end name the methods that had not ended,
 * without threads or times. A window at the root of a thread, behind the last window of such a method, lies
 * below that method; and all of the first thread lies below a `main` that had not ended.
 */
import { at, outside } from '../../base/check';
import { addTo } from '../../base/groups';
import type { NestedWindows } from './nested-windows';

export interface OpenMethods {
  /** The method of a window; -1 if the window is not a path. */
  readonly methodOf: (window: number) => number;
  /** True if a window's path left its method. */
  readonly hasEnded: (window: number) => boolean;
  readonly isMainThread: (thread: number) => boolean;
  /** True if an activation of the method had not ended. */
  readonly isOpen: (method: number) => boolean;
  /** A `main` that had not ended and that has no window; -1 if there is none. */
  readonly unseenMain: number;
  /** The methods that had not ended, have no window, and are called by name by the given method; at most one of each. */
  readonly calledBy: (method: number) => number;
  /** True if the first method calls the second one, directly or through methods without a window. */
  readonly mayCall: (method: number, called: number) => boolean;
  /** True for class initializers, which run before anything else of a thread. */
  readonly isInitializer: (method: number) => boolean;
  /** A subject that belongs to a method. */
  readonly subjectOf: (method: number) => number;
}

export interface OpenWindows {
  /** The given windows, and behind them those of activations that had not ended. */
  readonly nested: NestedWindows;
  readonly activations: Int32Array;
  /** The method of a window that was added. */
  readonly methodOf: (window: number) => number;
}

interface OpenCall {
  readonly method: number;
  /** The window that the activation goes on from; -1 for none. */
  readonly from: number;
  /** Windows that the activation called. */
  readonly adopted: number[];
}

export function addOpenWindows(
  nested: NestedWindows,
  activations: Int32Array,
  open: OpenMethods,
): OpenWindows {
  const added: { readonly call: OpenCall; readonly thread: number; readonly around: number }[] = [];
  for (const [thread, roots] of rootsByThread(nested)) {
    const calls = openCalls(roots, thread, open);
    // Callees stand before their callers, as everywhere.
    const used = calls.filter(({ adopted }, index) => index === 0 || adopted.length > 0);
    const isUsed = used.some(({ adopted }) => adopted.length > 0);
    for (const [index, call] of isUsed ? used.toReversed().entries() : [])
      added.push({
        call,
        thread,
        around: index === used.length - 1 ? -1 : nested.count + added.length + 1,
      });
  }
  const methodOf = (window: number): number => at(added, window - nested.count).call.method;
  if (added.length === 0) return { nested, activations, methodOf };
  const count = nested.count + added.length;
  const longer = {
    count,
    subjects: extend(nested.subjects, count),
    enters: extend(nested.enters, count),
    exits: extend(nested.exits, count),
    parents: extend(nested.parents, count),
    threads: extend(nested.threads, count),
    crossing: nested.crossing,
  };
  const ownActivations = extend(activations, count);
  let [last, enter, exit] = [-1, Infinity, 0];
  for (const [index, { call, thread, around }] of added.entries()) {
    const window = nested.count + index;
    // The windows of a thread stand together, callees first: each window holds those right before it.
    if (thread !== last) [last, enter, exit] = [thread, Infinity, 0];
    for (const each of call.adopted) {
      enter = Math.min(enter, nested.enters[each] ?? outside(each));
      exit = Math.max(exit, nested.exits[each] ?? outside(each));
    }
    longer.subjects[window] = open.subjectOf(call.method);
    longer.enters[window] = enter;
    longer.exits[window] = exit;
    longer.parents[window] = around;
    longer.threads[window] = thread;
    ownActivations[window] = call.from < 0 ? window : (activations[call.from] ?? window);
    for (const each of call.adopted) longer.parents[each] = window;
  }
  return { nested: longer, activations: ownActivations, methodOf };
}

/** Windows without any around them, by thread, in their order. */
function rootsByThread({ count, parents, threads }: NestedWindows): ReadonlyMap<number, readonly number[]> {
  const roots = new Map<number, number[]>();
  for (let window = 0; window < count; window++) {
    if ((parents[window] ?? outside(window)) >= 0) continue;
    addTo(roots, threads[window] ?? outside(window), window);
  }
  return roots;
}

/** The calls that had not ended, from the outermost on, each with the root windows that it called. */
function openCalls(
  roots: readonly number[],
  thread: number,
  { methodOf, hasEnded, isMainThread, isOpen, unseenMain, calledBy, mayCall, isInitializer }: OpenMethods,
): readonly OpenCall[] {
  const last = roots.findLastIndex((window) => isOpen(methodOf(window)) && !hasEnded(window));
  const from = roots[last] ?? -1;
  const outermost = from >= 0 ? methodOf(from) : isMainThread(thread) ? unseenMain : -1;
  if (outermost < 0) return [];
  const calls: OpenCall[] = [{ method: outermost, from, adopted: [] }];
  const known = new Set([outermost]);
  for (let next = calledBy(outermost); next >= 0 && !known.has(next); next = calledBy(next)) {
    known.add(next);
    calls.push({ method: next, from: -1, adopted: [] });
  }
  for (const window of roots.slice(last + 1)) {
    const method = methodOf(window);
    if (from < 0 && isInitializer(method)) continue;
    const caller = calls.findLast((call) => mayCall(call.method, method)) ?? calls[0];
    caller?.adopted.push(window);
  }
  return calls;
}

function extend<Column extends Float64Array | Int32Array>(column: Column, count: number): Column {
  const longer = column instanceof Float64Array ? new Float64Array(count) : new Int32Array(count);
  longer.set(column);
  return longer as Column;
}
