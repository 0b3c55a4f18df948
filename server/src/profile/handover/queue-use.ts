/**
 * Finds what a counted method does with objects in queues: where it puts them, takes them, and works with what it
 * took.
 *
 * Sits in `profile/` over `queued-values.ts`. A loop that takes an object and calls something with it runs what was
 * handed over; who takes an object without a loop asked for it, such as an answer or a connection. An object that
 * the method puts back where it took it from is lent, not handed over.
 */
import { at } from '../../base/check';
import { attempt } from '../../base/outcome';
import { byteAt } from '../../classfile/read/bytes';
import { decodeInstruction } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import type { VerificationType } from '../../classfile/read/stack-map';
import type { Fragment } from '../../classfile/write/code-edit';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { blockHolding, successorsOf } from '../../flow/bytecode/bytecode-graph';
import { findLoops } from '../../flow/paths/loops';
import { locks, type QueueCall, queueCallsOf, type QueuePassers, takes } from './queue-calls';
import {
  type FollowedCall,
  type FollowedValues,
  followValues,
  type MethodToFollow,
  nothing,
  taken,
} from './queued-values';

/** Instructions by their indices. */
export interface QueueUse {
  /** Calls with a queue and an object on top of the stack, which the queue gets. */
  readonly puts: readonly number[];
  /** The same, if what they return tells whether the queue got it; in `offersInTime` below a time limit and its unit. */
  readonly offers: readonly number[];
  readonly offersInTime: readonly number[];
  /** True if the method takes a lock, so that several threads may share any kind of queue. */
  readonly isLocked: boolean;
  /** Calls that run the object on top of the stack. */
  readonly runs: readonly number[];
  /** Calls of queues that return an object, the queue on top of the stack; in `takesInTime` below a time limit and its unit. */
  readonly takes: readonly number[];
  readonly takesInTime: readonly number[];
  /** Calls of methods of the program that return an object from a queue. */
  readonly asks: readonly number[];
  /** Calls that get the object that was taken last, or what it holds. */
  readonly works: readonly number[];
  /** Instructions that return the object that was taken last. */
  readonly returns: readonly number[];
  /** The method's arguments, by their locals, that a queue of the program gets, which is the receiver. */
  readonly ownPuts: readonly number[];
  /** Instructions that return what such a queue held. */
  readonly ownReturns: readonly number[];
}

/** The code to insert for that. */
export interface QueueProbes {
  /** Locals behind those of other probes. */
  readonly locals: readonly VerificationType[];
  /** Runs when the method is entered, in its caller's context. */
  readonly first: Fragment;
  /** Runs when the method is entered, after its tree is known. */
  readonly enter: Fragment;
  /** Run before and behind an instruction, by its index. */
  readonly before: ReadonlyMap<number, Fragment>;
  readonly after: ReadonlyMap<number, Fragment>;
}

/** Undefined for a method that does nothing with queues. Throws {@link MalformedInput}. */
export function findQueueUse(method: MethodToFollow, passers: QueuePassers): QueueUse | undefined {
  const { file, graph } = method;
  const callOf = queueCallsOf(file, passers);
  const kinds = new Map<number, QueueCall>();
  let isLocked = (method.method.flags & AccessFlag.synchronized) !== 0;
  for (const [instruction, offset] of graph.offsets.entries()) {
    const opcode = byteAt(file.bytes, method.code.start + offset);
    if (opcode === Opcode.monitorenter) isLocked = true;
    if (opcode < Opcode.invokevirtual || opcode > Opcode.invokeinterface) continue;
    const called = file.constants.member(decodeInstruction(file, method.code, offset).operand);
    if (locks(called)) isLocked = true;
    const kind = callOf(called);
    // Only methods of the program may be static or private here.
    const isVirtual = opcode === Opcode.invokevirtual || opcode === Opcode.invokeinterface;
    if (kind !== undefined && (isVirtual || kind === 'asks' || kind === 'hands on'))
      kinds.set(instruction, kind);
  }
  const { name, descriptor } = method.method;
  const own = passers.ownQueues.get(file.name);
  const ownPuts = own?.puts.get(name + descriptor) ?? [];
  const ownReturns = own?.takes.has(name + descriptor) === true ? returnsOf(method) : [];
  if (kinds.size + ownPuts.length + ownReturns.length === 0) return undefined;
  const are = (kind: QueueCall): readonly number[] =>
    [...kinds].flatMap(([instruction, each]) => (each === kind ? [instruction] : []));
  // A method that is too large to be followed is counted all the same.
  const found = attempt(() => findTaken(method, kinds, passers));
  return {
    puts: are('puts'),
    offers: are('offers'),
    offersInTime: are('offers in time'),
    isLocked,
    runs: are('runs'),
    ...(found.ok ? found.value : nothingTaken),
    ownPuts,
    ownReturns,
  };
}

