/**
 * Finds the paths that one edge gives away, since no other path takes it: such
 * a path is counted where that edge is, without a number that is added up.
 *
 * Sits in `flow/` beside `path-numbering.ts`. After Joshi, Bond and Zilles,
 * "Targeted Path Profiling" (CGO 2004), who call these paths obvious, and their
 * edges defining.
 */
import { at } from '../../base/check';
import type { PathEdge, PathNumbering } from './path-numbering';

export interface ObviousPath {
  /** Its number. */
  readonly path: number;
  /** Index of an edge that no other path takes. */
  readonly edge: number;
}

/**
 * Finds the obvious paths, by the index of the edge that they end with. An edge is there only if all
 * paths that end with it are obvious. `order` is as for `numberPaths`. Cost: linear in the edges.
 */
export function findObviousPaths(
  nodes: number,
  edges: readonly PathEdge[],
  { starts, ends, values, leaving }: PathNumbering,
  order: readonly number[],
): ReadonlyMap<number, readonly ObviousPath[]> {
  /**
   * The number of beginnings of paths that lead to each node, and the path number of one of them,
   * which counts only if it is the only one.
   */
  const beginnings = new Float64Array(nodes);
  const number = new Int32Array(nodes);
  const arrive = (node: number, many: number, value: number): void => {
    beginnings[node] = at(beginnings, node) + many;
    number[node] = value;
  };
  for (const { node, base } of starts) arrive(node, 1, base);
  const ending = new Float64Array(edges.length);
  for (const node of order) {
    for (const edge of leaving[node] ?? []) {
      const many = at(beginnings, node);
      if (ends[edge] === 1) ending[edge] = many;
      else arrive(at(edges, edge).to, many, at(number, node) + at(values, edge));
    }
  }
  /** The only end of the paths that go on from each node; -1 if there are several. */
  const onlyEnd = new Int32Array(nodes).fill(-1);
  const endAlong = (edge: number): number => (ends[edge] === 1 ? edge : at(onlyEnd, at(edges, edge).to));
  for (const node of [...order].reverse()) {
    const [edge, other] = leaving[node] ?? [];
    if (edge !== undefined && other === undefined) onlyEnd[node] = endAlong(edge);
  }
  const found = new Map<number, Map<number, ObviousPath>>();
  for (const node of order) {
    if (beginnings[node] !== 1) continue;
    for (const edge of leaving[node] ?? []) {
      const end = endAlong(edge);
      if (end < 0) continue;
      const path = at(number, node) + at(values, edge);
      found.set(end, (found.get(end) ?? new Map<number, ObviousPath>()).set(path, { path, edge }));
    }
  }
  return new Map(
    [...found].flatMap(([end, paths]) =>
      paths.size === ending[end] ? [[end, [...paths.values()]] as const] : [],
    ),
  );
}
