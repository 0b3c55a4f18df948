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
import { type CountPlan, planCounts } from './count-plan';
import { editForCounts } from './instrument-method';
import { counterArray, createProbeWriter, type ProbeWriter } from './probe-code';

export interface InstrumentedMethod {
  readonly method: MemberInfo;
  readonly plan: CountPlan;
  /** Number of its first counter. */
  readonly first: number;
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
  /** Counters of the class, numbered from `first` on. */
  readonly counters: number;
}

/** `first`: number of the class's first counter. */
export function instrumentClass(file: ClassFile, first: number): Outcome<InstrumentedClass> {
  const constants = new ConstantAdditions(file.constants);
  const probes = createProbeWriter(constants, counterArray);
  const attributes = new Map<AttributeRange, Uint8Array>();
  const methods: InstrumentedMethod[] = [];
  const untouched: UntouchedMethod[] = [];
  const dropped = new Set<string>();
  // The class's first counter is the one that nobody reads.
  let next = first + 1;
  for (const method of file.methods) {
    const done = instrumentMethod(file, method, { first: next, unread: first }, constants, probes);
    if (done === undefined) continue;
    if (!done.ok) {
      untouched.push({ method, reason: done.problem.message });
      continue;
    }
    const { plan, attribute, content } = done.value;
    attributes.set(attribute, content);
    methods.push({ method, plan, first: next });
    for (const name of done.value.dropped) dropped.add(name);
    next += plan.counters.length;
  }
  const written = writeClass(file, { constants, attributes });
  if (!written.ok) return written;
  return succeed({ bytes: written.value, methods, untouched, dropped: [...dropped], counters: next - first });
}

interface InstrumentedCode {
  readonly plan: CountPlan;
  readonly attribute: AttributeRange;
  readonly content: Uint8Array;
  readonly dropped: readonly string[];
}

function instrumentMethod(
  file: ClassFile,
  method: MemberInfo,
  numbers: { readonly first: number; readonly unread: number },
  constants: ConstantAdditions,
  probes: ProbeWriter,
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
  const edit = attempt(() => editForCounts(plan.value, code.value, numbers, probes));
  if (!edit.ok) return edit;
  const rewritten = rewriteCode(file, method, edit.value, constants);
  if (rewritten === undefined || !rewritten.ok) return rewritten;
  return succeed({ plan: plan.value, ...rewritten.value });
}

/** What is counted in a method; undefined for one without code. */
export function planMethod(file: ClassFile, method: MemberInfo): Outcome<CountPlan> | undefined {
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return code;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return offsets;
  return attempt(() => planCounts(file, method, code.value, offsets.value));
}
