/**
 * Derives from a method's counters which paths ran, and from those how often control took each edge of its
 * graph.
 *
 * Sits in `profile/` over `count-plan.ts`.
 */
import type { CountPlan, PathPlan } from './plan';
import { at, last, outside } from '../../base/check';
import { addTo } from '../../base/groups';
import { type DecodedPath, decodePath } from '../../flow/paths/path-numbering';
import { nodeOf } from './count-plan';
import type { RunningAt } from '../read/running-activations';

export interface DecodedPathCount {
  /** The path's number; -1 if it had not ended when the program did. */
  readonly path: number;
  readonly executions: number;
  /** The start of the path and the edges of the plan that it takes, the last one where it ends. */
  readonly taken: DecodedPath;
  /** False for a path that had not ended if several ways lead to where it stood. */
  readonly isCertain: boolean;
}

/** Lists the paths that ran, in the order of their numbers, then those that had not ended. */
export function readPaths(
  plan: CountPlan,
  { edges, numbering }: PathPlan,
  counters: ArrayLike<number>,
  running: readonly RunningAt[] = [],
): readonly DecodedPathCount[] {
  const ended: DecodedPathCount[] = [];
  for (let path = 0; path < numbering.paths; path++) {
    const executions = counters[path] ?? outside(path);
    const taken = executions > 0 ? decodePath(numbering, edges, path) : undefined;
    if (taken !== undefined) ended.push({ path, executions, taken, isCertain: true });
  }
  if (running.length === 0) return ended;
  const left = countUnended(plan, { edges, numbering }, ended);
  // A path is counted before instructions that may throw, ahead of the constructor of the superclass.
  const unseen = running.filter(({ instruction }) => plan.throwing.awaitsSuper[instruction] === 0);
  const unended = unseen.flatMap(({ instruction, count }) =>
    Array.from({ length: count }, () =>
      findWay(plan, { edges, numbering }, nodeOf(plan, instruction), left),
    ).flatMap((way) => (way === undefined ? [] : [{ path: -1, executions: 1, ...way }])),
  );
  return [...ended, ...unended];
}

/** For each start, how many paths began there and did not end. */
function countUnended(
  plan: CountPlan,
  { numbering: { starts, ends } }: Pick<PathPlan, 'edges' | 'numbering'>,
  ended: readonly DecodedPathCount[],
): Float64Array {
  const left = new Float64Array(starts.length);
  const startAt = new Map(
    starts.flatMap(({ node, edge }, start) => (edge === undefined ? [[node, start]] : [])),
  );
  for (const { executions, taken } of ended) {
    const own = starts.indexOf(taken.start);
    if (taken.start.edge === undefined) left[own] = at(left, own) - executions;
    const end = last(taken.edges);
    const next = ends[end] === 1 ? startAt.get(at(plan.edges, end).to) : undefined;
    if (next !== undefined) left[next] = at(left, next) + executions;
  }
  return left;
}

/** Finds the way to a node that began and did not end, and takes it from `left`. */
function findWay(
  plan: CountPlan,
  { edges, numbering }: Pick<PathPlan, 'edges' | 'numbering'>,
  node: number,
  left: Float64Array,
): Omit<DecodedPathCount, 'path' | 'executions'> | undefined {
  const byTarget = new Map<number, number[]>();
  for (const [edge, { to, kind }] of edges.entries())
    if ((kind === 'inner' || kind === 'cut') && numbering.ends[edge] === 0) addTo(byTarget, to, edge);
  /** For each node, the edge that leads on to the given one. */
  const onward = new Map<number, number>();
  let isCertain = true;
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const edge of byTarget.get(next) ?? []) {
      const from = at(edges, edge).from;
      if (onward.has(from)) {
        isCertain = false;
        continue;
      }
      onward.set(from, edge);
      open.push(from);
    }
  }
  const candidates = numbering.starts.filter((start) => start.node === node || onward.has(start.node));
  const started = candidates.filter((start) => at(left, numbering.starts.indexOf(start)) > 0);
  const entered = candidates.filter(
    ({ edge }) => edge !== undefined && plan.edges[edge]?.place.kind === 'enter',
  );
  const [start] = [...started, ...entered, ...candidates];
  if (start === undefined) return undefined;
  const index = numbering.starts.indexOf(start);
  if (started.includes(start)) left[index] = at(left, index) - 1;
  const taken: number[] = [];
  for (let at = start.node; at !== node;) {
    const edge = onward.get(at);
    if (edge === undefined || taken.length > edges.length) return undefined;
    taken.push(edge);
    at = edges[edge]?.to ?? node;
  }
  return { taken: { start, edges: taken }, isCertain };
}

/** The executions of each edge of the plan. An edge that ends one path and starts another counts where the first one ends. */
export function countEdgesOfPaths(
  plan: CountPlan,
  paths: readonly DecodedPathCount[],
  running: readonly RunningAt[],
): Float64Array {
  const counts = new Float64Array(plan.edges.length);
  const startedAt = new Map<number, number>();
  for (const { executions, taken } of paths) {
    const { edge: start, node } = taken.start;
    if (start === undefined) startedAt.set(node, (startedAt.get(node) ?? 0) + executions);
    for (const edge of start === undefined ? taken.edges : [start, ...taken.edges])
      counts[edge] = at(counts, edge) + executions;
  }
  // Before the constructor of the superclass a path ends ahead of an instruction that may throw, and another one
  // starts behind it.
  const stays = new Map(running.map(({ instruction, count }) => [instruction, count]));
  for (const [edge, { place, to }] of plan.edges.entries()) {
    if (place.kind !== 'pass') continue;
    const passed = startedAt.get(to) ?? 0;
    const thrown = plan.edges.findIndex(
      (other) => other.place.kind === 'throw' && other.place.instruction === place.instruction,
    );
    if (thrown >= 0) counts[thrown] = at(counts, edge) - passed - (stays.get(place.instruction) ?? 0);
    counts[edge] = passed;
  }
  return counts;
}
