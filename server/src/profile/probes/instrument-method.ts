/**
 * Turns a plan of what to count into code to insert.
 *
 * Sits in `profile/` between `count-plan.ts` and `classfile/`'s rewriting.
 */
import { type CountedPlace, type CountPlan, findCallSites } from '../plan/plan';
import { at } from '../../base/check';
import type { CodeOffset, MethodCode } from '../../classfile/read/code';
import type { CodeEdit, Fragment } from '../../classfile/write/code-edit';
import { slotsOf } from '../../classfile/read/stack-map';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';
import { endsInReturn } from '../plan/count-plan';
import { createInsertionPoints, type InsertionPoints } from './insertion-points';
import {
  chooseLocalCounters,
  type LocalCounters,
  type LoopCounter,
  runsOtherCode,
} from '../plan/local-counters';
import {
  type CallProbes,
  type CounterNumber,
  heldType,
  keptType,
  type ProbeWriter,
  stackOfProbe,
} from './probe-code';

/** A counted instruction that throws, with the number of its counter. */
interface CountedThrow {
  readonly instruction: number;
  readonly counter: number;
}

/** The counters that loops keep in locals, with those locals. */
interface KeptCounters extends LocalCounters {
  readonly localOf: ReadonlyMap<number, number>;
  readonly addUp: (counters: readonly number[]) => Fragment;
}

/** `first` is the method's first counter, and the others follow; `unread` is a counter beside them that nobody reads. */
export function editForCounts(
  plan: CountPlan,
  file: ClassFile,
  code: MethodCode,
  first: CounterNumber,
  unread: CounterNumber,
  probes: ProbeWriter,
): CodeEdit {
  const { calls } = probes;
  const points = createInsertionPoints(plan.graph, code);
  const held = code.maxLocals + probes.locals.reduce((slots, type) => slots + slotsOf(type), 0);
  const thrown = listThrown(plan);
  const only = thrown.length === 1 ? thrown[0] : undefined;
  const remembers = remembersThrown(plan, thrown);
  const countThrown =
    only !== undefined && !remembers ? probes.count(first + only.counter) : probes.countHeld(held, first);
  const kept = keepCounters(plan, file, code, held + (remembers ? 1 : 0), first, probes);

  points.onEntry(calls?.queues?.first ?? []);
  if (probes.enter.length > 0 && (plan.counters.length > 0 || calls !== undefined))
    points.onEntry(probes.enter);
  if (calls !== undefined) followCalls(plan, (offset) => at(file.bytes, code.start + offset), calls, points);
  if (remembers) points.onEntry(probes.hold(held, unread, 0));
  for (const local of kept.localOf.values()) points.onEntry(probes.clearLocal(local));
  for (const [edge, counters] of kept.onEdge) points.onEdge(edge, kept.addUp(counters));
  for (const [block, counters] of kept.onCatch) points.onHandler(block, kept.addUp(counters));
  for (const [counter, edge] of plan.counters.entries()) {
    const place = plan.edges[edge]?.place;
    if (place === undefined || place.kind === 'throw') continue;
    const local = kept.localOf.get(counter);
    const count = local === undefined ? probes.count(first + counter) : probes.countLocal(local);
    // The handler counts for the instruction that threw.
    const counts = place.kind === 'catch' && thrown.length > 0 ? [...countThrown, ...count] : count;
    insertAt(place, counts, points);
  }
  if (remembers) holdThrown(plan, thrown, held, first, probes, points);
  addSizes(plan, points, probes, first + plan.counters.length);
  return {
    ...points.finish(),
    ...(thrown.length === 0
      ? {}
      : {
          catchAll: {
            code: [...countThrown, ...kept.addUp(kept.counters), ...(calls?.leave ?? []), Opcode.athrow],
            ranges: coveredRanges(plan, code),
          },
        }),
    locals:
      plan.counters.length === 0 && calls === undefined
        ? []
        : [...probes.locals, ...(remembers ? [heldType] : []), ...kept.counters.map(() => keptType)],
    stack: stackOfProbe,
  };
}

function listThrown({ counters, edges }: CountPlan): readonly CountedThrow[] {
  return counters.flatMap((edge, counter) => {
    const place = edges[edge]?.place;
    return place?.kind === 'throw' ? [{ instruction: place.instruction, counter }] : [];
  });
}

