/**
 * Turns a plan of paths into code to insert: the code adds to a local along a path, and counts the path
 * that the local then names where it ends.
 *
 * Sits in `profile/` beside `instrument-method.ts`. If all ways to a place give the local the same value,
 * that value is a constant there, and no code adds anything on the way.
 */
import type { CountPlan, PathPlan } from '../plan/plan';
import { at } from '../../base/check';
import type { MethodCode } from '../../classfile/read/code';
import type { CodeEdit, Fragment } from '../../classfile/write/code-edit';
import { Opcode } from '../../classfile/read/opcodes';
import type { ClassFile } from '../../classfile/read/read-class';
import { slotsOf } from '../../classfile/read/stack-map';
import { createInsertionPoints, type InsertionPoints } from './insertion-points';
import { addSizes, coveredRanges } from './instrument-method';
import {
  chooseLocalCounters,
  type LocalCounters,
  type LoopCounter,
  runsOtherCode,
} from '../plan/local-counters';
import type { LibraryCall } from '../plan/library-calls';
import { type PathNumber, timeType, type TraceProbes } from './trace-probes';
import { type CounterNumber, heldType, keptType, type ProbeWriter, stackOfProbe } from './probe-code';

export interface MethodTrace {
  readonly probes: TraceProbes;
  readonly calls: readonly LibraryCall[];
  /** The number of the method's first timed call; the others follow. */
  readonly site: number;
}

/** The paths whose counters loops keep in locals. */
interface KeptPaths {
  readonly kept: LocalCounters;
  /** The local of each counter. */
  readonly localOf: ReadonlyMap<number, number>;
  /** The edges that identify such a path, each with the local of its counter. */
  readonly countedOn: ReadonlyMap<number, number>;
  /** The edges that such paths end with. */
  readonly countedBefore: ReadonlySet<number>;
}

/** The code that counts along the paths of one method. */
interface PathCode {
  readonly paths: PathPlan;
  readonly probes: ProbeWriter;
  readonly points: InsertionPoints;
  readonly first: CounterNumber;
  /** The local that names the path, and the one that names the path of what is thrown. */
  readonly local: number;
  readonly held: number;
  readonly isKnown: (node: number) => boolean;
  /** The number of the path that ends with this edge, if only one can; else NaN. */
  readonly numberOf: (edge: number) => number;
  readonly countEnd: (edge: number) => Fragment;
  /** Counts the path of what was thrown; absent if no instruction throws. */
  readonly countThrown?: Fragment;
}

