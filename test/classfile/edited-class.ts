/** Classes with code inserted wherever it can be, for tests that let a JVM judge them. */
import { type CodeOffset, readCode } from '../../server/src/classfile/read/code';
import { type CodeEdit, type Fragment, noEdit } from '../../server/src/classfile/write/code-edit';
import { endsFlow } from '../../server/src/classfile/write/code-layout';
import { ConstantAdditions } from '../../server/src/classfile/write/constant-additions';
import { decodeInstruction, listInstructions } from '../../server/src/classfile/read/instructions';
import { Opcode } from '../../server/src/classfile/read/opcodes';
import type { AttributeRange, ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';
import { rewriteCode } from '../../server/src/classfile/write/rewrite-code';
import { simpleType, VerificationTag } from '../../server/src/classfile/read/stack-map';
import { writeClass } from '../../server/src/classfile/write/write-class';
import { must } from './jdk-modules';

export interface EditedClass {
  readonly bytes: Uint8Array;
  /** Methods that had to stay as they were, with the reason. */
  readonly refused: readonly string[];
  readonly dropped: readonly string[];
}

/** `editOf` gives no edit for methods that stay as they are. */
export function editClass(
  file: ClassFile,
  editOf: (method: MemberInfo) => CodeEdit | undefined,
): EditedClass {
  const constants = new ConstantAdditions(file.constants);
  const attributes = new Map<AttributeRange, Uint8Array>();
  const refused: string[] = [];
  const dropped: string[] = [];
  for (const method of file.methods) {
    const edit = editOf(method);
    const rewritten = edit === undefined ? undefined : rewriteCode(file, method, edit, constants);
    if (rewritten === undefined) continue;
    if (rewritten.ok) {
      attributes.set(rewritten.value.attribute, rewritten.value.content);
      dropped.push(...rewritten.value.dropped);
    } else refused.push(`${method.name}${method.descriptor}: ${rewritten.problem.message}`);
  }
  return { bytes: must(writeClass(file, { constants, attributes })), refused, dropped };
}

/** `nop` so many times before every instruction. */
export function padInstructions(file: ClassFile, method: MemberInfo, count: number): CodeEdit | undefined {
  const code = readCode(file, method);
  if (code === undefined) return undefined;
  const offsets = must(listInstructions(file, must(code)));
  const fragment = Array.from({ length: count }, () => 0);
  return { ...noEdit, before: new Map(offsets.map((offset) => [offset, fragment])) };
}

/**
 * A count kept in two locals of its own, raised wherever code can be inserted:
 * before every instruction, on falling in, on each jump, on each exception.
 */
export function countEverywhere(file: ClassFile, method: MemberInfo): CodeEdit | undefined {
  const read = readCode(file, method);
  if (read === undefined) return undefined;
  const code = must(read);
  const offsets = must(listInstructions(file, code));
  const small = code.maxLocals;
  if (small > 200) return undefined;
  const raise: Fragment = [
    ...[Opcode.iinc, small, 1, Opcode.lload, small + 1, Opcode.lconst_1, Opcode.ladd],
    ...[Opcode.lstore, small + 1],
  ];
  const start: Fragment = [Opcode.iconst_0, Opcode.istore, small, 9, Opcode.lstore, small + 1];
  const opcodeAt = (offset: CodeOffset): number => file.bytes[code.start + offset] ?? 0;
  const falls = offsets.filter((_, index) => index > 0 && !endsFlow(opcodeAt(offsets[index - 1] ?? 0)));
  const jumps = offsets.flatMap((offset) => {
    const { name, operand, targets } = decodeInstruction(file, code, offset);
    const all = /^(?:if|goto)/.test(name) ? [operand] : [...new Set(targets)];
    return all.map((target) => ({ from: offset, target, code: raise }));
  });
  return {
    before: new Map(offsets.map((offset) => [offset, raise])),
    onFall: new Map([[0, start], ...falls.map((offset) => [offset, raise] as const)]),
    onJump: jumps,
    onCatch: new Map(code.handlers.map(({ handler }) => [handler, raise])),
    // Before the constructor of the superclass no such handler may stand.
    ...(method.name === '<init>'
      ? {}
      : {
          catchAll: {
            code: [...raise, Opcode.athrow],
            ranges: [{ start: 0, end: code.length }],
          },
        }),
    locals: [simpleType(VerificationTag.integer), simpleType(VerificationTag.long)],
    stack: 4,
  };
}
