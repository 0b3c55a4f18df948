/**
 * Finds the calls by which counted code hands tasks over to a loop of its own, which takes them from a
 * queue and runs them.
 *
 * Sits in `profile/`, under `instrument-method.ts`. The agent knows a task by its identity, and only if it
 * can be run. Other queued objects, such as events that a loop tells apart, have no call that says that
 * they run.
 */
import { at } from '../../base/check';
import type { CodeOffset, MethodCode } from '../../classfile/read/code';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';

/** The action of a call on the object on top of the stack. */
export type QueueRole = 'queues' | 'runs';

/** Interfaces and classes of the JDK; a program's own queues extend or hold one of them. */
const queues = /^java\/util\/(?:concurrent\/)?\w*(?:Queue|Deque|LinkedList)$/;
const queueing = new Set(['add', 'offer', 'put', 'push', 'transfer', 'tryTransfer'].flatMap(withEnds));
const takesOne = /^\(Ljava\/lang\/Object;\)[VZ]$/;

function withEnds(name: string): readonly string[] {
  return [name, `${name}First`, `${name}Last`];
}

const running = new Set(['run()V', 'call()Ljava/lang/Object;']);

/** The role of a call; undefined for all other instructions. Throws {@link MalformedInput}. */
export function queueRoleOf(file: ClassFile, code: MethodCode, offset: CodeOffset): QueueRole | undefined {
  const opcode = at(file.bytes, code.start + offset);
  if (opcode !== Opcode.invokevirtual && opcode !== Opcode.invokeinterface) return undefined;
  const { owner, name, descriptor } = file.constants.member(decodeInstruction(file, code, offset).operand);
  if (running.has(name + descriptor)) return 'runs';
  return queueing.has(name) && takesOne.test(descriptor) && queues.test(owner) ? 'queues' : undefined;
}
