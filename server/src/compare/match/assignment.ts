/**
 * The matching of greatest weight between two sets.
 *
 * Parts that share no end are solved by themselves, and most of them have one edge. The Hungarian method with
 * potentials solves the others (Kuhn 1955; Jonker and Volgenant 1987), in the square of the smaller side times the
 * larger.
 */
import { outside, present } from '../../base/check';
import { groupBy } from '../../base/groups';

export interface WeightedEdge {
  readonly left: number;
  readonly right: number;
  /** The weight of the edge, above 0. */
  readonly weight: number;
}

/** The edges of the matching: no two share an end. */
export function assign(edges: readonly WeightedEdge[]): readonly WeightedEdge[] {
  if (edges.length < 2) return edges;
  return (
    takeBest(edges, 'left', 'right') ??
    takeBest(edges, 'right', 'left') ??
    splitParts(edges).flatMap((part) => (part.length === 1 ? part : solve(part)))
  );
}

/**
 * The heaviest edge of each end on one side, if no two of them share an end on the other side: no matching is
 * heavier. Undefined if two do.
 */
function takeBest(
  edges: readonly WeightedEdge[],
  side: 'left' | 'right',
  other: 'left' | 'right',
): readonly WeightedEdge[] | undefined {
  const best = new Map<number, WeightedEdge>();
  for (const edge of edges) {
    const known = best.get(edge[side]);
    if (known === undefined || known.weight < edge.weight) best.set(edge[side], edge);
  }
  const wanted = new Set<number>();
  for (const edge of best.values()) {
    if (wanted.has(edge[other])) return undefined;
    wanted.add(edge[other]);
  }
  return [...best.values()];
}

/** Splits the edges into parts that share ends, directly or through other edges. */
function splitParts(edges: readonly WeightedEdge[]): readonly (readonly WeightedEdge[])[] {
  const root = edges.map((_, index) => index);
  const above = (index: number): number => root[index] ?? outside(index);
  const find = (index: number): number => {
    let at = index;
    while (above(at) !== at) at = root[at] = above(above(at));
    return at;
  };
  const lefts = new Map<number, number>();
  const rights = new Map<number, number>();
  for (const [index, { left, right }] of edges.entries())
    for (const [ends, end] of [
      [lefts, left],
      [rights, right],
    ] as const) {
      const before = ends.get(end);
      if (before === undefined) ends.set(end, index);
      else root[find(index)] = find(before);
    }
  const parts = groupBy(edges.entries(), ([index]) => find(index));
  return Array.from(parts.values(), (part) => part.map(([, edge]) => edge));
}

function solve(edges: readonly WeightedEdge[]): readonly WeightedEdge[] {
  const lefts = numberEnds(edges.map(({ left }) => left));
  const rights = numberEnds(edges.map(({ right }) => right));
  const isSwapped = lefts.size > rights.size;
  const [small, large] = isSwapped ? [rights, lefts] : [lefts, rights];
  const columns = large.size;
  /** The cost of each pair: the negative weight of its edge; 0 for a pair without an edge, whose ends stay alone. */
  const cost = new Float64Array(small.size * columns);
  const taken = new Map<number, WeightedEdge>();
  for (const edge of edges) {
    const one = present(small.get(isSwapped ? edge.right : edge.left), 'an end');
    const other = present(large.get(isSwapped ? edge.left : edge.right), 'an end');
    const cell = one * columns + other;
    if (-edge.weight >= (cost[cell] ?? outside(cell))) continue;
    cost[cell] = -edge.weight;
    taken.set(cell, edge);
  }
  return hungarian(cost, small.size, columns).flatMap((column, row) => {
    const edge = taken.get(row * columns + column);
    return edge === undefined ? [] : [edge];
  });
}

function numberEnds(ends: readonly number[]): ReadonlyMap<number, number> {
  return new Map(Array.from(new Set(ends), (end, number) => [end, number]));
}

/** The column of each row in the assignment of least cost. There are no more rows than columns. */
function hungarian(cost: Float64Array, rows: number, columns: number): readonly number[] {
  // Row and column 0 are where augmenting paths begin.
  const ofRow = new Float64Array(rows + 1);
  const ofColumn = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  const cameFrom = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(columns + 1).fill(Infinity);
    const isUsed = new Uint8Array(columns + 1);
    do {
      isUsed[column] = 1;
      const current = rowOf[column] ?? outside(column);
      let delta = Infinity;
      let next = 0;
      for (let other = 1; other <= columns; other++) {
        if (isUsed[other] === 1) continue;
        const reduced =
          (cost[(current - 1) * columns + other - 1] ?? 0) - (ofRow[current] ?? 0) - (ofColumn[other] ?? 0);
        if (reduced < (least[other] ?? outside(other))) {
          least[other] = reduced;
          cameFrom[other] = column;
        }
        if ((least[other] ?? outside(other)) < delta) {
          delta = least[other] ?? outside(other);
          next = other;
        }
      }
      for (let other = 0; other <= columns; other++) {
        if (isUsed[other] === 1) {
          const owner = rowOf[other] ?? outside(other);
          ofRow[owner] = (ofRow[owner] ?? outside(owner)) + delta;
          ofColumn[other] = (ofColumn[other] ?? outside(other)) - delta;
        } else least[other] = (least[other] ?? outside(other)) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column] ?? outside(column);
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }
  const columnOf = new Array<number>(rows).fill(-1);
  for (let column = 1; column <= columns; column++) {
    const row = rowOf[column] ?? outside(column);
    if (row > 0) columnOf[row - 1] = column - 1;
  }
  return columnOf;
}
