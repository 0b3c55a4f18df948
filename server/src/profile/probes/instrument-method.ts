/**
 * Turns a plan of what to count into code to insert.
 *
 * Sits in `profile/` between `count-plan.ts` and `classfile/`'s rewriting.
 */
import type { CountPlan } from '../plan/plan';
import { at } from '../../base/check';
import type { CodeOffset, MethodCode } from '../../classfile/read/code';
import type { CodeEdit, Fragment } from '../../classfile/write/code-edit';
import { slotsOf } from '../../classfile/read/stack-map';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';
import { findCallSites } from '../plan/call-sites';
import { endsInReturn } from '../plan/count-plan';
import { runsOtherCode } from '../plan/harmless-calls';
import { createInsertionPoints, type InsertionPoints } from './insertion-points';
import { chooseLocalCounters, type LoopCounter } from '../plan/local-counters';
import { queueRoleOf } from '../plan/queued-tasks';
import { type CounterNumber, heldType, keptType, type ProbeWriter, stackOfProbe } from './probe-code';

/** `first` is the method's first counter, and the others follow; `unread` is a counter beside them that nobody reads. */
export function editForCounts(
  plan: CountPlan,
  file: ClassFile,
  code: MethodCode,
  first: CounterNumber,
  unread: CounterNumber,
  probes: ProbeWriter,
): CodeEdit {
  const { graph, edges } = plan;
  const points = createInsertionPoints(graph, code);
  const opcodeAt = (offset: CodeOffset): number => at(file.bytes, code.start + offset);
  const ofLoops = plan.counters.flatMap((index, counter): readonly LoopCounter[] => {
    const place = edges[index]?.place;
    return place?.kind === 'edge' ? [{ counter, edge: place.edge }] : [];
  });
  const kept = chooseLocalCounters(plan, ofLoops, {
    runsOtherCode: (offset) => runsOtherCode(file, code, offset),
    opcodeAt,
  });
  const held = code.maxLocals + probes.locals.reduce((slots, type) => slots + slotsOf(type), 0);
  const thrown = plan.counters.flatMap((edge, counter) => {
    const place = edges[edge]?.place;
    return place?.kind === 'throw' ? [{ instruction: place.instruction, counter }] : [];
  });
  const only = thrown.length === 1 ? thrown[0] : undefined;
  const mayWait = plan.throwing.awaitsSuper.some((waits) => waits === 1) && graph.handlers.length > 0;
  // With a single throwing instruction there is nothing to remember, unless `unread` could be meant.
  const remembers = thrown.length > 1 || (thrown.length === 1 && mayWait);
  const countThrown =
    only !== undefined && !remembers ? probes.count(first + only.counter) : probes.countHeld(held, first);

  const firstKept = held + (remembers ? 1 : 0);
  const localOf = new Map(kept.counters.map((counter, index) => [counter, firstKept + 2 * index]));
  const addUp = (counters: readonly number[]): Fragment =>
    counters.flatMap((counter) => [...probes.addLocal(localOf.get(counter) ?? 0, first + counter)]);

  const { calls } = probes;
  if (probes.enter.length > 0 && (plan.counters.length > 0 || calls !== undefined))
    points.onEntry(probes.enter);
  if (calls !== undefined) {
    for (const [index, instruction] of findCallSites(plan, opcodeAt).entries()) {
      points.beforeInstruction(instruction, calls.call(index + 1));
      if (calls.handOver === undefined) continue;
      const role = queueRoleOf(file, code, at(graph.offsets, instruction));
      if (role !== undefined) points.beforeInstruction(instruction, calls.handOver[role]);
      if (role === 'runs') points.pastInstruction(instruction, calls.resume);
    }
    for (const block of graph.handlers)
      if (plan.isReached[block] === 1) points.onHandler(block, calls.resume);
    for (const [block, { last }] of graph.blocks.entries())
      if (plan.isReached[block] === 1 && endsInReturn(opcodeAt(last))) points.beforeLast(block, calls.leave);
  }
  if (remembers) points.onEntry(probes.hold(held, unread, 0));
  for (const local of localOf.values()) points.onEntry(probes.clearLocal(local));
  for (const [edge, counters] of kept.onEdge) points.onEdge(edge, addUp(counters));
  for (const [block, counters] of kept.onCatch) points.onHandler(block, addUp(counters));
  for (const [counter, edge] of plan.counters.entries()) {
    const place = edges[edge]?.place;
    if (place === undefined || place.kind === 'throw') continue;
    const local = localOf.get(counter);
    const count = local === undefined ? probes.count(first + counter) : probes.countLocal(local);
    switch (place.kind) {
      case 'enter':
        points.onEntry(count);
        break;
      case 'return':
        points.beforeLast(place.block, count);
        break;
      case 'pass':
        points.pastInstruction(place.instruction, count);
        break;
      case 'catch':
        // The handler counts for the instruction that threw.
        points.onHandler(place.block, thrown.length === 0 ? count : [...countThrown, ...count]);
        break;
      case 'edge':
        points.onEdge(place.edge, count);
    }
  }
  if (remembers) {
    let previous: { readonly block: number; readonly counter: number } | undefined;
    let block = 0;
    for (const { instruction, counter } of thrown) {
      while ((graph.blocks[block]?.to ?? Infinity) <= instruction) block++;
      const isNext = previous?.block === block && previous.counter + 1 === counter;
      points.beforeInstruction(
        instruction,
        isNext ? probes.step(held, 1) : probes.hold(held, first, counter),
      );
      previous = { block, counter };
    }
  }
  addSizes(plan, points, probes, first + plan.counters.length);
  return {
    ...points.finish(),
    ...(thrown.length === 0
      ? {}
      : {
          catchAll: {
            code: [...countThrown, ...addUp(kept.counters), ...(calls?.leave ?? []), Opcode.athrow],
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
