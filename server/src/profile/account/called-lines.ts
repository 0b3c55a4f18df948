/**
 * Code that was not counted, laid on the counted lines that called it: a row of each line and each called method, with
 * the energy that the samples of one more run give it.
 *
 * Sits in `profile/`, under `measured-profile.ts`. The rows are in the profile only while they are shown: what is
 * called then counts as library, else as not counted.
 */
import { groupBy } from '../../base/groups';
import type { Joules, Share } from '../../base/units';
import { extendCovariance } from '../../cost/model/scale-model';
import type { CostModel, Price } from '../../cost/model/cost-model';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { SampledCall } from '../../runs/sampled-work';
import { placeName } from '../document/place-operations';
import type { OperationRow, ProfileDocument, ProfiledMethod } from '../document/profile-document';

/** The family of the rows' operations, which no source and no class file has. */
export const NOT_COUNTED = 'NotCounted';

const SUFFIX = ', not counted';

/** Fewer samples are chance: half of such an energy would be its standard deviation. */
const LEAST_SAMPLES = 4;

/** The profile with a row for each counted line and what it called of code that was not counted. */
export function layCallsOnLines(profile: ProfileDocument): ProfileDocument {
  const calls = groupBy(profile.measurement?.sampled?.called ?? [], (call) => call.class);
  if (calls.size === 0) return profile;
  const keys = [...profile.keys];
  const classes = profile.classes.map((owner) => {
    const own = groupBy(
      calls.get(owner.name.replaceAll('/', '.')) ?? [],
      ({ method, line }) => `${method} ${line}`,
    );
    if (own.size === 0) return owner;
    const methods = owner.methods.map((method): ProfiledMethod => {
      const rows: OperationRow[] = [];
      for (const [line, executions] of method.lines) {
        const id = `${method.name} ${line}`;
        const found = own.get(id) ?? [];
        if (executions === 0 || sumOf(found, ({ samples }) => samples) < LEAST_SAMPLES) continue;
        // Of overloads on one line, the first has it all: a stack does not tell them apart.
        own.delete(id);
        for (const { callee } of found)
          rows.push([keys.push(keyOf(callee, placeName(owner.name, method, line))) - 1, line, executions]);
      }
      return rows.length === 0 ? method : { ...method, operations: [...method.operations, ...rows] };
    });
    return { ...owner, methods };
  });
  return { ...profile, keys, classes };
}

/** The method that a row of {@link layCallsOnLines} is about, as in `org.example.Parser.parse`. */
export function calleeOf({ name }: OperationKey): string {
  return name.slice(0, -SUFFIX.length);
}

function keyOf(callee: string, place: string): OperationKey {
  return {
    name: `${callee}${SUFFIX}`,
    family: NOT_COUNTED,
    group: 'library function',
    operands: [],
    size: 'load',
    place,
  };
}

interface CalledEnergy {
  /** The energy of each execution of the line. */
  readonly each: Joules;
  readonly deviation: Share;
  readonly samples: number;
}

/** The energies of the rows of {@link layCallsOnLines}, by place and name. */
export interface CalledEnergies {
  readonly sum: Joules;
  readonly samples: number;
  readonly byPlace: ReadonlyMap<string, CalledEnergy>;
}

/**
 * @param rate the energy of a sampled second.
 * @param deviation of the rate, relative to it.
 */
export function energiesOfCalled(
  { keys, classes, measurement }: ProfileDocument,
  rate: Joules,
  deviation: Share,
): CalledEnergies {
  const called = new Map<string, SampledCall>(
    (measurement?.sampled?.called ?? []).map((call) => [
      `${call.class.replaceAll('.', '/')}.${call.method} ${call.line} ${call.callee}`,
      call,
    ]),
  );
  const byPlace = new Map<string, CalledEnergy>();
  let [sum, all] = [0, 0];
  for (const { name: owner, methods } of classes)
    for (const { name: method, operations } of methods)
      for (const [index, line, executions] of operations) {
        const key = keys[index];
        if (key?.family !== NOT_COUNTED) continue;
        const call = called.get(`${owner}.${method} ${line} ${calleeOf(key)}`);
        if (call === undefined) continue;
        const { seconds, samples } = call;
        sum += seconds * rate;
        all += samples;
        byPlace.set(idOf(key), {
          each: (seconds * rate) / executions,
          deviation: Math.hypot(deviation, 1 / Math.sqrt(samples)),
          samples,
        });
      }
  return { sum, samples: all, byPlace };
}

/** The model with the costs of the rows: each has an error of its own, since each has samples of its own. */
export function withCalledCosts(model: CostModel, { byPlace }: CalledEnergies): CostModel {
  if (byPlace.size === 0) return model;
  const size = model.parameters.length;
  const prices = new Map(
    Array.from(byPlace, ([id, { each, samples }], index): [string, Price] => [
      id,
      { terms: [{ parameter: size + index, coefficient: each }], noise: 0, samples },
    ]),
  );
  const deviations = Array.from(byPlace.values(), ({ deviation }) => deviation);
  const { covariance } = model;
  return {
    ...model,
    parameters: [...model.parameters, ...deviations.map((sd) => ({ name: 'Sampled calls', mean: 1, sd }))],
    ...(covariance === undefined
      ? {}
      : {
          covariance: extendCovariance(
            covariance,
            size,
            1,
            deviations.map((sd) => sd ** 2),
          ),
        }),
    price: (operation) =>
      operation.family === NOT_COUNTED ? prices.get(idOf(operation)) : model.price(operation),
  };
}

function idOf({ name, place = '' }: OperationKey): string {
  return `${place} ${name}`;
}

function sumOf<T>(items: readonly T[], figureOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + figureOf(item), 0);
}
