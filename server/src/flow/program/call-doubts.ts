/**
 * How far off the estimated calls of members may be.
 *
 * Sits in `flow/`, behind `call-frequencies.ts`. Some calls follow from the text: those that an entry point makes outside of
 * branches and loops of unknown rounds. All others are guessed, and the guess is the more doubtful, the further it is from
 * one call, and if the way to the member leads over a call that reaches several bodies.
 */
import { at } from '../../base/check';
import { DOUBTS } from '../source/assumptions';
import type { Doubt } from '../source/region';
import type { CallGraph } from './call-graph';
import type { CallWeights } from './call-weights';

/** The way in which the calls of a member are known; `shared` are guessed, and shared among several bodies. */
export type CallBasis = 'exact' | 'learned' | 'guessed' | 'shared';

/** The expected calls of a member in one run, and how far off they may be. */
export interface ExpectedCalls {
  readonly count: number;
  readonly doubt: Doubt;
}

/**
 * Quantiles of how many times as often as estimated members are called, in decimal logarithms, fitted to counted runs of
 * seven libraries and six small programs: without one program, 90 % of the lines of the others were within.
 */
const DECADES = {
  above: 3.6,
  /** For each decade that the estimate is below one call, and above. */
  ofRare: { above: 0.8, below: 0 },
  ofFrequent: { above: -0.45, below: 0.6 },
  ofShared: { above: 0.85, below: 0.25 },
  least: 0.5,
  mostRare: 6,
} as const;

/** The calls of other runs, of other inputs, were up to six times fewer and thirteen times more. */
const OF_LEARNED: Doubt = { below: 0.6, above: 1.2 };

export function doubtOfCalls(calls: number, basis: CallBasis): Doubt {
  if (basis === 'exact') return DOUBTS.none;
  if (basis === 'learned') return OF_LEARNED;
  const decades = Math.log10(Math.max(10 ** -DECADES.mostRare, calls));
  const [rare, frequent] = [Math.max(0, -decades), Math.max(0, decades)];
  const isShared = Number(basis === 'shared');
  const decadesOn = (side: 'above' | 'below', least: number): number =>
    Math.max(
      DECADES.least,
      least +
        DECADES.ofRare[side] * rare +
        DECADES.ofFrequent[side] * frequent +
        DECADES.ofShared[side] * isShared,
    );
  return { below: decadesOn('below', 0) ** 2, above: decadesOn('above', DECADES.above) ** 2 };
}

/** The calls that follow from the text alone, by member; not a number where something is guessed. `starts` are entry points that run once; `reached` has 1 for each member that an entry point leads to: the others call nothing. */
export function exactCalls(graph: CallGraph, starts: ReadonlySet<number>, reached: Uint8Array): Float64Array {
  const { start, method, count, guess, methods } = graph;
  const open = new Uint32Array(methods.length);
  for (let member = 0; member < reached.length; member++)
    for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
      const id = at(method, edge);
      open[id] = at(open, id) + at(reached, member);
    }
  const openMethods = new Uint32Array(start.length - 1);
  methods.forEach(({ bodies }, id) => {
    if (at(open, id) > 0) for (const { member } of bodies) openMethods[member] = at(openMethods, member) + 1;
  });
  const exact = new Float64Array(start.length - 1).fill(NaN);
  const sums = new Float64Array(start.length - 1);
  const pending = [...starts].filter((member) => at(openMethods, member) === 0);
  for (const member of pending) exact[member] = 1;
  for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
    for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
      const id = at(method, edge);
      const { bodies, isLibrary } = at(methods, id);
      const [only] = bodies;
      if (guess[edge] === 1 || only === undefined || bodies.length > 1 || isLibrary) continue;
      sums[only.member] = at(sums, only.member) + at(exact, member) * at(count, edge);
      open[id] = at(open, id) - 1;
      if (at(open, id) > 0) continue;
      openMethods[only.member] = at(openMethods, only.member) - 1;
      if (at(openMethods, only.member) > 0 || starts.has(only.member)) continue;
      exact[only.member] = at(sums, only.member);
      pending.push(only.member);
    }
  }
  return exact;
}

/** For each member, 1 if the way on which most of its calls come leads over a call that reaches several bodies. */
export function sharedWays(graph: CallGraph, calls: Float64Array, weights: CallWeights): Uint8Array {
  const { start, method, count, methods } = graph;
  const [most, caller] = [new Float64Array(methods.length), new Int32Array(methods.length).fill(-1)];
  for (let member = 0; member < calls.length; member++) {
    const weighted = at(calls, member) ** weights.callers;
    for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
      const flow = weighted * at(count, edge) ** weights.repeated;
      const id = at(method, edge);
      if (flow <= at(most, id)) continue;
      most[id] = flow;
      caller[id] = member;
    }
  }
  const [way, flows] = [new Int32Array(calls.length).fill(-1), new Float64Array(calls.length)];
  methods.forEach(({ bodies }, id) => {
    const flow = at(most, id) / bodies.length;
    for (const { member } of bodies)
      if (flow > at(flows, member) && at(caller, id) !== member) {
        flows[member] = flow;
        way[member] = id;
      }
  });
  const shared = new Uint8Array(calls.length);
  const isKnown = new Uint8Array(calls.length);
  for (let member = 0; member < calls.length; member++) {
    const path: number[] = [];
    let next = member;
    let isShared = 0;
    // Ways in a circle end where they meet themselves.
    while (isKnown[next] === 0) {
      isKnown[next] = 1;
      path.push(next);
      const id = at(way, next);
      if (id < 0) break;
      if (at(methods, id).bodies.length > 1) {
        isShared = 1;
        break;
      }
      next = at(caller, id);
    }
    isShared ||= at(shared, next);
    for (const each of path) shared[each] = isShared;
  }
  return shared;
}
