/**
 * How a model's estimate of a program compares with what was measured, and with
 * two simpler estimates: one average cost for everything, and all of a method's
 * code for each call of it.
 *
 * Sits in `engine/`. The data of figure 2 of "Estimating Android Applications'
 * CPU Energy Usage via Bytecode Profiling" (eCalc), sections IV-C and IV-D.
 */
import { opcodeName } from '../classfile/opcodes';
import type { CostModel } from '../cost/cost-model';
import {
  priceInstructions,
  unitCosts,
  type InstructionCounts,
  type PricedInstructions,
} from '../cost/ecalc-model';
import { readModelFile, type EcalcModelFile } from '../cost/model-file';
import { meanOf } from '../cost/price-member';
import { accountForRuns } from '../measurement/account-for-runs';
import type { OperationKey } from '../operations/operation';
import type { DescribedCounts } from '../profile/describe-counts';
import type { ProfileDocument, ProfiledClass, ProfiledMethod } from '../profile/profile-document';
import type { Joules } from '../units';

export interface BaselineComparison {
  readonly model: string;
  /** The program's own work, start-up, collections and compilation taken away; absent where nothing was measured. */
  readonly measured?: { readonly energy: Joules; readonly isProxy: boolean };
  /** E_S: the cost of each execution, summed. */
  readonly estimate: Joules;
  /** Every execution at the mean of the model's costs. */
  readonly averageCost: Joules;
  /** Calls of a method times all of its code, whatever ran. */
  readonly pathInsensitive: Joules;
  /** Executions without a cost: in no estimate. */
  readonly unpriced: number;
  /** E_M of each, dearest first. */
  readonly methods: readonly { readonly name: string; readonly energy: Joules }[];
}

export type BaselineModel =
  | { readonly kind: 'operations'; readonly model: CostModel }
  | { readonly kind: 'ecalc'; readonly file: EcalcModelFile };

/** Undefined for text that is no model of eCalc's kind: it may be of another. */
export function readEcalcModel(text: string, fileName: string): BaselineModel | undefined {
  const read = readModelFile(text, fileName);
  return 'file' in read && read.file.kind === 'ecalc' ? { kind: 'ecalc', file: read.file } : undefined;
}

interface Pricing {
  readonly id: string;
  readonly costs: readonly Joules[];
  readonly price: (method: ProfiledMethod) => PricedInstructions;
}

/** `defined` has the same classes and methods as the profile, each instruction once. */
export function compareBaselines(
  profile: ProfileDocument,
  defined: DescribedCounts,
  given: BaselineModel,
): BaselineComparison {
  const { id, costs, price } = pricingOf(given, profile.keys);
  const { price: priceDefinition } = pricingOf(given, defined.keys);
  const definitions = new Map(listMethods(defined.classes).map(({ name, method }) => [name, method]));
  const average = costs.length === 0 ? 0 : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  let [estimate, pathInsensitive, priced, unpriced] = [0, 0, 0, 0];
  const methods = listMethods(profile.classes).map(({ name, method }) => {
    const ran = price(method);
    estimate += ran.energy;
    priced += ran.priced;
    unpriced += ran.unpriced;
    const definition = definitions.get(name);
    if (definition !== undefined) pathInsensitive += method.calls * priceDefinition(definition).energy;
    return { name, energy: ran.energy };
  });
  const { measurement } = profile;
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  return {
    model: id,
    ...(measurement === undefined || parts === undefined
      ? {}
      : { measured: { energy: parts.left, isProxy: measurement.source.isProxy } }),
    estimate,
    averageCost: average * priced,
    pathInsensitive,
    unpriced,
    methods: methods.filter(({ energy }) => energy > 0).sort((a, b) => b.energy - a.energy),
  };
}

function listMethods(
  classes: readonly ProfiledClass[],
): readonly { readonly name: string; readonly method: ProfiledMethod }[] {
  return classes.flatMap(({ name, methods }) =>
    methods.map((method) => ({ name: `${name}.${method.name}${method.descriptor}`, method })),
  );
}

function pricingOf(given: BaselineModel, keys: readonly OperationKey[]): Pricing {
  if (given.kind === 'ecalc') {
    const { file } = given;
    return {
      id: file.id,
      costs: unitCosts(file),
      price: (method) => priceInstructions(file, instructionsOf(method, keys)),
    };
  }
  const { model } = given;
  const means = keys.map((key) => {
    const price = model.price(key);
    return price === undefined ? undefined : meanOf(price, model);
  });
  return {
    id: model.id,
    costs: means.filter((mean) => mean !== undefined),
    price: ({ operations }) => {
      let [energy, priced, unpriced] = [0, 0, 0];
      for (const [key, , count] of operations) {
        const mean = means[key];
        if (mean === undefined) unpriced += count;
        else {
          energy += mean * count;
          priced += count;
        }
      }
      return { energy, priced, unpriced };
    },
  };
}

function instructionsOf(
  { instructions, invocations, operations }: ProfiledMethod,
  keys: readonly OperationKey[],
): InstructionCounts {
  return {
    instructions: instructions.map(([opcode, , count]) => ({ name: opcodeName(opcode) ?? '', count })),
    applicationCalls: invocations.reduce((sum, [, , count]) => sum + count, 0),
    libraryCalls: operations.flatMap(([key, , count, size = 0]) => {
      const known = keys[key];
      return known?.family === 'LibraryFunction' ? [{ name: known.name, count, size }] : [];
    }),
    allocated: operations.flatMap(([key, , , size]) => {
      const known = keys[key];
      if (known?.family !== 'NewArray' || size === undefined) return [];
      return [{ name: PRIMITIVES.has(known.operands[0] ?? '') ? 'newarray' : 'anewarray', size }];
    }),
  };
}

const PRIMITIVES: ReadonlySet<string> = new Set([
  'boolean',
  'byte',
  'char',
  'short',
  'int',
  'long',
  'float',
  'double',
]);
