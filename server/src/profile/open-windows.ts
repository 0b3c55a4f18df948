/**
 * Windows of activations that had not ended when the program did: the paths
 * that they were in were never written, and what they called has nothing around.
 *
 * Sits in `profile/`, over `nested-windows.ts`. Which methods had not ended is
 * known from the stacks at the end, without threads or times. What stands at the
 * root of a thread behind the last window of such a method is below it; and all
 * of the first thread is below a `main` that had not ended.
 */
import type { NestedWindows } from './nested-windows';

export interface OpenMethods {
  /** Of a window; -1 for what is no path. */
  readonly methodOf: (window: number) => number;
  /** Whether a window's path left its method. */
  readonly hasEnded: (window: number) => boolean;
  readonly isMainThread: (thread: number) => boolean;
  /** Whether an activation of a method had not ended. */
  readonly isOpen: (method: number) => boolean;
  /** A `main` that had not ended, and no window is of; -1 where there is none. */
  readonly unseenMain: number;
  /** Methods that had not ended and no window is of, which a method calls by name: one at most. */
  readonly calledBy: (method: number) => number;
  /** Whether code of the first method calls the second one, or what calls it and was not seen. */
  readonly mayCall: (method: number, called: number) => boolean;
  /** What runs before anything of a thread does: initializers of classes. */
  readonly isInitializer: (method: number) => boolean;
  /** A subject that is of a method. */
  readonly subjectOf: (method: number) => number;
}

export interface OpenWindows {
  /** Those given, and behind them those of activations that had not ended. */
  readonly nested: NestedWindows;
  readonly activations: Int32Array;
  /** Of those behind. */
  readonly methodOf: (window: number) => number;
}

interface OpenCall {
  readonly method: number;
  /** The window that it goes on from; -1 for none. */
  readonly from: number;
  /** Windows that it called. */
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
    // What is called before what calls it, as everywhere.
    const used = calls.filter(({ adopted }, index) => index === 0 || adopted.length > 0);
    const isUsed = used.some(({ adopted }) => adopted.length > 0);
    for (const [index, call] of isUsed ? used.toReversed().entries() : [])
      added.push({
        call,
        thread,
        around: index === used.length - 1 ? -1 : nested.count + added.length + 1,
      });
  }
  const methodOf = (window: number): number => added[window - nested.count]?.call.method ?? -1;
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
    // Those of a thread stand together, what is called before what calls it: each holds what the ones before hold.
    if (thread !== last) [last, enter, exit] = [thread, Infinity, 0];
    for (const each of call.adopted) {
      enter = Math.min(enter, nested.enters[each] ?? 0);
      exit = Math.max(exit, nested.exits[each] ?? 0);
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

/** Windows that nothing is around of, in their order. */
function rootsByThread({ count, parents, threads }: NestedWindows): ReadonlyMap<number, readonly number[]> {
  const roots = new Map<number, number[]>();
  for (let window = 0; window < count; window++) {
    if ((parents[window] ?? -1) >= 0) continue;
    const thread = threads[window] ?? 0;
    const own = roots.get(thread);
    if (own === undefined) roots.set(thread, [window]);
    else own.push(window);
  }
  return roots;
}

/** From the outermost on; with what stands at the root and was called by one of them. */
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
