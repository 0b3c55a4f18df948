/**
 * The energy of a set of operation sites, together and by operation: of a
 * line, or of a block.
 *
 * Sits in `cost/`, under `member-lines.ts` and `block-energies.ts`. Sites with
 * the same name are one row; an unpriced one is a row of its own.
 */
import { weaker } from '../flow/frequencies';
import type { FrequencyBasis } from '../flow/region';
import type { MethodKey, OperationKey } from '../operations/operation';
import { blockOf, calleeOf, keyOf } from '../operations/site-table';
import type { Call } from './call-components';
import { createAccumulator, type CostAccumulator, type PricedCount } from './combine-energies';
import type { CostModel, Energy, Price } from './cost-model';
import type { OperationEnergy } from './file-energy';
import {
  hasUnpricedElements,
  isUntyped,
  UNPRICED_ELEMENTS,
  type NamedMember,
  type PricedMember,
} from './price-member';

/** Sites of one member, by index into its list. */
export interface SitePart {
  readonly member: NamedMember;
  readonly priced: PricedMember;
  readonly sites: readonly number[];
}

export interface SiteSum {
  readonly own: Energy;
  /** Dearest first, unpriced ones last. */
  readonly operations: readonly OperationEnergy[];
  readonly pricedCount: number;
  readonly unpricedCount: number;
  readonly callees: readonly Call<MethodKey>[];
  /** `CCGrid3D.blit()#for_1` */
  readonly blocks: readonly string[];
  readonly basis: FrequencyBasis;
}

export type SumSites = (parts: readonly SitePart[]) => SiteSum;

interface Row {
  readonly name: string;
  readonly operation: OperationKey;
  readonly price: Price | undefined;
  count: number;
  /** Where prices differ within the row, as by the size of a literal. */
  executions?: PricedCount[];
}

/** One summer serves many sums in turn. */
export function createSiteSummer(model: CostModel): SumSites {
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

  function energiesOf(row: Row): { readonly unit: Energy; readonly energy: Energy } | undefined {
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

  function toOperation(row: Row): OperationEnergy {
    const { name, operation, count } = row;
    const energies = energiesOf(row);
    const untyped = isUntyped(operation);
    if (energies === undefined) return { name, group: operation.group, count, untyped };
    return { name, group: operation.group, count, unit: energies.unit, energy: energies.energy, untyped };
  }

  return (parts) => {
    const rows = new Map<string, Row>();
    const callees: Call<MethodKey>[] = [];
    const blocks = new Set<string>();
    let basis: FrequencyBasis = 'exact';
    let pricedCount = 0;
    let unpricedCount = 0;
    accumulator.clear();
    for (const part of parts) {
      const { operations } = part.member;
      const { sites, keys } = operations;
      let lastBlock = -1;
      for (const site of part.sites) {
        const block = blockOf(sites, site);
        const key = keys[keyOf(sites, site)];
        if (key === undefined) continue;
        const price = part.priced.prices[keyOf(sites, site)];
        const count = part.priced.frequencies[block] ?? 0;
        if (price === undefined) unpricedCount += count;
        else {
          pricedCount += count;
          accumulator.add(price, count);
        }
        addToRow(rows, key, key.name, price, count);
        if (hasUnpricedElements(operations, site, part.priced)) {
          unpricedCount += count;
          addToRow(rows, key, `${key.name}, ${UNPRICED_ELEMENTS}`, undefined, count);
        }
        const callee = operations.callees[calleeOf(sites, site)];
        if (callee !== undefined) callees.push({ key: callee, count });
        if (block === lastBlock) continue;
        lastBlock = block;
        basis = weaker(basis, part.priced.bases[block] ?? 'exact');
        blocks.add(`${part.member.name}#${operations.blocks[block]?.name ?? ''}`);
      }
    }
    const own = accumulator.energy();
    const operations = Array.from(rows.values(), toOperation).sort(byEnergy);
    return { own, operations, pricedCount, unpricedCount, callees, blocks: Array.from(blocks), basis };
  };
}

/** Adds the sites' cost to what the accumulator holds. */
export function addSites(parts: readonly SitePart[], accumulator: CostAccumulator): void {
  for (const { member, priced, sites } of parts) {
    const table = member.operations.sites;
    for (const site of sites) {
      const price = priced.prices[keyOf(table, site)];
      if (price !== undefined) accumulator.add(price, priced.frequencies[blockOf(table, site)] ?? 0);
    }
  }
}

function addToRow(
  rows: Map<string, Row>,
  operation: OperationKey,
  name: string,
  price: Price | undefined,
  count: number,
): void {
  const id = price === undefined ? `${name} unpriced` : name;
  const row = rows.get(id);
  if (row === undefined) {
    rows.set(id, { name, operation, price, count });
    return;
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
}

function byEnergy(a: OperationEnergy, b: OperationEnergy): number {
  const difference =
    (b.energy === undefined ? -1 : b.energy.mean) - (a.energy === undefined ? -1 : a.energy.mean);
  if (difference !== 0) return difference;
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}
