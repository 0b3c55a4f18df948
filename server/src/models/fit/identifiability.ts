/**
 * Finds the costs that the data can't tell apart, and says so in words.
 *
 * Sits in `models/`. Exact dependencies are the null directions of a pivoted
 * QR; weak ones show in the condition indices and variance-decomposition
 * proportions of Belsley, Kuh and Welsch ("Regression Diagnostics", chapter 3).
 * Operations that always run together are grouped, as vLens groups bytecodes.
 */
import { at as elementAt } from '../../base/check';
import { Matrix as MlMatrix, SVD } from 'ml-matrix';
import { at } from '../solve/matrix';
import { inverseGram, nullDirections, RANK_TOLERANCE, type PivotedFactor } from '../solve/rank-revealing';

export interface InseparableGroup {
  /** `exact`: no data of this kind separate them. `weak`: more or other runs would. */
  readonly kind: 'exact' | 'weak';
  readonly members: readonly string[];
  /** The sentence for people: "op5 = op2 + op4: run something that separates them". */
  readonly message: string;
}

export interface Identifiability {
  readonly rank: number;
  /** Largest over smallest singular value above 0 of the unit-length columns. */
  readonly conditionNumber: number;
  /**
   * The factor by which each column's variance is inflated; `null` for columns of an exact dependency and for
   * columns of zeros.
   */
  readonly varianceInflation: readonly (number | null)[];
  readonly groups: readonly InseparableGroup[];
}

/** Belsley, Kuh and Welsch: from 30 a dependency harms, where it takes half of two variances. */
const WEAK_INDEX = 30;
const WEAK_SHARE = 0.5;

export function examineIdentifiability(factor: PivotedFactor, names: readonly string[]): Identifiability {
  const directions = nullDirections(factor);
  const exact = directions.map((direction) => describeDependency(direction, factor.norms, names));
  const dependent = new Set(directions.flatMap((direction) => entriesOf(direction)));
  const gram = inverseGram(factor);
  const { columns, norms } = factor;
  const varianceInflation = names.map((_, j) =>
    dependent.has(j) || at(norms, j) === 0 ? null : at(gram, j * columns + j) * at(norms, j) ** 2,
  );
  const { conditionNumber, groups } = findWeakGroups(factor, names);
  return { rank: factor.rank, conditionNumber, varianceInflation, groups: [...exact, ...groups] };
}

function entriesOf(direction: Float64Array): readonly number[] {
  return [...direction.keys()].filter((j) => at(direction, j) !== 0);
}

/** The side that stands alone goes to the left, so that sums read as sums. */
function describeDependency(
  direction: Float64Array,
  norms: Float64Array,
  names: readonly string[],
): InseparableGroup {
  const entries = entriesOf(direction);
  const members = entries.map((j) => elementAt(names, j));
  const positive = entries.filter((j) => at(direction, j) > 0);
  const negative = entries.filter((j) => at(direction, j) < 0);
  const alone = positive.length === 1 ? positive : negative.length === 1 ? negative : [];
  const left =
    positive.length === 1 && negative.length === 1
      ? Math.max(...entries)
      : (alone[0] ?? entries.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a)));
  const factor = -1 / at(direction, left);
  const terms = entries
    .filter((j) => j !== left)
    .map((j) => ({ name: elementAt(names, j), coefficient: roundNear(at(direction, j) * factor) }));
  const sum = terms
    .map(({ name, coefficient }, index) => {
      const size = Math.abs(coefficient) === 1 ? name : `${formatFactor(Math.abs(coefficient))} ${name}`;
      if (index === 0) return coefficient < 0 ? `−${size}` : size;
      return `${coefficient < 0 ? '−' : '+'} ${size}`;
    })
    .join(' ');
  return {
    kind: 'exact',
    members,
    message: `${elementAt(names, left)} = ${sum} in every case: run something that separates them`,
  };

  function weightOf(j: number): number {
    return Math.abs(at(direction, j)) * at(norms, j);
  }
}

/** Counts are whole numbers, and so are most of their ratios. */
function roundNear(value: number): number {
  for (const denominator of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const nearest = Math.round(value * denominator) / denominator;
    if (nearest !== 0 && Math.abs(value - nearest) < RANK_TOLERANCE * Math.max(1, Math.abs(value)))
      return nearest;
  }
  return value;
}

function formatFactor(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Singular values of the independent columns, and who shares in the smallest. */
function findWeakGroups(
  { columns, rank, pivot, triangle }: PivotedFactor,
  names: readonly string[],
): { readonly conditionNumber: number; readonly groups: readonly InseparableGroup[] } {
  if (rank === 0) return { conditionNumber: Number.NaN, groups: [] };
  const leading = new MlMatrix(
    Array.from({ length: rank }, (_, i) =>
      Array.from({ length: rank }, (__, j) => at(triangle, i * columns + j)),
    ),
  );
  const { diagonal, rightSingularVectors } = new SVD(leading, { computeLeftSingularVectors: false });
  const largest = elementAt(diagonal, 0);
  const totals = Array.from({ length: rank }, (_, j) =>
    diagonal.reduce((sum, value, k) => sum + (rightSingularVectors.get(j, k) / value) ** 2, 0),
  );
  const groups = diagonal.flatMap((value, k): readonly InseparableGroup[] => {
    if (largest / value < WEAK_INDEX) return [];
    const members = totals.flatMap((total, j) =>
      (rightSingularVectors.get(j, k) / value) ** 2 / total > WEAK_SHARE
        ? [elementAt(names, elementAt(pivot, j))]
        : [],
    );
    if (members.length < 2) return [];
    return [
      {
        kind: 'weak',
        members,
        message: `${members.join(', ')} hardly vary apart (condition index ${(largest / value).toFixed(0)}): their sum is known, each alone is not; run more that separates them`,
      },
    ];
  });
  return { conditionNumber: conditionOf(triangle, columns, rank), groups };
}

/** With all columns: dependent ones make the largest value larger. */
function conditionOf(triangle: Float64Array, columns: number, rank: number): number {
  const whole = new MlMatrix(
    Array.from({ length: columns }, (_, i) =>
      Array.from({ length: columns }, (__, j) => (i < rank ? at(triangle, i * columns + j) : 0)),
    ),
  );
  const { diagonal } = new SVD(whole, {
    computeLeftSingularVectors: false,
    computeRightSingularVectors: false,
  });
  return elementAt(diagonal, 0) / elementAt(diagonal, rank - 1);
}
