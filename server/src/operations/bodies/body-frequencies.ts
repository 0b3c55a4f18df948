/**
 * How often the blocks of a method's bytecode run in one call, as its structure and its tests say.
 *
 * Used by `summarize-bodies.ts`. Wu and Larus (1994) in brief: what leads to a `throw` alone
 * hardly ever runs, a null test mostly fails, a loop runs ten rounds, or as often as a size says.
 */
import { at } from '../../base/check';
import type { MethodCode } from '../../classfile/read/code';
import { decodeInstruction, type Instruction } from '../../classfile/read/instructions';
import type { ClassFile } from '../../classfile/read/read-class';
import type { BytecodeGraph } from '../../flow/bytecode/bytecode-graph';
import { reversePostorder } from '../../flow/paths/dominators';
import { findLoops, type NaturalLoop } from '../../flow/paths/loops';
import { BlockTests, GUESSES } from './block-tests';

/** How often blocks run: `fixed` + `sized` × size, one entry for each block. */
export interface BodyFrequencies {
  readonly fixed: Float64Array;
  readonly sized: Float64Array;
}

export function computeBodyFrequencies(
  file: ClassFile,
  code: MethodCode,
  graph: BytecodeGraph,
  parameterSlots: ReadonlySet<number>,
): BodyFrequencies {
  const instructions = graph.offsets.map((offset) => decodeInstruction(file, code, offset));
  const successors = graph.blocks.map((): number[] => []);
  for (const { from, to } of graph.edges) successors[from]?.push(to);
  return new BodyFlow({
    graph,
    instructions,
    successors,
    returning: findReturning(graph, instructions),
    tests: new BlockTests(file, instructions, parameterSlots),
  }).finish();
}

/** The blocks after a test that are looked at for what it makes ready. */
const NEAR = 6;

interface FlowGraph {
  readonly graph: BytecodeGraph;
  readonly instructions: readonly Instruction[];
  readonly successors: readonly (readonly number[])[];
  /** 1 for the blocks from which a return can be reached without an exception. */
  readonly returning: Uint8Array;
  readonly tests: BlockTests;
}

interface LoopFacts {
  readonly header: number;
  readonly blocks: ReadonlySet<number>;
  /** The edges that leave it for where a return can be reached. */
  readonly exits: number;
  readonly isSized: boolean;
  readonly takesMany: boolean;
  /** True if it repeats only what another thread got in the way of. */
  readonly isRetry: boolean;
  /** True if it goes along links named `next`. */
  readonly followsNext: boolean;
}

/** Lets one execution flow from the entry through the blocks, each before those it leads to. */
class BodyFlow {
  readonly #of: FlowGraph;
  readonly #fixed: Float64Array;
  readonly #sized: Float64Array;
  /** The loops around each block, the outermost first. */
  readonly #loopsOf: readonly (readonly LoopFacts[])[];
  /** The executions that come to each loop from outside, fixed and sized. */
  readonly #entered = new Map<LoopFacts, readonly [number, number]>();
  /** The tests that end loops: they are in no round. */
  readonly #lastTests: (readonly [block: number, count: number])[] = [];

  constructor(of: FlowGraph) {
    this.#of = of;
    const count = of.graph.blocks.length;
    this.#fixed = new Float64Array(count);
    this.#sized = new Float64Array(count);
    const loopsOf = of.graph.blocks.map((): LoopFacts[] => []);
    for (const loop of findLoops(of.successors).loops) {
      const facts = describeLoop(loop, of);
      for (const block of loop.blocks) loopsOf[block]?.push(facts);
    }
    this.#loopsOf = loopsOf;
  }

