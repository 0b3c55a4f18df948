/**
 * The calling contexts that a trace shows: the windows that are open around a window are the calls that led to it.
 *
 * Equal paths of all threads merge, and recursion folds, as in every tree.
 */
import { MethodTreeBuilder } from './method-tree';
import type { MethodName } from '../../base/method-name';
import type { SeenWindows } from '../../profile/trace/traced-activations';

export interface PlacedWindows extends SeenWindows {
  /** The context of each window, or that of the call around it; 0 for none. */
  readonly contexts: Int32Array;
  /** A mark for each window: 1 if no window around it is of its context, so that the times of marked windows add up. */
  readonly isOutermost: Uint8Array;
}

export interface SeenContexts {
  readonly builder: MethodTreeBuilder;
  readonly machines: readonly PlacedWindows[];
  /** The index of each context's method. The root is context 0, and has no method. */
  readonly methodOf: readonly number[];
  /**
   * The activations of each context that were seen from outside of the method, and then those that were seen while it
   * ran.
   */
  readonly calls: readonly number[];
  readonly recursive: readonly number[];
}

export function placeWindows(machines: readonly SeenWindows[], names: readonly MethodName[]): SeenContexts {
  const builder = new MethodTreeBuilder();
  const numbers = names.map((name) => builder.numberOf(name));
  const methodOf: number[] = [-1];
  const calls: number[] = [0];
  const recursive: number[] = [0];
  const placed = machines.map((machine): PlacedWindows => {
    const { nested, methods, activations } = machine;
    const contexts = new Int32Array(nested.count);
    const isOutermost = new Uint8Array(nested.count);
    for (let window = nested.count - 1; window >= 0; window--) {
      const caller = contexts[nested.parents[window] ?? -1] ?? 0;
      const method = methods[window] ?? -1;
      if (method < 0) {
        contexts[window] = caller;
        continue;
      }
      const context = builder.enter(caller, numbers[method] ?? 0, NaN, 0);
      contexts[window] = context;
      methodOf[context] = method;
      if (!isRunning(contexts, nested.parents, window, context)) isOutermost[window] = 1;
      // As in every tree: called again is what folds onto a context that leads to its caller.
      const entered = leadsTo(builder, context, caller) ? recursive : calls;
      entered[context] = (entered[context] ?? 0) + (activations[window] === window ? 1 : 0);
    }
    return { ...machine, contexts, isOutermost };
  });
  return { builder, machines: placed, methodOf, calls, recursive };
}

function leadsTo(builder: MethodTreeBuilder, context: number, caller: number): boolean {
  for (let around = caller; around > 0; around = builder.callerOf(around))
    if (around === context) return true;
  return false;
}

function isRunning(contexts: Int32Array, parents: Int32Array, window: number, context: number): boolean {
  for (let around = parents[window] ?? -1; around >= 0; around = parents[around] ?? -1)
    if (contexts[around] === context) return true;
  return false;
}
