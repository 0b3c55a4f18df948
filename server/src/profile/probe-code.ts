/**
 * The instructions that probes are made of (JVMS 6.5).
 *
 * Sits in `profile/`. Probes call nothing: a call would need stack, and lose
 * its count where there is none left.
 */
import type { Fragment } from '../classfile/code-edit';
import type { ConstantAdditions, ConstantIndex } from '../classfile/constant-additions';
import { MalformedInput } from '../classfile/outcome';
import { Opcode } from '../classfile/opcodes';

/**
 * Number of a counter. Counters lie in blocks, each an array of its own, so
 * that an index is a short constant of the code.
 */
export type CounterNumber = number;

/** Known to server/agent/jouleline/runtime too. */
const counters = { owner: 'jouleline/runtime/Counters', block: 32768, mostBlocks: 128 } as const;

/** The first of a block, which nobody reads: for what is thrown before anything that is known to throw. */
export function unreadCounter(counter: CounterNumber): CounterNumber {
  return counter - (counter % counters.block);
}

/** The first of so many counters that lie in one block, behind those that are given away. Throws {@link MalformedInput}. */
export function placeCounters(next: CounterNumber, count: number): CounterNumber {
  const used = next % counters.block;
  const first = used + count > counters.block ? next - used + counters.block : next;
  const placed = first % counters.block === 0 ? first + 1 : first;
  if (count >= counters.block || placed + count > counters.block * counters.mostBlocks)
    throw new MalformedInput(`There is no room for ${count} more counters`, 0);
  return placed;
}

/** Slots that the code of a probe needs on the stack. */
export const stackOfProbe = 6;

export interface ProbeWriter {
  /** Adds one to a counter. */
  readonly count: (counter: CounterNumber) => Fragment;
  /** Adds one to the counter that a local holds, which lies in the same block as another. */
  readonly countHeld: (local: number, near: CounterNumber) => Fragment;
  readonly hold: (local: number, counter: CounterNumber) => Fragment;
  readonly step: (local: number, distance: number) => Fragment;
}

export function createProbeWriter(constants: ConstantAdditions): ProbeWriter {
  const fields = new Map<number, ConstantIndex>();
  const increment = (counter: CounterNumber, pushIndex: readonly number[]): Fragment => {
    const block = Math.floor(counter / counters.block);
    const field = fields.get(block) ?? constants.field(counters.owner, `c${block}`, '[J');
    fields.set(block, field);
    return Uint8Array.of(Opcode.getstatic, ...u2(field), ...pushIndex, ...addOne);
  };
  return {
    count: (counter) => increment(counter, pushIndex(counter)),
    countHeld: (local, near) => increment(near, withLocal(Opcode.iload, local)),
    hold: (local, counter) => Uint8Array.of(...pushIndex(counter), ...withLocal(Opcode.istore, local)),
    step: (local, distance) =>
      local > 0xff
        ? Uint8Array.of(Opcode.wide, Opcode.iinc, ...u2(local), ...u2(distance))
        : Uint8Array.of(Opcode.iinc, local, distance),
  };
}

/** To the element of an array of longs whose index lies on top. */
const addOne = [Opcode.dup2, Opcode.laload, Opcode.lconst_1, Opcode.ladd, Opcode.lastore] as const;

function u2(value: number): readonly [number, number] {
  return [value >>> 8, value & 0xff];
}

function pushIndex(counter: CounterNumber): readonly number[] {
  const index = counter % counters.block;
  if (index <= 5) return [Opcode.iconst_0 + index];
  return index <= 0x7f ? [Opcode.bipush, index] : [Opcode.sipush, ...u2(index)];
}

function withLocal(opcode: number, local: number): readonly number[] {
  return local > 0xff ? [Opcode.wide, opcode, ...u2(local)] : [opcode, local];
}