/** `first` is the counter of the method's path 0; `unread` is a counter beside the paths' that nobody reads. */
export function editForPaths(
  plan: CountPlan,
  file: ClassFile,
  code: MethodCode,
  first: CounterNumber,
  unread: CounterNumber,
  probes: ProbeWriter,
  trace?: MethodTrace,
): CodeEdit {
  const { graph, paths } = plan;
  if (paths === undefined) throw new Error('This plan tells no paths apart');
  const { edges, numbering, register, obvious } = paths;
  const points = createInsertionPoints(graph, code);
  const { known, increments } = register;
  const isKnown = (node: number): boolean => !Number.isNaN(at(known, node));
  const nodeOf = (edge: number): number => at(edges, edge).from;
  /** The number of the path that ends with this edge, if only one can; else NaN. */
  const numberOf = (edge: number): number => at(known, nodeOf(edge)) + at(increments, edge);

  const thrown = plan.edges.flatMap(({ place, counting }, edge) =>
    place.kind === 'throw' && counting !== 'never' ? [{ instruction: place.instruction, edge }] : [],
  );
  const usesRegister = known.some((value) => Number.isNaN(value));
  const remembers = thrown.length > 0;
  const local = code.maxLocals + probes.locals.reduce((slots, type) => slots + slotsOf(type), 0);
  const held = local + (usesRegister ? 1 : 0);
  const firstKept = held + (remembers ? 1 : 0);

  const { kept, localOf, countedOn, countedBefore } = keepPaths(plan, obvious, file, code, firstKept);
  const addUp = (counters: readonly number[]): Fragment =>
    counters.flatMap((counter) => [...probes.addLocal(localOf.get(counter) ?? 0, first + counter)]);

  const since = firstKept + 2 * kept.counters.length;
  const sinceCall = since + 2;
  const behind = first - probes.indexOf(first);
  const traceEnd = (number: PathNumber): Fragment => trace?.probes.endPath(since, number) ?? [];
  const countEnd = (edge: number): Fragment => {
    const increment = at(increments, edge);
    if (!isKnown(nodeOf(edge)))
      return [
        ...probes.countAbove(local, increment, first),
        ...traceEnd({ local, above: increment + behind }),
      ];
    const number = first + numberOf(edge);
    return [...probes.count(number), ...traceEnd({ constant: number })];
  };
  const countThrown = [...probes.countHeld(held, first), ...traceEnd({ local: held, above: behind })];
  const path: PathCode = {
    ...{ paths, probes, points, first, local, held, isKnown, numberOf, countEnd },
    ...(remembers ? { countThrown } : {}),
  };

  if (probes.enter.length > 0) points.onEntry(probes.enter);
  if (remembers) points.onEntry(probes.hold(held, unread, 0));
  if (usesRegister) points.onEntry(probes.hold(local, first, 0));
  for (const each of localOf.values()) points.onEntry(probes.clearLocal(each));
  if (trace !== undefined) {
    points.onEntry(trace.probes.begin(since));
    points.onEntry(probes.clearLocal(sinceCall));
    for (const [index, { instruction, isExact }] of trace.calls.entries())
      points.pastInstruction(instruction, trace.probes.endCall(sinceCall, trace.site + index, isExact));
  }
  for (const [edge, counters] of kept.onEdge) points.onEdge(edge, addUp(counters));
  for (const [block, counters] of kept.onCatch) points.onHandler(block, addUp(counters));
  insertAlongEdges(plan, path, { countedOn, countedBefore });
  holdThrown(thrown, path);
  addSizes(plan, points, probes, first + numbering.paths);
  if (trace !== undefined)
    for (const { instruction, isExact } of trace.calls)
      points.beforeInstruction(
        instruction,
        isExact ? trace.probes.beginExact(sinceCall) : trace.probes.begin(sinceCall),
      );
  return {
    ...points.finish(),
    ...(remembers
      ? {
          catchAll: {
            code: [...countThrown, ...addUp(kept.counters), Opcode.athrow],
            ranges: coveredRanges(plan, code),
          },
        }
      : {}),
    locals: [
      ...probes.locals,
      ...(usesRegister ? [heldType] : []),
      ...(remembers ? [heldType] : []),
      ...kept.counters.map(() => keptType),
      ...(trace === undefined ? [] : [timeType, timeType]),
    ],
    stack: stackOfProbe,
  };
}

/** Chooses the paths whose counters loops keep in locals, from the local `firstKept` on. */
function keepPaths(
  plan: CountPlan,
  obvious: PathPlan['obvious'],
  file: ClassFile,
  code: MethodCode,
  firstKept: number,
): KeptPaths {
  const ofLoops = [...obvious].flatMap(([end, told]): LoopCounter[] => {
    const together = [end, ...told.map(({ edge }) => edge)].flatMap((edge) => {
      const place = plan.edges[edge]?.place;
      return place?.kind === 'edge' ? [place.edge] : [];
    });
    return together.length > told.length
      ? told.map(({ path }, index) => ({ counter: path, edge: at(together, index + 1), together }))
      : [];
  });
  const kept = chooseLocalCounters(plan, ofLoops, {
    runsOtherCode: (offset) => runsOtherCode(file, code, offset),
    opcodeAt: (offset) => at(file.bytes, code.start + offset),
  });
  const localOf = new Map(kept.counters.map((counter, index) => [counter, firstKept + 2 * index]));
  const countedOn = new Map<number, number>();
  const countedBefore = new Set<number>();
  for (const [end, told] of obvious) {
    if (!told.every(({ path }) => localOf.has(path))) continue;
    countedBefore.add(end);
    for (const { path, edge } of told) countedOn.set(edge, localOf.get(path) ?? 0);
  }
  return { kept, localOf, countedOn, countedBefore };
}

