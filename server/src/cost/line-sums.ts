/**
 * Energies of single lines: by operation, together, and with the methods that
 * they call.
 *
 * Sits in `cost/`, under `compute-file-energy.ts`; shares and ranks follow in
 * `rank-lines.ts`, once the whole file is known.
 */
import { weaker } from '../flow/frequencies';
import type { FrequencyBasis } from '../flow/region';
import type { MethodKey } from '../operations/operation';
import type { Joules, LineIndex } from '../units';
import { createAccumulator, times, type CostAccumulator, type CostVector } from './combine-energies';
import type { CostModel, Energy, Price } from './cost-model';
import type { OperationEnergy } from './file-energy';
import { isUntyped, type PricedMember } from './price-member';
import type { SiteTable, TableMember } from './site-table';

/** What one call of a workspace method costs, with all that it calls. */
export interface CalleeEnergy {
  readonly vector: CostVector;
  readonly energy: Energy;
  /** A call back into a method that was still open was left out. */
  readonly recursive: boolean;
  /** Expected calls below it of methods without a known body. */
  readonly unanalysed: number;
}

export type CalleeEnergyOf = (key: MethodKey) => CalleeEnergy | undefined;

export interface LineSum {
  readonly line: LineIndex;
  readonly own: Energy;
  readonly inclusive?: Energy;
  readonly recursive: boolean;
  readonly unanalysedCalls: number;
  readonly operations: readonly OperationEnergy[];
  readonly pricedCount: number;
  readonly unpricedCount: number;
  readonly blocks: readonly string[];
  readonly basis: FrequencyBasis;
  /** Index of the member that most of the line's energy belongs to, and that energy. */
  readonly member: number;
  readonly memberMean: Joules;
}

export interface LineSumInput {
  readonly model: CostModel;
  readonly members: readonly (TableMember & { readonly name: string })[];
  readonly priced: readonly PricedMember[];
  readonly table: SiteTable;
  readonly calleeEnergy: CalleeEnergyOf;
}

/** Ascending by line; only lines with an operation. */
export function sumLines(input: LineSumInput): readonly LineSum[] {
  const { table } = input;
  const sumRows = rowSummer(input);
  const accumulator = createAccumulator(input.model);
  const sums: LineSum[] = [];
  let from = 0;
  while (from < table.order.length) {
    const line = lineAt(table, from);
    let to = from + 1;
    while (to < table.order.length && lineAt(table, to) === line) to++;
    sums.push(sumLine(input, line, table.order.subarray(from, to), accumulator, sumRows));
    from = to;
  }
  return sums;
}

function lineAt(table: SiteTable, position: number): number {
  return table.line[table.order[position] ?? 0] ?? 0;
}

function sumLine(
  input: LineSumInput,
  line: LineIndex,
  sites: Int32Array,
  accumulator: CostAccumulator,
  sumRows: (sites: Int32Array) => readonly OperationEnergy[],
): LineSum {
  const { table, members, priced } = input;
  accumulator.clear();
  let pricedCount = 0;
  let unpricedCount = 0;
  let basis: FrequencyBasis = 'exact';
  const blocks: string[] = [];
  let lastMember = -1;
  let lastBlock = -1;
  for (const site of sites) {
    const count = table.count[site] ?? 0;
    const price = table.prices[site];
    if (price === undefined) unpricedCount += count;
    else {
      pricedCount += count;
      accumulator.add(price, count);
    }
    const m = table.member[site] ?? 0;
    const b = table.block[site] ?? 0;
    if (m === lastMember && b === lastBlock) continue;
    lastMember = m;
    lastBlock = b;
    basis = weaker(basis, priced[m]?.bases[b] ?? 'exact');
    const name = `${members[m]?.name ?? ''}#${members[m]?.operations.blocks[b]?.name ?? ''}`;
    if (!blocks.includes(name)) blocks.push(name);
  }
  const own = accumulator.energy();
  const home = homeMember(input, sites, own.mean);
  const calls = addCallees(input, sites, accumulator);
  return {
    line,
    own,
    ...(calls.found ? { inclusive: accumulator.energy() } : {}),
    recursive: calls.recursive,
    unanalysedCalls: calls.unanalysed,
    operations: sumRows(sites),
    pricedCount,
    unpricedCount,
    blocks,
    basis,
    ...home,
  };
}

