/**
 * Gives energies to the operations that ran in the calling contexts of a trace.
 *
 * Calls of libraries are leaves, as in `call-contexts.ts`. The number of calls of a context, or of a library in it, is
 * known if all activations of its method were seen.
 *
 * The blocks of a path tell the operations that one execution of it runs. The operations of a method in all are counted
 * exactly.
 */
import { callsLibrary } from '../../profile/account/called-lines';
import { type RowCosts, energyOfRow } from '../../cost/pricing/counted-rows';
import { keyOfMethod, type MethodName } from '../../base/method-name';
import type { PlacedExecutions } from '../match/place-executions';
import type { SeenContexts } from '../trees/seen-contexts';
import type { CalledCode, CalledRows } from './called-rows';
import type { TracedMethods, TracedMethod } from '../../profile/document/counted-paths';
import type { ProfileDocument, PathRow } from '../../profile/document/profile-document';
import { nameOfLibrary, overloadOf, textOfOperation } from '../trees/call-contexts';

interface Placing {
  readonly methods: TracedMethods;
  /** For each method, the method that it is merged into. */
  readonly merged: readonly number[];
  readonly seen: SeenContexts;
  readonly placed: PlacedExecutions;
  readonly isWhole: (method: number) => boolean;
  readonly hasDescriptors: boolean;
  /** A flag for each key: false for an operation that is in no energy. */
  readonly isModeled?: readonly boolean[];
  /** The energy that samples gave to the methods' lines: divided over the contexts of a method as its executions are. */
  readonly called: CalledRows;
}

interface PlacedEnergy {
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
  /** Its operations that are in no energy. */
  readonly leftOut: (readonly [operation: string, count: number])[];
}

/** Adds the energies to the tree that `seen` builds. */
export function pricePlaced(
  { keys }: ProfileDocument,
  costs: RowCosts,
  { methods, merged, seen, placed, isWhole, hasDescriptors, isModeled, called }: Placing,
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
    const energy = energyOfRow(costs, key, count, Number.isNaN(size) ? undefined : size);
    total += energy;
    const operation = keys[key];
    const isLeftOut = isModeled?.[key] === false && count > 0;
    if (context === 0) unplaced += energy;
    else if (operation === undefined || !callsLibrary(operation)) {
      builder.take(context, energy);
      if (isLeftOut && operation !== undefined) builder.leaveOut(context, textOfOperation(operation), count);
    } else {
      const own = valueIn(libraries, context, () => new Map<string, LibraryCalls>());
      const method = nameOfLibrary(operation, hasDescriptors);
      const library = valueIn(own, keyOfMethod(method), () => ({
        method,
        ...{ energy: 0, calls: 0, sizes: 0, leftOut: [] },
      }));
      library.energy += energy;
      library.calls += isExact ? count : NaN;
      library.sizes += isExact ? size : NaN;
      if (isLeftOut) library.leftOut.push([textOfOperation(operation), count]);
    }
  };
  /** The rows of `called` are laid where their methods ran. */
  const lay = (rows: readonly CalledCode[], places: ReadonlyMap<number, number>): void => {
    const all = sumOf(places);
    const shares =
      all > 0 ? Array.from(places, ([at, times]) => [at, times / all] as const) : [[0, 1] as const];
    for (const { callee, energy, variance } of rows)
      for (const [context, share] of shares) {
        total += energy * share;
        if (context === 0) unplaced += energy * share;
        else {
          const calls = libraries.get(context)?.values() ?? [];
          const leaf =
            callee === undefined
              ? context
              : builder.enter(context, builder.numberOf(overloadOf(callee, calls)), NaN, 0);
          builder.take(leaf, energy * share, variance * share ** 2);
        }
      }
  };
  for (const [index, { byPath, byKey }] of placesByMethod(methods, placed)) {
    const method = merged[index] ?? index;
    const isExact = isWhole(method) && entered.get(method)?.size === 1;
    for (const [key, executed] of sumOperations(methods.list[index])) {
      const places = byKey.get(key) ?? (byPath.size > 0 ? byPath : (entered.get(method) ?? byPath));
      const all = sumOf(places);
      if (all <= 0) add(0, key, executed, false);
      else
        for (const [context, amount] of places) {
          const [count, size] = [executed.count, executed.size].map((each) => each * (amount / all));
          add(context, key, { count: count ?? 0, size: size ?? 0 }, isExact && methodOf[context] === method);
        }
    }
    const rows = methods.list[index] && called.get(methods.list[index].method);
    if (rows !== undefined) lay(rows, byPath.size > 0 ? byPath : (entered.get(method) ?? byPath));
  }
  for (const [context, method] of methodOf.entries()) {
    if (context === 0) continue;
    if (isWhole(method)) builder.count(context, calls[context] ?? 0, recursive[context] ?? 0);
    for (const library of libraries.get(context)?.values() ?? []) {
      const leaf = builder.enter(context, builder.numberOf(library.method), library.calls, 0);
      builder.take(leaf, library.energy);
      if (!Number.isNaN(library.sizes)) builder.measure(leaf, library.sizes);
      for (const [operation, count] of library.leftOut) builder.leaveOut(leaf, operation, count);
    }
  }
  return { unplaced, total };
}

function sumOf(places: ReadonlyMap<number, number>): number {
  return [...places.values()].reduce((sum, each) => sum + each, 0);
}

/** The executions of an operation; the sum of its sizes is NaN if it has none. */
interface Executed {
  readonly count: number;
  readonly size: number;
}

/** The executions of the operations that a method ran, by their keys. */
function sumOperations(traced: TracedMethod | undefined): ReadonlyMap<number, Executed> {
  const sums = new Map<number, Executed>();
  for (const [key, , count, size = NaN] of traced?.method.operations ?? []) {
    const known = sums.get(key);
    sums.set(key, { count: (known?.count ?? 0) + count, size: (known?.size ?? 0) + size });
  }
  return sums;
}

interface MethodPlaces {
  /** The executions of paths, by context. */
  readonly byPath: Map<number, number>;
  /** The executions of each operation on paths, by its key and then by context. */
  readonly byKey: Map<number, Map<number, number>>;
}

/** The places of every method of the profile, also of methods without a path that ended. */
function placesByMethod(methods: TracedMethods, placed: PlacedExecutions): ReadonlyMap<number, MethodPlaces> {
  const places = new Map<number, MethodPlaces>();
  for (const index of methods.list.keys()) places.set(index, { byPath: new Map(), byKey: new Map() });
  for (const [counter, byContext] of placed) {
    const { method, row } = methods.paths.get(counter) ?? { method: -1 };
    const own = places.get(method);
    if (own === undefined || row === undefined) continue;
    const ofPath = operationsOf(methods.list[method], row);
    for (const [context, executions] of byContext) {
      own.byPath.set(context, (own.byPath.get(context) ?? 0) + executions);
      for (const [key, each] of ofPath) {
        const ofKey = valueIn(own.byKey, key, () => new Map<number, number>());
        ofKey.set(context, (ofKey.get(context) ?? 0) + each * executions);
      }
    }
  }
  return places;
}

/** The number of times that one execution of a path runs each operation, by its key. */
function operationsOf(
  traced: TracedMethod | undefined,
  [, , , , blocks]: PathRow,
): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const block of blocks) times.set(block, (times.get(block) ?? 0) + 1);
  const sums = new Map<number, number>();
  for (const [block, key, , count] of traced?.method.code ?? []) {
    const each = times.get(block);
    if (each !== undefined) sums.set(key, (sums.get(key) ?? 0) + each * count);
  }
  return sums;
}

/** The value of a key in a map; a missing value is made and stored first. */
function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
