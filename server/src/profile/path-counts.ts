/**
 * From a method's counters to the paths that ran, and from those to how often
 * each edge of its graph did.
 *
 * Sits in `profile/` over `path-plan.ts`.
 */
import { type DecodedPath, decodePath } from '../flow/path-numbering';
import { type CountPlan, nodeOf } from './count-plan';
import type { PathPlan } from './path-plan';
import type { RunningAt } from './running-activations';

export interface CountedPath {
  /** Its number; -1 for one that had not ended when the program did. */
  readonly path: number;
  readonly executions: number;
  /** How it starts, and which edges of the plan it takes, the one that it ends with last. */
  readonly taken: DecodedPath;
  /** False for one that had not ended, where several ways lead to where it stood. */
  readonly isCertain: boolean;
}

/** Those that ran, in the order of their numbers, then what had not ended. */
export function readPaths(
  plan: CountPlan,
  { edges, numbering }: PathPlan,
  counters: ArrayLike<number>,
  running: readonly RunningAt[] = [],
): readonly CountedPath[] {
  const ended: CountedPath[] = [];
  for (let path = 0; path < numbering.paths; path++) {
    const executions = counters[path] ?? 0;
    const taken = executions > 0 ? decodePath(numbering, edges, path) : undefined;
    if (taken !== undefined) ended.push({ path, executions, taken, isCertain: true });
  }
  if (running.length === 0) return ended;
  const left = countUnended(plan, { edges, numbering }, ended);
  // A path is counted ahead of what may throw before the constructor of the superclass.
  const unseen = running.filter(({ instruction }) => plan.throwing.awaitsSuper[instruction] === 0);
  const unended = unseen.flatMap(({ instruction, count }) =>
    Array.from({ length: count }, () =>
      findWay(plan, { edges, numbering }, nodeOf(plan, instruction), left),
    ).flatMap((way) => (way === undefined ? [] : [{ path: -1, executions: 1, ...way }])),
  );
  return [...ended, ...unended];
}

/** By start of cut edges: how often paths started there, and did not end. */
function countUnended(
  plan: CountPlan,
  { numbering: { starts, ends } }: Pick<PathPlan, 'edges' | 'numbering'>,
  ended: readonly CountedPath[],
): Float64Array {
  const left = new Float64Array(starts.length);
  const startAt = new Map(
    starts.flatMap(({ node, edge }, start) => (edge === undefined ? [[node, start]] : [])),
  );
  for (const { executions, taken } of ended) {
    const own = starts.indexOf(taken.start);
    if (taken.start.edge === undefined) left[own] = (left[own] ?? 0) - executions;
    const last = taken.edges[taken.edges.length - 1] ?? -1;
    const next = ends[last] === 1 ? startAt.get(plan.edges[last]?.to ?? -1) : undefined;
    if (next !== undefined) left[next] = (left[next] ?? 0) + executions;
  }
  return left;
}

/** The way to a node that was begun and not ended; takes it from `left`. */
function findWay(
  plan: CountPlan,
  { edges, numbering }: Pick<PathPlan, 'edges' | 'numbering'>,
  node: number,
  left: Float64Array,
): Omit<CountedPath, 'path' | 'executions'> | undefined {
  const byTarget = new Map<number, number[]>();
  for (const [edge, { to, kind }] of edges.entries())
    if ((kind === 'inner' || kind === 'cut') && numbering.ends[edge] === 0)
      byTarget.set(to, [...(byTarget.get(to) ?? []), edge]);
  /** By node from which the given one is reached: the edge to go on by. */
  const onward = new Map<number, number>();
  let isCertain = true;
  const open = [node];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const edge of byTarget.get(at) ?? []) {
      const from = edges[edge]?.from ?? 0;
      if (onward.has(from)) {
        isCertain = false;
        continue;
      }
      onward.set(from, edge);
      open.push(from);
    }
  }
  const candidates = numbering.starts.filter((start) => start.node === node || onward.has(start.node));
  const started = candidates.filter((start) => (left[numbering.starts.indexOf(start)] ?? 0) > 0);
  const entered = candidates.filter(
    ({ edge }) => edge !== undefined && plan.edges[edge]?.place.kind === 'enter',
  );
  const [start] = [...started, ...entered, ...candidates];
  if (start === undefined) return undefined;
  const index = numbering.starts.indexOf(start);
  if (started.includes(start)) left[index] = (left[index] ?? 0) - 1;
  const taken: number[] = [];
  for (let at = start.node; at !== node;) {
    const edge = onward.get(at);
    if (edge === undefined || taken.length > edges.length) return undefined;
    taken.push(edge);
    at = edges[edge]?.to ?? node;
  }
  return { taken: { start, edges: taken }, isCertain };
}

/** By edge of the plan. An edge that paths both end with and start at is counted where they end. */
export function countEdgesOfPaths(
  plan: CountPlan,
  paths: readonly CountedPath[],
  running: readonly RunningAt[],
): Float64Array {
  const counts = new Float64Array(plan.edges.length);
  const startedAt = new Map<number, number>();
  for (const { executions, taken } of paths) {
    const { edge: start, node } = taken.start;
    if (start === undefined) startedAt.set(node, (startedAt.get(node) ?? 0) + executions);
    for (const edge of start === undefined ? taken.edges : [start, ...taken.edges])
      counts[edge] = (counts[edge] ?? 0) + executions;
  }
  // Before the constructor of the superclass a path ends ahead of what may throw, and one starts behind it.
  const stays = new Map(running.map(({ instruction, count }) => [instruction, count]));
  for (const [edge, { place, to }] of plan.edges.entries()) {
    if (place.kind !== 'pass') continue;
    const passed = startedAt.get(to) ?? 0;
    const thrown = plan.edges.findIndex(
      (other) => other.place.kind === 'throw' && other.place.instruction === place.instruction,
    );
    if (thrown >= 0) counts[thrown] = (counts[edge] ?? 0) - passed - (stays.get(place.instruction) ?? 0);
    counts[edge] = passed;
  }
  return counts;
}
