/**
 * The operations of one line as rows: what hover shows below it.
 *
 * Sits in `cost/`, under `line-sums.ts`. Sites with the same name are one row.
 * Called for every line after every edit, so it works in scratch arrays and
 * makes no object but the rows themselves.
 */
import type { Joules } from '../units';
import { createAccumulator } from './combine-energies';
import type { CostModel, Energy, Price } from './cost-model';
import type { OperationEnergy } from './file-energy';
import type { SiteTable } from './site-table';

/** Energy of one execution, apart in what is shared by all executions and what is drawn anew. */
interface UnitEnergy {
  readonly unit: Energy;
  readonly noiseVariance: number;
}

/** Rows of the sites `order[from]` to `order[to - 1]`: dearest first, unpriced ones last. */
export type SumRows = (from: number, to: number) => OperationEnergy[];

export function createRowSummer(model: CostModel, table: SiteTable): SumRows {
  const accumulator = createAccumulator(model);
  const noiseVariance = model.noiseSd * model.noiseSd;
  const units = new Map<Price, UnitEnergy>();
  /** Place of a row among the line's own, -1 outside of it. */
  const slotOfRow = new Int32Array(table.rows.length).fill(-1);
  const rowOfSlot: number[] = [];
  const counts: number[] = [];
  const prices: (Price | undefined)[] = [];
  const isMixed: boolean[] = [];

  function unitOf(price: Price): UnitEnergy {
    const known = units.get(price);
    if (known !== undefined) return known;
    accumulator.clear();
    accumulator.add(price, 1);
    const result = { unit: accumulator.energy(), noiseVariance: price.noise * noiseVariance };
    units.set(price, result);
    return result;
  }

  function rowEnergy({ unit, noiseVariance: noise }: UnitEnergy, count: number): Energy {
    if (count === 1) return unit;
    return { mean: count * unit.mean, variance: count * (count * (unit.variance - noise) + noise) };
  }

  /** Sites of one name whose prices differ, as by the size of a literal: the row shows their average execution. */
  function mixedRow(
    row: number,
    count: number,
    from: number,
    to: number,
  ): { unit: Energy; energy: Energy } | undefined {
    accumulator.clear();
    let weighedMean: Joules = 0;
    for (let i = from; i < to; i++) {
      const site = table.order[i] ?? 0;
      const price = table.prices[site];
      if (table.row[site] !== row || price === undefined) continue;
      weighedMean = unitOf(price).unit.mean;
      accumulator.add(price, table.count[site] ?? 0);
    }
    const energy = accumulator.energy();
    if (count === 0) return { unit: { mean: weighedMean, variance: 0 }, energy };
    const noise = accumulator.vector().noise * noiseVariance;
    const variance = (energy.variance - noise) / (count * count) + noise / count;
    return { unit: { mean: energy.mean / count, variance }, energy };
  }

  function collect(from: number, to: number): number {
    let slots = 0;
    for (let i = from; i < to; i++) {
      const site = table.order[i] ?? 0;
      const row = table.row[site] ?? 0;
      const price = table.prices[site];
      const slot = slotOfRow[row] ?? -1;
      if (slot < 0) {
        slotOfRow[row] = slots;
        rowOfSlot[slots] = row;
        counts[slots] = table.count[site] ?? 0;
        prices[slots] = price;
        isMixed[slots] = false;
        slots++;
        continue;
      }
      counts[slot] = (counts[slot] ?? 0) + (table.count[site] ?? 0);
      if (prices[slot] !== price) isMixed[slot] = true;
    }
    return slots;
  }

  return (from, to) => {
    const slots = collect(from, to);
    const operations: OperationEnergy[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const row = rowOfSlot[slot] ?? 0;
      slotOfRow[row] = -1;
      const operation = table.rows[row];
      if (operation === undefined) continue;
      const { name, group, untyped } = operation;
      const count = counts[slot] ?? 0;
      const price = prices[slot];
      if (price === undefined) {
        operations.push({ name, group, count, untyped });
        continue;
      }
      const mixed = isMixed[slot] === true ? mixedRow(row, count, from, to) : undefined;
      const unit = unitOf(price);
      const energy = mixed?.energy ?? rowEnergy(unit, count);
      operations.push({ name, group, count, unit: mixed?.unit ?? unit.unit, energy, untyped });
    }
    return operations.sort(byEnergy);
  };
}

function byEnergy(a: OperationEnergy, b: OperationEnergy): number {
  const difference =
    (b.energy === undefined ? -1 : b.energy.mean) - (a.energy === undefined ? -1 : a.energy.mean);
  if (difference !== 0) return difference;
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}
