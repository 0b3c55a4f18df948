/**
 * From which programs and tests a method can be reached: what to offer where
 * nobody said what to run.
 *
 * Sits in `launching/`. Reads calls backwards, as they were extracted from
 * source. Which method a call of an overridable one ends in is not known before
 * it runs: any method of the same name and parameters is taken, as class
 * hierarchy analysis without a hierarchy, and such a way is told apart from one
 * that is certain.
 */
import type { MethodKey } from '../operations/operation';

export interface CallingMethod {
  readonly key: MethodKey;
  readonly callees: readonly MethodKey[];
}

export interface Caller {
  readonly key: MethodKey;
  /** Calls between it and the method: 1 where it calls the method itself. */
  readonly distance: number;
  /** Every call on the way names its method, none a method that it may override. */
  readonly certain: boolean;
}

/**
 * Those of `wanted` that reach `target`, certain and near ones first.
 *
 * Breadth first, so linear in the number of calls; a method is reached once by
 * certain calls and once by others at most.
 */
export function findCallers(
  target: MethodKey,
  methods: Iterable<CallingMethod>,
  wanted: (key: MethodKey) => boolean,
): readonly Caller[] {
  const { byKey, byName } = callersOf(methods);
  const found = new Map<MethodKey, Caller>();
  for (const certain of [true, false]) {
    const seen = new Set<MethodKey>([target]);
    let reached = [target];
    for (let distance = 0; reached.length > 0; distance++) {
      for (const key of reached)
        if (wanted(key) && !found.has(key)) found.set(key, { key, distance, certain });
      const next = new Set(
        reached.flatMap((key) => [...((certain ? byKey.get(key) : byName.get(nameOf(key))) ?? [])]),
      );
      reached = [...next].filter((key) => !seen.has(key));
      for (const key of reached) seen.add(key);
    }
  }
  return [...found.values()].sort(
    (a, b) => Number(b.certain) - Number(a.certain) || a.distance - b.distance || (a.key < b.key ? -1 : 1),
  );
}

interface CallersOf {
  readonly byKey: ReadonlyMap<MethodKey, ReadonlySet<MethodKey>>;
  readonly byName: ReadonlyMap<string, ReadonlySet<MethodKey>>;
}

function callersOf(methods: Iterable<CallingMethod>): CallersOf {
  const byKey = new Map<MethodKey, Set<MethodKey>>();
  const byName = new Map<string, Set<MethodKey>>();
  for (const { key, callees } of methods)
    for (const callee of callees) {
      addTo(byKey, callee, key);
      addTo(byName, nameOf(callee), key);
    }
  return { byKey, byName };
}

function addTo(map: Map<string, Set<MethodKey>>, name: string, key: MethodKey): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, new Set([key]));
  else known.add(key);
}

/** `blit(II)` of `com/example/Grid.blit(II)V`: an overriding method may give back a narrower type. Constructors are never overridden. */
function nameOf(key: MethodKey): string {
  const at = key.indexOf('.');
  const close = key.lastIndexOf(')');
  if (at < 0 || close < 0 || key.startsWith('<', at + 1)) return key;
  return key.slice(at + 1, close + 1);
}
