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
import { readModelFile } from '../../server/src/cost/model/model-file';
import { calibratedName, priceNames } from '../../server/src/operations/catalogue/price-names';
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
