/**
 * Weighs operations that a model has no cost for, so that a line full of library calls is never shown
 * as cold.
 *
 * Sits in `cost/`. An unpriced operation has no energy here and never enters a
 * mean. To say whether the unpriced part of a line may outweigh its priced one
 * it counts at a nominal: the least that a library call can cost, an empty
 * method's call and return.
 */
import type { OperationKey } from '../../operations/catalogue/operation';
import type { Joules } from '../../base/units';
import { createAccumulator } from './combine-energies';
import type { CostModel } from '../model/cost-model';

const EMPTY_CALL: OperationKey = {
  name: 'MethodInvocation_static',
  family: 'MethodInvocation',
  group: 'function',
  operands: [],
  size: 'load',
};

/** A model without calls (a table that leaves them out) gives its parameters' mean instead. */
export function unpricedNominal(model: CostModel): Joules {
  const call = model.price(EMPTY_CALL);
  if (call === undefined) {
    const sum = model.parameters.reduce((total, parameter) => total + parameter.mean, 0);
    return model.parameters.length === 0 ? 0 : sum / model.parameters.length;
  }
  const accumulator = createAccumulator(model);
  accumulator.add(call, 1);
  return accumulator.energy().mean;
}

/** Expected unpriced executions at the nominal cost reach the priced energy. */
export function isMostlyUnpriced(unpricedCount: number, pricedMean: Joules, nominal: Joules): boolean {
  return unpricedCount > 0 && unpricedCount * nominal >= pricedMean;
}
