/**
 * Numbers the acyclic paths of a flow graph: Ball and Larus, "Efficient Path
 * Profiling" (MICRO 29, 1996), sections 3 and 4.
 *
 * Sits in `flow/`. Paths run from a start to an end along edges that form no
 * cycle: where a loop goes round, a path ends and another one starts. A node
 * that too many paths go on from has some of its edges cut in the same way, so
 * that the paths of a method can always be counted in an array.
 */
import { at } from '../../base/check';

export interface PathEdge {
  readonly from: number;
  readonly to: number;
  /** The expected number of times that the edge runs. */
  readonly weight: number;
  /** `start`: paths start at its target; `end`: they end with it; `cut`: both; `inner`: they go on along it; `unseen`: none of these. */
  readonly kind: 'start' | 'end' | 'cut' | 'inner' | 'unseen';
}

interface NumberedStart {
  /** The node that these paths start at. */
  readonly node: number;
  /** Index of the edge, where each such edge has paths of its own; absent for all the cut edges that lead there. */
  readonly edge?: number;
  /** Number of its first path. */
  readonly base: number;
}

export interface PathNumbering {
  readonly paths: number;
  /** The starts of paths, in the order of their bases. */
  readonly starts: readonly NumberedStart[];
  /** 1 for each edge that paths end with, by the index of the edge. */
  readonly ends: Uint8Array;
  /** The value that each edge adds to the number of a path. */
  readonly values: Int32Array;
  /** The edges by which paths leave each node, in the order of their values. */
  readonly leaving: readonly (readonly number[])[];
}

export interface DecodedPath {
  readonly start: NumberedStart;
  /** Indices of its edges, the one that it ends with last. */
  readonly edges: readonly number[];
}

/** The most paths from a node on, and the most paths of a method. */
const limits = [512, 64, 8, 1] as const;
const mostOfMethod = 4096;

/** `order`: the nodes that are reached, each before those that inner edges lead to. Undefined where there are too many. */
export function numberPaths(
  nodes: number,
  edges: readonly PathEdge[],
  order: readonly number[],
): PathNumbering | undefined {
  for (const limit of limits) {
    const numbering = numberWithin(nodes, edges, order, limit);
    if (numbering.paths <= mostOfMethod) return numbering;
  }
  return undefined;
}

function numberWithin(
  nodes: number,
  edges: readonly PathEdge[],
  order: readonly number[],
  limit: number,
): PathNumbering {
  const leaving: number[][] = Array.from({ length: nodes }, () => []);
  const ends = new Uint8Array(edges.length);
  for (const [index, { from, kind }] of edges.entries()) {
    if (kind !== 'start' && kind !== 'unseen') leaving[from]?.push(index);
    if (kind === 'end' || kind === 'cut') ends[index] = 1;
  }
  const values = new Int32Array(edges.length);
  const onward = new Float64Array(nodes);
  const along = (edge: number): number => (ends[edge] === 1 ? 1 : at(onward, at(edges, edge).to));
  for (const node of [...order].reverse()) {
    const out = leaving[node] ?? [];
    let sum = out.reduce((all, edge) => all + along(edge), 0);
    // The way with the most paths is cut first; one is always left.
    for (const edge of out.toSorted((one, other) => along(other) - along(one))) {
      if (sum <= limit || along(edge) === 1) break;
      sum -= along(edge) - 1;
      ends[edge] = 1;
    }
    let value = 0;
    for (const edge of out) {
      values[edge] = value;
      value += along(edge);
    }
    onward[node] = value;
  }
  const starts: NumberedStart[] = [];
  let paths = 0;
  const shared = new Set<number>();
  for (const [edge, { to, kind }] of edges.entries()) {
    if (kind !== 'start') continue;
    starts.push({ node: to, edge, base: paths });
    paths += at(onward, to);
  }
  for (const [edge, { to, kind }] of edges.entries()) {
    if (kind === 'start' || kind === 'end' || ends[edge] === 0 || shared.has(to)) continue;
    shared.add(to);
    starts.push({ node: to, base: paths });
    paths += at(onward, to);
  }
  return { paths, starts, ends, values, leaving };
}

