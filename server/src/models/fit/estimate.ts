/**
 * One estimate of all costs by a named method, with what the data can't tell
 * apart spread over its group.
 *
 * Sits in `models/`, over the methods.
 */
import { fitByDescent, type DescentEstimate } from '../solve/gradient-descent';
import { fitLeastSquares, fitRidge, type Estimate } from '../solve/least-squares';
import type { Matrix } from '../solve/matrix';
import { fitNonnegative } from '../solve/nonnegative';
import { createRandom } from '../solve/random';
import { nullDirections } from '../solve/rank-revealing';
import { fitRobust, type RobustEstimate } from '../solve/robust';
import { spreadOverGroups } from './spread-groups';

export const REGRESSION_METHODS = ['ols', 'ridge', 'nnls', 'huber', 'bisquare', 'vlens', 'gradient'] as const;
export type RegressionMethod = (typeof REGRESSION_METHODS)[number];

export interface EstimatorOptions {
  readonly method: RegressionMethod;
  /** The weight of a squared cost beside squared residuals; only ridge uses it. */
  readonly lambda: number;
  readonly seed: number;
}

/** The details that some methods add to their estimate. */
export interface MethodDetails {
  readonly robust?: Pick<RobustEstimate, 'scale' | 'rounds' | 'converged'>;
  readonly descent?: Pick<DescentEstimate, 'descents' | 'direct'>;
}

export function estimateCosts(
  counts: Matrix,
  energies: Float64Array,
  weights: Float64Array | undefined,
  options: EstimatorOptions,
): Estimate & MethodDetails {
  const estimate = fitByMethod(counts, energies, weights, options);
  // Ridge has one solution only, and it shares evenly between twins already.
  if (options.method === 'ridge') return estimate;
  const spread = spreadOverGroups(
    estimate.coefficients,
    estimate.covariance,
    nullDirections(estimate.factor),
    estimate.factor.norms,
  );
  return { ...estimate, ...spread };
}

function fitByMethod(
  counts: Matrix,
  energies: Float64Array,
  weights: Float64Array | undefined,
  { method, lambda, seed }: EstimatorOptions,
): Estimate & MethodDetails {
  switch (method) {
    case 'ols':
      return fitLeastSquares(counts, energies, weights);
    case 'ridge':
      return fitRidge(counts, energies, lambda);
    case 'nnls':
      return fitNonnegative(counts, energies);
    case 'huber':
    case 'bisquare':
    case 'vlens': {
      const robust = fitRobust(counts, energies, method);
      const { scale, rounds, converged } = robust;
      return { ...robust, robust: { scale, rounds, converged } };
    }
    case 'gradient': {
      const { descents, direct, ...estimate } = fitByDescent(counts, energies, createRandom(seed));
      return { ...estimate, descent: { descents, direct } };
    }
  }
}
