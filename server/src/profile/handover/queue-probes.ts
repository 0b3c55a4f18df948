/**
 * Probes of counted code for objects that it puts into queues, takes from them and works with, and for tasks that it
 * runs. Sits in `profile/` over `queue-use.ts`; server/agent/jouleline/runtime/HandOver.java answers them.
 */
import { addTo } from '../../base/groups';
import { Opcode } from '../../classfile/read/opcodes';
import { simpleType, VerificationTag } from '../../classfile/read/stack-map';
import type { Fragment } from '../../classfile/write/code-edit';
import type { ConstantAdditions } from '../../classfile/write/constant-additions';
import { type RuntimePackage, u2, withLocal } from '../probes/probe-code';
import type { QueueProbes, QueueUse } from './queue-use';

/** `tree` is the local with the thread's tree, `first` the first free one; `resume` goes back to the method's context. */
export function probeQueues(
  use: QueueUse,
  constants: ConstantAdditions,
  runtime: RuntimePackage,
  { tree, first, resume }: { readonly tree: number; readonly first: number; readonly resume: Fragment },
): QueueProbes {
  const [trees, contexts] = [`L${runtime}/CallTree;`, `L${runtime}/Context;`];
  const call = (name: string, descriptor: string): Fragment => [
    Opcode.invokestatic,
    ...u2(constants.method(`${runtime}/HandOver`, name, descriptor)),
  ];
  const field = (name: string, descriptor: string): Fragment =>
    u2(constants.field(`${runtime}/CallTree`, name, descriptor));
  const loadTree = withLocal(Opcode.aload, tree);
  const before = new Map<number, number[]>();
  const after = new Map<number, number[]>();
  const insert = (to: Map<number, number[]>, instructions: Iterable<number>, fragment: Fragment): void => {
    for (const instruction of instructions) for (const byte of fragment) addTo(to, instruction, byte);
  };
  const [limit, unit] = [field('limit', 'J'), field('unit', 'Ljava/lang/Object;')];
  /** Runs what needs the values below a time limit and its unit. */
  const belowLimit = (fragment: Fragment): Fragment => [
    ...[...loadTree, Opcode.swap, Opcode.putfield, ...unit],
    ...[...loadTree, Opcode.dup_x2, Opcode.pop, Opcode.putfield, ...limit],
    ...fragment,
    ...[...loadTree, Opcode.getfield, ...limit, ...loadTree, Opcode.getfield, ...unit],
    ...[Opcode.checkcast, ...u2(constants.classNamed('java/util/concurrent/TimeUnit'))],
  ];
  const taking = [...use.takes, ...use.takesInTime];
  const keeps = taking.length + use.asks.length > 0;
  const [context, putWorks, works] = [first, first + 1, first + 2];
  const queue = field('queue', 'Ljava/lang/Object;');
  const takenContext = field('taken', contexts);
  const takenWorks = field('takenWorks', 'I');
  const take = [
    Opcode.dup,
    ...loadTree,
    ...call(use.isLocked ? 'takeLocked' : 'take', `(Ljava/lang/Object;${trees})V`),
  ];
  if (keeps) {
    const loadContext = withLocal(Opcode.aload, context);
    const loadPut = withLocal(Opcode.iload, putWorks);
    const keep = [
      ...[...loadTree, Opcode.getfield, ...takenContext, ...withLocal(Opcode.astore, context)],
      ...[...loadTree, Opcode.getfield, ...takenWorks, ...withLocal(Opcode.istore, putWorks)],
    ];
    insert(before, use.asks, [...loadTree, Opcode.aconst_null, Opcode.putfield, ...takenContext]);
    insert(before, use.works, [
      ...[...loadContext, ...loadPut, ...withLocal(Opcode.iload, works), ...loadTree],
      ...call('workOn', `(${contexts}II${trees})V`),
    ]);
    insert(before, use.returns, [
      ...[...loadTree, ...loadContext, Opcode.putfield, ...takenContext],
      ...[...loadTree, ...loadPut, Opcode.putfield, ...takenWorks],
    ]);
    insert(after, use.works, resume);
    const from = [Opcode.dup, ...loadTree, Opcode.swap, Opcode.putfield, ...queue];
    insert(before, use.takes, from);
    insert(before, use.takesInTime, belowLimit(from));
    insert(after, taking, [...take, ...keep]);
    insert(after, use.asks, keep);
  }
  const loadReceiver = withLocal(Opcode.aload, 0);
  insert(before, use.ownReturns, [...loadTree, ...loadReceiver, Opcode.putfield, ...queue, ...take]);
  const notes = call(
    use.isLocked ? 'queueLocked' : 'queue',
    `(Ljava/lang/Object;Ljava/lang/Object;${trees})V`,
  );
  const puts = [Opcode.dup2, ...loadTree, ...notes];
  insert(before, [...use.puts, ...use.offers], puts);
  insert(before, use.offersInTime, belowLimit(puts));
  const offered = [Opcode.dup, ...loadTree, ...call('offered', `(Z${trees})V`)];
  insert(after, [...use.offers, ...use.offersInTime], offered);
  insert(before, use.runs, [Opcode.dup, ...loadTree, ...call('dequeue', `(Ljava/lang/Object;${trees})V`)]);
  insert(after, use.runs, resume);
  const queueOwn = call('queueOwn', '(Ljava/lang/Object;Ljava/lang/Object;)V');
  return {
    before,
    after,
    first: use.ownPuts.flatMap((local) => [...loadReceiver, ...withLocal(Opcode.aload, local), ...queueOwn]),
    locals: keeps
      ? [
          { tag: VerificationTag.object, data: constants.classNamed(`${runtime}/Context`) },
          simpleType(VerificationTag.integer),
          simpleType(VerificationTag.integer),
        ]
      : [],
    enter: keeps
      ? [
          ...[Opcode.aconst_null, ...withLocal(Opcode.astore, context)],
          ...[Opcode.iconst_0, ...withLocal(Opcode.istore, putWorks)],
          ...[...loadTree, Opcode.getfield, ...field('works', 'I'), ...withLocal(Opcode.istore, works)],
        ]
      : [],
  };
}
