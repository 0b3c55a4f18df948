/**
 * Makes a judged cost model from data by regression: checks, estimate, groups
 * that can't be told apart, cross-validation, ranking.
 *
 * Sits in `models/`, over everything that regressions need. Names go in and
 * come out; their meaning is the caller's.
 */
import { listSome } from '../../words/text-sections';
import { at as elementAt, withDefined } from '../../base/check';
import type { Joules, Share } from '../../base/units';
import {
  chooseLambda,
  crossValidate,
  type CrossValidation,
  measureGoodness,
  type Goodness,
} from './cross-validation';
import { estimateCosts, type MethodDetails, type RegressionMethod } from './estimate';
import { examineIdentifiability, type Identifiability } from './identifiability';
import { leveragesOf } from '../solve/rank-revealing';
import { at, multiply, type Matrix } from '../solve/matrix';
import { checkData, type FitProblem, type RegressionData } from './regression-data';

export interface RegressionOptions {
  readonly method: RegressionMethod;
  readonly folds: number;
  readonly seed: number;
  /** Chosen by cross-validation where it is not given. */
  readonly lambda?: number;
}

/** A model that fails one is not to be used unasked. */
export interface ModelCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
}

export interface FittedCost {
  readonly name: string;
  /** The line of a method that alone it is the cost of, as in `app/Main.run(I)V:12`. */
  readonly place?: string;
  /** The energy of one execution, in joules; `null` where no case executes the operation. */
  readonly cost: Joules | null;
  /** `null` where there are no more cases than costs. */
  readonly standardError: Joules | null;
}

export interface RegressionFit extends Identifiability {
  readonly method: RegressionMethod;
  readonly costs: readonly FittedCost[];
  /** Row-major, of all columns; NaN where a standard error is `null`. */
  readonly covariance: Float64Array;
  readonly residualSd: Joules | null;
  readonly lambda?: number;
  readonly weights?: Float64Array;
  /** Held at 0 by non-negativity. */
  readonly atBound: readonly string[];
  /** The goodness over all cases but the outliers. */
  readonly goodness: Goodness;
  /** Cases, by their place, that a robust method gives next to no weight. */
  readonly outliers: readonly number[];
  readonly crossValidation?: CrossValidation;
  readonly cases: readonly {
    readonly name: string;
    readonly measured: Joules;
    readonly predicted: Joules;
    readonly leverage: number;
  }[];
  readonly ranking: Ranking;
  readonly details: MethodDetails;
  readonly checks: readonly ModelCheck[];
}

export type RegressionOutcome =
  | { readonly fit: RegressionFit; readonly problems: readonly FitProblem[] }
  | { readonly problems: readonly FitProblem[] };

export function fitRegression(
  data: RegressionData,
  options: RegressionOptions,
  weights?: Float64Array,
): RegressionOutcome {
  const problems = [...checkData(data)];
  if (problems.some(({ severity }) => severity === 'error')) return { problems };
  const { names, counts, energies } = data;
  const { method, seed } = options;
  const warn = (message: string): number => problems.push({ severity: 'warning', message });
  if (weights !== undefined && method !== 'ols')
    warn(`the column weight serves the method ols only; ${method} makes no use of it`);
  const folds = Math.min(options.folds, counts.rows - (data.assumed ?? 0));
  const lambda =
    method === 'ridge' ? (options.lambda ?? chooseLambda(counts, energies, Math.max(2, folds), seed)) : 0;
  const estimator = { method, lambda, seed };
  const used = method === 'ols' ? weights : undefined;

  const estimate = estimateCosts(counts, energies, used, estimator);
  const identified = examineIdentifiability(estimate.factor, names);
  const predicted = multiply(counts, estimate.coefficients);
  const costs = names.map((name, j): FittedCost => {
    if (at(estimate.factor.norms, j) === 0) return { name, cost: null, standardError: null };
    const variance = at(estimate.covariance, j * names.length + j);
    const standardError = Number.isFinite(variance) ? Math.sqrt(Math.max(0, variance)) : null;
    return { name, cost: at(estimate.coefficients, j), standardError };
  });
  const outliers = method === 'ols' ? [] : outliersOf(estimate.weights);
  const crossValidation =
    folds < 2 || counts.rows < 2
      ? undefined
      : crossValidate(counts, energies, used, folds, estimator, new Set(outliers), data.assumed);

  for (const message of estimate.warnings) warn(message);
  for (const group of identified.groups) warn(group.message);
  const rejected = outliers.map((i) => elementAt(data.cases, i));
  if (rejected.length > 0)
    warn(
      `${rejected.length} of ${counts.rows} cases don't fit the others and count as outliers: ${listSome(rejected)}`,
    );
  const leverages = leveragesOf(counts, estimate.factor, used);
  const bound = (estimate.atBound ?? [])
    .filter((j) => at(estimate.coefficients, j) === 0)
    .map((j) => elementAt(names, j));
  if (bound.length > 0)
    warn(
      `${listSome(bound)}: less than nothing would fit better, so the cost is held at 0; its standard error says how much it may be`,
    );

  return {
    problems,
    fit: {
      method,
      costs,
      covariance: estimate.covariance,
      residualSd: Number.isFinite(estimate.residualSd) ? estimate.residualSd : null,
      ...withDefined({ lambda: method === 'ridge' ? lambda : undefined, weights: estimate.weights }),
      atBound: bound,
      rank: identified.rank,
      conditionNumber: identified.conditionNumber,
      varianceInflation: identified.varianceInflation,
      groups: identified.groups,
      goodness: measureGoodness(predicted, energies, new Set(outliers)),
      outliers,
      ...withDefined({ crossValidation }),
      cases: data.cases.map((name, i) => ({
        name,
        measured: at(energies, i),
        predicted: at(predicted, i),
        leverage: at(leverages, i),
      })),
      ranking: rankOperations(names, counts, estimate.coefficients),
      details: withDefined({ robust: estimate.robust, descent: estimate.descent }),
      checks: judge(costs, counts.rows, identified.rank, estimate, crossValidation),
    },
  };
}

