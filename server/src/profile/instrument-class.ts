/**
 * Instruments a class so that the executions of every instruction can be told
 * from its counters.
 *
 * Sits in `profile/`, its entry for one class. What can't be instrumented is
 * left as it was, and named.
 */
import { readCode } from '../classfile/code';
import { ConstantAdditions } from '../classfile/constant-additions';
import { listInstructions } from '../classfile/instructions';
import { attempt, type Outcome, succeed } from '../classfile/outcome';
import type { AttributeRange, ClassFile, MemberInfo } from '../classfile/read-class';
import { rewriteCode } from '../classfile/rewrite-code';
import { writeClass } from '../classfile/write-class';
import { type CountPlan, countersOf, planCounts } from './count-plan';
import { editForCounts } from './instrument-method';
import {
  type CounterArrays,
  type CounterNumber,
  type CounterSharing,
  separateCounters,
  shareCounters,
} from './probe-code';

export interface InstrumentedMethod {
  readonly method: MemberInfo;
  readonly plan: CountPlan;
  /** Its first counter; the others follow. */
  readonly first: CounterNumber;
}

export interface UntouchedMethod {
  readonly method: MemberInfo;
  /** One sentence. */
  readonly reason: string;
}

export interface InstrumentedClass {
  readonly bytes: Uint8Array;
  readonly methods: readonly InstrumentedMethod[];
  readonly untouched: readonly UntouchedMethod[];
  /** Names of attributes of code that are lost. */
  readonly dropped: readonly string[];
  /** Behind its last counter. */
  readonly next: CounterNumber;
}

/** A class among those that are instrumented for one recording. */
export interface ClassPlace {
  /** In the order of the table of classes. */
  readonly number: number;
  /** Behind the counters of the classes before it. */
  readonly first: CounterNumber;
}

export function instrumentClass(
  file: ClassFile,
  { number, first }: ClassPlace,
  sharing: CounterSharing,
): Outcome<InstrumentedClass> {
  const constants = new ConstantAdditions(file.constants);
  const arrays = sharing === 'shared' ? shareCounters(constants) : separateCounters(constants, number, first);
  const attributes = new Map<AttributeRange, Uint8Array>();
  const methods: InstrumentedMethod[] = [];
  const untouched: UntouchedMethod[] = [];
  const dropped = new Set<string>();
  let next = first;
  for (const method of file.methods) {
    const done = instrumentMethod(file, method, next, constants, arrays);
    if (done === undefined) continue;
    if (!done.ok) {
      untouched.push({ method, reason: done.problem.message });
      continue;
    }
    const { plan, attribute, content } = done.value;
    attributes.set(attribute, content);
    methods.push({ method, plan, first: done.value.first });
    for (const name of done.value.dropped) dropped.add(name);
    next = done.value.first + countersOf(plan);
  }
  const written = writeClass(file, { constants, attributes });
  if (!written.ok) return written;
  return succeed({ bytes: written.value, methods, untouched, dropped: [...dropped], next });
}

interface InstrumentedCode {
  readonly first: CounterNumber;
  readonly plan: CountPlan;
  readonly attribute: AttributeRange;
  readonly content: Uint8Array;
  readonly dropped: readonly string[];
}

function instrumentMethod(
  file: ClassFile,
  method: MemberInfo,
  next: CounterNumber,
  constants: ConstantAdditions,
  arrays: CounterArrays,
): Outcome<InstrumentedCode> | undefined {
  const plan = planMethod(file, method);
  if (plan === undefined || !plan.ok) return plan;
  if (plan.value.graph.hasSubroutines)
    return {
      ok: false,
      problem: { message: 'It uses subroutines (jsr), as compilers before Java 6 made them' },
    };
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return code;
  const planned = attempt(() => {
    const first = arrays.place(next, countersOf(plan.value));
    const probes = arrays.probesFor(code.value.maxLocals);
    return {
      first,
      edit: editForCounts(plan.value, file, code.value, first, arrays.unreadBeside(first), probes),
    };
  });
  if (!planned.ok) return planned;
  const rewritten = rewriteCode(file, method, planned.value.edit, constants);
  if (rewritten === undefined || !rewritten.ok) return rewritten;
  return succeed({ plan: plan.value, first: planned.value.first, ...rewritten.value });
}

/** What is counted in a method; undefined for one without code. */
export function planMethod(file: ClassFile, method: MemberInfo): Outcome<CountPlan> | undefined {
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return code;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return offsets;
  return attempt(() => planCounts(file, method, code.value, offsets.value));
}
