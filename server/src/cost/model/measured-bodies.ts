/**
 * Bodies of library methods that cost what their calls were measured to cost.
 *
 * Sits in `cost/`. The operations of a body keep their mix, and are as many as the measurement says: so a price that
 * was measured on one machine reaches other machines' models, and the methods that call it.
 */
import { at, outside } from '../../base/check';
import type { Joules } from '../../base/units';
import type { BodySummary } from '../../operations/bodies/body-table';
import { kindNamed, KINDS } from '../../operations/bodies/kinds';
import { libraryKey } from '../../operations/catalogue/catalogue';
import type { MethodKey, OperationKey } from '../../operations/catalogue/operation';
import { operandsOfMethod } from '../../operations/bytecode/stack-values';
import { ASSUMED_SIZE } from '../pricing/price-member';
import type { CallPrices } from './call-prices';
import { callOf, kinOf } from './operation-kin';

const ELEMENT = kindNamed('Addition_int_int');

interface MeasuredBody extends BodySummary {
  /** The factor by which the operations of the body were multiplied; those of the call itself count as many times, too. */
  readonly factor: number;
}

/** The body as its calls were measured; undefined if they were not. */
export function measuredBody(
  operation: OperationKey,
  body: BodySummary,
  calls: CallPrices,
): MeasuredBody | undefined {
  const measured = calls.find(operation);
  if (measured === undefined) return undefined;
  const costs = costsThere(calls);
  const call = callOf(operation).reduce((sum, [part, count]) => sum + count * costThere(part, calls), 0);
  const [fixed, sized] = [known(body.fixed, costs), known(body.sized, costs)];
  const [fixedCost, sizedCost] = [call + costOf(fixed, costs), costOf(sized, costs)];
  if (fixedCost === 0) return undefined;
  const { perElement } = measured;
  if (perElement === undefined) {
    const factor = measured.fixed / (fixedCost + ASSUMED_SIZE * sizedCost);
    return { fixed: times(fixed, factor), sized: times(sized, factor), factor };
  }
  const elements = sizedCost > 0 ? times(sized, perElement / sizedCost) : new Float64Array(KINDS.length);
  if (sizedCost === 0) elements[ELEMENT] = perElement / at(costs, ELEMENT);
  const factor = measured.fixed / fixedCost;
  return { fixed: times(fixed, factor), sized: elements, factor };
}

/** The results of {@link measuredBody} by the key of a method; a body that was not measured stays as it is. */
export function measuredBodies(calls: CallPrices): (key: MethodKey, body: BodySummary) => BodySummary {
  const operations = new Map<MethodKey, OperationKey | undefined>();
  return (key, body) => {
    if (!operations.has(key)) {
      const operation = operationOf(key);
      operations.set(key, calls.find(operation) === undefined ? undefined : operation);
    }
    const operation = operations.get(key);
    return (operation && measuredBody(operation, body, calls)) ?? body;
  };
}

function operationOf(key: MethodKey): OperationKey {
  const open = key.indexOf('(');
  const dot = key.lastIndexOf('.', open);
  const { parameters } = operandsOfMethod(key.slice(open));
  return libraryKey(key.slice(0, dot), key.slice(dot + 1, open), parameters, 'reference');
}

const tables = new WeakMap<CallPrices, Float64Array>();

/** The costs of kinds on the machine that measured the calls; 0 where they are not known. */
function costsThere(calls: CallPrices): Float64Array {
  const before = tables.get(calls);
  if (before !== undefined) return before;
  const costs = Float64Array.from(KINDS, (kind) => costThere(kind, calls));
  tables.set(calls, costs);
  return costs;
}

function costThere(operation: OperationKey, calls: CallPrices): Joules {
  const own = calls.costOf(operation);
  if (own !== undefined) return own;
  return (kinOf(operation) ?? []).reduce((sum, [part, count]) => sum + count * costThere(part, calls), 0);
}

/** The operations that the other machine has costs of, too. */
function known(counts: Float64Array, costs: Float64Array): Float64Array {
  return counts.map((count, kind) => (costs[kind] === 0 ? 0 : count));
}

function costOf(counts: Float64Array, costs: Float64Array): Joules {
  return counts.reduce((sum, count, kind) => sum + count * (costs[kind] ?? outside(kind)), 0);
}

function times(counts: Float64Array, factor: number): Float64Array {
  return counts.map((count) => count * factor);
}
