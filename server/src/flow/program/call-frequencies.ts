/**
 * How often each member of a program is called in one run, as far as the text tells.
 *
 * Sits in `flow/`, over `call-graph.ts`. As in Wu and Larus, "Static branch frequency and program profile
 * analysis" (MICRO 27, 1994), section 5, calls flow from entry points down the graph of calls. But what is known of
 * a caller is uncertain, and the more so the further it is from an entry: the logarithm of its calls is shrunk at
 * each step, as the best linear prediction from an uncertain value is. That makes the deepest nest of loops no longer
 * drown all else, and calls in a circle add up to a finite number without a cap.
 */
import { at } from '../../base/check';
import type { Steps } from '../../base/steps';
import type { CallGraph, CalledMethod } from './call-graph';
import type { CallWeights } from './call-weights';

/** Calls that are known: 0 if a member is never called, and not a number if nobody knows. */
export interface KnownCallCounts {
  readonly calls: Float64Array;
  /** True if runs counted them, and how often each call runs, too; else the text tells them, and guesses the rest. */
  readonly areCounted: boolean;
}

/**
 * The expected calls of each member: f = entry + Σ factor · f(caller)^callers. `entries` are the calls that each gets from
 * outside of the program. What is known to be called has these calls, and drives all others.
 */
export function* callFrequencies(
  graph: CallGraph,
  entries: Float64Array,
  weights: CallWeights,
  { calls: known, areCounted }: KnownCallCounts = noneKnown(entries.length),
): Steps<Float64Array> {
  const { start, count, guess } = graph;
  const factors = yield* factorsOf(count, weights);
  for (let member = 0; member < known.length; member++)
    // Errors add up in guesses alone.
    if (at(known, member) > 0)
      for (let edge = at(start, member); edge < at(start, member + 1); edge++)
        if (areCounted || guess[edge] === 0) factors[edge] = at(count, edge);
  const reached = reachedFrom(graph, entries, weights);
  yield;
  let shares = sharesOf(graph, new Float64Array(graph.types).fill(1), weights);
  let calls = entries;
  for (let round = 1; round <= weights.rounds; round++) {
    calls = goDown(graph, calls, { entries, factors, shares, known, reached, weights });
    // Who creates objects is known better as calls spread.
    if (round % ROUNDS_OF_SHARES === 0) shares = sharesOf(graph, creationsOf(graph, calls), weights);
    yield;
  }
  return calls;
}

function noneKnown(members: number): KnownCallCounts {
  return { calls: new Float64Array(members).fill(NaN), areCounted: false };
}

const ROUNDS_OF_SHARES = 10;

const EDGES_A_STEP = 50_000;

function* factorsOf(counts: Float64Array, { repeated, seldom }: CallWeights): Steps<Float64Array> {
  const factors = new Float64Array(counts.length);
  for (let edge = 0; edge < counts.length; edge++) {
    const count = at(counts, edge);
    factors[edge] = count === 1 ? 1 : count ** (count > 1 ? repeated : seldom);
    if (edge % EDGES_A_STEP === 0) yield;
  }
  return factors;
}

/** 1 for each member that an entry point leads to. */
export function reachedFrom(
  { start, method, methods }: CallGraph,
  entries: Float64Array,
  { unreached }: CallWeights,
): Uint8Array {
  const reached = Uint8Array.from(entries, (calls) => Number(calls > unreached));
  const isCalled = new Uint8Array(methods.length);
  const pending = [...reached.keys()].filter((member) => reached[member] === 1);
  for (let member = pending.pop(); member !== undefined; member = pending.pop())
    for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
      const callee = at(method, edge);
      if (isCalled[callee] === 1) continue;
      isCalled[callee] = 1;
      for (const { member: body } of at(methods, callee).bodies) {
        if (reached[body] === 1) continue;
        reached[body] = 1;
        pending.push(body);
      }
    }
  return reached;
}

interface Step {
  readonly entries: Float64Array;
  /** Calls for one call of the caller, by edge. */
  readonly factors: Float64Array;
  /** The share of each body in the calls of its method, for all methods in turn. */
  readonly shares: Float64Array;
  /** Calls that are known, by member; not a number where nobody knows. */
  readonly known: Float64Array;
  /** 1 for each member that an entry point leads to. */
  readonly reached: Uint8Array;
  readonly weights: CallWeights;
}

function goDown(
  { start, method, methods }: CallGraph,
  calls: Float64Array,
  { entries, factors, shares, known, reached, weights }: Step,
): Float64Array {
  const called = new Float64Array(methods.length);
  // What nothing leads to calls nothing that runs, unless a run saw it.
  const calledAside = new Float64Array(methods.length);
  for (let member = 0; member < calls.length; member++) {
    const hasRun = at(known, member) > 0;
    const from = reached[member] === 1 || hasRun ? called : calledAside;
    const weighted = at(calls, member) ** (hasRun ? 1 : weights.callers);
    for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
      const callee = at(method, edge);
      from[callee] = at(from, callee) + weighted * at(factors, edge);
    }
  }
  const next = Float64Array.from(entries);
  let body = 0;
  methods.forEach(({ bodies }, index) => {
    for (const { member } of bodies) {
      const aside = reached[member] === 1 ? 0 : at(calledAside, index);
      next[member] = at(next, member) + (at(called, index) + aside) * at(shares, body++);
    }
  });
  for (let member = 0; member < next.length; member++) {
    const learned = at(known, member);
    if (learned > 0) next[member] = learned;
    // Powers bring seldom calls nearer to one: what nothing leads to stays seldom.
    else if (learned === 0 || reached[member] === 0) next[member] = Math.min(at(next, member), weights.idle);
  }
  return next;
}

function sharesOf({ methods }: CallGraph, created: Float64Array, weights: CallWeights): Float64Array {
  const objects = created.map((count) => count ** weights.receivers);
  const objectsOf = ({ types }: CalledMethod['bodies'][number]): number =>
    types.length === 0 ? 1 : types.reduce((sum, type) => sum + at(objects, type), 0);
  const shares: number[] = [];
  for (const { bodies, isLibrary } of methods) {
    const own = isLibrary ? 1 - weights.library : 1;
    const parts = bodies.map(objectsOf);
    const total = parts.reduce((sum, part) => sum + part, 0);
    for (const part of parts) {
      // Where the text creates none of the objects, somebody else may create any.
      const share = total > 0 ? part / total : 1 / parts.length;
      shares.push(share === 1 ? own : own * share ** weights.shares);
    }
  }
  return Float64Array.from(shares);
}

function creationsOf({ start, created, types, count }: CallGraph, calls: Float64Array): Float64Array {
  const objects = new Float64Array(types);
  for (let member = 0; member < calls.length; member++)
    for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
      const type = at(created, edge);
      if (type >= 0) objects[type] = at(objects, type) + at(count, edge) * at(calls, member);
    }
  return objects;
}
