/**
 * Counts the slots that each instruction takes from the stack and puts there (JVMS 6.5).
 *
 * Sits in `classfile/` beside `instructions.ts`. Throws {@link MalformedInput}
 * where an instruction names a constant that is not there.
 */
import { byteAt, readU2 } from './bytes';
import type { CodeOffset, MethodCode } from './code';
import { parseMethodDescriptor } from './descriptors';
import { Opcode } from './opcodes';
import type { ClassFile } from './read-class';

interface StackEffect {
  readonly pops: number;
  readonly pushes: number;
}

/** Slots taken, by opcode; `?` where it depends on the operand. */
const POPS = [
  '0'.repeat(46),
  '2'.repeat(8),
  '12121' + '11112222111122221111',
  '34343333',
  '121232342',
  '2424'.repeat(5),
  '1212' + '232323' + '242424',
  '0' + '111222111222111',
  '42244',
  '1'.repeat(6) + '2'.repeat(8),
  '00011' + '121210',
  '?'.repeat(9) + '011111111' + '??',
  '1100',
].join('');

/** Slots put there, by opcode. */
const PUSHES = [
  '0' + '1'.repeat(8) + '2211122' + '11' + '112' + '12121' + '11112222111122221111',
  '12121111',
  '0'.repeat(33),
  '002344562',
  '1212'.repeat(5),
  '1212' + '121212' + '121212',
  '0' + '212112122121111',
  '11111',
  '0'.repeat(14),
  '01000' + '000000',
  '?'.repeat(9) + '111101100' + '??',
  '0001',
].join('');

export function stackEffectOf(file: ClassFile, code: MethodCode, offset: CodeOffset): StackEffect {
  const at = code.start + offset;
  const opcode = byteAt(file.bytes, at);
  const pops = POPS.charCodeAt(opcode) - zero;
  if (pops >= 0 && pops < 10) return { pops, pushes: PUSHES.charCodeAt(opcode) - zero };
  if (opcode === Opcode.wide) {
    const extended = byteAt(file.bytes, at + 1);
    return { pops: POPS.charCodeAt(extended) - zero, pushes: PUSHES.charCodeAt(extended) - zero };
  }
  const operand = readU2(file.bytes, at + 1);
  if (opcode === Opcode.multianewarray) return { pops: byteAt(file.bytes, at + 3), pushes: 1 };
  if (opcode === Opcode.invokedynamic) return effectOfCall(file.constants.dynamic(operand).descriptor, 0);
  const { descriptor } = file.constants.member(operand);
  const slots = slotsOfDescriptor(descriptor);
  switch (opcode) {
    case Opcode.getstatic:
      return { pops: 0, pushes: slots };
    case Opcode.putstatic:
      return { pops: slots, pushes: 0 };
    case Opcode.getfield:
      return { pops: 1, pushes: slots };
    case Opcode.putfield:
      return { pops: 1 + slots, pushes: 0 };
    default:
      return effectOfCall(descriptor, opcode === Opcode.invokestatic ? 0 : 1);
  }
}

const zero = '0'.charCodeAt(0);

function effectOfCall(descriptor: string, receiver: number): StackEffect {
  const { parameters, result } = parseMethodDescriptor(descriptor);
  return {
    pops: parameters.reduce((slots, type) => slots + slotsOfDescriptor(type), receiver),
    pushes: slotsOfDescriptor(result),
  };
}

/** Slots of a value of this type; none of `void`. */
function slotsOfDescriptor(descriptor: string): number {
  if (descriptor === 'V') return 0;
  return descriptor === 'J' || descriptor === 'D' ? 2 : 1;
}

/**
 * Moves what is known of the slots of a stack as an instruction moves their values. What it pushes, and what a stack
 * that is too short holds, is 0.
 */
export function moveSlots(stack: number[], opcode: number, pops: number, pushes: number): void {
  while (stack.length < pops) stack.unshift(0);
  if (opcode >= Opcode.dup && opcode <= Opcode.dup2_x2) {
    const copied = opcode < Opcode.dup2 ? 1 : 2;
    stack.splice(stack.length - pops, 0, ...stack.slice(stack.length - copied));
  } else if (opcode === Opcode.swap) {
    stack.push(...stack.splice(stack.length - 2, 1));
  } else {
    stack.length -= pops;
    for (let slot = 0; slot < pushes; slot++) stack.push(0);
  }
}
