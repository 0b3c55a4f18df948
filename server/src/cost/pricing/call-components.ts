/**
 * Strongly connected components of a graph of calls, callees first.
 *
 * Sits in `cost/`, under `inclusive-energy.ts`. Tarjan, "Depth-first search
 * and linear graph algorithms" (SIAM J. Comput. 1, 1972), with its stack on
 * the heap: a chain of calls may be deeper than this program's own.
 */
import { times } from './combine-energies';

export interface CountedCall<K> {
  readonly key: K;
  /** Expected calls in one execution of the caller. */
  readonly count: number;
  /** The calls as seldom and as often as they may be; absent where the count is known. */
  readonly least?: number;
  readonly most?: number;
}

/**
 * Components that can be reached from `root`, each after all that it calls.
 * `calleesOf` gives none for nodes that are already settled. Linear in the
 * calls reached.
 */
export function componentsFrom<K>(
  root: K,
  calleesOf: (key: K) => readonly CountedCall<K>[],
): readonly (readonly K[])[] {
  const components: K[][] = [];
  const index = new Map<K, number>();
  const low = new Map<K, number>();
  const open: K[] = [];
  const isOpen = new Set<K>();
  const path: { readonly key: K; readonly callees: readonly CountedCall<K>[]; next: number }[] = [];

  function enter(key: K): void {
    index.set(key, index.size);
    low.set(key, index.size - 1);
    open.push(key);
    isOpen.add(key);
    path.push({ key, callees: calleesOf(key), next: 0 });
  }

  function lower(key: K, value: number | undefined): void {
    low.set(key, Math.min(low.get(key) ?? Infinity, value ?? Infinity));
  }

  function leave(key: K): void {
    path.pop();
    const caller = path.at(-1);
    if (caller !== undefined) lower(caller.key, low.get(key));
    if (low.get(key) !== index.get(key)) return;
    const component = open.splice(open.lastIndexOf(key));
    for (const member of component) isOpen.delete(member);
    components.push(component);
  }

  enter(root);
  for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
    const callee = frame.callees[frame.next++];
    if (callee === undefined) leave(frame.key);
    else if (!index.has(callee.key)) enter(callee.key);
    else if (isOpen.has(callee.key)) lower(frame.key, index.get(callee.key));
  }
  return components;
}

/**
 * The number of times that each node runs for one run of `root`, if every call back into a node that
 * is still open on the walk from `root` is cut. Nodes come in topological order of the calls that are
 * left.
 */
export function frequenciesWithoutRepetition<K>(
  root: K,
  calleesOf: (key: K) => readonly CountedCall<K>[],
): ReadonlyMap<K, number> {
  const finished: { readonly key: K; readonly kept: readonly CountedCall<K>[] }[] = [];
  const seen = new Set<K>([root]);
  const isOpen = new Set<K>([root]);
  const path = [{ key: root, callees: calleesOf(root), kept: [] as CountedCall<K>[], next: 0 }];
  for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
    const callee = frame.callees[frame.next++];
    if (callee === undefined) {
      path.pop();
      isOpen.delete(frame.key);
      finished.push({ key: frame.key, kept: frame.kept });
      continue;
    }
    if (isOpen.has(callee.key)) continue;
    frame.kept.push(callee);
    if (seen.has(callee.key)) continue;
    seen.add(callee.key);
    isOpen.add(callee.key);
    path.push({ key: callee.key, callees: calleesOf(callee.key), kept: [], next: 0 });
  }
  const frequencies = new Map<K, number>([[root, 1]]);
  for (const { key, kept } of finished.reverse()) {
    const own = frequencies.get(key) ?? 0;
    for (const call of kept)
      frequencies.set(call.key, (frequencies.get(call.key) ?? 0) + times(own, call.count));
  }
  return frequencies;
}