/**
 * The share of a full weight below which a case is an outlier, as with collections, switches of threads, and other
 * energy that does not belong to the operations.
 */
const OUTLIER_WEIGHT = 0.05;

function outliersOf(weights: Float64Array | undefined): readonly number[] {
  return weights === undefined ? [] : [...weights.keys()].filter((i) => at(weights, i) < OUTLIER_WEIGHT);
}

function judge(
  costs: readonly FittedCost[],
  cases: number,
  rank: number,
  details: MethodDetails,
  validation: CrossValidation | undefined,
): readonly ModelCheck[] {
  const negative = costs.filter(({ cost }) => cost !== null && cost < 0).map(({ name }) => name);
  const rSquared = validation?.overall.rSquared ?? null;
  const { robust, descent } = details;
  const converged = robust?.converged !== false && descent?.descents.some((one) => one.converged) !== false;
  return [
    {
      name: 'costs',
      passed: negative.length === 0,
      message:
        negative.length === 0
          ? 'no operation costs less than nothing'
          : `${listSome(negative)} cost${negative.length === 1 ? 's' : ''} less than nothing: fit with nnls, or measure more cases`,
    },
    {
      name: 'cases',
      passed: cases > rank,
      message:
        cases > rank
          ? `${cases} cases determine ${rank} costs`
          : `${cases} cases can't both determine ${rank} costs and say how sure they are: measure more cases`,
    },
    {
      name: 'convergence',
      passed: converged,
      message: converged ? 'the method came to its end' : 'the method did not come to its end: take another',
    },
    {
      name: 'prediction',
      passed: rSquared !== null && rSquared > 0,
      message:
        rSquared === null
          ? 'it was not tried on cases left out'
          : rSquared > 0
            ? `cases left out are predicted with R² = ${rSquared.toFixed(3)}`
            : 'cases left out are predicted worse than by the mean energy of all: measure more cases, or more different ones',
    },
  ];
}

interface RankedOperation {
  readonly name: string;
  /** The energy of one execution, in joules. */
  readonly unitCost: Joules;
  readonly executions: number;
  /** The operation's share of the energy that the model gives all cases together. */
  readonly share: Share;
}

/** The operations by cost: for one execution, and for all together (Figure 3 of "Fine-grained energy modeling"). */
interface Ranking {
  readonly byUnitCost: readonly RankedOperation[];
  readonly byShare: readonly RankedOperation[];
  /** The share of the ten operations with the highest unit cost, and below it that of the twenty after them. */
  readonly topTenShare: Share;
  readonly nextTwentyShare: Share;
}

function rankOperations(names: readonly string[], counts: Matrix, coefficients: Float64Array): Ranking {
  const executions = new Float64Array(counts.columns);
  for (let i = 0; i < counts.rows * counts.columns; i++) {
    const j = i % counts.columns;
    executions[j] = at(executions, j) + at(counts.values, i);
  }
  const total = executions.reduce((sum, count, j) => sum + count * at(coefficients, j), 0);
  const operations = names.flatMap((name, j): readonly RankedOperation[] => {
    const unitCost = at(coefficients, j);
    const count = at(executions, j);
    if (count === 0 || Number.isNaN(unitCost)) return [];
    return [{ name, unitCost, executions: count, share: total > 0 ? (unitCost * count) / total : 0 }];
  });
  const byUnitCost = operations.toSorted((a, b) => b.unitCost - a.unitCost);
  const shareOf = (list: readonly RankedOperation[]): Share =>
    list.reduce((sum, { share }) => sum + share, 0);
  return {
    byUnitCost,
    byShare: operations.toSorted((a, b) => b.share - a.share),
    topTenShare: shareOf(byUnitCost.slice(0, 10)),
    nextTwentyShare: shareOf(byUnitCost.slice(10, 30)),
  };
}
