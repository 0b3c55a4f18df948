/**
 * Which instructions may run code that ends the program, never comes back, or
 * looks at the counters: calls, but for those of methods of the JDK that only
 * compute.
 *
 * Sits in `profile/`, under `local-counters.ts`. Such a method can't be
 * overridden, and gets nothing whose methods it could call: numbers, texts and
 * arrays of numbers. What it throws comes to the handlers like any exception.
 */
import type { CodeOffset, MethodCode } from '../classfile/code';
import { decodeInstruction } from '../classfile/instructions';
import { Opcode } from '../classfile/opcodes';
import type { ClassFile } from '../classfile/read-class';

/** Final, or with no methods but static ones. */
const harmlessOwners: ReadonlySet<string> = new Set(
  [
    ...['Math', 'StrictMath', 'String', 'StringBuilder', 'StringBuffer'],
    ...['Boolean', 'Byte', 'Character', 'Short', 'Integer', 'Long', 'Float', 'Double'],
  ].map((name) => `java/lang/${name}`),
);
/** Of classes with methods that do more, or of one that may be extended. */
const harmlessMethods: ReadonlySet<string> = new Set([
  'java/lang/System.arraycopy',
  'java/lang/System.nanoTime',
  'java/lang/System.currentTimeMillis',
  'java/lang/Object.<init>',
  'java/lang/Object.getClass',
  'java/util/Arrays.fill',
]);
const harmlessParameters = /^\((?:\[*[BCDFIJSZ]|Ljava\/lang\/String;)*\)/;
/** Copies without a look at what is in it. */
const harmlessObjects = /^\(Ljava\/lang\/Object;ILjava\/lang\/Object;II\)V$/;

/** Throws {@link MalformedInput}. */
export function runsOtherCode(file: ClassFile, code: MethodCode, offset: CodeOffset): boolean {
  const opcode = file.bytes[code.start + offset] ?? 0;
  if (opcode < Opcode.invokevirtual || opcode > Opcode.invokedynamic) return false;
  if (opcode === Opcode.invokeinterface || opcode === Opcode.invokedynamic) return true;
  const { owner, name, descriptor } = file.constants.member(decodeInstruction(file, code, offset).operand);
  if (harmlessMethods.has(`${owner}.${name}`))
    return !harmlessParameters.test(descriptor) && !harmlessObjects.test(descriptor);
  return !harmlessOwners.has(owner) || !harmlessParameters.test(descriptor);
}
