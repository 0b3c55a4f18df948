/**
 * Finds the methods of a program that pass queued objects on, and the program's own queues.
 *
 * Sits in `profile/` over `queue-use.ts`. A class is a queue if one of its methods waits for another thread, takes
 * what it returns out of a field or an array, and if another method stores what it is given. Pools, caches and stacks
 * do not wait, and futures keep what they return.
 */
import { attempt } from '../../base/outcome';
import { byteAt } from '../../classfile/read/bytes';
import { readCode } from '../../classfile/read/code';
import type { MemberReference } from '../../classfile/read/constant-pool';
import { decodeInstruction, listInstructions } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import { type ClassFile, type MemberInfo, readClass } from '../../classfile/read/read-class';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { buildBytecodeGraph } from '../../flow/bytecode/bytecode-graph';
import {
  callsAny,
  noPassers,
  type OwnQueue,
  type QueueCall,
  queueCallsOf,
  type QueuePassers,
  takes,
  waits,
} from './queue-calls';
import { isTaker, queueOf } from './queue-use';
import {
  type FollowedCall,
  type FollowedValues,
  followValues,
  type MethodToFollow,
  unknown,
} from './queued-values';

/** How often methods are sought that return what other methods took. */
const MOST_ROUNDS = 4;

interface PassersToFill extends QueuePassers {
  readonly takers: Map<string, string>;
  readonly putters: Map<string, string>;
}

/** The methods of a program that pass queued objects on. Broken classes have none. */
export function findQueuePassers(classes: readonly { readonly bytes: Uint8Array }[]): QueuePassers {
  const ownQueues = new Map<string, OwnQueue>();
  let passers = noPassers;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next: PassersToFill = { takers: new Map(), putters: new Map(), ownQueues };
    for (const { bytes } of classes) {
      const file = readClass(bytes);
      if (!file.ok) continue;
      if (round === 0) {
        const queue = attempt(() => findOwnQueue(file.value));
        if (queue.ok && queue.value !== undefined) ownQueues.set(file.value.name, queue.value);
      }
      attempt(() => {
        addPassers(file.value, passers, next);
      });
    }
    for (const { puts, takes: taking } of ownQueues.values()) {
      for (const id of taking) note(next.takers, id, OWN);
      for (const id of puts.keys()) note(next.putters, id, OWN);
    }
    const isKnown = next.takers.size === passers.takers.size && next.putters.size === passers.putters.size;
    passers = next;
    if (isKnown) break;
  }
  return passers;
}

/** The place of a queue that is the receiver itself. */
const OWN = 'local 0';

/** Methods of one name that use different queues use none that is known. */
function note(to: Map<string, string>, id: string, place: string): void {
  to.set(id, (to.get(id) ?? place) === place ? place : '');
}

/** The methods of a class that have a call or instruction that is sought, ready to be followed. Throws {@link MalformedInput}. */
function* methodsWith(
  file: ClassFile,
  isSought: (opcode: number, called: MemberReference | undefined) => boolean,
): Generator<MethodToFollow> {
  for (const method of file.methods) {
    const code = readCode(file, method);
    if (code === undefined || !code.ok) continue;
    const offsets = listInstructions(file, code.value);
    if (!offsets.ok) continue;
    const has = offsets.value.some((offset) => {
      const opcode = byteAt(file.bytes, code.value.start + offset);
      const isCall = opcode >= Opcode.invokevirtual && opcode <= Opcode.invokeinterface;
      return isSought(
        opcode,
        isCall ? file.constants.member(decodeInstruction(file, code.value, offset).operand) : undefined,
      );
    });
    if (!has) continue;
    const graph = buildBytecodeGraph(file, code.value, offsets.value);
    if (!graph.hasSubroutines) yield { file, method, code: code.value, graph };
  }
}

/** Throws {@link MalformedInput}. */
function addPassers(file: ClassFile, known: QueuePassers, added: PassersToFill): void {
  const callOf = queueCallsOf(file, known);
  const passes = (called: MemberReference | undefined): boolean => {
    const kind = called === undefined ? undefined : callOf(called);
    return kind !== undefined && kind !== 'runs';
  };
  if (!callsAny(file, passes)) return;
  for (const each of methodsWith(file, (_, called) => passes(called))) {
    const values = followValues(each, (called) => takes(callOf(called)));
    const id = each.method.name + each.method.descriptor;
    for (const call of values.calls) {
      const kind = callOf(call.called);
      if (kind === undefined || kind === 'runs') continue;
      if (!takes(kind)) {
        if (isGiven(values, call)) note(added.putters, id, placeOf(each.method, call, kind, known));
      } else if (isTaker(values)) {
        note(added.takers, id, placeOf(each.method, call, kind, known));
      }
    }
  }
}

