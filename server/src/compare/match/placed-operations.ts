/**
 * Finds the calling contexts of a trace in which the operations of its methods were run.
 *
 * Sits in `compare/`, over `place-executions.ts`. The blocks of a path tell the operations that one execution of it
 * runs. The operations of a method in all are counted exactly.
 */
import type { TracedMethod, TracedMethods } from '../../profile/document/counted-paths';
import type { PathRow } from '../../profile/document/profile-document';
import type { PlacedExecutions } from './place-executions';

/** The executions of an operation; the sum of its sizes is NaN if it has none. */
export interface Executed {
  readonly count: number;
  readonly size: number;
}

/** The executions of the operations that a method ran, by their keys. */
export function sumOperations(traced: TracedMethod | undefined): ReadonlyMap<number, Executed> {
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
export function placesByMethod(
  methods: TracedMethods,
  placed: PlacedExecutions,
): ReadonlyMap<number, MethodPlaces> {
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
export function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
