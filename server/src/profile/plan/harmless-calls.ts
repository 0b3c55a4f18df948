/**
 * Tells which instructions may run code that ends the program, never returns, or looks at the counters: all
 * calls except those of JDK methods that only compute.
 *
 * Sits in `profile/`, under `local-counters.ts`. A harmless method cannot be overridden and takes only
 * numbers, texts and arrays of numbers, whose methods it could call. What it throws reaches the handlers
 * like any exception.
 */
import { at } from '../../base/check';
import type { CodeOffset, MethodCode } from '../../classfile/read/code';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';

/** Classes that are final or have only static methods. */
const harmlessOwners: ReadonlySet<string> = new Set(
  [
    ...['Math', 'StrictMath', 'String', 'StringBuilder', 'StringBuffer'],
    ...['Boolean', 'Byte', 'Character', 'Short', 'Integer', 'Long', 'Float', 'Double'],
  ].map((name) => `java/lang/${name}`),
);
/** Single methods of classes that also do more, or that may be extended. */
const harmlessMethods: ReadonlySet<string> = new Set([
  'java/lang/System.arraycopy',
  'java/lang/System.nanoTime',
  'java/lang/System.currentTimeMillis',
  'java/lang/Object.<init>',
  'java/lang/Object.getClass',
  'java/util/Arrays.fill',
]);
const harmlessParameters = /^\((?:\[*[BCDFIJSZ]|Ljava\/lang\/String;)*\)/;
/** Copies elements without looking at them. */
const harmlessObjects = /^\(Ljava\/lang\/Object;ILjava\/lang\/Object;II\)V$/;

/** True if the instruction may run other code. Throws {@link MalformedInput}. */
export function runsOtherCode(file: ClassFile, code: MethodCode, offset: CodeOffset): boolean {
  const opcode = at(file.bytes, code.start + offset);
  if (opcode < Opcode.invokevirtual || opcode > Opcode.invokedynamic) return false;
  if (opcode === Opcode.invokeinterface || opcode === Opcode.invokedynamic) return true;
  const { owner, name, descriptor } = file.constants.member(decodeInstruction(file, code, offset).operand);
  if (harmlessMethods.has(`${owner}.${name}`))
    return !harmlessParameters.test(descriptor) && !harmlessObjects.test(descriptor);
  return !harmlessOwners.has(owner) || !harmlessParameters.test(descriptor);
}