function returnsOf({ file, code, graph }: MethodToFollow): readonly number[] {
  const opcodeAt = (offset: number): number => byteAt(file.bytes, code.start + offset);
  return [...graph.offsets.keys()].filter(
    (instruction) => opcodeAt(at(graph.offsets, instruction)) === Opcode.areturn,
  );
}

type TakenUse = Pick<QueueUse, 'takes' | 'takesInTime' | 'asks' | 'works' | 'returns'>;

const nothingTaken: TakenUse = { takes: [], takesInTime: [], asks: [], works: [], returns: [] };

function findTaken(
  method: MethodToFollow,
  kinds: ReadonlyMap<number, QueueCall>,
  passers: QueuePassers,
): TakenUse {
  const followed = followTaken(method, kinds, passers);
  if (followed === undefined) return nothingTaken;
  const { values, sites } = followed;
  const loops = findLoops(successorsOf(method.graph)).loops.map(({ blocks }) => new Set(blocks));
  const blockOf = (instruction: number): number => blockHolding(method.graph, instruction);
  const takingLoops = loops.filter((loop) => sites.some((site) => loop.has(blockOf(site))));
  const works = values.calls.flatMap(({ instruction, given }) =>
    given.includes(taken) && takingLoops.some((loop) => loop.has(blockOf(instruction))) ? [instruction] : [],
  );
  const returns = isTaker(values)
    ? [...values.returned].flatMap(([instruction, origin]) => (origin === taken ? [instruction] : []))
    : [];
  if (works.length === 0 && returns.length === 0) return nothingTaken;
  const are = (kind: QueueCall): readonly number[] => sites.filter((site) => kinds.get(site) === kind);
  return { takes: are('takes'), takesInTime: are('takes in time'), asks: are('asks'), works, returns };
}

/** The values of a method, and the calls that take; undefined if it takes nothing that it does not put back. */
function followTaken(
  method: MethodToFollow,
  kinds: ReadonlyMap<number, QueueCall>,
  passers: QueuePassers,
): { readonly values: FollowedValues; readonly sites: readonly number[] } | undefined {
  const sites = [...kinds].flatMap(([site, kind]) => (takes(kind) ? [site] : []));
  if (sites.length === 0) return undefined;
  const values = followValues(method, (_, instruction) => sites.includes(instruction));
  const places = new Map<string, number[]>();
  const back = new Set<string>();
  for (const call of values.calls) {
    const kind = kinds.get(call.instruction);
    const place = kind === undefined ? undefined : queueOf(call, kind, passers);
    if (place === undefined) continue;
    if (takes(kind)) places.set(place, [...(places.get(place) ?? []), call.instruction]);
    else if (call.given.lastIndexOf(taken) > 0) back.add(place);
  }
  const lent = new Set([...back].flatMap((place) => places.get(place) ?? []));
  if (lent.size === 0) return { values, sites };
  const left = sites.filter((site) => !lent.has(site));
  if (left.length === 0) return undefined;
  return { values: followValues(method, (_, instruction) => left.includes(instruction)), sites: left };
}

/** The place of the queue of a call; undefined if it is not known. */
export function queueOf(
  { called, receiver }: FollowedCall,
  kind: QueueCall,
  { takers, putters }: QueuePassers,
): string | undefined {
  if (receiver === '') return undefined;
  if (kind !== 'asks' && kind !== 'hands on') return receiver;
  const within = (kind === 'asks' ? takers : putters).get(called.name + called.descriptor) ?? '';
  return within === '' ? undefined : within.replace(/^local 0/, receiver);
}

/** True for a method that returns what it took, and nothing else but `null`. */
export function isTaker({ returned }: FollowedValues): boolean {
  const origins = new Set(returned.values());
  origins.delete(nothing);
  return origins.size === 1 && origins.has(taken);
}
