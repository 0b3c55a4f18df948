/**
 * k-fold cross-validation: how well costs predict cases that they were not
 * fitted to.
 *
 * Sits in `models/`; Tables 3 and 4 of "Fine-grained energy modeling", whose
 * cases are divided at random into four.
 */
import { at as elementAt } from '../../base/check';
import { estimateCosts, type EstimatorOptions } from './estimate';
import { penalize } from '../solve/least-squares';
import { at, dot, multiply, selectEntries, selectRows, subtract, type Matrix } from '../solve/matrix';
import { createRandom, shuffledIndices } from '../solve/random';
import { basicSolution } from '../solve/rank-revealing';
import { reduceProblem } from '../solve/triangular-reduction';

export interface CrossValidation {
  readonly folds: number;
  readonly seed: number;
  readonly rounds: readonly {
    readonly cases: number;
    readonly training: Goodness;
    readonly validation: Goodness;
  }[];
  /** The goodness over all cases, each predicted by the round that left it out. */
  readonly overall: Goodness;
}

/** `outliers` are fitted to like all others, and not judged by. The last `assumed` cases are in every round. */
export function crossValidate(
  counts: Matrix,
  energies: Float64Array,
  weights: Float64Array | undefined,
  folds: number,
  options: EstimatorOptions,
  outliers: ReadonlySet<number> = new Set(),
  assumed = 0,
): CrossValidation {
  const own = counts.rows - assumed;
  const always = Array.from({ length: assumed }, (_, index) => own + index);
  const placesOf = (rows: readonly number[]): ReadonlySet<number> =>
    new Set([...rows.keys()].filter((place) => outliers.has(elementAt(rows, place))));
  const predictions = new Float64Array(own);
  const rounds = divide(own, folds, options.seed).map(({ left, kept: others }) => {
    const kept = [...others, ...always];
    const training = { counts: selectRows(counts, kept), energies: selectEntries(energies, kept) };
    const validation = { counts: selectRows(counts, left), energies: selectEntries(energies, left) };
    const { coefficients } = estimateCosts(
      training.counts,
      training.energies,
      weights === undefined ? undefined : selectEntries(weights, kept),
      options,
    );
    const predicted = multiply(validation.counts, coefficients);
    left.forEach((row, i) => {
      predictions[row] = at(predicted, i);
    });
    return {
      cases: left.length,
      training: measureGoodness(
        multiply(training.counts, coefficients).subarray(0, others.length),
        training.energies.subarray(0, others.length),
        placesOf(others),
      ),
      validation: measureGoodness(predicted, validation.energies, placesOf(left)),
    };
  });
  return {
    folds,
    seed: options.seed,
    rounds,
    overall: measureGoodness(predictions, energies.subarray(0, own), outliers),
  };
}

interface Fold {
  readonly left: readonly number[];
  readonly kept: readonly number[];
}

/** Divides cases into folds at random. Each fold has the cases that it leaves out, and all others. */
export function divide(cases: number, folds: number, seed: number): readonly Fold[] {
  const order = shuffledIndices(cases, createRandom(seed));
  return Array.from({ length: folds }, (_, fold) => ({
    left: order.filter((__, place) => place % folds === fold),
    kept: order.filter((__, place) => place % folds !== fold),
  }));
}

/** The penalties to try, from hardly any to one that rules, relative to the mean squared column. */
const LAMBDA_GRID = Array.from({ length: 13 }, (_, step) => 10 ** (step - 10));

/** The penalty whose predictions of cases left out have the least squared error. */
export function chooseLambda(counts: Matrix, energies: Float64Array, folds: number, seed: number): number {
  const meanSquare = counts.values.reduce((sum, value) => sum + value * value, 0) / counts.columns;
  const rounds = divide(counts.rows, folds, seed).map(({ left, kept }) => ({
    reduced: reduceProblem(selectRows(counts, kept), selectEntries(energies, kept)),
    validation: selectRows(counts, left),
    measured: selectEntries(energies, left),
  }));
  let best = { lambda: 0, error: Infinity };
  for (const relative of LAMBDA_GRID) {
    const lambda = relative * meanSquare;
    let error = 0;
    for (const { reduced, validation, measured } of rounds) {
      const rest = subtract(multiply(validation, basicSolution(penalize(reduced, lambda))), measured);
      error += dot(rest, rest);
    }
    if (error < best.error) best = { lambda, error };
  }
  return best.lambda;
}

/**
 * How well a model's energies agree with measured ones. NMAE and r: "Fine-grained energy modeling", equation 6
 * and Table 3; AEE and R²: vLens, equations 6 and 7.
 */
export interface Goodness {
  /** Correlation of predicted and measured energies; `null` where either does not vary. */
  readonly r: number | null;
  /** Mean of |ŷ − y| / y, over cases that took energy at all. */
  readonly nmae: number | null;
  /** 1 − Σ(y − ŷ)² / Σ(y − ȳ)². */
  readonly rSquared: number | null;
  /** |Σŷ − Σy| / Σy. */
  readonly aee: number | null;
}

/** `leftOut` are places of cases that are not judged by. */
export function measureGoodness(
  allPredicted: Float64Array,
  allMeasured: Float64Array,
  leftOut: ReadonlySet<number> = new Set(),
): Goodness {
  const predicted = allPredicted.filter((_, i) => !leftOut.has(i));
  const measured = allMeasured.filter((_, i) => !leftOut.has(i));
  const size = measured.length;
  const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  const totals = { predicted: sumOf(predicted), measured: sumOf(measured) };
  let [both, squares, fitted, residual, relative, positive] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < size; i++) {
    const y = at(measured, i) - totals.measured / size;
    const yHat = at(predicted, i) - totals.predicted / size;
    both += y * yHat;
    squares += y * y;
    fitted += yHat * yHat;
    const error = at(predicted, i) - at(measured, i);
    residual += error * error;
    if (at(measured, i) > 0) {
      relative += Math.abs(error) / at(measured, i);
      positive++;
    }
  }
  return {
    r: squares > 0 && fitted > 0 ? both / Math.sqrt(squares * fitted) : null,
    nmae: positive > 0 ? relative / positive : null,
    rSquared: squares > 0 ? 1 - residual / squares : null,
    aee: totals.measured > 0 ? Math.abs(totals.predicted - totals.measured) / totals.measured : null,
  };
}
