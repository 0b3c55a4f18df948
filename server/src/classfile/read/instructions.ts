/**
 * Disassembles code (JVMS 6.5), one instruction at a time.
 *
 * Sits in `classfile/` over `code.ts` and `opcodes.ts`. Listing checks that the
 * instructions fill the code exactly; decoding one checks the places it names.
 * Functions that throw {@link MalformedInput} say so.
 */
import { byteAt, readU2, readU4 } from './bytes';
import type { CodeOffset, MethodCode } from './code';
import { fixedLengths, Opcode, opcodeName, operandLayout } from './opcodes';
import { attempt, MalformedInput, type Outcome } from '../../base/outcome';
import type { ClassFile } from './read-class';

export interface Instruction {
  readonly offset: CodeOffset;
  /** The opcode; if `wide` extends an instruction, the opcode of that instruction. */
  readonly opcode: number;
  readonly name: string;
  /** Constant, local variable, immediate value, array type, or target of a branch; 0 where there is none. */
  readonly operand: number;
  /** Step of `iinc`, dimensions of `multianewarray`; else 0. */
  readonly second: number;
  /** The targets of a switch, the default first. */
  readonly targets: readonly CodeOffset[];
  /** The labels of a switch, one for each target after the first. */
  readonly labels: readonly number[];
}

/** The places where instructions start. Cost: 2 ns a byte. */
export function listInstructions(file: ClassFile, code: MethodCode): Outcome<readonly CodeOffset[]> {
  return attempt(() => {
    const offsets: CodeOffset[] = [];
    for (let at = 0; at < code.length;) {
      offsets.push(at);
      at += lengthAt(file.bytes, code, at);
      if (at > code.length) throw malformed('An instruction is cut off by the end of its code', code, at);
    }
    return offsets;
  });
}

/** Decodes one instruction that {@link listInstructions} found. Throws {@link MalformedInput}. */
export function decodeInstruction(file: ClassFile, code: MethodCode, offset: CodeOffset): Instruction {
  const { bytes } = file;
  const at = code.start + offset;
  const opcode = byteAt(bytes, at);
  const plain = (operand: number, second = 0, of = opcode): Instruction => ({
    offset,
    opcode: of,
    name: opcodeName(of) ?? '',
    operand,
    second,
    targets: none,
    labels: none,
  });
  switch (operandLayout(opcode)) {
    case '-':
      return plain(0);
    case 'b':
      return plain(signed(byteAt(bytes, at + 1), 8));
    case 's':
      return plain(signed(readU2(bytes, at + 1), 16));
    case 'c':
    case 'l':
    case 'a':
      return plain(byteAt(bytes, at + 1));
    case 'C':
    case 'n':
      return plain(readU2(bytes, at + 1));
    case 'i':
      return plain(byteAt(bytes, at + 1), signed(byteAt(bytes, at + 2), 8));
    case 'm':
      return plain(readU2(bytes, at + 1), byteAt(bytes, at + 3));
    case 'j':
      return plain(targetOf(code, offset, signed(readU2(bytes, at + 1), 16)));
    case 'J':
      return plain(targetOf(code, offset, readU4(bytes, at + 1) | 0));
    case 'w': {
      const second = bytes[at + 1] === Opcode.iinc ? signed(readU2(bytes, at + 4), 16) : 0;
      return plain(readU2(bytes, at + 2), second, byteAt(bytes, at + 1));
    }
    case 't':
    case 'k':
      return decodeSwitch(bytes, code, offset, opcode);
    case undefined:
      throw malformed(`Opcode ${opcode} does not exist`, code, offset);
  }
}

const none: readonly number[] = [];

function decodeSwitch(bytes: Uint8Array, code: MethodCode, offset: CodeOffset, opcode: number): Instruction {
  const table = code.start + paddedAfter(offset);
  const word = (index: number): number => readU4(bytes, table + 4 * index) | 0;
  const isTable = opcode === Opcode.tableswitch;
  const count = isTable ? word(2) - word(1) + 1 : word(1);
  const targets = [targetOf(code, offset, word(0))];
  const labels: number[] = [];
  for (let i = 0; i < count; i++) {
    labels.push(isTable ? word(1) + i : word(2 + 2 * i));
    targets.push(targetOf(code, offset, isTable ? word(3 + i) : word(3 + 2 * i)));
  }
  return { offset, opcode, name: opcodeName(opcode) ?? '', operand: 0, second: 0, targets, labels };
}

function targetOf(code: MethodCode, offset: CodeOffset, distance: number): CodeOffset {
  const target = offset + distance;
  if (target < 0 || target >= code.length) throw malformed('A branch leaves its code', code, offset);
  return target;
}

/** Throws {@link MalformedInput} where the length is a lie: a switch's counts are held against what is left. */
function lengthAt(bytes: Uint8Array, code: MethodCode, offset: CodeOffset): number {
  const at = code.start + offset;
  const opcode = byteAt(bytes, at);
  const fixed = fixedLengths[opcode] ?? 0;
  if (fixed !== 0) return fixed;
  if (opcode === Opcode.wide) {
    const extended = byteAt(bytes, at + 1);
    if (extended === Opcode.iinc) return 6;
    if (operandLayout(extended) === 'l') return 4;
    throw malformed(`wide cannot extend opcode ${extended}`, code, offset);
  }
  if (opcode !== Opcode.tableswitch && opcode !== Opcode.lookupswitch)
    throw malformed(`Opcode ${opcode} does not exist`, code, offset);
  const padded = paddedAfter(offset);
  const isTable = opcode === Opcode.tableswitch;
  const head = isTable ? 12 : 8;
  if (padded + head > code.length) throw malformed('A switch is cut off', code, offset);
  const first = readU4(bytes, code.start + padded + 4) | 0;
  const count = isTable ? (readU4(bytes, code.start + padded + 8) | 0) - first + 1 : first;
  const size = isTable ? 4 : 8;
  if (count < 0 || count > (code.length - padded - head) / size)
    throw malformed(`A switch of ${count} labels does not fit in its code`, code, offset);
  return padded + head + size * count - offset;
}

/** A switch's words are aligned to the start of the code. */
function paddedAfter(offset: CodeOffset): number {
  return (offset + 4) & ~3;
}

function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

function malformed(message: string, code: MethodCode, offset: CodeOffset): MalformedInput {
  return new MalformedInput(message, code.start + offset);
}
