/**
 * A model held against recordings of compiled programs: the energy of each method by what was counted and the model,
 * beside the samples of another tool, both as shares of their program. Totals play no part: profiles are scaled to
 * measured ones.
 *
 * Sits in `profile/`, under `measured-profile.ts`. A method's samples are those of its own code and of what it calls
 * beyond the counted classes.
 */
import { at } from '../../base/check';
import { outermostOf, spearman } from '../../base/statistics';
import type { CostModel } from '../../cost/model/cost-model';
import type { TransferError } from '../../cost/model/model-fields';
import { type AppliedError, WITHIN } from '../../cost/model/transfer-error';
import { energyOfRow, listRowCosts } from '../../cost/pricing/counted-rows';
import { counted } from '../../base/counted';
import type { ProfileDocument } from '../document/profile-document';
import { withoutCountedBodies } from './counted-bodies';
import { followsCalls } from './followed-work';

/** Methods that have fewer samples, and would have by the model, say little. */
const FEWEST_SAMPLES = 8;
/** The figures of a rank need that many methods. */
const FEWEST_METHODS = 3;

export interface ObservedMethod {
  /** In any unit that all methods of the program have. */
  readonly predicted: number;
  readonly measured: number;
}

export interface ObservedProgram {
  readonly name: string;
  readonly methods: readonly ObservedMethod[];
}

type JudgedMethods = Pick<TransferError, 'methods' | 'rank' | 'off' | 'each'>;

/** Undefined where no program has methods enough. Each program counts as much as any other. */
export function judgeMethods(programs: readonly ObservedProgram[]): JudgedMethods | undefined {
  const judged = programs.flatMap(({ name, methods }) => {
    const [predicted, measured] = [sharesOf(methods, 'predicted'), sharesOf(methods, 'measured')];
    if (methods.length < FEWEST_METHODS || predicted === undefined || measured === undefined) return [];
    const errors = predicted.map((share, index) => ({
      error: share === 0 ? 0 : Math.abs(at(measured, index) / share - 1),
      weight: share,
    }));
    const rank = spearman(predicted, measured);
    return [{ each: { name, methods: methods.length, rank, off: outermostOf(errors, WITHIN) }, errors }];
  });
  if (judged.length === 0) return undefined;
  return {
    methods: judged.reduce((sum, { each }) => sum + each.methods, 0),
    rank: judged.reduce((sum, { each }) => sum + each.rank, 0) / judged.length,
    off: outermostOf(
      judged.flatMap(({ errors }) => errors),
      WITHIN,
    ),
    each: judged.map(({ each }) => each),
  };
}

function sharesOf(
  methods: readonly ObservedMethod[],
  part: keyof ObservedMethod,
): readonly number[] | undefined {
  const sum = methods.reduce((all, method) => all + method[part], 0);
  return sum > 0 ? methods.map((method) => method[part] / sum) : undefined;
}

/**
 * The counted methods of a program that have samples enough. Overloads count as one: samples do not tell them apart.
 *
 * @param profile in the terms of the model.
 * @param samples by method, such as `app/Main.run`.
 */
export function observeMethods(
  model: CostModel,
  profile: ProfileDocument,
  samples: ReadonlyMap<string, number>,
): readonly ObservedMethod[] {
  const costs = listRowCosts(profile.keys, withoutCountedBodies(model, profile));
  const predicted = new Map<string, number>();
  for (const { name: owner, methods } of profile.classes)
    for (const { name, operations } of methods) {
      const id = `${owner}.${name}`;
      let energy = predicted.get(id) ?? 0;
      for (const [key, , executions, sizes] of operations)
        energy += energyOfRow(costs, key, executions, sizes);
      predicted.set(id, energy);
    }
  const [all, sum] = [samples, predicted].map((each) => [...each.values()].reduce((a, b) => a + b, 0));
  return Array.from(predicted, ([id, energy]) => ({
    predicted: energy,
    measured: samples.get(id) ?? 0,
  })).filter(
    (method) => Math.max(method.measured, (method.predicted / (sum ?? NaN)) * (all ?? NaN)) >= FEWEST_SAMPLES,
  );
}

/** So many samples of a run tell its error; half as many, that it is larger than that of other programs. */
const ENOUGH_SAMPLES = 200;
const FEWEST_IN_ALL = 100;

/**
 * How far a model is off for the methods of a profile: by the samples of its own runs, or where these are too few, as
 * `ofOthers` says, unless even they tell of more.
 *
 * @param profile in the terms of the model.
 */
export function errorOfRun(model: CostModel, profile: ProfileDocument, ofOthers: AppliedError): AppliedError {
  // Lines that call followed classes have that work, and samples have it where it was done.
  if (followsCalls(profile)) return ofOthers;
  const own = new Set(
    profile.classes.flatMap(({ name, methods }) => methods.map((method) => `${name}.${method.name}`)),
  );
  const samples = new Map<string, number>();
  let all = 0;
  for (const { class: owner, method, samples: seen } of profile.measurement?.sampled?.effects?.lines ?? []) {
    const id = `${owner.replaceAll('.', '/')}.${method}`;
    if (!own.has(id)) continue;
    samples.set(id, (samples.get(id) ?? 0) + seen);
    all += seen;
  }
  if (all < FEWEST_IN_ALL) return ofOthers;
  const judged = judgeMethods([{ name: '', methods: observeMethods(model, profile, samples) }]);
  if (judged === undefined || (all < ENOUGH_SAMPLES && judged.off < ofOthers.off)) return ofOthers;
  const methods = counted(judged.methods, 'method');
  return { off: judged.off, from: `measured on ${methods} of this program, by ${counted(all, 'sample')}` };
}
