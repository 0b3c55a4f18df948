/**
 * Finds the instructions that javac writes beyond one execution of the source's code, by named rules.
 *
 * Each instruction that a rule takes is set
 * aside and counted, none is dropped.
 */
import { at } from '../../server/src/base/check';
import { AccessFlag } from '../../server/src/classfile/signatures/class-signature';
import { type CodeOffset, readCode } from '../../server/src/classfile/read/code';
import { decodeInstruction, listInstructions } from '../../server/src/classfile/read/instructions';
import { attempt } from '../../server/src/base/outcome';
import type { ClassFile, MemberInfo } from '../../server/src/classfile/read/read-class';

export type SetAsideRule =
  /** Values of fields and initializers, once more in each further constructor: each object runs one. */
  | 'initializers in further constructors'
  /** `finally`, once more for each further way out: each way runs one. */
  | 'copies of finally'
  /** Closing resources, once more for each further way out, exceptions included. */
  | 'copies of closing resources'
  /** `$deserializeLambda$`, which finds serialized lambdas again. */
  | 'deserialized lambdas'
  /** Defaults of a switch that names all cases, and what is thrown where an accessor fails in a record pattern. */
  | 'defaults that nothing reaches'
  /** Synthetic methods of other compilers. */
  | 'unknown synthetic methods'
  /** Instructions without a line. */
  | 'no line';

/** Bridges, lambdas and `$values` have a source. */
export function ruleOfMethod({ name, flags }: MemberInfo): SetAsideRule | undefined {
  if ((flags & AccessFlag.synthetic) === 0) return undefined;
  if (name === '$deserializeLambda$') return 'deserialized lambdas';
  const isKnown =
    name.startsWith('lambda$') || name === '$values' || name === '<clinit>' || (flags & BRIDGE) !== 0;
  return isKnown ? undefined : 'unknown synthetic methods';
}

/** JVMS table 4.6-A. */
const BRIDGE = 0x0040;

/** The rules of single instructions of one method, by offset. */
export function rulesOfInstructions(
  file: ClassFile,
  method: MemberInfo,
): ReadonlyMap<CodeOffset, SetAsideRule> {
  const rules = new Map<CodeOffset, SetAsideRule>();
  const code = readCode(file, method);
  if (code?.ok !== true) return rules;
  const handlers = new Set(
    code.value.handlers.filter(({ catches }) => catches === 'java/lang/Throwable').map(({ handler }) => handler),
  ); // prettier-ignore
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return rules;
  attempt(() => {
    for (const [index, offset] of offsets.value.entries()) {
      const { name, operand } = decodeInstruction(file, code.value, offset);
      const thrown = name === 'new' ? (UNREACHED.get(file.constants.className(operand)) ?? []) : [];
      for (const names of thrown) {
        const all = offsets.value.slice(index, index + names.length);
        const nameAt = (at: CodeOffset): string => decodeInstruction(file, code.value, at).name;
        if (all.every((at, i) => nameAt(at).replace(/_\d$/, '') === names[i]))
          for (const at of all) rules.set(at, 'defaults that nothing reaches');
      }
    }
  });
  if (handlers.size === 0) return rules;
  attempt(() => {
    let open: { readonly from: number; isResource: boolean } | undefined;
    const isClosing = (from: number, to: number): boolean =>
      to - from <= longestClosing &&
      offsets.value.slice(from, to + 1).every((offset) => {
        const { name, operand } = decodeInstruction(file, code.value, offset);
        if (!name.startsWith('invoke'))
          return /^(?:aload|astore)(?:_\d)?$|^(?:ifnull|goto|athrow)$/.test(name);
        return CLOSING_CALLS.has(file.constants.member(operand).name);
      });
    for (const [index, offset] of offsets.value.entries()) {
      const { name, operand } = decodeInstruction(file, code.value, offset);
      // The handler inside a handler, around the second `close`, belongs to the first.
      if (handlers.has(offset) && (open === undefined || index - open.from > longestClosing))
        open = { from: index, isResource: false };
      if (name === 'invokevirtual' && open !== undefined)
        open.isResource ||= file.constants.member(operand).name === 'addSuppressed';
      if (name !== 'athrow') continue;
      if (open?.isResource === true && isClosing(open.from, index))
        for (let each = open.from; each <= index; each++) rules.set(at(offsets.value, each), 'copies of closing resources'); // prettier-ignore
      open = undefined;
    }
  });
  return rules;
}

/** The instructions with which javac throws when a switch over all cases meets a case that was added later. */
const UNREACHED: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  [
    'java/lang/MatchException',
    [
      ['new', 'dup', 'aconst_null', 'aconst_null', 'invokespecial', 'athrow'],
      ['new', 'dup', 'aload', 'invokevirtual', 'aload', 'invokespecial', 'athrow'],
    ],
  ],
  ['java/lang/IncompatibleClassChangeError', [['new', 'dup', 'invokespecial', 'athrow']]],
]);

const CLOSING_CALLS: ReadonlySet<string> = new Set(['close', 'addSuppressed']);

/** Instructions of `if (r != null) try { r.close(); } catch (Throwable x) { t.addSuppressed(x); } throw t;` */
const longestClosing = 16;
