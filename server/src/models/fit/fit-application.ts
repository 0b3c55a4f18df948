/**
 * A cost model of one application, from profiles of it with different inputs.
 *
 * Sits in `models/`, wiring `models/fit/prior-regression.ts` to profiles and to the
 * model format of `cost/`. Per-application costs for compiled code (Li and
 * Gallagher): an earlier model, whatever machine it is of, says what each place
 * costs beside the others; measured energies of the cases say what it costs here.
 */
import { at as elementAt, withDefined } from '../../base/check';
import { ELSEWHERE } from '../../cost/model/application-model';
import { MOST_PLACES } from '../../cost/model/application-file';
import type { CostModel } from '../../cost/model/cost-model';
import { MODEL_FORMAT, MODEL_VERSION } from '../../cost/model/model-file';
import { meanOf, unmodeledNominal } from '../../cost/pricing/price-member';
import { standardNormalQuantile } from '../../base/distributions';
import type { ModelCheck } from './fit-regression';
import { measureGoodness, type Goodness } from './cross-validation';
import { at, multiply } from '../solve/matrix';
import { deviationsOf, fitWithPriors, predictEachLeftOut, type PriorFit } from './prior-regression';
import type { FitProblem } from './regression-data';
import { accountForRuns } from '../../runs/account-for-runs';
import { operationId } from '../../operations/catalogue/operation';
import { placeName } from '../../profile/document/place-operations';
import type { Joules, Share } from '../../base/units';
import { FIT_FORMAT, FIT_VERSION, type FitOutcome, modelHead } from './fit-cases';
import { transferErrorOf } from '../../cost/model/transfer-error';
import type { NamedProfile } from './profile-cases';

export interface ApplicationFitRequest {
  readonly profiles: readonly NamedProfile[];
  /** The name of the folder in messages. */
  readonly folder: string;
  /** The model that says how the costs of operations relate to each other. */
  readonly base: CostModel;
}

interface ApplicationCase {
  readonly name: string;
  readonly energy: Joules;
  /** The energy of each place by the base model, in joules. */
  readonly places: ReadonlyMap<string, Joules>;
}

/** The least number of cases: with fewer, nothing can be said of how well others are predicted. */
const LEAST_CASES = 4;
/** The largest error of a model that is used unasked, as for a calibrated machine. */
const MOST_ERROR: Share = 0.25;

export function fitApplication({ profiles, folder, base }: ApplicationFitRequest): FitOutcome {
  const problems: FitProblem[] = [];
  const fail = (message: string): FitOutcome => ({
    problems: [...problems, { severity: 'error', message: `${folder}: ${message}` }],
  });
  const priceOf = createPricer(base);
  const cases = profiles.flatMap((each): readonly ApplicationCase[] => {
    const read = readCase(each, priceOf);
    if (typeof read !== 'string') return [read];
    problems.push({ severity: 'warning', message: `${folder}: ${each.name}: ${read}` });
    return [];
  });
  const measured = profiles.filter(({ name }) => cases.some((each) => each.name === name));
  const classes = collectClasses(measured);
  if ('changed' in classes)
    return fail(
      `${classes.changed} is not the same class in all profiles: it was compiled anew between two of them. Profile all again`,
    );
  if (cases.length < LEAST_CASES)
    return fail(`${cases.length} measured cases; at least ${LEAST_CASES} of different inputs are needed`);
  const { names, matrix } = tabulate(cases);
  const energies = Float64Array.from(cases, ({ energy }) => energy);
  // The relative deviation with which costs of other programs are known.
  const leastSpread = transferErrorOf(base, 'jit').off / standardNormalQuantile(0.95);
  const fit = fitWithPriors(matrix, energies, leastSpread);
  const leftOut = predictEachLeftOut(matrix, energies, leastSpread);
  if (fit === undefined || leftOut === undefined)
    return fail('the cases have no costs in common: are they of one program?');
  const validation = measureGoodness(leftOut, energies);
  const errors = [...leftOut.keys()].map((i) => Math.abs(at(leftOut, i) / at(energies, i) - 1));
  const worst = [...errors].sort((a, b) => a - b)[Math.floor(0.9 * errors.length)] ?? Infinity;
  const bases = names.map((_, j) => meanOfColumn(matrix.values, matrix.rows, matrix.columns, j));
  const deviations = deviationsOf(fit);
  const isProxy = measured.some(({ profile }) => profile.measurement?.source.isProxy === true);
  const checks = judge(validation);
  const source = `fitted to ${cases.length} cases of one application, with "${base.title}" for what its operations cost beside each other`;
  const summary = {
    method: 'application',
    isProxy,
    cases: cases.length,
    base: { id: base.id, title: base.title },
    scale: fit.scale,
    priorSd: fit.priorSd,
    noise: fit.noise,
    warmUp: fit.constant,
    goodness: measureGoodness(
      multiply(matrix, fit.factors).map((energy) => energy + fit.constant),
      energies,
    ),
    crossValidation: { folds: cases.length, overall: validation },
  };
  return {
    problems,
    checks,
    account: {
      format: FIT_FORMAT,
      version: FIT_VERSION,
      unit: 'J',
      ...summary,
      residuals: cases.map(({ name, energy }, i) => ({
        case: name,
        measured: energy,
        leftOut: at(leftOut, i),
      })),
      places: names.map((name, j) => ({
        name,
        energy: at(fit.factors, j) * elementAt(bases, j),
        factor: at(fit.factors, j) / fit.scale,
        factorSd: at(deviations, j) / fit.scale,
      })),
      checks,
      problems: problems.map(({ message }) => message),
    },
    toModelFile: (identity) =>
      writeApplicationModel(
        {
          ...modelHead('application', identity, source, isProxy),
          relativeSd: worst / standardNormalQuantile(0.95),
          ...withDefined({ transfer: base.transfer }),
          checks,
          fit: {
            ...summary,
            residuals: cases.map(({ energy }, i) => [energy, at(leftOut, i)]),
          },
          classes: classes.all,
          operations: operationsOf(measured, priceOf),
        },
        names,
        bases,
        fit,
      ),
  };
}

