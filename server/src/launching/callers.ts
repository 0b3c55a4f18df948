/**
 * Finds the programs and tests that can reach a method: what to offer if nobody said what to run.
 *
 * Sits in `launching/`. It walks calls, as they were extracted from source, backwards. Which method a call
 * of an overridable one reaches is not known before it runs. So any method of the same name and parameters
 * counts (class hierarchy analysis without a hierarchy), and such a way is marked as uncertain.
 */
import type { MethodKey } from '../operations/catalogue/operation';

export interface CallingMethod {
  readonly key: MethodKey;
  readonly callees: readonly MethodKey[];
}

export interface Caller {
  readonly key: MethodKey;
  /** The number of calls up to the method: 1 if it calls the method itself. */
  readonly distance: number;
  /** True if every call on the way names its method, and none a method that it may override. */
  readonly certain: boolean;
}

/**
 * Finds those of `wanted` that reach `target`, certain and near ones first. The search is breadth first, so linear
 * in the number of calls: a method is visited at most once by certain calls and once by others.
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

/**
 * The name and parameters: `blit(II)` for `com/example/Grid.blit(II)V`, because an overriding method may return a
 * narrower type. Constructors are never overridden.
 */
function nameOf(key: MethodKey): string {
  const at = key.indexOf('.');
  const close = key.lastIndexOf(')');
  if (at < 0 || close < 0 || key.startsWith('<', at + 1)) return key;
  return key.slice(at + 1, close + 1);
}
