/**
 * Weighs operations that a model has no cost for, so that a line full of library calls is never shown
 * as cold.
 *
 * Sits in `cost/`. An operation without a cost has no energy here and never enters a
 * mean. To say whether the part of a line that is not modeled may outweigh its
 * modeled part, each execution counts at a nominal: the least that a library
 * call can cost, an empty method's call and return.
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

/**
 * The nominal cost of an operation that is not modeled. A model without calls (a table that leaves them out)
 * gives the mean of its parameters instead.
 */
export function unmodeledNominal(model: CostModel): Joules {
  const call = model.price(EMPTY_CALL);
  if (call === undefined) {
    const sum = model.parameters.reduce((total, parameter) => total + parameter.mean, 0);
    return model.parameters.length === 0 ? 0 : sum / model.parameters.length;
  }
  const accumulator = createAccumulator(model);
  accumulator.add(call, 1);
  return accumulator.energy().mean;
}

/** True if the executions that are not modeled reach the modeled energy at the nominal cost. */
export function isMostlyUnmodeled(unmodeledCount: number, modeledMean: Joules, nominal: Joules): boolean {
  return unmodeledCount > 0 && unmodeledCount * nominal >= modeledMean;
}
