/**
 * Instruments one class so that its counters give the executions of every instruction.
 *
 * Sits in `profile/`. Methods that cannot be instrumented stay as they were, and are named.
 */
import type { CountPlan } from '../plan/plan';
import { readCode } from '../../classfile/read/code';
import { ConstantAdditions } from '../../classfile/write/constant-additions';
import { listInstructions } from '../../classfile/read/instructions';
import { attempt, type Outcome, succeed } from '../../base/outcome';
import type { AttributeRange, ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { rewriteCode } from '../../classfile/write/rewrite-code';
import { writeClass } from '../../classfile/write/write-class';
import { countersOf, planCounts } from '../plan/count-plan';
import { isIntrinsic } from '../plan/followed-classes';
import { editForCounts } from './instrument-method';
import { editForPaths } from './instrument-paths';
import { findLibraryCalls, type LibraryCall, type TracedCalls } from '../plan/library-calls';
import { planPaths } from '../plan/path-plan';
import {
  agentRuntime,
  type CounterArrays,
  type CounterNumber,
  type CounterSharing,
  type RuntimePackage,
  separateCounters,
  shareCounters,
} from './probe-code';
import type { RecordKind } from '../plan/record-kind';
import { traceProbes } from './trace-probes';
import { countInContexts } from './tree-probes';

export interface InstrumentedMethod {
  readonly method: MemberInfo;
  /**
   * The method's first counter; the others follow. The reader of the counters makes the plan again, because all
   * plans of a class take much memory.
   */
  readonly first: CounterNumber;
  readonly counters: number;
}

export interface TracedCall extends LibraryCall {
  /** The index among the counted methods. */
  readonly method: number;
}

export interface UntouchedMethod {
  readonly method: MemberInfo;
  /** The reason, as one sentence. */
  readonly reason: string;
}

export interface InstrumentedClass {
  readonly bytes: Uint8Array;
  readonly methods: readonly InstrumentedMethod[];
  readonly untouched: readonly UntouchedMethod[];
  /** The names of attributes of code that are lost. */
  readonly dropped: readonly string[];
  /** The calls that a trace times, in the order of their numbers. */
  readonly calls: readonly TracedCall[];
  /** The number behind the class's last counter. */
  readonly next: CounterNumber;
}

/** The place of a class among all that are instrumented for one capture. */
export interface ClassPlace {
  /** The position in the table of classes. */
  readonly number: number;
  /** The number behind the counters of all earlier classes. */
  readonly first: CounterNumber;
  /** The number behind the timed calls of all earlier classes. */
  readonly firstCall?: number;
  readonly runtime?: RuntimePackage;
  /** True if contexts are to follow work that is handed over. */
  readonly tellsHandOvers?: boolean;
}

export function instrumentClass(
  file: ClassFile,
  { number, first, firstCall = 0, runtime = agentRuntime, tellsHandOvers = false }: ClassPlace,
  sharing: CounterSharing,
  record: RecordKind = 'counts',
  traced?: TracedCalls,
): Outcome<InstrumentedClass> {
  const constants = new ConstantAdditions(file.constants);
  const arrays =
    record === 'tree'
      ? countInContexts(constants, runtime, tellsHandOvers)
      : sharing === 'shared'
        ? shareCounters(constants, runtime)
        : separateCounters(constants, number, first, runtime);
  const attributes = new Map<AttributeRange, Uint8Array>();
  const methods: InstrumentedMethod[] = [];
  const untouched: UntouchedMethod[] = [];
  const dropped = new Set<string>();
  const calls: TracedCall[] = [];
  let next = first;
  for (const method of file.methods) {
    const tracing = traced === undefined ? undefined : { ...traced, runtime, site: firstCall + calls.length };
    const done = instrumentMethod(file, method, next, constants, arrays, record, tracing);
    if (done === undefined) continue;
    if (!done.ok) {
      untouched.push({ method, reason: done.problem.message });
      continue;
    }
    const { plan, attribute, content } = done.value;
    attributes.set(attribute, content);
    const counters = countersOf(plan);
    for (const call of done.value.calls) calls.push({ ...call, method: methods.length });
    methods.push({ method, first: done.value.first, counters });
    for (const name of done.value.dropped) dropped.add(name);
    next = done.value.first + counters;
  }
  const written = writeClass(file, { constants, attributes });
  if (!written.ok) return written;
  return succeed({ bytes: written.value, methods, untouched, dropped: [...dropped], calls, next });
}

interface InstrumentedCode {
  readonly first: CounterNumber;
  readonly plan: CountPlan;
  readonly attribute: AttributeRange;
  readonly content: Uint8Array;
  readonly dropped: readonly string[];
  readonly calls: readonly LibraryCall[];
}

function instrumentMethod(
  file: ClassFile,
  method: MemberInfo,
  next: CounterNumber,
  constants: ConstantAdditions,
  arrays: CounterArrays,
  record: RecordKind,
  traced: (TracedCalls & { readonly site: number; readonly runtime: RuntimePackage }) | undefined,
): Outcome<InstrumentedCode> | undefined {
  const plan = planMethod(file, method, record);
  if (plan === undefined || !plan.ok) return plan;
  if (isIntrinsic(file, method))
    return { ok: false, problem: { message: 'The JVM may run code of its own in its place' } };
  if (plan.value.graph.hasSubroutines)
    return {
      ok: false,
      problem: { message: 'It uses subroutines (jsr), as compilers before Java 6 made them' },
    };
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return code;
  const planned = attempt(() => {
    const first = arrays.place(next, countersOf(plan.value));
    const probes = arrays.probesFor({
      maxLocals: code.value.maxLocals,
      first,
      counters: countersOf(plan.value),
      isInitializer: method.name === '<clinit>',
    });
    const calls = traced === undefined ? [] : findLibraryCalls(file, code.value, plan.value, traced);
    const unread = arrays.unreadBeside(first);
    const given = [plan.value, file, code.value, first, unread, probes] as const;
    if (plan.value.paths === undefined) return { first, calls, edit: editForCounts(...given) };
    const trace =
      traced === undefined
        ? undefined
        : { probes: traceProbes(constants, traced.runtime), calls, site: traced.site };
    return { first, calls, edit: editForPaths(...given, trace) };
  });
  if (!planned.ok) return planned;
  const rewritten = rewriteCode(file, method, planned.value.edit, constants);
  if (rewritten === undefined || !rewritten.ok) return rewritten;
  const { first, calls } = planned.value;
  return succeed({ plan: plan.value, first, calls, ...rewritten.value });
}

/** The plan of a method; undefined for a method without code. */
export function planMethod(
  file: ClassFile,
  method: MemberInfo,
  record: RecordKind = 'counts',
): Outcome<CountPlan> | undefined {
  const code = readCode(file, method);
  if (code === undefined || !code.ok) return code;
  const offsets = listInstructions(file, code.value);
  if (!offsets.ok) return offsets;
  return attempt(() => {
    const plan = planCounts(file, method, code.value, offsets.value);
    return record === 'paths' || record === 'trace' ? { ...plan, paths: planPaths(plan) } : plan;
  });
}
