/**
 * Turns a plan of what to count into code to insert.
 *
 * Sits in `profile/` between `count-plan.ts` and `classfile/`'s rewriting.
 */
import type { CodeOffset, MethodCode } from '../classfile/code';
import type { CodeEdit, Fragment, JumpFragment } from '../classfile/code-edit';
import { slotsOf } from '../classfile/stack-map';
import { Opcode } from '../classfile/opcodes';
import type { ClassFile } from '../classfile/read-class';
import type { CountPlan } from './count-plan';
import { runsOtherCode } from './harmless-calls';
import { chooseLocalCounters } from './local-counters';
import { type CounterNumber, heldType, keptType, type ProbeWriter, stackOfProbe } from './probe-code';

/** `first`: the method's first counter; the others follow. `unread`: one beside them that nobody reads. */
export function editForCounts(
  plan: CountPlan,
  file: ClassFile,
  code: MethodCode,
  first: CounterNumber,
  unread: CounterNumber,
  probes: ProbeWriter,
): CodeEdit {
  const { graph, edges } = plan;
  const onFall = new Map<CodeOffset, Fragment>();
  const before = new Map<CodeOffset, Fragment>();
  const onJump = new Map<number, JumpFragment>();
  const onCatch = new Map<CodeOffset, Fragment>();
  const add = (places: Map<CodeOffset, Fragment>, offset: CodeOffset, fragment: Fragment): void => {
    const known = places.get(offset);
    places.set(offset, known === undefined ? fragment : Uint8Array.from([...known, ...fragment]));
  };
  const startOf = (block: number): CodeOffset => graph.blocks[block]?.start ?? 0;
  const lastOf = (block: number): CodeOffset => graph.blocks[block]?.last ?? 0;
  const offsetOf = (instruction: number): CodeOffset => graph.offsets[instruction] ?? code.length;

  const waysOut = new Int32Array(graph.blocks.length);
  const waysIn = new Int32Array(graph.blocks.length);
  waysIn[0] = 1;
  for (const { from, to } of graph.edges) {
    waysOut[from] = (waysOut[from] ?? 0) + 1;
    waysIn[to] = (waysIn[to] ?? 0) + 1;
  }
  const handlers = new Set(graph.handlers);

  const kept = chooseLocalCounters(plan, (offset) => runsOtherCode(file, code, offset));
  const held = code.maxLocals + probes.locals.reduce((slots, type) => slots + slotsOf(type), 0);
  const thrown = plan.counters.flatMap((edge, counter) => {
    const place = edges[edge]?.place;
    return place?.kind === 'throw' ? [{ instruction: place.instruction, counter }] : [];
  });
  const only = thrown.length === 1 ? thrown[0] : undefined;
  const mayWait = plan.throwing.awaitsSuper.some((waits) => waits === 1) && graph.handlers.length > 0;
  // With one place to throw from there is nothing to remember, unless it is not alone.
  const remembers = thrown.length > 1 || (thrown.length === 1 && mayWait);
  const countThrown =
    only !== undefined && !remembers ? probes.count(first + only.counter) : probes.countHeld(held, first);

  const firstKept = held + (remembers ? 1 : 0);
  const localOf = new Map(kept.counters.map((counter, index) => [counter, firstKept + 2 * index]));
  const addUp = (counters: readonly number[]): Fragment =>
    Uint8Array.from(
      counters.flatMap((counter) => [...probes.addLocal(localOf.get(counter) ?? 0, first + counter)]),
    );
  const addToEdge = (edge: number, fragment: Fragment): void => {
    const { from, to, kind } = graph.edges[edge] ?? { from: 0, to: 0, kind: 'fall' };
    if (kind === 'fall') add(onFall, startOf(to), fragment);
    else if (waysOut[from] === 1) add(before, lastOf(from), fragment);
    else if (waysIn[to] === 1 && !handlers.has(to)) add(before, startOf(to), fragment);
    else {
      const known = onJump.get(edge)?.code ?? [];
      const joined = Uint8Array.from([...known, ...fragment]);
      onJump.set(edge, { from: lastOf(from), target: startOf(to), code: joined });
    }
  };
  const addToHandler = (block: number, fragment: Fragment): void => {
    add(waysIn[block] === 0 ? before : onCatch, startOf(block), fragment);
  };

  if (probes.enter.length > 0 && plan.counters.length > 0) add(onFall, 0, probes.enter);
  if (remembers) add(onFall, 0, probes.hold(held, unread));
  for (const local of localOf.values()) add(onFall, 0, probes.clearLocal(local));
  for (const [edge, counters] of kept.onEdge) addToEdge(edge, addUp(counters));
  for (const [block, counters] of kept.onCatch) addToHandler(block, addUp(counters));
  for (const [counter, edge] of plan.counters.entries()) {
    const place = edges[edge]?.place;
    if (place === undefined || place.kind === 'throw') continue;
    const local = localOf.get(counter);
    const count = local === undefined ? probes.count(first + counter) : probes.countLocal(local);
    switch (place.kind) {
      case 'enter':
        add(onFall, 0, count);
        break;
      case 'return':
        add(before, lastOf(place.block), count);
        break;
      case 'pass':
        add(onFall, offsetOf(place.instruction + 1), count);
        break;
      case 'catch':
        // What an instruction threw is counted by who catches it.
        addToHandler(place.block, thrown.length === 0 ? count : Uint8Array.from([...countThrown, ...count]));
        break;
      case 'edge':
        addToEdge(place.edge, count);
    }
  }
  if (remembers) {
    let previous: { readonly block: number; readonly counter: number } | undefined;
    let block = 0;
    for (const { instruction, counter } of thrown) {
      while ((graph.blocks[block]?.to ?? Infinity) <= instruction) block++;
      const isNext = previous?.block === block && previous.counter + 1 === counter;
      add(before, offsetOf(instruction), isNext ? probes.step(held, 1) : probes.hold(held, first + counter));
      previous = { block, counter };
    }
  }
  for (const [size, { instruction, source }] of plan.sizes.entries())
    add(before, offsetOf(instruction), probes.addSize(source, first + plan.counters.length + size));
  return {
    onFall,
    before,
    onJump: [...onJump.values()],
    onCatch,
    ...(thrown.length === 0
      ? {}
      : {
          catchAll: {
            code: Uint8Array.from([...countThrown, ...addUp(kept.counters), Opcode.athrow]),
            ranges: coveredRanges(plan, code),
          },
        }),
    locals:
      plan.counters.length === 0
        ? []
        : [...probes.locals, ...(remembers ? [heldType] : []), ...kept.counters.map(() => keptType)],
    stack: stackOfProbe,
  };
}

/** All code but what runs before the constructor of the superclass. */
function coveredRanges(
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
