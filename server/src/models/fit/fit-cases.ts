/**
 * Fits a cost model to the measured cases of a table, and writes its JSON
 * account and its model file.
 *
 * Sits in `models/`, wiring `models/fit/` to the model format of `cost/`.
 */
import { at as elementAt, withDefined } from '../../base/check';
import { formatModelFile } from '../../cost/model/model-file';
import type { CrossValidation } from './cross-validation';
import { fitRegression, type ModelCheck, type RegressionFit, type RegressionOptions } from './fit-regression';
import { at } from '../solve/matrix';
import { readCases, type CaseOptions } from './read-cases';
import { readTable } from './read-table';
import type { FitProblem } from './regression-data';

export const FIT_FORMAT = 'jouleline-fit';
export const FIT_VERSION = 1;

/** The identity of a model file, which stands beside its costs. */
export interface ModelIdentity {
  readonly id: string;
  readonly title: string;
  readonly machine: string;
  readonly mode: 'interpreter' | 'jit';
  readonly isLocal: boolean;
}

export interface FitRequest extends CaseOptions, RegressionOptions {
  readonly text: string;
  readonly fileName: string;
  /** True where the joules stand for CPU time, which no unit says. */
  readonly isProxy?: boolean;
}

export type FitOutcome =
  | {
      /** The account that `jouleline fit` prints; docs/reference/formats.md describes it. */
      readonly account: object;
      readonly checks: readonly ModelCheck[];
      readonly problems: readonly FitProblem[];
      readonly toModelFile: (identity: ModelIdentity) => string;
    }
  | { readonly problems: readonly FitProblem[] };

export function fitCases(request: FitRequest): FitOutcome {
  const { text, fileName, method, folds, seed, lambda } = request;
  const read = readTable(text, fileName);
  if ('problems' in read) return read;
  const { data, weights, problems, ...cases } = readCases(read.table, fileName, request);
  const isProxy = cases.isProxy || request.isProxy === true;
  if (data === undefined) return { problems };
  const outcome = fitRegression(data, { method, folds, seed, ...withDefined({ lambda }) }, weights);
  const all = [
    ...problems,
    ...outcome.problems.map(({ severity, message }) => ({ severity, message: `${fileName}: ${message}` })),
  ];
  if (!('fit' in outcome)) return { problems: all };
  const { fit } = outcome;
  return {
    account: describeFit(fit, isProxy, all),
    checks: fit.checks,
    problems: all,
    toModelFile: (identity) => writeModelFile(fit, identity, isProxy, fileName),
  };
}

/** The account of a fit that `jouleline fit` prints. */
export function describeFit(fit: RegressionFit, isProxy: boolean, problems: readonly FitProblem[]): object {
  const byName = <T>(valueOf: (index: number) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(
      fit.costs.flatMap(({ name, place }, j) => (place === undefined ? [[name, valueOf(j)]] : [])),
    );
  const { robust, descent } = fit.details;
  return {
    format: FIT_FORMAT,
    version: FIT_VERSION,
    method: fit.method,
    unit: 'J',
    isProxy,
    cases: fit.cases.length,
    coefficients: byName((j) => elementAt(fit.costs, j).cost),
    standardErrors: byName((j) => elementAt(fit.costs, j).standardError),
    ...withDefined({ weights: fit.weights && [...fit.weights] }),
    outliers: fit.outliers.map((i) => elementAt(fit.cases, i).name),
    ...withDefined({ lambda: fit.lambda }),
    ...(robust && { scale: robust.scale, rounds: robust.rounds, converged: robust.converged }),
    ...(descent && {
      descents: descent.descents.map(({ coefficients, ...one }) => ({
        ...one,
        coefficients: named(coefficients),
      })),
      direct: { error: descent.direct.error, coefficients: named(descent.direct.coefficients) },
    }),
    residualSd: fit.residualSd,
    rank: fit.rank,
    conditionNumber: fit.conditionNumber,
    varianceInflation: byName((j) => elementAt(fit.varianceInflation, j)),
    groups: fit.groups,
    atBound: fit.atBound,
    goodness: fit.goodness,
    crossValidation: fit.crossValidation ?? null,
    ranking: fit.ranking,
    residuals: fit.cases.map(({ name, measured, predicted, leverage }) => ({
      case: name,
      measured,
      predicted,
      residual: measured - predicted,
      leverage,
    })),
    checks: fit.checks,
    problems: problems.map(({ message }) => message),
  };

  function named(values: Float64Array): Readonly<Record<string, number>> {
    return Object.fromEntries(fit.costs.map(({ name }, j) => [name, at(values, j)]));
  }
}

/** Operations that no case executes are left out: they stay not modeled. */
export function writeModelFile(
  fit: RegressionFit,
  identity: ModelIdentity,
  isProxy: boolean,
  fileName: string,
): string {
  const known = fit.costs.flatMap(({ cost, standardError }, j) =>
    cost === null || standardError === null ? [] : [j],
  );
  const source = `fitted to ${fit.cases.length} cases of ${baseName(fileName)} by ${fit.method}`;
  const head = {
    ...modelHead('per-operation', identity, source, isProxy),
    checks: fit.checks,
    fit: {
      method: fit.method,
      isProxy,
      cases: fit.cases.length,
      rank: fit.rank,
      conditionNumber: fit.conditionNumber,
      residualSd: fit.residualSd,
      goodness: fit.goodness,
      crossValidation: summarize(fit.crossValidation),
      groups: fit.groups,
      outliers: fit.outliers.length,
      residuals: someOf(fit.cases).map(({ measured, predicted }) => [measured, predicted]),
      shares: fit.ranking.byUnitCost.map(({ name, share }) => [name, share]),
    },
    operations: known.map((j) => {
      const { name, place, cost, standardError } = elementAt(fit.costs, j);
      return { name, ...withDefined({ place }), mean: cost, sd: standardError };
    }),
  };
  return formatModelFile(head, fit.covariance, known);
}

/** The number of residuals that the model's report keeps: more would be one dark cloud. */
const MOST_RESIDUALS = 1000;

/** Evenly over all of a list. */
function someOf<T>(list: readonly T[]): readonly T[] {
  const every = Math.ceil(list.length / MOST_RESIDUALS);
  return list.filter((_, index) => index % every === 0);
}

function summarize(validation: CrossValidation | undefined): object | null {
  return validation === undefined
    ? null
    : { folds: validation.folds, seed: validation.seed, overall: validation.overall };
}

/** The first members of a model file. */
export function modelHead(
  kind: string,
  { id, title, machine, mode, isLocal }: ModelIdentity,
  source: string,
  isProxy: boolean,
): object {
  return { kind, id, title, machine, mode, source: sayProxy(source, isProxy), local: isLocal, unit: 'J' };
}

export function sayProxy(source: string, isProxy: boolean): string {
  return isProxy ? `${source}; CPU time stands in for a meter: a proxy` : source;
}

/** The name of a file without its folders. */
export function baseName(fileName: string): string {
  return /[^/\\]*$/.exec(fileName)?.[0] ?? fileName;
}
