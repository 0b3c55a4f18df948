/**
 * Costs of many parts of one program from few cases: each part costs what an
 * earlier model says, times one factor for all, give or take; cases tell how far.
 *
 * Sits in `models/`. Bayesian linear regression (Rasmussen and Williams,
 * "Gaussian Processes for Machine Learning", 2.1), in its dual form, since
 * parts outnumber cases: energies y = X r + c + e, with factors r ~ N(s, (τ
 * s)²), an energy that every case takes c ~ N(0, (κ ȳ)²), and relative errors e
 * ~ N(0, (ε y)²). The common factor s is the generalized least squares one; τ,
 * κ and ε are the most likely of a grid. Parts that no case tells apart stay in
 * the proportions of the prior, and as uncertain.
 */
import type { Joules, Share } from '../../base/units';
import {
  at,
  decompose,
  dot,
  type Matrix,
  selectEntries,
  selectRows,
  solveLower,
  solveLowerTransposed,
} from '../solve/matrix';

export interface PriorFit {
  /** s: what the earlier model is multiplied with. */
  readonly scale: number;
  /** τ s: standard deviation of a factor before any case. */
  readonly priorSd: number;
  /** ε. */
  readonly noise: Share;
  /** The factor of each column; none is below 0. */
  readonly factors: Float64Array;
  /** c: of every case, beside its parts; not below 0. */
  readonly constant: Joules;
  /** Cases × columns: the covariance of the factors is (τ s)² I − T'T. */
  readonly told: Matrix;
}

/** No factor is taken to be better known ahead than costs of other programs are; how much worse is for the cases to tell. */
const GRID_TAU = [1, 1.5, 2, 3, 5] as const;
/** 0: nothing but the parts. */
const GRID_CONSTANT = [0, 0.1, 0.3] as const;
const GRID_NOISE = [0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.3, 0.5] as const;

/**
 * @param energies of the parts by the earlier model, a row for each case.
 * @param measured above 0.
 * @param leastSpread of factors, relative to the common one.
 */
export function fitWithPriors(
  energies: Matrix,
  measured: Float64Array,
  leastSpread: Share,
): PriorFit | undefined {
  const { rows, columns } = energies;
  const products = outerProducts(energies);
  const sums = Float64Array.from({ length: rows }, (_, i) =>
    energies.values.subarray(i * columns, (i + 1) * columns).reduce((sum, value) => sum + value, 0),
  );
  const mean = measured.reduce((sum, energy) => sum + energy, 0) / rows;
  let best: (PriorScale & Spreads) | undefined;
  for (const spread of GRID_TAU)
    for (const share of GRID_CONSTANT)
      for (const noise of GRID_NOISE) {
        const spreads = { tau: spread * leastSpread, constantSd: share * mean, noise };
        const found = likelihoodOf(products, sums, measured, spreads);
        if (found !== undefined && (best === undefined || found.likelihood > best.likelihood))
          best = { ...found, ...spreads };
      }
  if (best === undefined) return undefined;
  const { scale, tau, constantSd, noise } = best;
  const priorSd = tau * scale;
  const factor = factorOf(variancesOf(products, measured, { priorSd, constantSd, noise }), rows);
  const told = new Float64Array(rows * columns);
  for (let j = 0; j < columns; j++) {
    const column = forward(
      factor,
      Float64Array.from({ length: rows }, (_, i) => priorSd ** 2 * at(energies.values, i * columns + j)),
    );
    for (let i = 0; i < rows; i++) told[i * columns + j] = at(column, i);
  }
  const positive = positiveFactors(energies, measured, { scale, priorSd, constantSd, noise });
  return { scale, priorSd, noise, ...positive, told: { rows, columns, values: told } };
}

/** Energies of cases by a fit to all others, each left out in turn; undefined where some can't be. */
export function predictEachLeftOut(
  energies: Matrix,
  measured: Float64Array,
  leastSpread: Share,
): Float64Array | undefined {
  const { rows, columns, values } = energies;
  const predicted = new Float64Array(rows);
  for (let left = 0; left < rows; left++) {
    const kept = [...Array(rows).keys()].filter((i) => i !== left);
    const fit = fitWithPriors(selectRows(energies, kept), selectEntries(measured, kept), leastSpread);
    if (fit === undefined) return undefined;
    predicted[left] = fit.factors.reduce(
      (sum, factor, j) => sum + factor * at(values, left * columns + j),
      fit.constant,
    );
  }
  return predicted;
}

/** X X', square in the cases. */
function outerProducts({ rows, columns, values }: Matrix): Float64Array {
  const products = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k <= i; k++) {
      let sum = 0;
      for (let j = 0; j < columns; j++) sum += at(values, i * columns + j) * at(values, k * columns + j);
      products[i * rows + k] = sum;
      products[k * rows + i] = sum;
    }
  return products;
}

