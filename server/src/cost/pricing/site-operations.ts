/**
 * Lists the operations of a set of sites with their costs: the rows of a line's hover and of reports.
 * Sits in `cost/`, beside `sum-sites.ts`. Sites with the same name are one row; operations that are
 * not modeled are rows of their own. The rows are listed line by line, when a line is shown: there are
 * ten times as many rows as lines.
 */
import { at, withDefined } from '../../base/check';
import type { OperationKey } from '../../operations/catalogue/operation';
import { blockOf, keyOf, offsetOf } from '../../operations/catalogue/site-table';
import { createAccumulator, type CountedPrice } from './combine-energies';
import type { CostModel, Energy, Price } from '../model/cost-model';
import type { Offset } from '../../base/units';
import type { OperationEnergy, PlacedOperation } from './file-energy';
import { withRange } from './frequency-range';
import { hasUnmodeledElements, isUntyped, priceIndexOf, UNMODELED_ELEMENTS } from './price-member';
import type { SitePart } from './sum-sites';

interface ListedOperation {
  /** The place relative to the member's body; 0 in lists that tell no places apart. */
  readonly offset: Offset;
  readonly name: string;
  readonly operation: OperationKey;
  readonly price: Price | undefined;
  count: number;
  /** How much less and more energy there is as frequencies may be. */
  less: number;
  more: number;
  /** The executions by cost, if costs differ within the row, for instance by the size of a literal. */
  executions?: CountedPrice[];
}

/** The operations with the most energy first, those that are not modeled last. */
export interface ListOperations {
  (parts: readonly SitePart[]): readonly OperationEnergy[];
  /** The same with a row for each place in the text; offsets are relative to the body of `part`'s member. */
  placed(part: SitePart): readonly PlacedOperation[];
}

/** Creates a lister, which serves many lists in turn. */
export function createOperationLister(model: CostModel): ListOperations {
  const accumulator = createAccumulator(model);
  const noiseVariance = model.noiseSd * model.noiseSd;
  const units = new Map<Price, Energy>();

  function unitOf(price: Price): Energy {
    const known = units.get(price);
    if (known !== undefined) return known;
    accumulator.clear();
    accumulator.add(price, 1);
    const unit = accumulator.energy();
    units.set(price, unit);
    return unit;
  }

  function energiesOf(row: ListedOperation): { readonly unit: Energy; readonly energy: Energy } | undefined {
    const { price, count, executions } = row;
    if (price === undefined) return undefined;
    const unit = unitOf(price);
    if (executions === undefined || count === 0) {
      const noise = price.noise * noiseVariance;
      if (count === 1) return { unit, energy: unit };
      return {
        unit,
        energy: { mean: count * unit.mean, variance: count * (count * (unit.variance - noise) + noise) },
      };
    }
    accumulator.clear();
    let noise = 0;
    for (const execution of executions) {
      accumulator.add(execution.price, execution.count);
      noise += execution.count * execution.price.noise * noiseVariance;
    }
    const energy = accumulator.energy();
    // The row's average execution: the parameters' part of the variance falls with 1/n², the noise's with 1/n.
    const variance = (energy.variance - noise) / (count * count) + noise / count;
    return { unit: { mean: energy.mean / count, variance }, energy };
  }

  function toOperation(row: ListedOperation): OperationEnergy {
    const { name, operation, count } = row;
    const energies = energiesOf(row);
    const untyped = isUntyped(operation);
    if (energies === undefined) return { name, group: operation.group, count, untyped };
    return {
      name,
      group: operation.group,
      count,
      unit: energies.unit,
      energy: withRange(energies.energy, row.less, row.more),
      ...withDefined({ priceBasis: row.price?.basis, samples: row.price?.samples }),
      untyped,
    };
  }

  const list = (parts: readonly SitePart[]): readonly OperationEnergy[] =>
    Array.from(rowsOf(parts, false).values(), toOperation).sort(byEnergy);
  const placed = (part: SitePart): readonly PlacedOperation[] =>
    Array.from(rowsOf([part], true).values(), (row) => ({ ...toOperation(row), offset: row.offset }));
  return Object.assign(list, { placed });
}

/** `CCGrid3D.blit()#for_1`, in the order of the sites. */
export function listBlocks(parts: readonly SitePart[]): readonly string[] {
  const names = new Set<string>();
  for (const { member, sites } of parts) {
    const { blocks, sites: table } = member.operations;
    for (const site of sites) names.add(`${member.name}#${blocks[blockOf(table, site)]?.name ?? ''}`);
  }
  return Array.from(names);
}

function rowsOf(parts: readonly SitePart[], isPlaced: boolean): ReadonlyMap<string, ListedOperation> {
  const rows = new Map<string, ListedOperation>();
  for (const { member, pricing, sites } of parts) {
    const { keys, sites: table } = member.operations;
    for (const site of sites) {
      const key = keys[keyOf(table, site)];
      if (key === undefined) continue;
      const block = blockOf(table, site);
      const count = at(pricing.frequencies, block);
      const index = priceIndexOf(member.operations, site, pricing);
      const price = pricing.prices[index];
      const offset = isPlaced ? offsetOf(table, site) : 0;
      const row = addToRow(rows, { operation: key, name: key.name, price, offset }, count);
      if (price !== undefined && pricing.range !== undefined) {
        const mean = at(pricing.range.means, index);
        row.less += mean * (count - at(pricing.range.least, block));
        row.more += mean * (at(pricing.range.most, block) - count);
      }
      if (hasUnmodeledElements(member.operations, site, pricing))
        addToRow(
          rows,
          { operation: key, name: `${key.name}, ${UNMODELED_ELEMENTS}`, price: undefined, offset },
          count,
        );
    }
  }
  return rows;
}

function addToRow(
  rows: Map<string, ListedOperation>,
  given: Pick<ListedOperation, 'operation' | 'name' | 'price' | 'offset'>,
  count: number,
): ListedOperation {
  const { name, price, offset } = given;
  const id = `${offset} ${price === undefined ? `${name} not modeled` : name}`;
  const row = rows.get(id);
  if (row === undefined) {
    const made = { ...given, count, less: 0, more: 0 };
    rows.set(id, made);
    return made;
  }
  if (
    price !== undefined &&
    row.price !== undefined &&
    (row.executions !== undefined || row.price !== price)
  ) {
    row.executions ??= [{ price: row.price, count: row.count }];
    row.executions.push({ price, count });
  }
  row.count += count;
  return row;
}

function byEnergy(a: OperationEnergy, b: OperationEnergy): number {
  const difference =
    (b.energy === undefined ? -1 : b.energy.mean) - (a.energy === undefined ? -1 : a.energy.mean);
  if (difference !== 0) return difference;
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}
