/**
 * Probes that tell the agent who hands over the work that another thread runs.
 *
 * Sits in `profile/` over `hand-over-points.ts`; server/agent/jouleline/runtime/HandOver.java decides where
 * contexts hang. A class may already have probes that count. These probes run before all others at a
 * method's entry and after all others at its end, so that the method itself is part of the task.
 */
import { at } from '../../base/check';
import { readCode, type CodeOffset, type MethodCode } from '../../classfile/read/code';
import { type CodeEdit, type Fragment, noEdit } from '../../classfile/write/code-edit';
import { ConstantAdditions } from '../../classfile/write/constant-additions';
import type { MemberReference } from '../../classfile/read/constant-pool';
import { decodeInstruction, listInstructions } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import { attempt, type Outcome, succeed } from '../../base/outcome';
import type { AttributeRange, ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { rewriteCode } from '../../classfile/write/rewrite-code';
import { simpleType, VerificationTag } from '../../classfile/read/stack-map';
import { writeClass } from '../../classfile/write/write-class';
import { endsInReturn } from '../plan/count-plan';
import { handOverRolesOf, type HandOverRole } from './hand-over-points';
import { type RuntimePackage, stackOfProbe, u2, withLocal } from '../probes/probe-code';

/** The class with probes; undefined if no method needs any. */
export function probeHandOvers(file: ClassFile, runtime: RuntimePackage): Outcome<Uint8Array | undefined> {
  const roleOf = attempt(() => handOverRolesOf(file));
  if (!roleOf.ok) return roleOf;
  const constants = new ConstantAdditions(file.constants);
  const attributes = new Map<AttributeRange, Uint8Array>();
  for (const method of file.methods) {
    const role = roleOf.value(method);
    if (role === undefined) continue;
    const rewritten = rewriteMethod(file, method, role, constants, runtime);
    if (rewritten === undefined) continue;
    if (!rewritten.ok) return rewritten;
    attributes.set(rewritten.value.attribute, rewritten.value.content);
  }
  return attributes.size === 0 ? succeed(undefined) : writeClass(file, { constants, attributes });
}

function rewriteMethod(
  file: ClassFile,
  method: MemberInfo,
  role: HandOverRole,
  constants: ConstantAdditions,
  runtime: RuntimePackage,
): ReturnType<typeof rewriteCode> {
  const code = readCode(file, method);
  if (code?.ok !== true) return code;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return offsets;
  const edit = attempt(() => editFor(role, file, code.value, offsets.value, constants, runtime));
  if (!edit.ok) return edit;
  return edit.value === undefined ? undefined : rewriteCode(file, method, edit.value, constants);
}

/** The probes of a method; undefined if it needs none. */
function editFor(
  role: HandOverRole,
  file: ClassFile,
  code: MethodCode,
  offsets: readonly CodeOffset[],
  constants: ConstantAdditions,
  runtime: RuntimePackage,
): CodeEdit | undefined {
  const handOver = `${runtime}/HandOver`;
  const call = (owner: string, name: string, descriptor: string): Fragment => [
    Opcode.invokestatic,
    ...u2(constants.method(owner, name, descriptor)),
  ];
  const returns = offsets.filter((offset) => endsInReturn(at(file.bytes, code.start + offset)));
  const note = (local: number, how = 'note'): Fragment => [
    ...withLocal(Opcode.aload, local),
    ...call(handOver, how, '(Ljava/lang/Object;)V'),
  ];
  switch (role.kind) {
    case 'makes':
      return {
        ...noEdit,
        before: new Map(returns.map((offset) => [offset, note(0)])),
        stack: stackOfProbe,
      };
    case 'is given':
      return { ...noEdit, onFall: new Map([[0, note(role.local)]]), stack: stackOfProbe };
    case 'is given again':
      return { ...noEdit, onFall: new Map([[0, note(role.local, 'noteAgain')]]), stack: stackOfProbe };
    case 'runs itself': {
      const probes = taskProbes(constants, runtime, code.maxLocals, role.isOnce ? 'beginOnce' : 'begin');
      return runTasks(probes, [...probes.enter, ...withLocal(Opcode.aload, 0), ...probes.begin], []);
    }
    case 'runs': {
      const calls = findCalls(file, code, offsets, role.isTask);
      const given = role.given === undefined ? [] : note(role.given);
      if (calls.length > 0) {
        const probes = taskProbes(constants, runtime, code.maxLocals, 'begin');
        return runTasks(probes, [...given, ...probes.enter], calls);
      }
      return given.length === 0
        ? undefined
        : { ...noEdit, onFall: new Map([[0, given]]), stack: stackOfProbe };
    }
  }

  /** However control leaves a task, the thread returns to where the method was entered. */
  function runTasks(probes: TaskProbes, onEntry: Fragment, calls: readonly TaskCall[]): CodeEdit {
    const onFall = new Map<CodeOffset, Fragment>([[0, onEntry]]);
    const before = new Map<CodeOffset, Fragment>(returns.map((offset) => [offset, probes.end]));
    for (const { offset, next } of calls) {
      before.set(offset, [Opcode.dup, ...probes.begin]);
      onFall.set(next, probes.end);
    }
    const handlers = calls.length === 0 ? [] : code.handlers.map(({ handler }) => handler);
    return {
      ...noEdit,
      onFall,
      before,
      onCatch: new Map(handlers.map((handler) => [handler, probes.end])),
      catchAll: { code: [...probes.end, Opcode.athrow], ranges: [{ start: 0, end: code.length }] },
      locals: probes.locals,
      stack: stackOfProbe,
    };
  }
}

interface TaskCall {
  readonly offset: CodeOffset;
  /** The offset behind the call. */
  readonly next: CodeOffset;
}

interface TaskProbes {
  readonly locals: CodeEdit['locals'];
  /** Remembers the thread's current context. */
  readonly enter: Fragment;
  /** Moves the thread below the context that handed over the task on top of the stack. */
  readonly begin: Fragment;
  /** Moves the thread back to the context that entered the method. */
  readonly end: Fragment;
}

function taskProbes(
  constants: ConstantAdditions,
  runtime: RuntimePackage,
  firstLocal: number,
  begin: string,
): TaskProbes {
  const [tree, context] = [`${runtime}/CallTree`, `${runtime}/Context`];
  const current = u2(constants.field(tree, 'current', `L${context};`));
  const site = u2(constants.field(tree, 'site', 'I'));
  const locals = { tree: firstLocal, current: firstLocal + 1, site: firstLocal + 2 };
  const loadTree = withLocal(Opcode.aload, locals.tree);
  const typeOf = (name: string): CodeEdit['locals'][number] => ({
    tag: VerificationTag.object,
    data: constants.classNamed(name),
  });
  return {
    locals: [typeOf(tree), typeOf(context), simpleType(VerificationTag.integer)],
    enter: [
      ...[Opcode.invokestatic, ...u2(constants.method(tree, 'get', `()L${tree};`))],
      ...[Opcode.dup, ...withLocal(Opcode.astore, locals.tree)],
      ...[Opcode.dup, Opcode.getfield, ...current, ...withLocal(Opcode.astore, locals.current)],
      ...[Opcode.getfield, ...site, ...withLocal(Opcode.istore, locals.site)],
    ],
    begin: [
      ...loadTree,
      Opcode.invokestatic,
      ...u2(constants.method(`${runtime}/HandOver`, begin, `(Ljava/lang/Object;L${tree};)V`)),
    ],
    end: [
      ...[...loadTree, ...withLocal(Opcode.aload, locals.current), Opcode.putfield, ...current],
      ...[...loadTree, ...withLocal(Opcode.iload, locals.site), Opcode.putfield, ...site],
    ],
  };
}

/** The calls that take no arguments, and the offsets behind them. Throws {@link MalformedInput}. */
function findCalls(
  file: ClassFile,
  code: MethodCode,
  offsets: readonly CodeOffset[],
  isTask: (called: MemberReference) => boolean,
): readonly TaskCall[] {
  return offsets.flatMap((offset, index) => {
    const opcode = at(file.bytes, code.start + offset);
    if (opcode !== Opcode.invokevirtual && opcode !== Opcode.invokeinterface) return [];
    const called = file.constants.member(decodeInstruction(file, code, offset).operand);
    return isTask(called) ? [{ offset, next: offsets[index + 1] ?? code.length }] : [];
  });
}