interface Spreads {
  /** τ, relative to the scale. */
  readonly tau: number;
  readonly constantSd: Joules;
  readonly noise: Share;
}

interface PriorScale {
  readonly likelihood: number;
  readonly scale: number;
}

type Deviations = Omit<Spreads, 'tau'> & { readonly priorSd: number };

function variancesOf(
  products: Float64Array,
  measured: Float64Array,
  { priorSd, constantSd, noise }: Deviations,
): Float64Array {
  const size = measured.length;
  const variances = products.map((value) => value * priorSd ** 2 + constantSd ** 2);
  measured.forEach((energy, i) => {
    variances[i * (size + 1)] = at(variances, i * (size + 1)) + (noise * energy) ** 2;
  });
  return variances;
}

/** The spread is relative to the scale, and the scale is the best at that spread: a few rounds settle both. */
const ROUNDS = 6;

function likelihoodOf(
  products: Float64Array,
  sums: Float64Array,
  measured: Float64Array,
  { tau, constantSd, noise }: Spreads,
): PriorScale | undefined {
  const size = measured.length;
  let scale = ratioOf(measured, sums);
  for (let round = 0; round < ROUNDS; round++) {
    if (!(scale > 0) || !Number.isFinite(scale)) return undefined;
    const factor = factorOf(
      variancesOf(products, measured, { priorSd: tau * scale, constantSd, noise }),
      size,
    );
    const [one, other] = [forward(factor, sums), forward(factor, measured)];
    const next = dot(one, other) / dot(one, one);
    if (round < ROUNDS - 1) {
      scale = next;
      continue;
    }
    const rest = other.map((value, i) => value - scale * at(one, i));
    let logarithms = 0;
    for (let i = 0; i < size; i++) logarithms += Math.log(at(factor, i * (size + 1)));
    return { scale, likelihood: -dot(rest, rest) / 2 - logarithms };
  }
  return undefined;
}

function ratioOf(measured: Float64Array, sums: Float64Array): number {
  const ratios = [...measured].map((energy, i) => energy / at(sums, i)).sort((a, b) => a - b);
  return ratios[ratios.length >> 1] ?? NaN;
}

/** The posterior means; those that fall below 0 are held there, and the others found anew. */
function positiveFactors(
  { rows, columns, values }: Matrix,
  measured: Float64Array,
  { scale, priorSd, constantSd, noise }: Deviations & { readonly scale: number },
): Pick<PriorFit, 'factors' | 'constant'> {
  const isHeld = new Uint8Array(columns);
  let freeConstantSd = constantSd;
  for (;;) {
    const free = values.map((value, cell) => (isHeld[cell % columns] === 1 ? 0 : value));
    const left = { rows, columns, values: free };
    const deviations = { priorSd, constantSd: freeConstantSd, noise };
    const factor = factorOf(variancesOf(outerProducts(left), measured, deviations), rows);
    const rest = measured.map(
      (energy, i) =>
        energy - scale * free.subarray(i * columns, (i + 1) * columns).reduce((sum, value) => sum + value, 0),
    );
    const weights = forward(factor, rest);
    solveLowerTransposed(factor, rows, weights);
    const factors = new Float64Array(columns);
    const constant = freeConstantSd ** 2 * weights.reduce((sum, weight) => sum + weight, 0);
    let held = 0;
    for (let j = 0; j < columns; j++) {
      if (isHeld[j] === 1) continue;
      let told = 0;
      for (let i = 0; i < rows; i++) told += at(free, i * columns + j) * at(weights, i);
      factors[j] = scale + priorSd ** 2 * told;
      if (at(factors, j) >= 0) continue;
      isHeld[j] = 1;
      held++;
    }
    if (constant < 0) freeConstantSd = 0;
    else if (held === 0) return { factors, constant: Math.max(0, constant) };
  }
}

/** Positive definite: every case has an error of its own. */
function factorOf(variances: Float64Array, size: number): Float64Array {
  decompose(variances, size);
  return variances;
}

/** L⁻¹ b. */
function forward(factor: Float64Array, right: Float64Array): Float64Array {
  const solved = right.slice();
  solveLower(factor, right.length, solved);
  return solved;
}

/** Standard deviations of the factors. */
export function deviationsOf({ priorSd, told: { rows, columns, values } }: PriorFit): Float64Array {
  return Float64Array.from({ length: columns }, (_, j) => {
    let variance = priorSd ** 2;
    for (let i = 0; i < rows; i++) variance -= at(values, i * columns + j) ** 2;
    return Math.sqrt(Math.max(0, variance));
  });
}
