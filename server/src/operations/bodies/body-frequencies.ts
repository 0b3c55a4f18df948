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

/** How often blocks run: `fixed` + `sized` × size, one entry for each block. */
export interface BodyFrequencies {
  readonly fixed: Float64Array;
  readonly sized: Float64Array;
}

/** The guesses, fitted to measured calls of the platform; docs/research/cost-model.md gives the error. */
export const GUESSES = {
  /** The rounds of a loop that no size drives. */
  rounds: 3,
  /** The weight of a way that ends in an exception, beside 1. */
  throws: 0.001,
  /** The chance that a reference is null, and that an int equals zero. */
  isNull: 0.3,
  isZero: 0.5,
} as const;

const SIZE_CALLS = /^(?:length|size|remaining)$/;
const MORE = /^(?:hasNext|hasMoreElements|hasMoreTokens|hasRemaining|tryAdvance)$/;
const SIZE_FIELDS = /^(?:size|count|length|elementCount|wordsInUse|limit|fence)$/;

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
    tests: new SizeTests(file, instructions, parameterSlots),
  }).finish();
}

interface FlowGraph {
  readonly graph: BytecodeGraph;
  readonly instructions: readonly Instruction[];
  readonly successors: readonly (readonly number[])[];
  /** 1 for the blocks from which a return can be reached without an exception. */
  readonly returning: Uint8Array;
  readonly tests: SizeTests;
}

interface LoopFacts {
  readonly header: number;
  readonly blocks: ReadonlySet<number>;
  /** The edges that leave it for where a return can be reached. */
  readonly exits: number;
  readonly isSized: boolean;
  /** True if it repeats only what another thread got in the way of. */
  readonly isRetry: boolean;
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
      this.#fixed[block] = 0;
      this.#sized[block] = a + GUESSES.rounds * b;
      const isTest = this.#of.successors[block]?.some((to) => !headed.blocks.has(to)) === true;
      if (isTest) this.#lastTests.push([block, a]);
      return;
    }
    const rounds = headed.isRetry ? 1 : GUESSES.rounds;
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
    const { graph, instructions, returning, tests } = this.#of;
    if (returning[to] === 0) return GUESSES.throws;
    const last = at(graph.blocks, block).to - 1;
    const instruction = at(instructions, last);
    const jumps = instruction.operand === at(graph.blocks, to).start;
    switch (instruction.name) {
      case 'ifnull':
        return jumps ? GUESSES.isNull : 1 - GUESSES.isNull;
      case 'ifnonnull':
        return jumps ? 1 - GUESSES.isNull : GUESSES.isNull;
      case 'ifne':
        if (tests.isAssertion(last)) return jumps ? 1 : 0;
        return jumps ? 1 - GUESSES.isZero : GUESSES.isZero;
      case 'ifeq':
        return jumps ? GUESSES.isZero : 1 - GUESSES.isZero;
      default:
        return 1;
    }
  }
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
    isRetry: loop.blocks.some((block) => tests.triesAgain(...placeOf(block))),
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

/** Finds the tests of a size: of an array, a collection, a parameter that says how many. */
class SizeTests {
  readonly #file: ClassFile;
  readonly #instructions: readonly Instruction[];
  readonly #slots: Set<number>;

  constructor(file: ClassFile, instructions: readonly Instruction[], parameterSlots: ReadonlySet<number>) {
    this.#file = file;
    this.#instructions = instructions;
    this.#slots = new Set(parameterSlots);
    for (const { name, operand } of instructions) {
      const slot = slotOf(name, operand, 'istore') ?? (name === 'iinc' ? operand : undefined);
      if (slot !== undefined) this.#slots.delete(slot);
    }
    instructions.forEach(({ name, operand }, index) => {
      const slot = slotOf(name, operand, 'istore');
      if (slot !== undefined && index > 0 && this.#givesSize(at(instructions, index - 1)))
        this.#slots.add(slot);
    });
  }

  /** True if a block compares with a size, or asks whether there is more. */
  testsSize(from: number, to: number): boolean {
    const { name } = at(this.#instructions, to - 1);
    const asked = this.#instructions[to - 2];
    if (name === 'ifeq' || name === 'ifne') return asked !== undefined && this.#asksForMore(asked);
    if (!/^if_icmp(?:lt|ge|gt|le)$/.test(name)) return false;
    return this.#instructions.slice(from, to).some((instruction) => {
      const slot = slotOf(instruction.name, instruction.operand, 'iload');
      return (slot !== undefined && this.#slots.has(slot)) || this.#givesSize(instruction);
    });
  }

  /** True if a block repeats what another thread got in the way of: once as a rule. */
  triesAgain(from: number, to: number): boolean {
    return this.#instructions
      .slice(from, to)
      .some(
        ({ name, operand }) =>
          name === 'invokevirtual' &&
          /^(?:weakC|c)ompareAndSet/.test(this.#file.constants.member(operand).name),
      );
  }

  isAssertion(index: number): boolean {
    const before = this.#instructions[index - 1];
    return (
      before?.name === 'getstatic' &&
      this.#file.constants.member(before.operand).name === '$assertionsDisabled'
    );
  }

  #asksForMore({ name, operand }: Instruction): boolean {
    return (
      name.startsWith('invoke') &&
      name !== 'invokedynamic' &&
      MORE.test(this.#file.constants.member(operand).name)
    );
  }

  #givesSize({ name, operand }: Instruction): boolean {
    if (name === 'arraylength') return true;
    if (name === 'getfield') return SIZE_FIELDS.test(this.#file.constants.member(operand).name);
    return (
      (name === 'invokevirtual' || name === 'invokeinterface') &&
      SIZE_CALLS.test(this.#file.constants.member(operand).name)
    );
  }
}

function slotOf(name: string, operand: number, kind: 'iload' | 'istore'): number | undefined {
  if (name === kind) return operand;
  return name.startsWith(`${kind}_`) ? Number(name.slice(kind.length + 1)) : undefined;
}