/** Inserts the code that runs where control takes an edge of the plan. */
function insertAlongEdges(
  plan: CountPlan,
  { paths, probes, points, first, local, isKnown, numberOf, countEnd, countThrown }: PathCode,
  { countedOn, countedBefore }: Pick<KeptPaths, 'countedOn' | 'countedBefore'>,
): void {
  const { edges, numbering } = paths;
  const { increments, startValues } = paths.register;
  /** Gives the local its value where these paths start. */
  const setStart = (start: number): Fragment => {
    const node = at(numbering.starts, start).node;
    return isKnown(node) ? [] : probes.hold(local, first, at(startValues, start));
  };
  const startOfEdge = new Map(numbering.starts.map(({ edge }, start) => [edge ?? -1, start]));
  const startAtNode = new Map(
    numbering.starts.flatMap(({ edge, node }, start) => (edge === undefined ? [[node, start] as const] : [])),
  );
  for (const [edge, { place, counting, from, to }] of plan.edges.entries()) {
    const keptLocal = countedOn.get(edge);
    switch (place.kind) {
      case 'enter':
        points.onEntry(setStart(startOfEdge.get(edge) ?? 0));
        break;
      case 'catch':
        if (countThrown !== undefined) points.onHandler(place.block, countThrown);
        points.onHandler(place.block, setStart(startOfEdge.get(edge) ?? 0));
        break;
      case 'return':
        points.beforeLast(place.block, countEnd(edge));
        break;
      case 'pass':
        points.beforeInstruction(place.instruction, countEnd(edge));
        points.pastInstruction(place.instruction, setStart(startAtNode.get(to) ?? 0));
        break;
      case 'edge':
        if (keptLocal !== undefined) points.onEdge(place.edge, probes.countLocal(keptLocal));
        if (numbering.ends[edge] === 1) {
          // A loop that keeps its counters in registers runs no other code, so it is timed as a whole, with what
          // follows it.
          if (!countedBefore.has(edge)) points.onEdge(place.edge, countEnd(edge));
          points.onEdge(place.edge, setStart(startAtNode.get(to) ?? 0));
        } else if (!isKnown(to)) {
          const increment = at(increments, edge);
          if (isKnown(from)) points.onEdge(place.edge, probes.hold(local, first, numberOf(edge)));
          else if (increment !== 0) points.onEdge(place.edge, probes.step(local, increment));
        }
        break;
      case 'throw':
        // Before the constructor of the superclass no handler catches what is thrown.
        if (counting === 'never' && edges[edge]?.kind === 'end')
          points.beforeInstruction(place.instruction, countEnd(edge));
    }
  }
}

/** Makes a local hold, before each instruction that may throw, the path that ends there. */
function holdThrown(
  thrown: readonly { readonly instruction: number; readonly edge: number }[],
  { paths, probes, points, first, local, held, isKnown, numberOf }: PathCode,
): void {
  const { increments } = paths.register;
  const nodeOf = (edge: number): number => at(paths.edges, edge).from;
  let previous: number | undefined;
  for (const { instruction, edge } of thrown) {
    const isNext =
      previous !== undefined &&
      nodeOf(previous) === nodeOf(edge) &&
      at(increments, edge) === at(increments, previous) + 1;
    points.beforeInstruction(
      instruction,
      isNext
        ? probes.step(held, 1)
        : isKnown(nodeOf(edge))
          ? probes.hold(held, first, numberOf(edge))
          : probes.holdAbove(held, local, at(increments, edge)),
    );
    previous = edge;
  }
}
