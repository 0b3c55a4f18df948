/**
 * Gives energies to the operations that ran in the calling contexts of a trace.
 *
 * Sits in `compare/`, under `trace-contexts.ts`. Calls of libraries are leaves, as in `call-contexts.ts`. The number
 * of calls of a context, or of a library in it, is known if all activations of its method were seen.
 */
import type { MethodName } from '../../base/method-name';
import type { PlacedExecutions } from '../match/place-executions';
import { type Executed, placesByMethod, sumOperations, valueIn } from '../match/placed-operations';
import type { SeenContexts } from '../trees/seen-contexts';
import type { TracedMethods } from '../../profile/document/counted-paths';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { nameOfLibrary } from '../trees/call-contexts';

export interface Placing {
  readonly methods: TracedMethods;
  /** For each method, the method that it is merged into. */
  readonly merged: readonly number[];
  readonly seen: SeenContexts;
  readonly placed: PlacedExecutions;
  readonly isWhole: (method: number) => boolean;
}

export interface PlacedEnergy {
  /** The energy that is in no context, because no call of a tick or more was open when it was spent. */
  readonly unplaced: number;
  /** The energy of all that was counted. */
  readonly total: number;
}

/** The calls of a library method in one context. */
interface LibraryCalls {
  readonly method: MethodName;
  energy: number;
  /** The number of calls; NaN if some of them may belong to other contexts. */
  calls: number;
  /** The sum of their sizes; NaN if they have none, or not all are known. */
  sizes: number;
}

/** Adds the energies to the tree that `seen` builds. */
export function pricePlaced(
  { keys }: ProfileDocument,
  unitCosts: Float64Array,
  { methods, merged, seen, placed, isWhole }: Placing,
): PlacedEnergy {
  const { builder, methodOf, calls, recursive } = seen;
  /** The number of times that each context was seen to be entered, by method and context. */
  const entered = new Map<number, Map<number, number>>();
  for (const [context, method] of methodOf.entries())
    valueIn(entered, method, () => new Map<number, number>()).set(
      context,
      (calls[context] ?? 0) + (recursive[context] ?? 0),
    );
  const libraries = new Map<number, Map<string, LibraryCalls>>();
  let [unplaced, total] = [0, 0];
  const add = (context: number, key: number, { count, size }: Executed, isExact: boolean): void => {
    const energy = (unitCosts[key] ?? 0) * count;
    total += energy;
    const operation = keys[key];
    if (context === 0) unplaced += energy;
    else if (operation?.family !== 'LibraryFunction') builder.take(context, energy);
    else {
      const own = valueIn(libraries, context, () => new Map<string, LibraryCalls>());
      const called = valueIn(own, operation.name, () => ({
        method: nameOfLibrary(operation),
        energy: 0,
        calls: 0,
        sizes: 0,
      }));
      called.energy += energy;
      called.calls += isExact ? count : NaN;
      called.sizes += isExact ? size : NaN;
    }
  };
  for (const [index, { byPath, byKey }] of placesByMethod(methods, placed)) {
    const method = merged[index] ?? index;
    const isExact = isWhole(method) && entered.get(method)?.size === 1;
    for (const [key, executed] of sumOperations(methods.list[index])) {
      const places = byKey.get(key) ?? (byPath.size > 0 ? byPath : (entered.get(method) ?? byPath));
      const all = [...places.values()].reduce((sum, each) => sum + each, 0);
      if (all <= 0) add(0, key, executed, false);
      else
        for (const [context, amount] of places) {
          const [count, size] = [executed.count, executed.size].map((each) => each * (amount / all));
          add(context, key, { count: count ?? 0, size: size ?? 0 }, isExact && methodOf[context] === method);
        }
    }
  }
  for (const [context, method] of methodOf.entries()) {
    if (context === 0) continue;
    if (isWhole(method)) builder.count(context, calls[context] ?? 0, recursive[context] ?? 0);
    for (const called of libraries.get(context)?.values() ?? []) {
      const leaf = builder.enter(context, builder.numberOf(called.method), called.calls, 0);
      builder.take(leaf, called.energy);
      if (!Number.isNaN(called.sizes)) builder.measure(leaf, called.sizes);
    }
  }
  return { unplaced, total };
}