/** Undefined for a number of no path. */
export function decodePath(
  { paths, starts, ends, values, leaving }: PathNumbering,
  edges: readonly PathEdge[],
  path: number,
): DecodedPath | undefined {
  if (!(path >= 0 && path < paths)) return undefined;
  const start = starts.findLast(({ base }) => base <= path);
  if (start === undefined) return undefined;
  const taken: number[] = [];
  let rest = path - start.base;
  for (let node = start.node; ;) {
    const edge = leaving[node]?.findLast((each) => at(values, each) <= rest);
    if (edge === undefined) return undefined;
    taken.push(edge);
    rest -= at(values, edge);
    if (ends[edge] === 1) return { start, edges: taken };
    node = at(edges, edge).to;
  }
}

/** The way in which a method keeps the number of its current path in a local variable. */
export interface PathRegister {
  /** The value that the local would always hold at each node; NaN if it differs by path. */
  readonly known: Float64Array;
  /**
   * The value that is added to the local when an edge is taken. If a path ends with the edge, the sum
   * is the number of the path.
   */
  readonly increments: Int32Array;
  /** The value that the local holds at each start. */
  readonly startValues: Int32Array;
}

/**
 * Increments off a spanning tree of the edges that run most often, which then
 * need none (sections 3.3 and 4). `order`: as for {@link numberPaths}.
 */
export function placeIncrements(
  nodes: number,
  edges: readonly PathEdge[],
  { values, ends, starts }: PathNumbering,
  order: readonly number[],
): PathRegister {
  const inner = [...edges.keys()].filter((edge) => {
    const kind = edges[edge]?.kind;
    return kind !== 'start' && kind !== 'unseen' && ends[edge] === 0;
  });
  const offset = spreadOffsets(nodes, edges, inner, values);
  const increments = Int32Array.from(
    edges,
    ({ from, to }, edge) => at(values, edge) + at(offset, from) - (ends[edge] === 1 ? 0 : at(offset, to)),
  );
  const known = new Float64Array(nodes);
  const isReached = new Uint8Array(nodes);
  const arrive = (node: number, value: number): void => {
    if (isReached[node] === 0) known[node] = value;
    else if (known[node] !== value) known[node] = NaN;
    isReached[node] = 1;
  };
  const startValues = Int32Array.from(starts, ({ node, base }) => base - at(offset, node));
  for (const [start, { node }] of starts.entries()) arrive(node, at(startValues, start));
  const byFrom: number[][] = Array.from({ length: nodes }, () => []);
  for (const edge of inner) byFrom[at(edges, edge).from]?.push(edge);
  for (const node of order)
    for (const edge of byFrom[node] ?? []) arrive(at(edges, edge).to, at(known, node) + at(increments, edge));
  return { known, increments, startValues };
}

/** Computes, for each node, by how much the number of a path exceeds the value of the local there. */
function spreadOffsets(
  nodes: number,
  edges: readonly PathEdge[],
  inner: readonly number[],
  values: Int32Array,
): Int32Array {
  const heaviest = inner.toSorted((one, other) => weightOf(edges, other) - weightOf(edges, one));
  const parent = Int32Array.from({ length: nodes }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root] = at(parent, at(parent, root));
    return root;
  };
  const tree: number[][] = Array.from({ length: nodes }, () => []);
  for (const edge of heaviest) {
    const { from = 0, to = 0 } = edges[edge] ?? {};
    const [one, other] = [rootOf(from), rootOf(to)];
    if (one === other) continue;
    parent[one] = other;
    tree[from]?.push(edge);
    tree[to]?.push(edge);
  }
  const offset = new Int32Array(nodes);
  const seen = new Uint8Array(nodes);
  for (let root = 0; root < nodes; root++) {
    if (seen[root] === 1) continue;
    seen[root] = 1;
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const edge of tree[node] ?? []) {
        const { from = 0, to = 0 } = edges[edge] ?? {};
        const other = from === node ? to : from;
        if (seen[other] === 1) continue;
        seen[other] = 1;
        const value = at(values, edge);
        offset[other] = at(offset, node) + (from === node ? value : -value);
        open.push(other);
      }
    }
  }
  return offset;
}

function weightOf(edges: readonly PathEdge[], edge: number): number {
  return at(edges, edge).weight;
}
