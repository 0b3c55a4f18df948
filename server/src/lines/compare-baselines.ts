/**
 * The comparison of a model's estimate of a program with what was measured, and with two simpler estimates:
 * for everything the average cost of an instruction, and all of a method's code for each call of it.
 *
 * Sits in `lines/`. The data of figure 2 of "Estimating Android Applications'
 * CPU Energy Usage via Bytecode Profiling" (eCalc), sections IV-C and IV-D.
 */
import type { CostModel } from '../cost/model/cost-model';
import { unitCosts } from '../cost/model/ecalc-model';
import { meanOf } from '../cost/pricing/price-member';
import { accountForRuns } from '../runs/account-for-runs';
import { energyOfRow, listRowCosts } from '../cost/pricing/counted-rows';
import { PER_ELEMENT } from '../operations/catalogue/instruction-keys';
import type { OperationKey } from '../operations/catalogue/operation';
import type { DescribedCounts } from '../profile/document/describe-counts';
import type {
  BaselineComparison,
  ProfileDocument,
  ProfiledClass,
  ProfiledMethod,
} from '../profile/document/profile-document';
import type { Joules } from '../base/units';
import { inTermsOf } from '../profile/account/measured-profile';

interface BaselineMethod {
  readonly energy: Joules;
  readonly modeled: number;
  /** Executions that the model has no cost for: in no energy. */
  readonly unmodeled: number;
}

interface Pricing {
  readonly costs: readonly Joules[];
  readonly price: (method: ProfiledMethod) => BaselineMethod;
}

/** `defined` has the same classes and methods as the profile, each instruction once. */
export function compareBaselines(
  counted: ProfileDocument,
  definedOnce: DescribedCounts,
  model: CostModel,
): BaselineComparison {
  const profile = inTermsOf(model, counted);
  const defined = inTermsOf(model, definedOnce);
  const { costs, price } = pricingOf(model, profile.keys);
  const { price: priceDefinition } = pricingOf(model, defined.keys);
  const definitions = new Map(listMethods(defined.classes).map(({ name, method }) => [name, method]));
  const average = costs.length === 0 ? 0 : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  let [estimate, pathInsensitive, modeled, unmodeled] = [0, 0, 0, 0];
  const methods = listMethods(profile.classes).map(({ name, method }) => {
    const ran = price(method);
    estimate += ran.energy;
    modeled += ran.modeled;
    unmodeled += ran.unmodeled;
    const definition = definitions.get(name);
    if (definition !== undefined) pathInsensitive += method.calls * priceDefinition(definition).energy;
    return { name, energy: ran.energy };
  });
  const { measurement } = profile;
  const parts = measurement === undefined ? undefined : accountForRuns(measurement);
  return {
    model: model.id,
    ...(measurement === undefined || parts === undefined
      ? {}
      : { measured: { energy: parts.left, isProxy: measurement.source.isProxy } }),
    estimate,
    averageCost: average * modeled,
    pathInsensitive,
    unpriced: unmodeled,
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

function pricingOf(model: CostModel, keys: readonly OperationKey[]): Pricing {
  const means = keys.map((key) => {
    const price = model.price(key);
    return price === undefined ? undefined : meanOf(price, model);
  });
  const rowCosts = listRowCosts(keys, model);
  return {
    // A call of the library is an instruction, too, but its cost is that of the code behind it.
    costs:
      model.hasInstructionCosts === true
        ? unitCosts(model)
        : means.filter(
            (mean, key): mean is Joules => mean !== undefined && keys[key]?.family !== 'LibraryFunction',
          ),
    price: ({ operations }) => {
      let [energy, modeled, unmodeled] = [0, 0, 0];
      for (const [key, , count, sizes] of operations) {
        const mean = means[key];
        energy += energyOfRow(rowCosts, key, count, sizes);
        // Elements are no executions.
        if (keys[key]?.family === PER_ELEMENT) continue;
        if (mean === undefined) unmodeled += count;
        else modeled += count;
      }
      return { energy, modeled, unmodeled };
    },
  };
}
