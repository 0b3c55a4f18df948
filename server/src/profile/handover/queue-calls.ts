/**
 * Recognizes the calls by which counted code puts objects into queues of the JDK, takes them out again, and runs
 * tasks. Sits in `profile/`, under `queue-use.ts`.
 */
import { ConstantTag, type MemberReference } from '../../classfile/read/constant-pool';
import type { ClassFile } from '../../classfile/read/read-class';

/** Interfaces and classes of the JDK; a program's own queues extend or hold one of them. */
const queues = /^java\/util\/(?:concurrent\/)?\w*(?:Queue|Deque|LinkedList)$/;

const putting = new Set(['add', 'offer', 'put', 'push', 'transfer', 'tryTransfer'].flatMap(withEnds));
const putsOne = /^\(Ljava\/lang\/Object;\)[VZ]$/;
const waitsToPut = /^\(Ljava\/lang\/Object;JLjava\/util\/concurrent\/TimeUnit;\)Z$/;

/** The queue may say no. */
const refuses = /^(?:offer|try)/;

const taking = new Set(['take', 'poll', 'remove', 'pop'].flatMap(withEnds));
const takesOne = '()Ljava/lang/Object;';
const waitsToTake = '(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;';

const running = new Set(['run()V', 'call()Ljava/lang/Object;']);

function withEnds(name: string): readonly string[] {
  return [name, `${name}First`, `${name}Last`];
}

/**
 * The methods of a program that pass queued objects on, by name and descriptor. Each has the place of its queue, such
 * as `local 0.App.queue` of a field of the receiver; it is empty if it is not known.
 */
export interface QueuePassers {
  /** Methods that return what they took from a queue. */
  readonly takers: ReadonlyMap<string, string>;
  /** Methods that put an argument into a queue. */
  readonly putters: ReadonlyMap<string, string>;
  /** The program's own queues, by the names of their classes. */
  readonly ownQueues: ReadonlyMap<string, OwnQueue>;
}

/** A class whose objects are queues, by names and descriptors of its methods. */
export interface OwnQueue {
  /** Methods that queue what they are given, with the locals of that. */
  readonly puts: ReadonlyMap<string, readonly number[]>;
  /** Methods that return what was queued. */
  readonly takes: ReadonlySet<string>;
}

export const noPassers: QueuePassers = { takers: new Map(), putters: new Map(), ownQueues: new Map() };

export type QueueCall =
  'puts' | 'offers' | 'offers in time' | 'takes' | 'takes in time' | 'asks' | 'runs' | 'hands on';

/** Tells what calls do with queues. A class may call queue methods that it inherits. */
export function queueCallsOf(
  { name: self, superName = '' }: ClassFile,
  { takers, putters }: QueuePassers,
): (called: MemberReference) => QueueCall | undefined {
  return ({ owner, name, descriptor }) => {
    if (running.has(name + descriptor)) return 'runs';
    if (queues.test(owner === self ? superName : owner)) {
      if (putting.has(name) && putsOne.test(descriptor)) return refuses.test(name) ? 'offers' : 'puts';
      if (putting.has(name) && waitsToPut.test(descriptor)) return 'offers in time';
      if (taking.has(name) && descriptor === takesOne) return 'takes';
      if (taking.has(name) && descriptor === waitsToTake) return 'takes in time';
    }
    // Iterators and suppliers of the JDK are asked too often.
    if (owner.startsWith('java/')) return undefined;
    if (takers.has(name + descriptor)) return 'asks';
    return putters.has(name + descriptor) ? 'hands on' : undefined;
  };
}

const locking = /^java\/util\/concurrent\/locks\/\w*Lock$/;

/** True for a call that takes a lock. */
export function locks({ owner, name }: MemberReference): boolean {
  return name.startsWith('lock') && locking.test(owner);
}

/** The methods by which a thread waits for another one. */
const waiting =
  /^(?:java\/lang\/(?:Object\.wait|Thread\.(?:onSpinWait|yield|sleep))|java\/util\/concurrent\/(?:locks\/(?:Condition\.await\w*|LockSupport\.park\w*)|Semaphore\.acquire\w*))$/;

/** True for a call that waits for another thread. */
export function waits({ owner, name }: MemberReference): boolean {
  return waiting.test(`${owner}.${name}`);
}

/** True if a class calls a method that `isSought`. Throws {@link MalformedInput}. */
export function callsAny({ constants }: ClassFile, isSought: (called: MemberReference) => boolean): boolean {
  for (let index = 1; index < constants.offsets.length; index++) {
    const tag = constants.tagAt(index);
    if (tag !== ConstantTag.methodRef && tag !== ConstantTag.interfaceMethodRef) continue;
    if (isSought(constants.member(index))) return true;
  }
  return false;
}

/** True for a call that returns an object from a queue. */
export function takes(kind: QueueCall | undefined): boolean {
  return kind === 'takes' || kind === 'takes in time' || kind === 'asks';
}
