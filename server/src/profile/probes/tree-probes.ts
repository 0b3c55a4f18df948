/**
 * Probes that count in the calling context of the running activation: at its entry a method looks up its
 * context by the caller's context and the call site, and restores the caller's context when it is left.
 *
 * Sits in `profile/` beside `probe-code.ts`. server/agent/jouleline/runtime keeps the contexts and the tree
 * of each thread (Ammons, Ball and Larus, "Exploiting hardware performance counters with flow and context
 * sensitive profiling", 1997, section 4).
 */
import type { ConstantAdditions } from '../../classfile/write/constant-additions';
import { Opcode } from '../../classfile/read/opcodes';
import { simpleType, VerificationTag } from '../../classfile/read/stack-map';
import {
  type CounterArrays,
  type CounterNumber,
  type ProbeWriter,
  pushInt,
  type RuntimePackage,
  u2,
  withLocal,
  writeProbes,
} from './probe-code';

/** Uses one array for each context. The agent knows a method by its first counter. */
export function countInContexts(
  constants: ConstantAdditions,
  runtime: RuntimePackage,
  tellsHandOvers: boolean,
): CounterArrays {
  const [tree, context] = [`${runtime}/CallTree`, `${runtime}/Context`];
  const field = (owner: string, name: string, descriptor: string): readonly [number, number] =>
    u2(constants.field(owner, name, descriptor));
  const handOver = (name: string, descriptor: string): readonly number[] => [
    Opcode.invokestatic,
    ...u2(constants.method(`${runtime}/HandOver`, name, descriptor)),
  ];
  const probesFor: CounterArrays['probesFor'] = ({ maxLocals, first, counters, isInitializer }) => {
    const current = field(tree, 'current', `L${context};`);
    const site = field(tree, 'site', 'I');
    const locals = { tree: maxLocals, caller: maxLocals + 1, site: maxLocals + 2 };
    const [own, counts] = [maxLocals + 3, maxLocals + 4];
    const loadTree = withLocal(Opcode.aload, locals.tree);
    const typeOf = (name: string): { readonly tag: number; readonly data: number } => ({
      tag: VerificationTag.object,
      data: constants.classNamed(name),
    });
    const enter = [
      ...[Opcode.invokestatic, ...u2(constants.method(tree, 'get', `()L${tree};`))],
      ...[Opcode.dup, ...withLocal(Opcode.astore, locals.tree)],
      ...[Opcode.dup, Opcode.getfield, ...current, ...withLocal(Opcode.astore, locals.caller)],
      ...[Opcode.dup, Opcode.getfield, ...site, ...withLocal(Opcode.istore, locals.site)],
      // No code of the program calls a class initializer.
      ...(isInitializer ? [Opcode.dup, Opcode.iconst_0, Opcode.putfield, ...site] : []),
      ...[...pushInt(first, constants), ...pushInt(counters + 1, constants)],
      ...[Opcode.invokevirtual, ...u2(constants.method(tree, 'enter', `(II)L${context};`))],
      ...[Opcode.dup, ...withLocal(Opcode.astore, own)],
      ...[Opcode.getfield, ...field(context, 'counts', '[J'), ...withLocal(Opcode.astore, counts)],
    ];
    const pushArray = withLocal(Opcode.aload, counts);
    const indexOf = (counter: CounterNumber): number => counter - first + 1;
    const writer: ProbeWriter = {
      ...writeProbes(constants, runtime, () => pushArray, indexOf, enter),
      locals: [
        typeOf(tree),
        typeOf(context),
        simpleType(VerificationTag.integer),
        typeOf(context),
        typeOf('[J'),
      ],
      calls: {
        call: (number) => [...loadTree, ...pushInt(number, constants), Opcode.putfield, ...site],
        leave: [
          ...[...loadTree, ...withLocal(Opcode.aload, locals.caller), Opcode.putfield, ...current],
          ...[...loadTree, ...withLocal(Opcode.iload, locals.site), Opcode.putfield, ...site],
        ],
        ...(tellsHandOvers
          ? {
              handOver: {
                queues: [Opcode.dup, ...handOver('queue', '(Ljava/lang/Object;)V')],
                runs: [Opcode.dup, ...loadTree, ...handOver('dequeue', `(Ljava/lang/Object;L${tree};)V`)],
              },
            }
          : {}),
        resume: [...loadTree, ...withLocal(Opcode.aload, own), Opcode.putfield, ...current],
      },
    };
    return writer;
  };
  return {
    // Unread counts get a counter of their own, so that no two methods share their first one.
    place: (next) => next + 1,
    unreadBeside: (counter) => counter - 1,
    probesFor,
  };
}
