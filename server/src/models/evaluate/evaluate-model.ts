/**
 * A model held against measured cases that it was not fitted to.
 *
 * Sits in `models/`, wiring the model format of `cost/` to `models/fit/`.
 */
import { listSome } from '../../words/text-sections';
import { at as elementAt } from '../../base/check';
import { REACH_OF_90 } from '../../base/distributions';
import { formatModelProblem } from '../../cost/model/load-model';
import { readModelFile, type PerOperationModelFile } from '../../cost/model/model-file';
import { measureGoodness, type Goodness } from '../fit/cross-validation';
import { at, multiply, selectColumns } from '../solve/matrix';
import { readCases, type CaseOptions } from '../fit/read-cases';
import { readTable } from '../fit/read-table';
import { checkData, type FitProblem, type RegressionData } from '../fit/regression-data';
import { priceNames } from '../../operations/catalogue/price-names';
import type { Joules, Share } from '../../base/units';
import { isInterpreted } from '../../profile/account/measured-profile';
import { COLLECTIONS_COLUMN, tabulateProfiles, type NamedProfile } from '../fit/profile-cases';

export const EVALUATION_FORMAT = 'jouleline-evaluation';
export const EVALUATION_VERSION = 1;

export interface EvaluatedCase {
  readonly case: string;
  readonly measured: Joules;
  readonly predicted: Joules;
  readonly sd: Joules | null;
  /** (predicted − measured) / measured; `null` for a case that took nothing. */
  readonly error: number | null;
  /** Within the 90 % interval of the prediction. */
  readonly isCovered: boolean | null;
}

export interface Evaluation {
  readonly model: { readonly id: string; readonly title: string; readonly machine: string };
  readonly isProxy: boolean;
  readonly goodness: Goodness;
  readonly worstError: number | null;
  /** The share of cases that lie within their 90 % intervals; `null` where the model has no deviation for cases. */
  readonly covered: Share | null;
  /** Columns that are not modeled; their energy is in what was measured only. */
  readonly unpriced: readonly string[];
  readonly cases: readonly EvaluatedCase[];
}

export type EvaluationOutcome =
  | { readonly evaluation: Evaluation; readonly problems: readonly FitProblem[] }
  | { readonly problems: readonly FitProblem[] };

export interface EvaluationRequest extends CaseOptions {
  readonly model: { readonly text: string; readonly fileName: string };
  /** A table of cases, or profiles with measured runs. */
  readonly data: CaseData & { readonly fileName: string };
}

type CaseData = { readonly text: string } | { readonly profiles: readonly NamedProfile[] };

export function evaluateModel({ model, data, ...options }: EvaluationRequest): EvaluationOutcome {
  const fail = (message: string): EvaluationOutcome => ({ problems: [{ severity: 'error', message }] });
  const read = readModelFile(model.text, model.fileName, 'judged');
  if ('problems' in read)
    return {
      problems: read.problems.map((problem) => ({ severity: 'error', message: formatModelProblem(problem) })),
    };
  const { file } = read;
  if (file.kind !== 'per-operation')
    return fail(
      `${model.fileName}: kind is "${file.kind}"; cases of counts need a model of the kind "per-operation"`,
    );
  const index = new Map(file.operations.map(({ name }, place) => [name, place]));
  const source = tabulate(data, index);
  if (source.cases === 0)
    return {
      problems: [
        ...source.problems,
        { severity: 'error', message: `${data.fileName}: holds no profile with measured runs` },
      ],
    };
  const table = readTable(source.text, data.fileName);
  if ('problems' in table) return table;
  const cases = readCases(table.table, data.fileName, options);
  if (cases.data === undefined) return { problems: cases.problems };
  const checked = checkData(cases.data).filter(({ severity }) => severity === 'error');
  if (checked.length > 0)
    return {
      problems: checked.map(({ severity, message }) => ({
        severity,
        message: `${data.fileName}: ${message}`,
      })),
    };
  const modeled = cases.data.names.flatMap((name, column) => {
    const place = index.get(name);
    return place === undefined ? [] : [{ column, place }];
  });
  if (modeled.length === 0)
    return fail(`${data.fileName}: no column is an operation that ${model.fileName} has a cost for`);
  const unmodeled = cases.data.names.filter((name, j) => !index.has(name) && isExecuted(cases.data, j));
  const problems: FitProblem[] = [
    ...failedChecks(model),
    ...otherMode(data, file.mode, model.fileName),
    ...source.problems,
    ...cases.problems,
  ];
  if (unmodeled.length > 0)
    problems.push({
      severity: 'warning',
      message: `${data.fileName}: ${listSome(unmodeled)}: executed, and not modeled in ${model.fileName}; what it takes is missing from every prediction`,
    });
  const evaluation = judgeCases(cases.data, modeled, file, residualSdOf(model.text));
  return {
    problems,
    evaluation: { ...evaluation, unpriced: unmodeled, isProxy: cases.isProxy || source.isProxy },
  };
}

