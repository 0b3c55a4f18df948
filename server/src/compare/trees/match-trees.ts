/**
 * The largest common subtree of two trees of contexts, within α edits.
 *
 * "DiffProf", section 3.4, Lemma 3.1: for each pair of candidates, from the leaves up, the number of rows below that
 * can be matched so that ancestors (Equation 2), structure (Equation 3) and paths (Equation 4) are kept; then back from
 * the roots. Of several matchings of one size, the one whose paths differ least is taken.
 */
import { at, outside } from '../../base/check';
import { listChildren, subtreeEnds } from '../../base/context-tree';
import { firstWhere } from '../../base/search';
import type { MethodTree } from './method-tree';
import { assign, type WeightedEdge } from '../match/assignment';
import { compareLabels, type LabelCosts } from '../match/label-costs';
import { findPathCandidates, type PathCandidates } from '../match/path-candidates';
import type { ClassRelations } from './task-tree';

export interface TreeMatching {
  /**
   * The row in the second tree for each row of the first; -1 for none. It holds only the roots and rows with the same
   * method.
   */
  readonly partners: Int32Array;
  /** The same for rows whose methods differ, if rows that they call are matched. */
  readonly relabeled: Int32Array;
  /** The number of edits between the path of each row of the first tree and that of its partner, of either kind. */
  readonly edits: Uint8Array;
  /** The number of pairs of rows that were looked at. */
  readonly pairs: number;
}

/** Matches two trees. Throws what `check` throws. Cost: about a microsecond for each pair of candidates. */
export function matchTrees(
  first: MethodTree,
  second: MethodTree,
  naming: ClassRelations,
  alpha: number,
  check: () => void = () => undefined,
): TreeMatching {
  const labels = compareLabels(first, second, naming);
  const candidates = findPathCandidates(first, second, labels, alpha, check);
  const sizes = sizeMatches(first, second, labels, candidates, alpha, check);
  return { ...backtrack(first, second, labels, candidates, sizes), pairs: candidates.rows.length };
}

/** The row in the first tree for each row of the second; -1 for none. */
export function invertPartners(partners: Int32Array, rowsOfSecond: number): Int32Array {
  const inverse = new Int32Array(rowsOfSecond).fill(-1);
  for (const [row, partner] of partners.entries()) if (partner >= 0) inverse[partner] = row;
  return inverse;
}

/**
 * The weight of a pair of equal methods: one, and a little more the closer their paths are; these extras add up to
 * less than one row.
 */
function worth(distance: number, alpha: number): number {
  return 1 + (1 - distance / (alpha + 1)) * 1e-7;
}

