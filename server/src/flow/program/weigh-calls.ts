/**
 * Weighs estimated calls by what cannot be told from who calls whom: what a member's text says of hot code, and how likely
 * a way leads to it.
 *
 * Sits in `flow/`, behind `call-frequencies.ts`.
 */
import { at } from '../../base/check';
import type { Steps } from '../../base/steps';
import type { CallGraph, ProgramMember } from './call-graph';
import type { CallWeights } from './call-weights';

/**
 * The calls of members, weighed by what their text and the way to them say of hot code, as Buse and Weimer do ("The road
 * not taken", ICSE 2009). It counts the more, the further a member is from an entry point: what these call themselves is
 * known.
 */
export function* weighCalls(
  members: readonly ProgramMember[],
  graph: CallGraph,
  { calls, entries }: { readonly calls: Float64Array; readonly entries: Float64Array },
  weights: CallWeights,
): Steps<Float64Array> {
  const chances = yield* chancesOfWays(graph, entries, weights);
  const bodies = new Float64Array(calls.length).fill(1);
  for (const method of graph.methods)
    for (const { member } of method.bodies)
      bodies[member] = Math.max(at(bodies, member), method.bodies.length);
  yield;
  const steps = stepsFrom(graph, entries);
  yield;
  return calls.map((known, member) => {
    const { key, joinsTexts } = at(members, member);
    const byText = (key.endsWith(')I') ? weights.integers : 1) * (joinsTexts ? weights.texts : 1);
    const factor = byText * at(bodies, member) ** weights.bodies * at(chances, member) ** weights.ways;
    const distance = Math.max(0, at(steps, member) - 1);
    return known * factor ** Math.min(1, distance / weights.distance);
  });
}

/** The fewest calls that lead from an entry to each member. */
function stepsFrom({ start, method, methods }: CallGraph, entries: Float64Array): Float64Array {
  const steps = entries.map((calls) => (calls >= 1 ? 0 : Infinity));
  const isCalled = new Uint8Array(methods.length);
  let last = [...steps.keys()].filter((member) => steps[member] === 0);
  for (let step = 1; last.length > 0; step++) {
    const next: number[] = [];
    for (const member of last)
      for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
        const callee = at(method, edge);
        if (isCalled[callee] === 1) continue;
        isCalled[callee] = 1;
        for (const { member: body } of at(methods, callee).bodies) {
          if (at(steps, body) <= step) continue;
          steps[body] = step;
          next.push(body);
        }
      }
    last = next;
  }
  return steps;
}

/** The chance that the likeliest way from an entry leads to each member, if loops go round once. */
function* chancesOfWays(
  { start, method, count, methods }: CallGraph,
  entries: Float64Array,
  weights: CallWeights,
): Steps<Float64Array> {
  const chances = entries.map((calls) => Math.min(1, calls));
  const known = new Float64Array(methods.length);
  let pending = [...chances.keys()].filter((member) => at(chances, member) > weights.unreached);
  while (pending.length > 0) {
    const likelier = new Set<number>();
    for (const member of pending) {
      const chance = at(chances, member);
      for (let edge = at(start, member); edge < at(start, member + 1); edge++) {
        const callee = at(method, edge);
        const way = chance * Math.min(1, at(count, edge)) ** weights.branches;
        if (way <= at(known, callee)) continue;
        known[callee] = way;
        for (const { member: body } of at(methods, callee).bodies) {
          if (way <= at(chances, body)) continue;
          chances[body] = way;
          likelier.add(body);
        }
      }
    }
    pending = [...likelier];
    yield;
  }
  return chances;
}
