/**
 * The tests of a method's blocks: what they ask for, and how likely they hold.
 *
 * Used by `body-frequencies.ts`, which weighs the ways through the blocks by them.
 */
import { at } from '../../base/check';
import type { Instruction } from '../../classfile/read/instructions';
import type { ClassFile } from '../../classfile/read/read-class';

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

/** Reads the tests of one method: those of a size are of an array, a collection, a parameter that says how many. */
export class BlockTests {
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
