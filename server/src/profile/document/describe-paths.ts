/**
 * Turns counted paths into rows of a profile: the blocks of each path, its start and its end.
 *
 * Sits in `profile/` over `path-counts.ts`.
 */
import type { CountPlan } from '../plan/plan';
import { at } from '../../base/check';
import { blockHolding } from '../../flow/bytecode/bytecode-graph';
import { type DecodedPathCount, readPaths } from '../plan/path-counts';
import type { PathEnd, PathRow, PathStart } from './profile-document';
import type { RunningAt } from '../read/running-activations';

/** Undefined if paths were not counted. */
export function describePaths(
  plan: CountPlan,
  counters: ArrayLike<number>,
  running: readonly RunningAt[],
): readonly PathRow[] | undefined {
  const { paths } = plan;
  if (paths === undefined) return undefined;
  return readPaths(plan, paths, counters, running).map((path) => [
    path.path,
    path.executions,
    startOf(plan, path),
    endOf(plan, path),
    blocksOf(plan, path),
  ]);
}

/** The indices of the blocks that a path runs through, in order. */
export function blocksOf({ edges, graph }: CountPlan, { taken }: DecodedPathCount): readonly number[] {
  const blocks: number[] = [];
  const visit = (node: number): void => {
    if (node < graph.blocks.length && blocks[blocks.length - 1] !== node) blocks.push(node);
  };
  const { start } = taken;
  const first = edges.find(({ to, place }) => place.kind === 'pass' && to === start.node);
  // A path that starts behind a throwing instruction, before the superclass's constructor, goes on within a block.
  if (first?.place.kind === 'pass') visit(blockHolding(graph, first.place.instruction));
  visit(start.node);
  for (const edge of taken.edges.slice(0, -1)) visit(at(edges, edge).to);
  return blocks;
}

function startOf({ edges }: CountPlan, { taken: { start } }: DecodedPathCount): PathStart {
  const kind = start.edge === undefined ? undefined : edges[start.edge]?.place.kind;
  if (kind === 'enter') return 'entry';
  if (kind === 'catch') return 'handler';
  return edges.some(({ to, place }) => place.kind === 'pass' && to === start.node) ? 'within' : 'join';
}

function endOf({ edges }: CountPlan, { path, taken, isCertain }: DecodedPathCount): PathEnd {
  if (path < 0) return isCertain ? 'running' : 'running?';
  switch (edges[taken.edges.at(-1) ?? -1]?.place.kind) {
    case 'return':
      return 'return';
    case 'throw':
      return 'throw';
    case 'pass':
      return 'within';
    default:
      return 'join';
  }
}