/** The size μ_α of the greatest matching below each candidate, both rows included. */
function sizeMatches(
  first: MethodTree,
  second: MethodTree,
  labels: LabelCosts,
  candidates: PathCandidates,
  alpha: number,
  check: () => void,
): Float64Array {
  const { starts, rows, distances } = candidates;
  const sizes = new Float64Array(rows.length);
  const children = listChildren(first.parents);
  const edges = createEdgeTable(first.parents.length, second.parents.length);
  /** For each row of the second tree, the largest match of the row at hand with one of its children. */
  const within = new Float64Array(second.parents.length);
  /** For each row of the second tree, its largest match with a child of the row at hand. */
  const beneath = new Float64Array(second.parents.length);
  for (let row = first.parents.length - 1; row >= 0; row--) {
    if ((row & 0xff) === 0) check();
    forEachBelow(row, (child, candidate, size) => {
      beneath[candidate] = Math.max(beneath[candidate] ?? outside(candidate), size);
      edges.add(second.parents[candidate] ?? outside(candidate), child, candidate, size);
    });
    const label = labels.first[row] ?? outside(row);
    for (
      let index = (starts[row + 1] ?? outside(row + 1)) - 1;
      index >= (starts[row] ?? outside(row));
      index--
    ) {
      const candidate = rows[index] ?? outside(index);
      const own = labels.isSame(label, labels.second[candidate] ?? outside(candidate))
        ? worth(distances[index] ?? outside(index), alpha)
        : 0;
      const size = Math.max(edges.weightOf(candidate) + own, within[candidate] ?? 0, beneath[candidate] ?? 0);
      sizes[index] = size;
      const parent = second.parents[candidate] ?? outside(candidate);
      if (parent >= 0) within[parent] = Math.max(within[parent] ?? outside(parent), size);
    }
    for (let index = starts[row] ?? outside(row); index < (starts[row + 1] ?? outside(row + 1)); index++) {
      const parent = second.parents[rows[index] ?? outside(index)] ?? -1;
      if (parent >= 0) within[parent] = 0;
    }
    forEachBelow(row, (_, candidate) => (beneath[candidate] = 0));
    edges.clear();
  }
  return sizes;

  function forEachBelow(row: number, use: (child: number, candidate: number, size: number) => void): void {
    for (
      let next = children.starts[row] ?? outside(row);
      next < (children.starts[row + 1] ?? outside(row + 1));
      next++
    ) {
      const child = children.rows[next] ?? 0;
      for (
        let index = starts[child] ?? outside(child);
        index < (starts[child + 1] ?? outside(child + 1));
        index++
      ) {
        const size = sizes[index] ?? outside(index);
        if (size > 0) use(child, rows[index] ?? outside(index), size);
      }
    }
  }
}

interface EdgeTable {
  /** Adds an edge between a child of the row at hand and a child of `parent`. */
  readonly add: (parent: number, left: number, right: number, weight: number) => void;
  /** The weight of the greatest matching of children of the row at hand with those of `parent`. */
  readonly weightOf: (parent: number) => number;
  readonly clear: () => void;
}

/**
 * The heaviest edge of each end, counted from 1, and a mark if such an edge wants the end. Both are reset after each
 * question.
 */
interface EdgeEnds {
  readonly best: Int32Array;
  readonly isWanted: Uint8Array;
}

function createEnds(rows: number): EdgeEnds {
  return { best: new Int32Array(rows), isWanted: new Uint8Array(rows) };
}

/** Creates the table of edges. Left ends are rows of the first tree; right ends and parents are rows of the second. */
function createEdgeTable(lefts: number, parents: number): EdgeTable {
  const heads = new Int32Array(parents).fill(-1);
  const used: number[] = [];
  let size = 0;
  let next = new Int32Array(1024);
  let ends = new Int32Array(2048);
  let weights = new Float64Array(1024);
  const sides = [createEnds(lefts), createEnds(parents)] as const;
  /** The sum of the heaviest edges of the ends on one side; NaN if two of them want the same end on the other side. */
  const sumOfBest = (head: number, side: 0 | 1): number => {
    const { best } = sides[side];
    const { isWanted } = sides[side === 0 ? 1 : 0];
    for (let edge = head; edge >= 0; edge = next[edge] ?? outside(edge)) {
      const end = ends[2 * edge + side] ?? 0;
      const known = best[end] ?? outside(end);
      if (known === 0 || (weights[known - 1] ?? 0) < (weights[edge] ?? 0)) best[end] = edge + 1;
    }
    let sum = 0;
    for (let edge = head; edge >= 0; edge = next[edge] ?? outside(edge)) {
      if (best[ends[2 * edge + side] ?? 0] !== edge + 1) continue;
      const other = ends[2 * edge + 1 - side] ?? 0;
      sum = isWanted[other] === 1 ? NaN : sum + (weights[edge] ?? outside(edge));
      isWanted[other] = 1;
    }
    for (let edge = head; edge >= 0; edge = next[edge] ?? outside(edge)) {
      best[ends[2 * edge + side] ?? 0] = 0;
      isWanted[ends[2 * edge + 1 - side] ?? 0] = 0;
    }
    return sum;
  };
  return {
    add: (parent, left, right, weight) => {
      if (parent < 0) return;
      if (size === next.length) {
        next = enlarge(next, new Int32Array(2 * size));
        ends = enlarge(ends, new Int32Array(4 * size));
        weights = enlarge(weights, new Float64Array(2 * size));
      }
      if (heads[parent] === -1) used.push(parent);
      next[size] = heads[parent] ?? outside(parent);
      ends[2 * size] = left;
      ends[2 * size + 1] = right;
      weights[size] = weight;
      heads[parent] = size++;
    },
    weightOf: (parent) => {
      const head = heads[parent] ?? outside(parent);
      if (head < 0) return 0;
      if ((next[head] ?? outside(head)) < 0) return weights[head] ?? outside(head);
      const byLeft = sumOfBest(head, 0);
      if (!Number.isNaN(byLeft)) return byLeft;
      const byRight = sumOfBest(head, 1);
      if (!Number.isNaN(byRight)) return byRight;
      const edges: WeightedEdge[] = [];
      for (let edge = head; edge >= 0; edge = next[edge] ?? outside(edge))
        edges.push({
          left: ends[2 * edge] ?? 0,
          right: ends[2 * edge + 1] ?? 0,
          weight: weights[edge] ?? outside(edge),
        });
      return assign(edges).reduce((sum, { weight }) => sum + weight, 0);
    },
    clear: () => {
      for (const parent of used) heads[parent] = -1;
      used.length = 0;
      size = 0;
    },
  };
}

