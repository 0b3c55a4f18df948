/**
 * Instruments one class so that its counters give the executions of every instruction.
 *
 * Sits in `profile/`. Methods that cannot be instrumented stay as they were, and are named.
 */
import { addTo } from '../../base/groups';
import type { CountPlan, PlannedEdge, PathPlan, RecordKind } from '../plan/plan';
import { readCode } from '../../classfile/read/code';
import { ConstantAdditions } from '../../classfile/write/constant-additions';
import { listInstructions } from '../../classfile/read/instructions';
import { attempt, type Outcome, succeed, MalformedInput } from '../../base/outcome';
import type { AttributeRange, ClassFile, MemberInfo } from '../../classfile/read/read-class';
import { rewriteCode } from '../../classfile/write/rewrite-code';
import { writeClass } from '../../classfile/write/write-class';
import { countersOf, planCounts } from '../plan/count-plan';
import { isIntrinsic } from '../plan/followed-classes';
import type { QueuePassers } from '../handover/queue-calls';
import { probeQueues } from '../handover/queue-probes';
import { findQueueUse } from '../handover/queue-use';
import { editForCounts } from './instrument-method';
import { editForPaths } from './instrument-paths';
import { findLibraryCalls, type LibraryCall, type TracedCalls } from '../plan/library-calls';
import {
  agentRuntime,
  type CounterArrays,
  type CounterNumber,
  type CounterSharing,
  type RuntimePackage,
  separateCounters,
  shareCounters,
  type ProbeWriter,
  pushInt,
  u2,
  withLocal,
  writeProbes,
} from './probe-code';
import { traceProbes } from './trace-probes';
import { at, withDefined } from '../../base/check';
import { blockHolding, type BytecodeGraph, successorsOf } from '../../flow/bytecode/bytecode-graph';
import { reversePostorder } from '../../flow/paths/dominators';
import { findObviousPaths } from '../../flow/paths/obvious-paths';
import { numberPaths, type PathEdge, placeIncrements } from '../../flow/paths/path-numbering';
import { Opcode } from '../../classfile/read/opcodes';
import { simpleType, VerificationTag } from '../../classfile/read/stack-map';

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
  /** What passes queued objects on, if contexts are to follow work that is handed over. */
  readonly passers?: QueuePassers | undefined;
}

