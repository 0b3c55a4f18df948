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

/**
 * The guesses, fitted to half of the measured calls of the platform; docs/research/cost-model.md gives the error for the
 * other half. A test that none of them is about is as likely to hold as not.
 */
export const GUESSES = {
  /** The rounds of a loop that no size drives; of one along links named `next`, as in a bucket of a hash table. */
  rounds: 3,
  roundsOfNext: 1,
  /** The part of its rounds that a loop over a size goes which may also be left early. */
  early: 0.6,
  /** The elements that a loop takes at once whose bound is a size shifted to the right. */
  stride: 8,
  /** The weight of a way that ends in an exception, beside 1. */
  throws: 0.001,
  /** The chances that a reference is null, that two are the same, and that an object is of a type. */
  isNull: 0.4,
  isSame: 0.1,
  isInstance: 0.4,
  /** The chances that a number is negative, and that a text has one byte for each letter. */
  isNegative: 0.1,
  isLatin: 0.95,
  /** The chance of a way into a loop, beside one that leads to none. */
  intoLoop: 0.8,
  /** The chance of a way that sets the field that it was tested for, or takes a lock to do so: it runs once. */
  makesReady: 0.03,
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

/** The blocks after a test that are looked at for what it makes ready. */
const NEAR = 6;

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

  /** The field that the test at the end of a block reads; undefined if it tests something else. */
  fieldTested(from: number, to: number): number | undefined {
    if (!/^if(?:null|nonnull|eq|ne)$/.test(at(this.#instructions, to - 1).name)) return undefined;
    for (let index = to - 2; index >= Math.max(from, to - 5); index--) {
      const { name, operand } = at(this.#instructions, index);
      if (name === 'getfield' || name === 'getstatic') return operand;
      if (!/^(?:dup|[ai](?:load|store))(?:_\d)?$/.test(name)) return undefined;
    }
    return undefined;
  }

  sets(index: number, field: number): boolean {
    const { name, operand } = at(this.#instructions, index);
    return (name === 'putfield' || name === 'putstatic') && operand === field;
  }

  /** True if the test of a block shifts the size that it compares with to the right. */
  takesMany(from: number, to: number): boolean {
    return this.#instructions.slice(from, to).some(({ name }) => name === 'ishr' || name === 'iushr');
  }

  followsNext(from: number, to: number): boolean {
    return this.#instructions
      .slice(from, to)
      .some(
        ({ name, operand }) => name === 'getfield' && this.#file.constants.member(operand).name === 'next',
      );
  }

  /** The chance that a conditional jump is taken, as far as what it compares says; one half of others. */
  chanceOfJump(index: number): number {
    const { name } = at(this.#instructions, index);
    const before = this.#instructions[index - 1];
    const asked = before === undefined ? '' : this.#memberOf(before);
    switch (name) {
      case 'ifnull':
        return GUESSES.isNull;
      case 'ifnonnull':
        return 1 - GUESSES.isNull;
      case 'if_acmpeq':
        return GUESSES.isSame;
      case 'if_acmpne':
        return 1 - GUESSES.isSame;
      case 'ifeq':
      case 'ifne': {
        const isTrue = this.#chanceOfTruth(before, asked);
        return name === 'ifne' ? isTrue : 1 - isTrue;
      }
      case 'iflt':
      case 'ifle':
        return GUESSES.isNegative;
      case 'ifge':
      case 'ifgt':
        return 1 - GUESSES.isNegative;
      case 'if_icmpeq':
        return asked === 'coder' ? GUESSES.isLatin : 0.5;
      case 'if_icmpne':
        return asked === 'coder' ? 1 - GUESSES.isLatin : 0.5;
      default:
        return 0.5;
    }
  }

  #chanceOfTruth(before: Instruction | undefined, asked: string): number {
    if (asked === '$assertionsDisabled' || asked === 'COMPACT_STRINGS') return 1;
    if (asked === 'isLatin1') return GUESSES.isLatin;
    if (asked === 'coder') return 1 - GUESSES.isLatin;
    return before?.name === 'instanceof' ? GUESSES.isInstance : 0.5;
  }

  /** The name of the field or method of an instruction. */
  #memberOf({ name, operand }: Instruction): string {
    return /^(?:get|invoke(?!dynamic))/.test(name) ? this.#file.constants.member(operand).name : '';
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