function enlarge<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** One of the greatest matchings, from the sizes of all. */
function backtrack(
  first: MethodTree,
  second: MethodTree,
  labels: LabelCosts,
  { starts, rows, distances }: PathCandidates,
  sizes: Float64Array,
): Omit<TreeMatching, 'pairs'> {
  const partners = new Int32Array(first.parents.length).fill(-1);
  const relabeled = partners.slice();
  const edits = new Uint8Array(partners.length);
  const children = { first: listChildren(first.parents), second: listChildren(second.parents) };
  const ends = subtreeEnds(second.parents);
  const open: (readonly [row: number, candidate: number])[] = [[0, 0]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [row, candidate] = pair;
    const edges: WeightedEdge[] = [];
    let deeper: readonly [row: number, candidate: number, size: number] = [0, 0, 0];
    const { starts: starting, rows: called } = children.first;
    for (const child of called.subarray(starting[row], starting[row + 1])) {
      const until = indexIn(child, at(ends, candidate));
      for (let index = indexIn(child, candidate); index < until; index++) {
        const [right, weight] = [at(rows, index), at(sizes, index)];
        if (weight <= 0) continue;
        if (right === candidate && weight > deeper[2]) deeper = [child, candidate, weight];
        if (second.parents[right] === candidate) edges.push({ left: child, right, weight });
      }
    }
    const { starts: from, rows: below } = children.second;
    for (const child of below.subarray(from[candidate], from[candidate + 1])) {
      const size = sizeOf(row, child);
      if (size > deeper[2]) deeper = [row, child, size];
    }
    const isSame = labels.isSame(at(labels.first, row), at(labels.second, candidate));
    const taken = assign(edges);
    const here = taken.reduce((sum, { weight }) => sum + weight, isSame ? 1 : 0);
    if (deeper[2] > here + 0.5) {
      open.push([deeper[0], deeper[1]]);
      continue;
    }
    if (isSame) partners[row] = candidate;
    else if (taken.length > 0) relabeled[row] = candidate;
    edits[row] = at(distances, indexIn(row, candidate));
    for (const { left, right } of taken) open.push([left, right]);
  }
  return { partners, relabeled, edits };

  /** The index of the first candidate of a row that is not before this one. */
  function indexIn(row: number, candidate: number): number {
    return firstWhere(at(starts, row), at(starts, row + 1), (index) => at(rows, index) >= candidate);
  }

  function sizeOf(row: number, candidate: number): number {
    const index = indexIn(row, candidate);
    return index < at(starts, row + 1) && rows[index] === candidate ? at(sizes, index) : 0;
  }
}
