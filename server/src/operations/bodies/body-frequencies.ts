/**
 * How often the blocks of a method's bytecode run in one call, as its structure and its tests say.
 *
 * Sits in `operations/`, under `summarize-bodies.ts`. Wu and Larus (1994) in brief: what leads to a `throw` alone
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
  const { blocks, edges } = graph;
  const instructions = graph.offsets.map((offset) => decodeInstruction(file, code, offset));
  const successors = blocks.map((): number[] => []);
  for (const { from, to } of edges) successors[from]?.push(to);
  const order = reversePostorder(successors);
  const rank = new Int32Array(blocks.length).fill(-1);
  order.forEach((block, index) => (rank[block] = index));
  const { loops } = findLoops(successors);
  const returning = findReturning(graph, instructions);
  const tests = new SizeTests(file, instructions, parameterSlots);

  const loopsOf = blocks.map((): NaturalLoop[] => []);
  for (const loop of loops) for (const block of loop.blocks) loopsOf[block]?.push(loop);
  const members = new Map(loops.map((loop) => [loop, new Set(loop.blocks)]));
  const leaves = (loop: NaturalLoop, to: number): boolean => members.get(loop)?.has(to) !== true;
  const exitsOf = new Map(
    loops.map((loop) => [
      loop,
      edges.filter(({ from, to }) => !leaves(loop, from) && leaves(loop, to) && returning[to] === 1).length,
    ]),
  );
  const isSized = new Map(
    loops.map((loop) => [
      loop,
      edges.some(
        ({ from, to }) =>
          !leaves(loop, from) &&
          leaves(loop, to) &&
          tests.testsSize(at(blocks, from).from, at(blocks, from).to),
      ),
    ]),
  );
  const isRetry = new Map(
    loops.map((loop) => [
      loop,
      loop.blocks.some((block) => tests.triesAgain(at(blocks, block).from, at(blocks, block).to)),
    ]),
  );

  const fixed = new Float64Array(blocks.length);
  const sized = new Float64Array(blocks.length);
  const lastTests: (readonly [block: number, count: number])[] = [];
  const exitsAt = (block: number, loop: NaturalLoop): boolean =>
    (successors[block] ?? []).some((to) => leaves(loop, to));
  const entered = new Map<NaturalLoop, readonly [number, number]>();
  if (blocks.length > 0) fixed[0] = 1;
  for (const block of order) {
    const own = loopsOf[block] ?? [];
    const headed = own.find(({ header }) => header === block);
    if (headed !== undefined) {
      const [a, b] = [at(fixed, block), at(sized, block)];
      entered.set(headed, [a, b]);
      const isOutermostSized =
        isSized.get(headed) === true && own.every((loop) => loop === headed || isSized.get(loop) !== true);
      if (isOutermostSized) {
        fixed[block] = 0;
        // The test that ends the loop is in no round.
        if (exitsAt(block, headed)) lastTests.push([block, a]);
        sized[block] = a + GUESSES.rounds * b;
      } else {
        const rounds = isRetry.get(headed) === true ? 1 : GUESSES.rounds;
        fixed[block] = a * rounds;
        sized[block] = b * rounds;
      }
    }
    const forward = (successors[block] ?? []).filter((to) => at(rank, to) > at(rank, block));
    const weights = forward.map((to) => {
      const isLeaving = own.some((loop) => leaves(loop, to));
      return isLeaving ? 0 : weightOf(block, to);
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    // What goes back to the header has its part in the rounds already.
    forward.forEach((to, index) => {
      const left = own.filter((loop) => leaves(loop, to));
      const outermost = left[0];
      let [a, b] = [at(fixed, block), at(sized, block)];
      let share = total === 0 ? 0 : at(weights, index) / total;
      if (outermost !== undefined) {
        [a, b] = entered.get(outermost) ?? [a, b];
        share = returning[to] === 1 ? 1 / Math.max(1, exitsOf.get(outermost) ?? 1) : GUESSES.throws;
      }
      fixed[to] = at(fixed, to) + a * share;
      sized[to] = at(sized, to) + b * share;
    });
  }
  for (const [block, count] of lastTests) fixed[block] = at(fixed, block) + count;
  return { fixed, sized };

  function weightOf(block: number, to: number): number {
    if (returning[to] === 0) return GUESSES.throws;
    const last = at(blocks, block).to - 1;
    const instruction = at(instructions, last);
    const jumps = instruction.operand === at(blocks, to).start;
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