/**
 * Gives each operation its cost by the base model. An operation that is not modeled has the cost of an empty call: a
 * place's cost holds all that runs there.
 */
function createPricer(base: CostModel): (key: Parameters<CostModel['price']>[0]) => Joules {
  const nominal = unmodeledNominal(base);
  return (key) => {
    const price = base.price(key);
    return price === undefined ? nominal : meanOf(price, base);
  };
}

/** Reads a profile as a case, or gives the reason why it is none. */
function readCase(
  { name, profile }: NamedProfile,
  priceOf: ReturnType<typeof createPricer>,
): ApplicationCase | string {
  const { measurement, keys, classes } = profile;
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  if (parts === undefined) return 'no energy was measured; profile it again with --runs';
  if (parts.left <= 0) return 'nothing is left of its energy beside start-up; a longer run is needed';
  const prices = keys.map(priceOf);
  const places = new Map<string, Joules>();
  for (const owner of classes)
    for (const method of owner.methods)
      for (const [key, line, count] of method.operations) {
        const energy = elementAt(prices, key) * count;
        const place = placeName(owner.name, method, line);
        if (energy > 0) places.set(place, (places.get(place) ?? 0) + energy);
      }
  return places.size === 0 ? 'nothing of it was counted' : { name, energy: parts.left, places };
}

/** Collects the classes that ran in the profiles, or names one that changed between them. */
function collectClasses(
  profiles: readonly NamedProfile[],
):
  | { readonly all: readonly { readonly name: string; readonly hash: number }[] }
  | { readonly changed: string } {
  const hashes = new Map<string, number>();
  for (const { profile } of profiles)
    for (const { name, hash, methods } of profile.classes) {
      if (!methods.some(({ operations }) => operations.length > 0)) continue;
      if ((hashes.get(name) ?? hash) !== hash) return { changed: name };
      hashes.set(name, hash);
    }
  return { all: Array.from(hashes, ([name, hash]) => ({ name, hash })) };
}

/** The places of highest energy by themselves, all others together. */
function tabulate(cases: readonly ApplicationCase[]): {
  readonly names: readonly string[];
  readonly matrix: { readonly rows: number; readonly columns: number; readonly values: Float64Array };
} {
  const totals = new Map<string, Joules>();
  for (const { places } of cases)
    for (const [place, energy] of places) totals.set(place, (totals.get(place) ?? 0) + energy);
  const hottest = [...totals].sort((a, b) => b[1] - a[1]).slice(0, MOST_PLACES);
  const names = [...hottest.map(([name]) => name), ELSEWHERE];
  const index = new Map(names.map((name, j) => [name, j]));
  const columns = names.length;
  const values = new Float64Array(cases.length * columns);
  cases.forEach(({ places }, i) => {
    for (const [place, energy] of places) {
      const cell = i * columns + (index.get(place) ?? columns - 1);
      values[cell] = at(values, cell) + energy;
    }
  });
  return { names, matrix: { rows: cases.length, columns, values } };
}

/**
 * The mean of a column in joules; 1 for a place where none of the cases ran, so that a joule of the base model
 * stands.
 */
function meanOfColumn(values: Float64Array, rows: number, columns: number, column: number): Joules {
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += at(values, i * columns + column);
  return sum > 0 ? sum / rows : 1;
}

function operationsOf(
  profiles: readonly NamedProfile[],
  priceOf: ReturnType<typeof createPricer>,
): readonly { readonly name: string; readonly mean: Joules }[] {
  const costs = new Map<string, Joules>();
  for (const { profile } of profiles)
    for (const key of profile.keys) costs.set(operationId(key), priceOf(key));
  return Array.from(costs, ([name, mean]) => ({ name, mean }));
}

function judge({ nmae, rSquared }: Goodness): readonly ModelCheck[] {
  const percent = nmae === null ? 'not at all' : `within ${(100 * nmae).toFixed(1)} % on average`;
  return [
    {
      name: 'prediction',
      passed: nmae !== null && nmae <= MOST_ERROR,
      message: `cases that were left out, each in turn, are predicted ${percent}${rSquared === null ? '' : `, R² = ${rSquared.toFixed(3)}`}`,
    },
  ];
}

function writeApplicationModel(
  head: object,
  names: readonly string[],
  bases: readonly Joules[],
  { factors, priorSd, told }: PriorFit,
): string {
  const places = names.map((name, j) => {
    const base = elementAt(bases, j);
    return { name, base, mean: at(factors, j) * base, prior: priorSd * base };
  });
  const rows = Array.from({ length: told.rows }, (_, i) =>
    JSON.stringify(
      names.map((_name, j) => rounded(at(told.values, i * told.columns + j) * elementAt(bases, j))),
    ),
  );
  const model = JSON.stringify(
    { format: MODEL_FORMAT, version: MODEL_VERSION, ...head, places },
    undefined,
    2,
  );
  return `${model.replace(/\n\}$/, '')},\n  "told": [\n    ${rows.join(',\n    ')}\n  ]\n}\n`;
}

/** Nine digits: a quarter of the text. */
function rounded(value: number): number {
  return Number(value.toPrecision(9));
}