function addCallees(
  input: LineSumInput,
  sites: Int32Array,
  accumulator: CostAccumulator,
): { readonly found: boolean; readonly recursive: boolean; readonly unanalysed: number } {
  const { table, members, calleeEnergy } = input;
  let found = false;
  let recursive = false;
  let unanalysed = 0;
  for (const site of sites) {
    const callee = table.callee[site] ?? -1;
    const key = callee < 0 ? undefined : members[table.member[site] ?? 0]?.operations.callees[callee];
    if (key === undefined) continue;
    const count = table.count[site] ?? 0;
    const called = calleeEnergy(key);
    if (called === undefined) {
      unanalysed += count;
      continue;
    }
    found = true;
    recursive ||= called.recursive;
    unanalysed += times(count, called.unanalysed);
    accumulator.addVector(called.vector, count);
  }
  return { found, recursive, unanalysed };
}

/** Nearly every line belongs to one member; only for the others is the energy split up. */
function homeMember(
  input: LineSumInput,
  sites: Int32Array,
  lineMean: Joules,
): { readonly member: number; readonly memberMean: Joules } {
  const { table, model } = input;
  const first = table.member[sites[0] ?? 0] ?? 0;
  if (table.member[sites[sites.length - 1] ?? 0] === first) return { member: first, memberMean: lineMean };
  const means = new Map<number, Joules>();
  const accumulator = createAccumulator(model);
  for (const site of sites) {
    const member = table.member[site] ?? 0;
    const price = table.prices[site];
    accumulator.clear();
    if (price !== undefined) accumulator.add(price, table.count[site] ?? 0);
    means.set(member, (means.get(member) ?? 0) + accumulator.energy().mean);
  }
  const [member, memberMean] = [...means].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  return { member, memberMean };
}

interface PriceEnergy {
  readonly mean: Joules;
  readonly parameterVariance: number;
  readonly noiseVariance: number;
  readonly unit: Energy;
}

/** Rows of one line, dearest first, unpriced ones last by count. */
function rowSummer({ model, table }: LineSumInput): (sites: Int32Array) => readonly OperationEnergy[] {
  const accumulator = createAccumulator(model);
  const energies = new Map<Price, PriceEnergy>();
  const slotOfRow = new Int32Array(table.rows.length).fill(-1);

  function energyOf(price: Price): PriceEnergy {
    const known = energies.get(price);
    if (known !== undefined) return known;
    accumulator.clear();
    accumulator.add(price, 1);
    const unit = accumulator.energy();
    const noiseVariance = price.noise * model.noiseSd * model.noiseSd;
    const energy = { mean: unit.mean, parameterVariance: unit.variance - noiseVariance, noiseVariance, unit };
    energies.set(price, energy);
    return energy;
  }

  function rowEnergy(
    sites: readonly number[],
    count: number,
  ): { readonly unit: Energy; readonly energy: Energy } | undefined {
    const first = table.prices[sites[0] ?? 0];
    if (first === undefined) return undefined;
    if (sites.every((site) => table.prices[site] === first)) {
      const { mean, parameterVariance, noiseVariance, unit } = energyOf(first);
      return {
        unit,
        energy: { mean: count * mean, variance: count * count * parameterVariance + count * noiseVariance },
      };
    }
    accumulator.clear();
    for (const site of sites) {
      const price = table.prices[site];
      if (price !== undefined) accumulator.add(price, table.count[site] ?? 0);
    }
    const energy = accumulator.energy();
    if (count === 0) return { unit: energyOf(first).unit, energy };
    const noise = accumulator.vector().noise * model.noiseSd * model.noiseSd;
    // One execution of the row's average operation: its parameters' error shrinks with 1/n², its noise with 1/n.
    const variance = (energy.variance - noise) / (count * count) + noise / count;
    return { unit: { mean: energy.mean / count, variance }, energy };
  }

  return (sites) => {
    const rowIds: number[] = [];
    const sitesOfRow: number[][] = [];
    const counts: number[] = [];
    for (const site of sites) {
      const row = table.row[site] ?? 0;
      let slot = slotOfRow[row] ?? -1;
      if (slot < 0) {
        slot = rowIds.push(row) - 1;
        slotOfRow[row] = slot;
        sitesOfRow.push([]);
        counts.push(0);
      }
      sitesOfRow[slot]?.push(site);
      counts[slot] = (counts[slot] ?? 0) + (table.count[site] ?? 0);
    }
    const operations = rowIds.flatMap((row, slot): readonly OperationEnergy[] => {
      slotOfRow[row] = -1;
      const operation = table.rows[row];
      if (operation === undefined) return [];
      const count = counts[slot] ?? 0;
      const { name, group } = operation.key;
      const energies = rowEnergy(sitesOfRow[slot] ?? [], count);
      return [{ name, group, count, ...energies, untyped: isUntyped(operation.key) }];
    });
    return operations.sort(byEnergy);
  };
}

function byEnergy(a: OperationEnergy, b: OperationEnergy): number {
  return (b.energy?.mean ?? -1) - (a.energy?.mean ?? -1) || b.count - a.count || (a.name < b.name ? -1 : 1);
}