/**
 * Makes the cases a table. An operation of a profile counts under the name that the model has a cost for, as in a
 * report.
 */
function tabulate(
  data: CaseData,
  modeled: ReadonlyMap<string, number>,
): {
  readonly text: string;
  readonly cases?: number;
  readonly isProxy: boolean;
  readonly problems: readonly FitProblem[];
} {
  if ('text' in data) return { text: data.text, isProxy: false, problems: [] };
  const { problems, ...table } = tabulateProfiles(
    data.profiles,
    modeled.has(COLLECTIONS_COLUMN),
    (key) => priceNames(key).find((name) => modeled.has(name)) ?? key.name,
  );
  return { ...table, problems: problems.map((message) => ({ severity: 'warning', message })) };
}

function otherMode(
  data: EvaluationRequest['data'],
  mode: PerOperationModelFile['mode'],
  model: string,
): readonly FitProblem[] {
  if ('text' in data) return [];
  const others = data.profiles.filter(
    ({ profile: { measurement } }) =>
      measurement !== undefined && isInterpreted(measurement) !== (mode === 'interpreter'),
  );
  if (others.length === 0) return [];
  const [costs, ran] = mode === 'interpreter' ? ['interpreted', 'compiled'] : ['compiled', 'interpreted'];
  return [
    {
      severity: 'warning',
      message: `${data.fileName}: ${others.length} of ${data.profiles.length} profiles are of ${ran} code, and ${model} has the costs of ${costs} code, which are others`,
    },
  ];
}

/**
 * The failed checks of a model, as warnings: the model is judged all the same, but nothing else takes such a model.
 */
function failedChecks({ text, fileName }: EvaluationRequest['model']): readonly FitProblem[] {
  const read = readModelFile(text, fileName, 'shown');
  if (!('problems' in read)) return [];
  return read.problems.map((problem) => ({ severity: 'warning', message: formatModelProblem(problem) }));
}

function isExecuted(data: RegressionData | undefined, column: number): boolean {
  if (data === undefined) return false;
  const { rows, columns, values } = data.counts;
  for (let i = 0; i < rows; i++) if (at(values, i * columns + column) > 0) return true;
  return false;
}

function judgeCases(
  data: RegressionData,
  modeled: readonly { readonly column: number; readonly place: number }[],
  file: PerOperationModelFile,
  residualSd: Joules | undefined,
): Omit<Evaluation, 'unpriced' | 'isProxy'> {
  const counts = selectColumns(
    data.counts,
    modeled.map(({ column }) => column),
  );
  const means = Float64Array.from(modeled, ({ place }) => elementAt(file.operations, place).mean);
  const predicted = multiply(counts, means);
  const variances = varianceOfCases();
  const cases = data.cases.map((name, i): EvaluatedCase => {
    const [measured, guess] = [at(data.energies, i), at(predicted, i)];
    const own = residualSd ?? (file.relativeSd === undefined ? undefined : file.relativeSd * guess);
    const sd = own === undefined ? null : Math.sqrt(at(variances, i) + own ** 2);
    return {
      case: name,
      measured,
      predicted: guess,
      sd,
      error: measured > 0 ? (guess - measured) / measured : null,
      isCovered: sd === null ? null : Math.abs(guess - measured) <= REACH_OF_90 * sd,
    };
  });
  const errors = cases.flatMap(({ error }) => (error === null ? [] : [Math.abs(error)]));
  return {
    model: { id: file.id, title: file.title, machine: file.machine },
    goodness: measureGoodness(predicted, data.energies),
    worstError: errors.length === 0 ? null : errors.reduce((a, b) => Math.max(a, b), 0),
    covered:
      residualSd === undefined && file.relativeSd === undefined
        ? null
        : cases.filter(({ isCovered }) => isCovered).length / cases.length,
    cases,
  };

  /** c'Σc of each case; independence assumed where the file has no covariance. */
  function varianceOfCases(): Float64Array {
    const size = file.operations.length;
    const { covariance } = file;
    return Float64Array.from(data.cases, (_, i) => {
      const row = counts.values.subarray(i * counts.columns, (i + 1) * counts.columns);
      let variance = 0;
      modeled.forEach((one, a) => {
        if (covariance === undefined) {
          variance += (at(row, a) * elementAt(file.operations, one.place).sd) ** 2;
          return;
        }
        modeled.forEach((other, b) => {
          variance += at(row, a) * at(row, b) * at(covariance, one.place * size + other.place);
        });
      });
      return Math.max(0, variance);
    });
  }
}

/** The standard deviation of one case's residual, in joules; undefined where the model was not fitted to cases. */
function residualSdOf(text: string): Joules | undefined {
  const root = JSON.parse(text.replace(/^\uFEFF/, '')) as {
    readonly fit?: { readonly residualSd?: unknown };
  };
  const value = root.fit?.residualSd;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
