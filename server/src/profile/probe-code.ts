/**
 * The instructions that probes are made of (JVMS 6.5).
 *
 * Sits in `profile/`. Probes call nothing: a call would need stack, and lose
 * its count where there is none left.
 */
import { ByteSink } from '../classfile/byte-sink';
import type { Fragment } from '../classfile/code-edit';
import type { ConstantAdditions } from '../classfile/constant-additions';
import { Opcode } from '../classfile/opcodes';

/** The class and field of the array of counters that instrumented code adds to. */
export interface CounterArray {
  /** Binary name with slashes. */
  readonly owner: string;
  readonly field: string;
}

export const counterArray: CounterArray = { owner: 'jouleline/runtime/Counters', field: 'counts' };

/** Slots that the code of a probe needs on the stack. */
export const stackOfProbe = 6;

export interface ProbeWriter {
  /** Adds one to a counter. */
  readonly count: (counter: number) => Fragment;
  /** Adds one to the counter whose number a local holds. */
  readonly countHeld: (local: number) => Fragment;
  readonly hold: (local: number, counter: number) => Fragment;
  readonly step: (local: number, distance: number) => Fragment;
}

export function createProbeWriter(constants: ConstantAdditions, array: CounterArray): ProbeWriter {
  const write = (fill: (sink: ByteSink) => void): Fragment => {
    const sink = new ByteSink();
    fill(sink);
    return sink.finish();
  };
  const increment = (sink: ByteSink, pushIndex: () => void): void => {
    sink.u1(Opcode.getstatic);
    sink.u2(constants.field(array.owner, array.field, '[J'));
    pushIndex();
    for (const opcode of [Opcode.dup2, Opcode.laload, Opcode.lconst_1, Opcode.ladd, Opcode.lastore])
      sink.u1(opcode);
  };
  return {
    count: (counter) =>
      write((sink) => { increment(sink, () => { pushInt(sink, counter, constants); }); }), // prettier-ignore
    countHeld: (local) =>
      write((sink) => { increment(sink, () => { writeLocal(sink, Opcode.iload, local); }); }), // prettier-ignore
    hold: (local, counter) =>
      write((sink) => {
        pushInt(sink, counter, constants);
        writeLocal(sink, Opcode.istore, local);
      }),
    step: (local, distance) =>
      write((sink) => {
        if (local > 0xff) sink.u1(Opcode.wide);
        sink.u1(Opcode.iinc);
        if (local > 0xff) {
          sink.u2(local);
          sink.u2(distance);
        } else {
          sink.u1(local);
          sink.u1(distance);
        }
      }),
  };
}

function pushInt(sink: ByteSink, value: number, constants: ConstantAdditions): void {
  if (value <= 5) sink.u1(Opcode.iconst_0 + value);
  else if (value <= 0x7f) {
    sink.u1(Opcode.bipush);
    sink.u1(value);
  } else if (value <= 0x7fff) {
    sink.u1(Opcode.sipush);
    sink.u2(value);
  } else {
    sink.u1(Opcode.ldc_w);
    sink.u2(constants.integer(value));
  }
}

function writeLocal(sink: ByteSink, opcode: number, local: number): void {
  if (local > 0xff) {
    sink.u1(Opcode.wide);
    sink.u1(opcode);
    sink.u2(local);
    return;
  }
  sink.u1(opcode);
  sink.u1(local);
}
