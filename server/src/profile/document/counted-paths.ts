/**
 * Numbers the methods of a trace, finds the paths that it counted, and turns counted paths into rows of a profile.
 *
 * Sits in `profile/`, over the document.
 */
import { lastUpTo } from './describe-trace';
import type {
  PathRow,
  ProfileDocument,
  ProfiledClass,
  ProfiledMethod,
  PathEnd,
  PathStart,
} from './profile-document';
import type { CountPlan } from '../plan/plan';
import { at } from '../../base/check';
import { blockHolding } from '../../flow/bytecode/bytecode-graph';
import { type DecodedPathCount, readPaths } from '../plan/path-counts';
import type { RunningAt } from '../read/running-activations';

export interface TracedMethods {
  readonly list: readonly TracedMethod[];
  /** The number of each class's first method, by index of the class. */
  readonly firstOf: readonly number[];
  /** The counter of each method's first path. */
  readonly firstPathOf: readonly number[];
  /** The number of the method that a counter belongs to; -1 if there is none. */
  readonly numberOf: (counter: number) => number;
  /** The paths that ended, by counter. */
  readonly paths: ReadonlyMap<number, TracedPath>;
}

export interface TracedMethod {
  readonly owner: ProfiledClass;
  readonly method: ProfiledMethod;
}

export interface TracedPath {
  readonly method: number;
  readonly row: PathRow;
}

export function listTracedMethods({ classes, trace }: ProfileDocument): TracedMethods {
  const list: TracedMethod[] = [];
  const firstOf: number[] = [];
  for (const owner of classes) {
    firstOf.push(list.length);
    for (const method of owner.methods) list.push({ owner, method });
  }
  const rows = (trace?.methods ?? []).toSorted(([one], [other]) => one - other);
  const firsts = rows.map(([first]) => first);
  const numbers = rows.map(([, owner, index]) => (firstOf[owner] ?? NaN) + index);
  const paths = new Map<number, TracedPath>();
  const firstPathOf: number[] = [];
  for (const [at, first] of firsts.entries()) {
    const method = numbers[at] ?? NaN;
    if (list[method] !== undefined) firstPathOf[method] = first;
    for (const row of list[method]?.method.paths ?? [])
      if (row[0] >= 0) paths.set(first + row[0], { method, row });
  }
  return {
    list,
    firstOf,
    firstPathOf,
    paths,
    numberOf: (counter) => {
      const number = numbers[lastUpTo(firsts, counter)] ?? NaN;
      return list[number] === undefined ? -1 : number;
    },
  };
}

/** The rows of a method's paths: the blocks of each, its start and its end. Undefined if paths were not counted. */
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
function blocksOf({ edges, graph }: CountPlan, { taken }: DecodedPathCount): readonly number[] {
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
