/**
 * Chooses the edges of a flow graph to count, so that the counts of all others follow: what flows into
 * a node flows out of it. Knuth and Stevenson, "Optimal measurement points for program frequency
 * counts" (1973); Ball and Larus, "Optimally profiling and tracing programs" (1994), section 3.
 *
 * Sits in `flow/`. The graph holds a node for all that lies outside of the
 * method, from which it is entered and to which it returns, so that flow is
 * conserved everywhere.
 */
import { at } from '../../base/check';

export interface MeasurableEdge {
  readonly from: number;
  readonly to: number;
  /** The expected number of times that the edge runs. */
  readonly weight: number;
  /** Says whether the edge must be counted, cannot be counted, or need not be. */
  readonly counting: 'always' | 'never' | 'if needed';
}

/**
 * The edges to count, by index: all that are not in a spanning tree of the
 * heaviest edges. Throws where edges that cannot be counted form a cycle.
 */
export function chooseCountedEdges(nodes: number, edges: readonly MeasurableEdge[]): readonly number[] {
  const parent = Int32Array.from({ length: nodes }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) {
      parent[root] = at(parent, at(parent, root));
      root = at(parent, root);
    }
    return root;
  };
  const join = ({ from, to }: MeasurableEdge): boolean => {
    const [one, other] = [rootOf(from), rootOf(to)];
    parent[one] = other;
    return one !== other;
  };
  const counted: number[] = [];
  const free: number[] = [];
  for (const [index, edge] of edges.entries()) {
    if (edge.counting === 'always') counted.push(index);
    else if (edge.counting === 'if needed') free.push(index);
    else if (!join(edge)) throw new Error('Edges that cannot be counted form a cycle');
  }
  free.sort((one, other) => at(edges, other).weight - at(edges, one).weight || one - other);
  for (const index of free) {
    const edge = edges[index];
    if (edge !== undefined && !join(edge)) counted.push(index);
  }
  return counted.sort((one, other) => one - other);
}

/**
 * Derives how often each edge ran from the counts of the edges that {@link chooseCountedEdges} chose.
 * Cost: linear.
 */
export function deriveEdgeCounts(
  nodes: number,
  edges: readonly { readonly from: number; readonly to: number }[],
  counts: ReadonlyMap<number, number>,
): Float64Array {
  const result = new Float64Array(edges.length);
  /** The known flow into each node, less the known flow out of it. */
  const balance = new Float64Array(nodes);
  const open: number[][] = Array.from({ length: nodes }, () => []);
  const isKnown = new Uint8Array(edges.length);
  const settle = (index: number, count: number): void => {
    const edge = edges[index];
    if (edge === undefined) return;
    result[index] = count;
    isKnown[index] = 1;
    balance[edge.to] = at(balance, edge.to) + count;
    balance[edge.from] = at(balance, edge.from) - count;
  };
  const missing = new Int32Array(nodes);
  for (const [index, { from, to }] of edges.entries()) {
    const count = counts.get(index);
    if (count !== undefined) {
      settle(index, count);
      continue;
    }
    for (const node of [from, to]) {
      open[node]?.push(index);
      missing[node] = at(missing, node) + 1;
    }
  }
  const leaves = open.flatMap((_, node) => (missing[node] === 1 ? [node] : []));
  for (let node = leaves.pop(); node !== undefined; node = leaves.pop()) {
    const index = open[node]?.find((edge) => isKnown[edge] === 0);
    const edge = index === undefined ? undefined : edges[index];
    if (index === undefined || edge === undefined) continue;
    const surplus = at(balance, node);
    settle(index, edge.from === node ? surplus : 0 - surplus);
    for (const end of [edge.from, edge.to]) {
      missing[end] = at(missing, end) - 1;
      if (missing[end] === 1) leaves.push(end);
    }
  }
  return result;
}
