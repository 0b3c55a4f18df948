/** The plan of what is counted in a method. Sits in `profile/`: `count-plan.ts` and `path-plan.ts` make it. */
import type { PathEdge, PathNumbering, PathRegister } from '../../flow/paths/path-numbering';
import type { ObviousPath } from '../../flow/paths/obvious-paths';
import type { FixedSize, SizedInstruction } from './sized-instructions';
import type { ThrowingInstructions } from '../../flow/bytecode/throwing-instructions';
import type { MeasurableEdge } from '../../flow/paths/edge-counters';
import type { BytecodeGraph } from '../../flow/bytecode/bytecode-graph';

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
