/**
 * Reads what was counted in each calling context, as the agent writes it (tree.bin, described in
 * server/agent/jouleline/runtime/TreeFile.java).
 *
 * Sits in `profile/` beside `capture.ts`; `describe-tree.ts` says which
 * methods these are.
 */
import { groupBy } from '../../base/groups';
import { openCaptured, readNumber } from '../trace/trace-file';
import { at } from '../../base/check';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import type { CounterNumber } from '../probes/probe-code';

export interface CountedContext {
  /** The first counter of the context's method, or {@link handOver}. */
  readonly first: CounterNumber;
  /** The number of the call site in the caller; 0 if no code of the program made the call. */
  readonly site: number;
  readonly counters: Float64Array;
  readonly children: readonly CountedContext[];
  readonly back: readonly BackLink[];
}

/** Marks a context that is not a method but a task, which its caller handed over at the site to run later or in another thread. */
const handOver = 0;

export function isHandOver({ first }: CountedContext): boolean {
  return first === handOver;
}

/** Calls of a method that was already running. */
export interface BackLink {
  /** The number of contexts from this one up to the called one, 0 for itself; undefined beyond the limit of contexts. */
  readonly up: number | undefined;
  readonly first: CounterNumber;
  readonly site: number;
  readonly calls: number;
}

export interface ContextForest {
  readonly roots: readonly CountedContext[];
  /** One context a method for all calls beyond the limit of contexts. */
  readonly beyond: readonly CountedContext[];
}

/** The trees of all threads, not yet merged. */
export function readContexts(bytes: Uint8Array): Outcome<ContextForest> {
  return attempt(() => {
    const cursor = openCaptured(bytes, 'JLTREES', 'a file of calling contexts');
    const number = (): number => readNumber(cursor, 'A file of calling contexts');
    const list = (above: readonly CounterNumber[]): readonly CountedContext[] => {
      const found: CountedContext[] = [];
      for (let head = number(); head > 0; head = number()) found.push(read(head - 1, above));
      return found;
    };
    const read = (first: CounterNumber, above: readonly CounterNumber[]): CountedContext => {
      const site = number();
      const length = number();
      if (length > bytes.length) throw new MalformedInput('A context has too many counters', cursor.offset);
      const counters = Float64Array.from({ length }, number).subarray(1);
      const chain = [...above, first];
      const back = Array.from({ length: Math.min(number(), bytes.length) }, () => {
        const up = number();
        const target = up < chain.length ? chain[chain.length - 1 - up] : undefined;
        const link = { site: number(), calls: number() };
        return target === undefined ? { up: undefined, first: -1, ...link } : { up, first: target, ...link };
      });
      return { first, site, counters, back, children: list(chain) };
    };
    const roots: CountedContext[] = [];
    const beyond: CountedContext[] = [];
    while (number() === 1) {
      roots.push(...list([]));
      beyond.push(...list([]));
    }
    return { roots, beyond };
  });
}

/** Merges the contexts of all threads and JVMs that were reached in the same way. */
export function mergeContexts(contexts: readonly CountedContext[]): readonly CountedContext[] {
  const groups = groupBy(contexts, ({ site, first }) => `${site} ${first}`);
  return Array.from(groups.values(), ([one, ...others]) => {
    if (one === undefined || others.length === 0) return one === undefined ? [] : [one];
    const all = [one, ...others];
    const counters = new Float64Array(Math.max(...all.map((each) => each.counters.length)));
    for (const each of all) addTo(counters, 0, each.counters);
    const back = new Map<string, BackLink>();
    for (const link of all.flatMap((each) => each.back)) {
      const id = `${link.site} ${link.up ?? 'beyond'}`;
      back.set(id, { ...link, calls: link.calls + (back.get(id)?.calls ?? 0) });
    }
    const children = mergeContexts(all.flatMap((each) => each.children));
    return [{ first: one.first, site: one.site, counters, back: [...back.values()], children }];
  }).flat();
}

/** The sum over all contexts, by counter: what a capture of plain counts would have. */
export function sumContexts({ roots, beyond }: ContextForest, counters: number): Float64Array {
  const sums = new Float64Array(counters);
  const open = [...roots, ...beyond];
  for (let context = open.pop(); context !== undefined; context = open.pop()) {
    addTo(sums, context.first, context.counters);
    open.push(...context.children);
  }
  return sums;
}

function addTo(sums: Float64Array, start: number, counters: Float64Array): void {
  for (const [index, count] of counters.entries()) {
    const place = start + index;
    if (place < sums.length) sums[place] = at(sums, place) + count;
  }
}