/** True if a call gets an argument of the method, as its last. */
function isGiven(values: FollowedValues, { given }: FollowedCall): boolean {
  return values.argumentOf(given.at(-1) ?? unknown) !== undefined;
}

/** The place of the queue, as callers know it; empty if they do not. */
function placeOf(method: MemberInfo, call: FollowedCall, kind: QueueCall, known: QueuePassers): string {
  const place = queueOf(call, kind, known) ?? '';
  return (method.flags & AccessFlag.static) === 0 && /^local 0(?:\.|$)/.test(place) ? place : '';
}

/** The queue that a class is; undefined if it is none. Throws {@link MalformedInput}. */
function findOwnQueue(file: ClassFile): OwnQueue | undefined {
  if (file.name.startsWith('java/') || !callsAny(file, waits)) return undefined;
  const taking = new Set<string>();
  for (const each of methodsWith(file, (_, called) => called !== undefined && waits(called)))
    if (isAsked(each.method) && takesOut(each)) taking.add(each.method.name + each.method.descriptor);
  if (taking.size === 0) return undefined;
  const puts = new Map<string, readonly number[]>();
  for (const each of methodsWith(file, stores)) {
    const { name, descriptor, flags } = each.method;
    if (name.startsWith('<') || (flags & AccessFlag.static) !== 0 || taking.has(name + descriptor)) continue;
    const values = followValues(each, () => false);
    const made = values.calls.filter(({ called }) => called.name === '<init>').flatMap(({ given }) => given);
    const locals = new Set([...values.stored, ...made].map(values.argumentOf));
    locals.delete(undefined);
    locals.delete(0);
    if (locals.size > 0) puts.set(name + descriptor, [...locals].map(Number));
  }
  return puts.size === 0 ? undefined : { puts, takes: taking };
}

function stores(opcode: number, called: MemberReference | undefined): boolean {
  return opcode === Opcode.putfield || opcode === Opcode.aastore || called?.name === '<init>';
}

/** True if a method is asked for an object, and not told which. */
function isAsked({ flags, descriptor }: MemberInfo): boolean {
  return (
    (flags & AccessFlag.static) === 0 &&
    /^\((?:[BCDFIJSZ]|Ljava\/util\/concurrent\/TimeUnit;)*\)[L[]/.test(descriptor)
  );
}

/** True if a method, or one of its class that it calls, changes the field or the array where it may find an object. */
function takesOut(method: MethodToFollow): boolean {
  const { file } = method;
  const called = new Set<string>();
  const changes = changesOf(method, called);
  for (const each of methodsWith(file, (opcode) => opcode === Opcode.putfield || opcode === Opcode.aastore)) {
    if (!called.has(each.method.name + each.method.descriptor)) continue;
    const others = changesOf(each, new Set());
    for (const change of others) changes.add(change);
  }
  return changes.has('object') || (changes.has('array') && changes.has('number'));
}

/** The kinds of values that a method reads from arrays and writes to fields; adds the methods of its class that it calls. */
function changesOf(
  { file, code, graph }: MethodToFollow,
  called: Set<string>,
): Set<'array' | 'number' | 'object'> {
  const changes = new Set<'array' | 'number' | 'object'>();
  for (const offset of graph.offsets) {
    const opcode = byteAt(file.bytes, code.start + offset);
    if (opcode === Opcode.aaload) changes.add('array');
    else if (opcode === Opcode.aastore) changes.add('object');
    const isCall = opcode >= Opcode.invokevirtual && opcode <= Opcode.invokestatic;
    if (!isCall && opcode !== Opcode.putfield) continue;
    const { owner, name, descriptor } = file.constants.member(decodeInstruction(file, code, offset).operand);
    if (isCall) {
      if (owner === file.name) called.add(name + descriptor);
    } else if (descriptor.startsWith('L') || descriptor.startsWith('[')) changes.add('object');
    else if (descriptor === 'I' || descriptor === 'J') changes.add('number');
  }
  return changes;
}
