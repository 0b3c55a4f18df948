/**
 * Prices rows of a profile: executions of an operation, and the sizes that were counted with them.
 *
 * Sits in `cost/`. An estimate has sites and prices them in `price-member.ts`; both give an execution with as many
 * elements the same energy.
 */
import { at, withDefined } from '../../base/check';
import type { Joules } from '../../base/units';
import type { OperationKey } from '../../operations/catalogue/operation';
import type { CostModel, Price } from '../model/cost-model';
import type { CountedPrice } from './combine-energies';
import { ASSUMED_SIZE, meanOf } from './price-member';

export interface RowPrice {
  readonly price: Price;
  /** The price of each element; absent if size plays no part. */
  readonly element?: Price;
}

/** The prices of the keys of a profile, in their order; undefined where the model has none. */
export function listRowPrices(
  keys: readonly OperationKey[],
  model: CostModel,
): readonly (RowPrice | undefined)[] {
  return keys.map((key) => {
    const price = model.price(key);
    const element = price && model.elementPrice?.(key);
    // Elements are worked on together: the model's noise is that of the call.
    return price && { price, ...withDefined({ element: element && { ...element, noise: 0 } }) };
  });
}

/** The parts of a row's energy. A row without sizes is taken to have {@link ASSUMED_SIZE} elements each time. */
export function partsOfRow(
  { price, element }: RowPrice,
  count: number,
  sizes: number = ASSUMED_SIZE * count,
): readonly CountedPrice[] {
  const own = { price, count };
  return element === undefined ? [own] : [own, { price: element, count: sizes }];
}

/** The mean energies of one execution and of one element, by the index of a key; 0 if the model has no cost for it. */
export interface RowCosts {
  readonly unit: Float64Array;
  readonly element: Float64Array;
}

export function listRowCosts(keys: readonly OperationKey[], model: CostModel): RowCosts {
  const prices = listRowPrices(keys, model);
  const means = (part: keyof RowPrice): Float64Array =>
    Float64Array.from(prices, (row) => (row?.[part] === undefined ? 0 : meanOf(row[part], model)));
  return { unit: means('price'), element: means('element') };
}

export function scaleRowCosts({ unit, element }: RowCosts, factor: number): RowCosts {
  const scale = (costs: Float64Array): Float64Array => costs.map((cost) => cost * factor);
  return { unit: scale(unit), element: scale(element) };
}

/** The energy of a row; see {@link partsOfRow} for rows without sizes. */
export function energyOfRow(
  { unit, element }: RowCosts,
  key: number,
  count: number,
  sizes: number = ASSUMED_SIZE * count,
): Joules {
  return at(unit, key) * count + at(element, key) * sizes;
}

/** Finds the sizes of so many executions of a key on a line: they are taken to be as large as all that ran there. */
export function sizesByPlace(
  rows: readonly (readonly [key: number, line: number, executions: number, sizes?: number])[],
): (key: number, line: number, executions: number) => number | undefined {
  const places = new Map<string, readonly [executions: number, sizes: number]>();
  for (const [key, line, executions, sizes] of rows) {
    if (sizes === undefined) continue;
    const [before, sum] = places.get(`${key} ${line}`) ?? [0, 0];
    places.set(`${key} ${line}`, [before + executions, sum + sizes]);
  }
  return (key, line, executions) => {
    const [ran, sum] = places.get(`${key} ${line}`) ?? [0, 0];
    return ran > 0 ? (sum / ran) * executions : undefined;
  };
}