export function instrumentClass(
  file: ClassFile,
  { number, first, firstCall = 0, runtime = agentRuntime, passers }: ClassPlace,
  sharing: CounterSharing,
  record: RecordKind = 'counts',
  traced?: TracedCalls,
): Outcome<InstrumentedClass> {
  const constants = new ConstantAdditions(file.constants);
  const arrays =
    record === 'tree'
      ? countInContexts(constants, runtime)
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
    const done = instrumentMethod(file, method, next, {
      constants,
      arrays,
      record,
      traced: tracing,
      passers,
    });
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

interface MethodSetting extends Pick<ClassPlace, 'passers'> {
  readonly constants: ConstantAdditions;
  readonly arrays: CounterArrays;
  readonly record: RecordKind;
  readonly traced: (TracedCalls & { readonly site: number; readonly runtime: RuntimePackage }) | undefined;
}

function instrumentMethod(
  file: ClassFile,
  method: MemberInfo,
  next: CounterNumber,
  { constants, arrays, record, traced, passers }: MethodSetting,
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
      queueUse:
        passers === undefined || record !== 'tree'
          ? undefined
          : findQueueUse({ file, method, code: code.value, graph: plan.value.graph }, passers),
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

/**
 * Plans which paths of a method are counted: from its entry, the header of a loop or a handler, to the next
 * header, a return, or an instruction that throws. vLens (section 3.1) extends Ball and Larus to calls, threads
 * and exceptions. An activation keeps the number of its path in a local, so that neither calls nor threads
 * disturb it. A path also ends where a loop is entered, so that each round of the loop is the same path.
 *
 * Throws {@link MalformedInput} where a method has too many paths.
 */
function planPaths(plan: Omit<CountPlan, 'paths'>): PathPlan {
  const { graph, nodes } = plan;
  const blocks = rankBlocks(graph);
  const headers = new Set(
    graph.edges.flatMap(({ from, to }) => (at(blocks.rank, to) <= at(blocks.rank, from) ? [to] : [])),
  );
  const passed = new Set(
    plan.edges.flatMap(({ place }) => (place.kind === 'pass' ? [place.instruction] : [])),
  );
  const edges = plan.edges.map((edge): PathEdge => ({ ...edge, kind: kindOf(edge, headers, passed) }));
  // Places within a block follow the block, and precede what it leads to.
  const inside = new Map<number, number[]>();
  for (const { place, to } of plan.edges) {
    if (place.kind !== 'pass') continue;
    addTo(inside, blockHolding(graph, place.instruction), to);
  }
  const order = blocks.order.flatMap((block) => [block, ...(inside.get(block) ?? [])]);
  const numbering = numberPaths(nodes, edges, order);
  if (numbering === undefined) throw new MalformedInput('It has too many paths to tell them apart', 0);
  const register = placeIncrements(nodes, edges, numbering, order);
  return { edges, numbering, register, obvious: findObviousPaths(nodes, edges, numbering, order) };
}

function kindOf(
  { place, to }: PlannedEdge,
  headers: ReadonlySet<number>,
  passed: ReadonlySet<number>,
): PathEdge['kind'] {
  switch (place.kind) {
    case 'enter':
    case 'catch':
      return 'start';
    case 'return':
      return 'end';
    case 'throw':
      // This is what does not get past an instruction before the constructor of the superclass.
      return passed.has(place.instruction) ? 'unseen' : 'end';
    case 'pass':
      return 'cut';
    case 'edge':
      return headers.has(to) ? 'cut' : 'inner';
  }
}

/** Numbers the blocks in reverse postorder, exceptions included. */
function rankBlocks(graph: BytecodeGraph): {
  readonly order: readonly number[];
  readonly rank: Int32Array;
} {
  const order = reversePostorder(successorsOf(graph));
  const rank = new Int32Array(graph.blocks.length).fill(-1);
  order.forEach((block, index) => (rank[block] = index));
  return { order, rank };
}

/**
 * Inserts probes that count in the calling context of the running activation: at its entry a method looks up its
 * context by the caller's context and the call site, and restores the caller's context when it is left.
 * server/agent/jouleline/runtime keeps the contexts of each thread (Ammons, Ball and Larus, "Exploiting hardware
 * performance counters with flow and context sensitive profiling", 1997, section 4).
 *
 * Uses one array for each context. The agent knows a method by its first counter.
 */
function countInContexts(constants: ConstantAdditions, runtime: RuntimePackage): CounterArrays {
  const [tree, context] = [`${runtime}/CallTree`, `${runtime}/Context`];
  const field = (owner: string, name: string, descriptor: string): readonly [number, number] =>
    u2(constants.field(owner, name, descriptor));
  const probesFor: CounterArrays['probesFor'] = ({ maxLocals, first, counters, isInitializer, queueUse }) => {
    const current = field(tree, 'current', `L${context};`);
    const site = field(tree, 'site', 'I');
    const locals = { tree: maxLocals, caller: maxLocals + 1, site: maxLocals + 2 };
    const [own, counts] = [maxLocals + 3, maxLocals + 4];
    const loadTree = withLocal(Opcode.aload, locals.tree);
    const typeOf = (name: string): { readonly tag: number; readonly data: number } => ({
      tag: VerificationTag.object,
      data: constants.classNamed(name),
    });
    const resume = [...loadTree, ...withLocal(Opcode.aload, own), Opcode.putfield, ...current];
    const places = { tree: locals.tree, first: counts + 1, resume };
    const queues = queueUse === undefined ? undefined : probeQueues(queueUse, constants, runtime, places);
    const enter = [
      ...[Opcode.invokestatic, ...u2(constants.method(tree, 'get', `()L${tree};`))],
      ...[Opcode.dup, ...withLocal(Opcode.astore, locals.tree)],
      ...[Opcode.dup, Opcode.getfield, ...current, ...withLocal(Opcode.astore, locals.caller)],
      ...[Opcode.dup, Opcode.getfield, ...site, ...withLocal(Opcode.istore, locals.site)],
      // No code of the program calls a class initializer.
      ...(isInitializer ? [Opcode.dup, Opcode.iconst_0, Opcode.putfield, ...site] : []),
      ...[...pushInt(first, constants), ...pushInt(counters + 1, constants)],
      ...[Opcode.invokevirtual, ...u2(constants.method(tree, 'enter', `(II)L${context};`))],
      ...[Opcode.dup, ...withLocal(Opcode.astore, own)],
      ...[Opcode.getfield, ...field(context, 'counts', '[J'), ...withLocal(Opcode.astore, counts)],
      ...(queues?.enter ?? []),
    ];
    const pushArray = withLocal(Opcode.aload, counts);
    const indexOf = (counter: CounterNumber): number => counter - first + 1;
    const writer: ProbeWriter = {
      ...writeProbes(constants, runtime, () => pushArray, indexOf, enter),
      locals: [
        typeOf(tree),
        typeOf(context),
        simpleType(VerificationTag.integer),
        typeOf(context),
        typeOf('[J'),
        ...(queues?.locals ?? []),
      ],
      calls: {
        call: (number) => [...loadTree, ...pushInt(number, constants), Opcode.putfield, ...site],
        leave: [
          ...[...loadTree, ...withLocal(Opcode.aload, locals.caller), Opcode.putfield, ...current],
          ...[...loadTree, ...withLocal(Opcode.iload, locals.site), Opcode.putfield, ...site],
        ],
        ...withDefined({ queues }),
        resume,
      },
    };
    return writer;
  };
  return {
    // Unread counts get a counter of their own, so that no two methods share their first one.
    place: (next) => next + 1,
    unreadBeside: (counter) => counter - 1,
    probesFor,
  };
}