  finish(): BodyFrequencies {
    const [fixed, sized] = [this.#fixed, this.#sized];
    const order = reversePostorder(this.#of.successors);
    const rank = new Int32Array(fixed.length).fill(-1);
    order.forEach((block, index) => (rank[block] = index));
    if (fixed.length > 0) fixed[0] = 1;
    for (const block of order) {
      this.#enterLoop(block);
      // What goes back to a header has its part in the rounds already.
      const forward = (this.#of.successors[block] ?? []).filter((to) => at(rank, to) > at(rank, block));
      this.#leave(block, forward);
    }
    for (const [block, count] of this.#lastTests) fixed[block] = at(fixed, block) + count;
    return { fixed, sized };
  }

  /** Makes of the executions that come to a loop's header those of its rounds. */
  #enterLoop(block: number): void {
    const own = this.#loopsOf[block] ?? [];
    const headed = own.find(({ header }) => header === block);
    if (headed === undefined) return;
    const [a, b] = [at(this.#fixed, block), at(this.#sized, block)];
    this.#entered.set(headed, [a, b]);
    if (headed.isSized && own.every((loop) => loop === headed || !loop.isSized)) {
      const part = (headed.exits > 1 ? GUESSES.early : 1) / (headed.takesMany ? GUESSES.stride : 1);
      this.#fixed[block] = 0;
      this.#sized[block] = part * (a + GUESSES.rounds * b);
      const isTest = this.#of.successors[block]?.some((to) => !headed.blocks.has(to)) === true;
      if (isTest) this.#lastTests.push([block, a]);
      return;
    }
    const many = headed.followsNext ? GUESSES.roundsOfNext : GUESSES.rounds;
    const rounds = headed.isRetry ? 1 : many;
    this.#fixed[block] = a * rounds;
    this.#sized[block] = b * rounds;
  }

  /** Hands a block's executions on; what leaves a loop is what came to it, shared by its exits. */
  #leave(block: number, forward: readonly number[]): void {
    const own = this.#loopsOf[block] ?? [];
    const leftBy = forward.map((to) => own.find(({ blocks }) => !blocks.has(to)));
    const weights = forward.map((to, index) => (leftBy[index] === undefined ? this.#weigh(block, to) : 0));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    forward.forEach((to, index) => {
      const left = leftBy[index];
      let [a, b] = [at(this.#fixed, block), at(this.#sized, block)];
      let share = total === 0 ? 0 : at(weights, index) / total;
      if (left !== undefined) {
        [a, b] = this.#entered.get(left) ?? [a, b];
        share = this.#of.returning[to] === 1 ? 1 / Math.max(1, left.exits) : GUESSES.throws;
      }
      this.#fixed[to] = at(this.#fixed, to) + a * share;
      this.#sized[to] = at(this.#sized, to) + b * share;
    });
  }

  /** The weight of an edge beside the others that leave its block. */
  #weigh(block: number, to: number): number {
    const { graph, instructions, successors, returning, tests } = this.#of;
    if (returning[to] === 0) return GUESSES.throws;
    const last = at(graph.blocks, block).to - 1;
    const instruction = at(instructions, last);
    const ways = successors[block] ?? [];
    if (ways.length !== 2) return 1;
    const other = ways[0] === to ? at(ways, 1) : at(ways, 0);
    if (returning[other] === 0) return 1;
    const jumps = instruction.operand === at(graph.blocks, to).start;
    const known = tests.chanceOfJump(last);
    const chances = [
      jumps ? known : 1 - known,
      ...(known === 0 || known === 1
        ? []
        : [
            prefers(
              GUESSES.makesReady,
              this.#makesReady(block, to, other),
              this.#makesReady(block, other, to),
            ),
            prefers(GUESSES.intoLoop, this.#entersLoop(block, to), this.#entersLoop(block, other)),
          ]),
    ];
    const yes = chances.reduce((product, chance) => product * chance, 1);
    const no = chances.reduce((product, chance) => product * (1 - chance), 1);
    return yes / (yes + no);
  }

  /** True if a way sets the field that its block tests, or locks something before it looks again. */
  #makesReady(block: number, way: number, other: number): boolean {
    const { graph, instructions, successors, tests } = this.#of;
    const field = tests.fieldTested(at(graph.blocks, block).from, at(graph.blocks, block).to);
    if (field === undefined) return false;
    const seen = new Set([way]);
    for (const each of seen) {
      if (seen.size > NEAR || each === other) continue;
      const { from, to } = at(graph.blocks, each);
      for (let index = from; index < to; index++)
        if (tests.sets(index, field) || at(instructions, index).name === 'monitorenter') return true;
      for (const next of successors[each] ?? []) if (next !== other) seen.add(next);
    }
    return false;
  }

  /** True if a way leads into a loop, with no test before it. */
  #entersLoop(from: number, way: number): boolean {
    const around = this.#loopsOf[from] ?? [];
    for (let block = way, steps = 0; steps < 4; steps++) {
      if (this.#loopsOf[block]?.some((loop) => loop.header === block && !around.includes(loop)) === true)
        return true;
      const next = this.#of.successors[block] ?? [];
      if (next.length !== 1) return false;
      block = at(next, 0);
    }
    return false;
  }
}

/** The chance of a way that something is true of; one half where it is true of both ways, or of none. */
function prefers(chance: number, here: boolean, there: boolean): number {
  if (here === there) return 0.5;
  return here ? chance : 1 - chance;
}

function describeLoop(loop: NaturalLoop, { graph, returning, tests }: FlowGraph): LoopFacts {
  const blocks = new Set(loop.blocks);
  const exits = graph.edges.filter(({ from, to }) => blocks.has(from) && !blocks.has(to));
  const placeOf = (block: number): readonly [number, number] => {
    const { from, to } = at(graph.blocks, block);
    return [from, to];
  };
  return {
    header: loop.header,
    blocks,
    exits: exits.filter(({ to }) => returning[to] === 1).length,
    isSized: exits.some(({ from }) => tests.testsSize(...placeOf(from))),
    takesMany: exits.some(
      ({ from }) => tests.testsSize(...placeOf(from)) && tests.takesMany(...placeOf(from)),
    ),
    isRetry: loop.blocks.some((block) => tests.triesAgain(...placeOf(block))),
    followsNext: loop.blocks.some((block) => tests.followsNext(...placeOf(block))),
  };
}

/** 1 for the blocks from which a return can be reached without an exception. */
function findReturning(graph: BytecodeGraph, instructions: readonly Instruction[]): Uint8Array {
  const returning = new Uint8Array(graph.blocks.length);
  const before = graph.blocks.map((): number[] => []);
  for (const { from, to } of graph.edges) before[to]?.push(from);
  const open = [...graph.blocks.keys()].filter((block) =>
    at(instructions, at(graph.blocks, block).to - 1).name.endsWith('return'),
  );
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (returning[block] === 1) continue;
    returning[block] = 1;
    open.push(...(before[block] ?? []));
  }
  return returning;
}
