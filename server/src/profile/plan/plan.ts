/** The plan of what is counted in a method. Sits in `profile/`: `count-plan.ts` and `instrument-class.ts` make it. */
import type { PathEdge, PathNumbering, PathRegister } from '../../flow/paths/path-numbering';
import type { ObviousPath } from '../../flow/paths/obvious-paths';
import type { FixedSize, SizedInstruction } from './sized-instructions';
import type { ThrowingInstructions } from '../../flow/bytecode/throwing-instructions';
import type { MeasurableEdge } from '../../flow/paths/edge-counters';
import type { BytecodeGraph } from '../../flow/bytecode/bytecode-graph';
import { at } from '../../base/check';
import { Opcode } from '../../classfile/read/opcodes';

/** The place where an edge of the plan is counted. */
export type CountedPlace =
  | { readonly kind: 'enter' }
  /** Index of the graph's edge. */
  | { readonly kind: 'edge'; readonly edge: number }
  | { readonly kind: 'return'; readonly block: number }
  /** An exception leaves an instruction, given by its index. */
  | { readonly kind: 'throw'; readonly instruction: number }
  /** Control gets past an instruction. */
  | { readonly kind: 'pass'; readonly instruction: number }
  /** An exception comes to a handler. */
  | { readonly kind: 'catch'; readonly block: number };

export interface PlannedEdge extends MeasurableEdge {
  readonly place: CountedPlace;
}

export interface CountPlan {
  readonly graph: BytecodeGraph;
  readonly throwing: ThrowingInstructions;
  /** One number a block: 1 if control may reach it. */
  readonly isReached: Uint8Array;
  /** The number of nodes: blocks first, then the outside, then places within blocks. */
  readonly nodes: number;
  readonly edges: readonly PlannedEdge[];
  /** The counted edges, by number of the counter: throwing instructions first, in the order of the code. */
  readonly counters: readonly number[];
  /** The instructions whose sizes are summed; their counters follow those of edges. */
  readonly sizes: readonly SizedInstruction[];
  readonly fixedSizes: readonly FixedSize[];
  /** The paths that are counted in the place of edges; each has one counter. */
  readonly paths?: PathPlan;
}

export interface PathPlan {
  /** The edges, by index in the plan. */
  readonly edges: readonly PathEdge[];
  readonly numbering: PathNumbering;
  readonly register: PathRegister;
  /** Paths that one edge identifies, by the edge that they end with. */
  readonly obvious: ReadonlyMap<number, readonly ObviousPath[]>;
}

/**
 * The kinds of data that a capture can keep of a run. `counts`: how often each instruction ran; `tree`: the same
 * for each calling context; `paths`: how often each acyclic path of a method ran; `trace`: paths, and the times
 * of those that took a tick of the clock or more.
 */
export const recordKinds = ['counts', 'paths', 'tree', 'trace'] as const;

export type RecordKind = (typeof recordKinds)[number];

/**
 * The calling context tree tells the callees of a method apart by its call instructions.
 *
 * The indices of the call instructions, in the order of the code; sites are numbered from 1.
 */
export function findCallSites(
  { graph, isReached }: CountPlan,
  opcodeAt: (offset: number) => number,
): readonly number[] {
  const sites: number[] = [];
  for (const [block, { from, to }] of graph.blocks.entries()) {
    if (isReached[block] === 0) continue;
    for (let instruction = from; instruction < to; instruction++) {
      const opcode = opcodeAt(at(graph.offsets, instruction));
      if (opcode >= Opcode.invokevirtual && opcode <= Opcode.invokedynamic) sites.push(instruction);
    }
  }
  return sites;
}
