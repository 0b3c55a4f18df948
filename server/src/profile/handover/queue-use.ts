/**
 * Finds what a counted method does with objects in queues: where it puts them, takes them, and works with what it
 * took.
 *
 * Sits in `profile/` over `queued-values.ts`. A loop that takes an object and calls something with it runs what was
 * handed over; who takes an object without a loop asked for it, such as an answer or a connection. An object that
 * the method puts back where it took it from is lent, not handed over.
 */
import { attempt } from '../../base/outcome';
import { byteAt } from '../../classfile/read/bytes';
import { readCode } from '../../classfile/read/code';
import { decodeInstruction, listInstructions } from '../../classfile/read/instructions';
import { Opcode } from '../../classfile/read/opcodes';
import { type ClassFile, readClass } from '../../classfile/read/read-class';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { blockHolding, buildBytecodeGraph, successorsOf } from '../../flow/bytecode/bytecode-graph';
import { findLoops } from '../../flow/paths/loops';
import {
  callsAny,
  locks,
  noPassers,
  type QueueCall,
  queueCallsOf,
  type QueuePassers,
  takes,
} from './queue-calls';
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
  /** True if the method holds a lock while it puts, so that other threads may take from any kind of queue. */
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
  if (kinds.size === 0) return undefined;
  const are = (kind: QueueCall): readonly number[] =>
    [...kinds].flatMap(([instruction, each]) => (each === kind ? [instruction] : []));
  const found = findTaken(method, kinds, passers);
  return {
    puts: are('puts'),
    offers: are('offers'),
    offersInTime: are('offers in time'),
    isLocked,
    runs: are('runs'),
    ...found,
  };
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
function queueOf(
  { called, receiver }: FollowedCall,
  kind: QueueCall,
  { takers, putters }: QueuePassers,
): string | undefined {
  if (receiver === '') return undefined;
  if (kind !== 'asks' && kind !== 'hands on') return receiver;
  const within = (kind === 'asks' ? takers : putters).get(called.name + called.descriptor) ?? '';
  return within === '' ? undefined : within.replace(/^local 0/, receiver);
}

function isTaker({ returned }: FollowedValues): boolean {
  const origins = new Set(returned.values());
  origins.delete(nothing);
  return origins.size === 1 && origins.has(taken);
}

/** How often methods are sought that return what other methods took. */
const MOST_ROUNDS = 4;

/** The methods of a program that pass queued objects on. Broken classes have none. */
export function findQueuePassers(classes: readonly { readonly bytes: Uint8Array }[]): QueuePassers {
  let passers = noPassers;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const takers = new Map<string, string>();
    const putters = new Map<string, string>();
    for (const { bytes } of classes) {
      const file = readClass(bytes);
      if (file.ok) attempt(() => addPassers(file.value, passers, { takers, putters }));
    }
    const isKnown = takers.size === passers.takers.size && putters.size === passers.putters.size;
    passers = { takers, putters };
    if (isKnown) break;
  }
  return passers;
}

/** Throws {@link MalformedInput}. */
function addPassers(
  file: ClassFile,
  known: QueuePassers,
  added: { readonly takers: Map<string, string>; readonly putters: Map<string, string> },
): void {
  const callOf = queueCallsOf(file, known);
  const passes = (kind: QueueCall | undefined): boolean => kind !== undefined && kind !== 'runs';
  if (!callsAny(file, (called) => passes(callOf(called)))) return;
  for (const method of file.methods) {
    const code = readCode(file, method);
    if (code === undefined || !code.ok) continue;
    const offsets = listInstructions(file, code.value);
    if (!offsets.ok) continue;
    const calls = offsets.value.some((offset) => {
      const opcode = byteAt(file.bytes, code.value.start + offset);
      if (opcode < Opcode.invokevirtual || opcode > Opcode.invokeinterface) return false;
      return passes(callOf(file.constants.member(decodeInstruction(file, code.value, offset).operand)));
    });
    if (!calls) continue;
    const graph = buildBytecodeGraph(file, code.value, offsets.value);
    if (graph.hasSubroutines) continue;
    const values = followValues({ file, method, code: code.value, graph }, (called) => {
      const kind = callOf(called);
      return takes(kind);
    });
    const id = method.name + method.descriptor;
    const note = (to: Map<string, string>, place: string | undefined): void => {
      // Methods of one name that use different queues use none that is known.
      const own =
        (method.flags & AccessFlag.static) === 0 && place?.startsWith('local 0.') === true ? place : '';
      to.set(id, (to.get(id) ?? own) === own ? own : '');
    };
    const placeOf = (call: FollowedCall): string | undefined => {
      const kind = callOf(call.called);
      return kind === undefined ? undefined : queueOf(call, kind, known);
    };
    for (const call of values.calls) {
      const kind = callOf(call.called);
      if (takes(kind)) {
        if (isTaker(values)) note(added.takers, placeOf(call));
      } else if (passes(kind) && call.given.slice(-1).some(values.isArgument)) {
        note(added.putters, placeOf(call));
      }
    }
  }
}
