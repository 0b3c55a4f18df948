/**
 * Probes that write down when paths and calls of libraries begin and end.
 *
 * Sits in `profile/` beside `probe-code.ts`; the probes call server/agent/jouleline/runtime/Trace.java.
 * vLens (section 3.1) reads a clock at each end. Here an end costs a load and a comparison, unless a tick
 * of a coarse clock lies between (two readings of the exact clock made a recursive `fib` 31 times as slow).
 */
import type { Fragment } from '../../classfile/write/code-edit';
import type { ConstantAdditions } from '../../classfile/write/constant-additions';
import { Opcode } from '../../classfile/read/opcodes';
import { simpleType, VerificationTag } from '../../classfile/read/stack-map';
import { pushAbove, pushInt, type RuntimePackage, u2, withLocal } from './probe-code';

/** The number of a path: a constant, or a constant added to the value of a local. */
export type PathNumber = { readonly constant: number } | { readonly local: number; readonly above: number };

export interface TraceProbes {
  /** Begins a path, or stores the begin of a call that the coarse clock times in a local of type long. */
  readonly begin: (local: number) => Fragment;
  readonly endPath: (local: number, number: PathNumber) => Fragment;
  readonly beginExact: (local: number) => Fragment;
  readonly endCall: (local: number, site: number, isExact: boolean) => Fragment;
}

/** The type of a local in which a probe keeps a time. */
export const timeType = simpleType(VerificationTag.long);

export function traceProbes(constants: ConstantAdditions, runtime: RuntimePackage): TraceProbes {
  const trace = `${runtime}/Trace`;
  const call = (owner: string, name: string, descriptor: string): readonly number[] => [
    Opcode.invokestatic,
    ...u2(constants.method(owner, name, descriptor)),
  ];
  const pushNumber = (number: PathNumber): readonly number[] =>
    'constant' in number
      ? pushInt(number.constant, constants)
      : pushAbove(number.local, number.above, constants);
  return {
    begin: (local) => [
      ...[Opcode.getstatic, ...u2(constants.field(`${runtime}/Clock`, 'now', 'J'))],
      ...withLocal(Opcode.lstore, local),
    ],
    endPath: (local, number) => [
      ...withLocal(Opcode.lload, local),
      ...pushNumber(number),
      ...call(trace, 'path', '(JI)J'),
      ...withLocal(Opcode.lstore, local),
    ],
    beginExact: (local) => [
      ...call('java/lang/System', 'nanoTime', '()J'),
      ...withLocal(Opcode.lstore, local),
    ],
    endCall: (local, site, isExact) => [
      ...withLocal(Opcode.lload, local),
      ...pushInt(site, constants),
      ...call(trace, isExact ? 'exactCall' : 'call', '(JI)V'),
    ],
  };
}
