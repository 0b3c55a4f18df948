/**
 * What javac writes beyond the code of the source, by named rules.
 *
 * Sits in `engine/`, for `check-types.ts`: each instruction that a rule takes
 * is set aside and counted, none is dropped. Rules read class files only where
 * they can, and the places of members in the source where they must.
 */
import { AccessFlag } from '../classfile/class-signature';
import { type CodeOffset, readCode } from '../classfile/code';
import { decodeInstruction, listInstructions } from '../classfile/instructions';
import { attempt } from '../classfile/outcome';
import type { ClassFile, MemberInfo } from '../classfile/read-class';

export type Rule =
  /** Classes that hold the labels of switches over enums, and access$… classes. */
  | 'synthetic classes'
  /** Bridges, accessors, `$values`, `$deserializeLambda$`. */
  | 'synthetic methods'
  /** Constructors, `values`, `equals` and the like that no source shows, and constants of enums without arguments. */
  | 'implicit members'
  /** Values of fields and initialisers, once more in each further constructor. */
  | 'initialisers in further constructors'
  /** `finally`, once more for each further way out. */
  | 'copies of finally'
  /** Closing resources once more where an exception was thrown. */
  | 'resources after exceptions'
  /** Whether assertions are on, asked when the class is initialised. */
  | 'assertion status'
  /** The outer instance and captured variables, stored by constructors. */
  | 'captured variables'
  /** Reading a private member of another class of the file: what the accessor does stands in place of its call. */
  | 'calls of accessors'
  /** `String.valueOf` in a concatenation, which javac calls since JDK 19 only: from the source's side. */
  | 'texts of joined objects'
  /** Instructions without a line. */
  | 'no line';

/** Lambdas have synthetic methods, and a source. */
export function ruleOfMethod(file: ClassFile, method: MemberInfo): Rule | undefined {
  if ((file.flags & AccessFlag.synthetic) !== 0) return 'synthetic classes';
  const isSynthetic = (method.flags & AccessFlag.synthetic) !== 0;
  return isSynthetic && !method.name.startsWith('lambda$') ? 'synthetic methods' : undefined;
}

/** The rules of single instructions of one method, by offset. A constructor that no source declares may hold initialisers that it does. */
export function rulesOfInstructions(
  file: ClassFile,
  method: MemberInfo,
  isImplicitConstructor: boolean,
): ReadonlyMap<CodeOffset, Rule> {
  const rules = new Map<CodeOffset, Rule>();
  const code = readCode(file, method);
  if (code?.ok !== true) return rules;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return rules;
  attempt(() => {
    const { constants } = file;
    let isBeforeSuper = isImplicitConstructor;
    const handlers = new Set(
      code.value.handlers
        .filter(({ catches }) => catches === 'java/lang/Throwable')
        .map(({ handler }) => handler),
    );
    let open: { readonly from: number; isResource: boolean } | undefined;
    for (const [index, offset] of offsets.value.entries()) {
      const { name, operand } = decodeInstruction(file, code.value, offset);
      // The handler inside a handler, around the second `close`, belongs to the first.
      if (handlers.has(offset) && (open === undefined || index - open.from > longestClosing))
        open = { from: index, isResource: false };
      if (isBeforeSuper) {
        rules.set(offset, 'implicit members');
        isBeforeSuper = name !== 'invokespecial' || constants.member(operand).owner !== file.superName;
      }
      if (name === 'invokevirtual' && open !== undefined)
        open.isResource ||= constants.member(operand).name === 'addSuppressed';
      if (name === 'athrow') {
        if (open?.isResource === true && index - open.from <= longestClosing)
          for (let at = open.from; at <= index; at++) rules.set(offsets.value[at] ?? 0, 'resources after exceptions'); // prettier-ignore
        open = undefined;
      }
      if (name !== 'putfield' && name !== 'putstatic') continue;
      const field = constants.member(operand).name;
      if (name === 'putfield' && /^(?:this\$\d+|val\$)/.test(field)) rules.set(offset, 'captured variables');
      // ldc, desiredAssertionStatus, ifne, iconst_1, goto, iconst_0, putstatic
      if (field === '$assertionsDisabled')
        for (let at = Math.max(0, index - 6); at <= index; at++)
          rules.set(offsets.value[at] ?? 0, 'assertion status');
    }
  });
  return rules;
}

/** Instructions of `if (r != null) try { r.close(); } catch (Throwable x) { t.addSuppressed(x); } throw t;` */
const longestClosing = 16;
