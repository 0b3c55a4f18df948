/**
 * The energy that a model predicts for measured programs that it was not fitted
 * to, with sizes and callbacks, which a calibration counts.
 *
 * Sits in `models/`, beside `fit-calibration.ts`. Operations that are not
 * modeled are named, and are not in the energy: the interval then holds the
 * modeled part.
 */
import { CALLBACK, callbacksOf, elementsOf, energiesOfRounds } from '../../server/src/models/calibrate/cases';
import { INVOCATION } from '../../server/src/models/calibrate/count-benchmarks';
import type { CalibrationJournal } from '../../server/src/models/calibrate/journal';
import { buildAdditiveModel } from '../../server/src/cost/model/additive-model';
import { readModelFile } from '../../server/src/cost/model/model-file';
import { calibratedName, priceNames } from '../../server/src/operations/catalogue/price-names';
import { at } from '../../server/src/base/check';
import type { Joules } from '../../server/src/base/units';
import { REACH_OF_90 } from '../../server/src/base/distributions';

export interface PredictedBenchmark {
  readonly name: string;
  readonly measured: Joules;
  readonly predicted: Joules;
  /** The 90 % interval of the predicted energy, in joules. */
  readonly interval: { readonly low: Joules; readonly high: Joules };
  /** The executions of one round that are not modeled, by name. */
  readonly unmodeled: readonly (readonly [string, number])[];
}

/** Predicts the energy of measured programs with a model of the kind `per-operation` that was not fitted to them. */
export function predictBenchmarks(
  modelText: string,
  journal: CalibrationJournal,
): readonly PredictedBenchmark[] {
  const read = readModelFile(modelText, 'model', 'judged');
  const { counts, rounds } = journal;
  if (!('file' in read) || read.file.kind !== 'per-operation' || counts === undefined) return [];
  const { operations, covariance } = read.file;
  const index = new Map(operations.map(({ name }, place) => [name, place]));
  return Array.from(energiesOfRounds(journal), ([name, measured]): PredictedBenchmark => {
    const amounts = new Map<number, number>();
    const unmodeled: (readonly [string, number])[] = [];
    const add = (names: readonly string[], count: number): void => {
      const found = names.find((each) => index.has(each));
      const place = found === undefined ? undefined : index.get(found);
      if (place === undefined) unmodeled.push([names[0] ?? '', count]);
      else amounts.set(place, (amounts.get(place) ?? 0) + count);
    };
    const each = rounds.get(name) ?? 1;
    for (const [key, count, size] of counts.operations[name] ?? []) {
      const operation = counts.keys[key];
      if (operation === undefined) continue;
      add(priceNames(operation), count / each);
      const general = calibratedName(operation);
      if (size !== undefined && size > 0)
        add(
          operation.family === 'LibraryFunction'
            ? [elementsOf(general)]
            : [elementsOf(general), elementsOf('array')],
          size / each,
        );
    }
    const callbacks = callbacksOf(name, counts);
    if (callbacks > 0) add([CALLBACK], callbacks / each);
    let [predicted, variance] = [0, 0];
    for (const [i, count] of amounts) {
      predicted += count * (operations[i]?.mean ?? 0);
      for (const [j, other] of amounts)
        variance += count * other * (covariance?.[i * operations.length + j] ?? 0);
    }
    const reach = REACH_OF_90 * Math.sqrt(Math.max(0, variance));
    return {
      name,
      measured,
      predicted,
      interval: { low: predicted - reach, high: predicted + reach },
      unmodeled,
    };
  });
}

/** What a model predicts of one round: the interval is that of 95 % of what would be measured. */
export interface PosteriorPrediction {
  readonly predicted: Joules;
  readonly sd: Joules;
  readonly interval: { readonly low: Joules; readonly high: Joules };
  readonly unmodeled: readonly (readonly [string, number])[];
}

/**
 * The posterior predictive distribution of each benchmark on a device, by a model of the kind `additive`: the
 * convolution of the Gaussians of all executions (section 5 of the probabilistic energy profiler), with the covariances
 * of their parameters.
 */
export function predictByPosterior(
  modelText: string,
  device: string,
  journal: CalibrationJournal,
): ReadonlyMap<string, PosteriorPrediction> {
  const read = readModelFile(modelText, 'model', 'judged');
  const { counts, rounds } = journal;
  if (!('file' in read) || read.file.kind !== 'additive' || counts === undefined)
    throw new Error('a model of patterns and a journal with counts are needed');
  const { noiseSd } = read.file;
  const model = buildAdditiveModel(read.file, device);
  const { parameters, covariance } = model;
  const size = parameters.length;
  return new Map(
    Object.entries(counts.operations).map(([name, row]): readonly [string, PosteriorPrediction] => {
      const amounts = new Float64Array(size);
      const unmodeled: (readonly [string, number])[] = [];
      let draws = 0;
      for (const [key, executed] of row) {
        const operation = at(counts.keys, key);
        const count = executed / (rounds.get(name) ?? 1);
        const priced = model.price(operation);
        if (priced === undefined) unmodeled.push([operation.name, count]);
        draws += count * (priced?.noise ?? 0);
        for (const { parameter, coefficient } of priced?.terms ?? [])
          amounts[parameter] = at(amounts, parameter) + count * coefficient;
      }
      let [predicted, variance] = [0, draws * noiseSd ** 2];
      amounts.forEach((amount, i) => {
        predicted += amount * at(parameters, i).mean;
        amounts.forEach((other, j) => {
          variance += amount * other * (covariance?.[i * size + j] ?? 0);
        });
      });
      const sd = Math.sqrt(variance);
      const interval = { low: predicted - REACH_OF_95 * sd, high: predicted + REACH_OF_95 * sd };
      return [name, { predicted, sd, interval, unmodeled }];
    }),
  );
}

const REACH_OF_95 = 1.959963984540054;

/** The energy of each benchmark by a model of the kind `ecalc`, in joules, and the executions of a round that it has no cost for. */
export function predictByInstructions(
  modelText: string,
  journal: CalibrationJournal,
): ReadonlyMap<
  string,
  { readonly predicted: Joules; readonly unmodeled: readonly (readonly [string, number])[] }
> {
  const read = readModelFile(modelText, 'model', 'judged');
  const { counts, rounds } = journal;
  if (!('file' in read) || read.file.kind !== 'ecalc' || counts === undefined)
    throw new Error('a model of JVM instructions and a journal with counts are needed');
  const { instructions, invocation, allocations, library } = read.file;
  const costs = new Map([
    ...[...instructions, ...allocations, ...library].map(({ name, mean }) => [name, mean] as const),
    ...[...allocations, ...library].map(({ name, perSize }) => [elementsOf(name), perSize] as const),
    [INVOCATION, invocation.mean] as const,
  ]);
  return new Map(
    Object.entries(counts.instructions).map(([name, row]) => {
      const executions = Object.entries(row).map(
        ([each, count]) => [each, count / (rounds.get(name) ?? 1)] as const,
      );
      return [
        name,
        {
          predicted: executions.reduce((sum, [each, count]) => sum + count * (costs.get(each) ?? 0), 0),
          unmodeled: executions.filter(
            ([each, count]) => count > 0 && !costs.has(each) && !costs.has(each.replace(/ per element$/, '')),
          ),
        },
      ];
    }),
  );
}
