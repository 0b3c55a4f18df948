/**
 * Which counters of a method a loop keeps in locals, to add them up when it is
 * left: memory that is added to in every round costs a short loop a fifth of
 * its speed and more.
 *
 * Sits in `profile/`, between `count-plan.ts` and `instrument-method.ts`. Only
 * loops that run no other code: it could end the program, or look at the
 * counters, and see too little. And only those that hold no other: what an
 * outer loop keeps, the inner ones carry along (a product of matrices lost
 * 13 %, where counters of the inner loop alone cost 7 %). And none that goes
 * round a few times at most: it would add up more often than it counts.
 */
import type { CodeOffset } from '../classfile/code';
import { Opcode } from '../classfile/opcodes';
import { successorsOf } from '../flow/bytecode-graph';
import { findLoops } from '../flow/loops';
import type { CountPlan } from './count-plan';

/** A counter, and the edge of the graph that it counts. */
export interface LoopCounter {
  readonly counter: number;
  readonly edge: number;
  /** Edges of others that are kept by the same loop, or none of them is. */
  readonly together?: readonly number[];
}

/** What the method's code says of its instructions. */
export interface LoopCode {
  readonly runsOtherCode: (offset: CodeOffset) => boolean;
  readonly opcodeAt: (offset: CodeOffset) => number;
}

export interface LocalCounters {
  /** Numbers of counters, in the order of their locals. */
  readonly counters: readonly number[];
  /** By edge of the graph: counters to add up when it is taken. */
  readonly onEdge: ReadonlyMap<number, readonly number[]>;
  /** By block: counters to add up when an exception comes to this handler. */
  readonly onCatch: ReadonlyMap<number, readonly number[]>;
}

/** More locals than a processor has registers for, and code for each at every way out, would cost what they save. */
const mostOfMethod = 8;
const mostWaysOut = 8;

export function chooseLocalCounters(
  { graph, throwing }: CountPlan,
  counters: readonly LoopCounter[],
  { runsOtherCode, opcodeAt }: LoopCode,
): LocalCounters {
  const { blocks, catches, offsets } = graph;
  const handlers = new Set(graph.handlers);
  const mayKeep = (block: number): boolean => {
    const { from, to } = blocks[block] ?? { from: 0, to: 0 };
    for (let instruction = from; instruction < to; instruction++) {
      if (runsOtherCode(offsets[instruction] ?? 0)) return false;
      if (throwing.awaitsSuper[instruction] === 1) return false;
    }
    return !handlers.has(block);
  };

  const chosen: number[] = [];
  const onEdge = new Map<number, number[]>();
  const onCatch = new Map<number, number[]>();
  const { loops } = findLoops(successorsOf(graph));
  const headers = new Set(loops.map(({ header }) => header));
  for (const { header, blocks: body } of loops) {
    const holdsAnother = body.some((block) => block !== header && headers.has(block));
    if (holdsAnother || isShort(header) || !body.every(mayKeep)) continue;
    const inside = new Set(body);
    const isInside = (edge: number): boolean => {
      const { from, to } = graph.edges[edge] ?? { from: -1, to: -1 };
      return inside.has(from) && inside.has(to);
    };
    const own = counters.flatMap(({ counter, edge, together = [] }) =>
      [edge, ...together].every(isInside) ? [counter] : [],
    );
    const exits = graph.edges.flatMap(({ from, to }, edge) =>
      inside.has(from) && !inside.has(to) ? [edge] : [],
    );
    if (own.length === 0 || chosen.length + own.length > mostOfMethod || exits.length > mostWaysOut) continue;
    chosen.push(...own);
    for (const edge of exits) onEdge.set(edge, [...(onEdge.get(edge) ?? []), ...own]);
    for (const handler of new Set(body.flatMap((block) => catches[block] ?? [])))
      onCatch.set(handler, [...(onCatch.get(handler) ?? []), ...own]);
  }
  return { counters: chosen, onEdge, onCatch };

  /** Whether it ends when something reaches a constant of at most 5, as javac writes `i < 3`. */
  function isShort(header: number): boolean {
    const { to } = blocks[header] ?? { to: 0 };
    const [bound, test] = [opcodeAt(offsets[to - 2] ?? 0), opcodeAt(offsets[to - 1] ?? 0)];
    const isAscending = test === Opcode.if_icmpgt || test === Opcode.if_icmpge;
    return isAscending && bound >= Opcode.iconst_m1 && bound <= Opcode.iconst_5;
  }
}