/** True if a local holds which instruction may throw. A single one needs none, unless the unread counter could be meant. */
function remembersThrown({ graph, throwing }: CountPlan, thrown: readonly CountedThrow[]): boolean {
  const mayWait = throwing.awaitsSuper.some((waits) => waits === 1) && graph.handlers.length > 0;
  return thrown.length > 1 || (thrown.length === 1 && mayWait);
}

/** Chooses the counters that loops keep in locals, from the local `firstLocal` on. */
function keepCounters(
  plan: CountPlan,
  file: ClassFile,
  code: MethodCode,
  firstLocal: number,
  first: CounterNumber,
  probes: ProbeWriter,
): KeptCounters {
  const ofLoops = plan.counters.flatMap((index, counter): readonly LoopCounter[] => {
    const place = plan.edges[index]?.place;
    return place?.kind === 'edge' ? [{ counter, edge: place.edge }] : [];
  });
  const kept = chooseLocalCounters(plan, ofLoops, {
    runsOtherCode: (offset) => runsOtherCode(file, code, offset),
    opcodeAt: (offset) => at(file.bytes, code.start + offset),
  });
  const localOf = new Map(kept.counters.map((counter, index) => [counter, firstLocal + 2 * index]));
  return {
    ...kept,
    localOf,
    addUp: (counters) =>
      counters.flatMap((counter) => [...probes.addLocal(localOf.get(counter) ?? 0, first + counter)]),
  };
}

/** Inserts the probes that follow the method's calls, its handlers and its returns. */
function followCalls(
  plan: CountPlan,
  opcodeAt: (offset: CodeOffset) => number,
  calls: CallProbes,
  points: InsertionPoints,
): void {
  const { graph, isReached } = plan;
  for (const [index, instruction] of findCallSites(plan, opcodeAt).entries()) {
    points.beforeInstruction(instruction, calls.call(index + 1));
    points.beforeInstruction(instruction, calls.queues?.before.get(instruction) ?? []);
    points.pastInstruction(instruction, calls.queues?.after.get(instruction) ?? []);
  }
  for (const block of graph.handlers) if (isReached[block] === 1) points.onHandler(block, calls.resume);
  for (const [block, { last, to }] of graph.blocks.entries()) {
    if (isReached[block] !== 1 || !endsInReturn(opcodeAt(last))) continue;
    points.beforeLast(block, [...(calls.queues?.before.get(to - 1) ?? []), ...calls.leave]);
  }
}

function insertAt(
  place: Exclude<CountedPlace, { readonly kind: 'throw' }>,
  fragment: Fragment,
  points: InsertionPoints,
): void {
  switch (place.kind) {
    case 'enter':
      points.onEntry(fragment);
      break;
    case 'return':
      points.beforeLast(place.block, fragment);
      break;
    case 'pass':
      points.pastInstruction(place.instruction, fragment);
      break;
    case 'catch':
      points.onHandler(place.block, fragment);
      break;
    case 'edge':
      points.onEdge(place.edge, fragment);
  }
}

/** Makes a local hold, before each instruction that may throw, the counter of what it throws. */
function holdThrown(
  { graph }: CountPlan,
  thrown: readonly CountedThrow[],
  held: number,
  first: CounterNumber,
  probes: ProbeWriter,
  points: InsertionPoints,
): void {
  let previous: { readonly block: number; readonly counter: number } | undefined;
  let block = 0;
  for (const { instruction, counter } of thrown) {
    while ((graph.blocks[block]?.to ?? Infinity) <= instruction) block++;
    const isNext = previous?.block === block && previous.counter + 1 === counter;
    points.beforeInstruction(instruction, isNext ? probes.step(held, 1) : probes.hold(held, first, counter));
    previous = { block, counter };
  }
}

/** `first` is the counter of the first sum. */
export function addSizes(
  { sizes }: CountPlan,
  points: InsertionPoints,
  probes: ProbeWriter,
  first: CounterNumber,
): void {
  for (const [size, { instruction, source }] of sizes.entries())
    points.beforeInstruction(instruction, probes.addSize(source, first + size));
}

/** The ranges of all code except what runs before the constructor of the superclass. */
export function coveredRanges(
  { graph, throwing }: CountPlan,
  code: MethodCode,
): readonly { readonly start: CodeOffset; readonly end: CodeOffset }[] {
  const ranges: { start: CodeOffset; end: CodeOffset }[] = [];
  for (const [index, start] of graph.offsets.entries()) {
    if (throwing.awaitsSuper[index] === 1) continue;
    const end = graph.offsets[index + 1] ?? code.length;
    const last = ranges[ranges.length - 1];
    if (last?.end === start) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
