/**
 * Energies of single lines: together, by operation, and with the methods that
 * they call.
 *
 * Sits in `cost/`, under `compute-file-energy.ts`; shares and ranks follow
 * there, once the whole file is known.
 */
import { weaker } from '../flow/frequencies';
import type { FrequencyBasis } from '../flow/region';
import type { MethodKey } from '../operations/operation';
import type { Joules, LineIndex } from '../units';
import { createAccumulator, times, type CostAccumulator, type CostVector } from './combine-energies';
import type { CostModel, Energy } from './cost-model';
import type { OperationEnergy } from './file-energy';
import { createRowSummer } from './operation-rows';
import type { PricedMember } from './price-member';
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

/** `undefined` for a method without a known body. */
export type CalleeEnergyOf = (key: MethodKey) => CalleeEnergy | undefined;

export interface LineSum {
  readonly line: LineIndex;
  readonly own: Energy;
  readonly calls: CallSum;
  readonly operations: readonly OperationEnergy[];
  readonly pricedCount: number;
  readonly unpricedCount: number;
  readonly blocks: readonly string[];
  readonly basis: FrequencyBasis;
  /** Index of the member that most of the line's energy belongs to, and that energy. */
  readonly member: number;
  readonly memberMean: Joules;
}

export interface CallSum {
  /** Absent where no callee is known. */
  readonly inclusive?: Energy;
  readonly recursive: boolean;
  readonly unanalysed: number;
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
  const { table, model } = input;
  const sumRows = createRowSummer(model, table);
  const blockNameOf = createBlockNames(input);
  const accumulator = createAccumulator(model);
  const sums: LineSum[] = [];
  const size = table.order.length;
  for (let from = 0, to = 0; from < size; from = to) {
    const line = lineAt(table, from);
    for (to = from + 1; to < size && lineAt(table, to) === line;) to++;
    const counts = addSites(table, from, to, accumulator);
    const own = accumulator.energy();
    const home = homeMember(input, from, to, own.mean);
    sums.push({
      line,
      own,
      calls: addCallees(input, from, to, accumulator),
      operations: sumRows(from, to),
      pricedCount: counts.priced,
      unpricedCount: counts.unpriced,
      blocks: blocksOf(table, from, to, blockNameOf),
      basis: basisOf(input, from, to),
      member: home.member,
      memberMean: home.mean,
    });
  }
  return sums;
}

function siteAt(table: SiteTable, position: number): number {
  return table.order[position] ?? 0;
}

function lineAt(table: SiteTable, position: number): number {
  return table.line[siteAt(table, position)] ?? 0;
}

/** Leaves the line's own cost in the accumulator. */
function addSites(
  table: SiteTable,
  from: number,
  to: number,
  accumulator: CostAccumulator,
): { readonly priced: number; readonly unpriced: number } {
  accumulator.clear();
  let priced = 0;
  let unpriced = 0;
  for (let i = from; i < to; i++) {
    const site = siteAt(table, i);
    const count = table.count[site] ?? 0;
    const price = table.prices[site];
    if (price === undefined) unpriced += count;
    else {
      priced += count;
      accumulator.add(price, count);
    }
  }
  return { priced, unpriced };
}

const NO_CALLS: CallSum = { recursive: false, unanalysed: 0 };

/** Adds what the line's callees cost to what the accumulator holds. */
function addCallees(input: LineSumInput, from: number, to: number, accumulator: CostAccumulator): CallSum {
  const { table, members, calleeEnergy } = input;
  let hasCalls = false;
  let isKnown = false;
  let recursive = false;
  let unanalysed = 0;
  for (let i = from; i < to; i++) {
    const site = siteAt(table, i);
    const callee = table.callee[site] ?? -1;
    if (callee < 0) continue;
    const key = members[table.member[site] ?? 0]?.operations.callees[callee];
    if (key === undefined) continue;
    hasCalls = true;
    const count = table.count[site] ?? 0;
    const called = calleeEnergy(key);
    if (called === undefined) {
      unanalysed += count;
      continue;
    }
    isKnown = true;
    recursive ||= called.recursive;
    unanalysed += times(count, called.unanalysed);
    accumulator.addVector(called.vector, count);
  }
  if (!hasCalls) return NO_CALLS;
  return isKnown ? { inclusive: accumulator.energy(), recursive, unanalysed } : { recursive, unanalysed };
}

/** Nearly every line belongs to one member; only for the others is the energy split up. */
function homeMember(
  { table, model }: LineSumInput,
  from: number,
  to: number,
  lineMean: Joules,
): { readonly member: number; readonly mean: Joules } {
  const first = table.member[siteAt(table, from)] ?? 0;
  if (table.member[siteAt(table, to - 1)] === first) return { member: first, mean: lineMean };
  const accumulator = createAccumulator(model);
  let home = { member: first, mean: -1 };
  for (let start = from, end = from; start < to; start = end) {
    const member = table.member[siteAt(table, start)] ?? 0;
    for (end = start + 1; end < to && table.member[siteAt(table, end)] === member;) end++;
    addSites(table, start, end, accumulator);
    const { mean } = accumulator.energy();
    if (mean > home.mean) home = { member, mean };
  }
  return home;
}

function basisOf({ table, priced }: LineSumInput, from: number, to: number): FrequencyBasis {
  let basis: FrequencyBasis = 'exact';
  for (let i = from; i < to; i++) {
    const site = siteAt(table, i);
    const own = priced[table.member[site] ?? 0]?.bases[table.block[site] ?? 0];
    if (own !== undefined && own !== basis) basis = weaker(basis, own);
  }
  return basis;
}

type BlockNameOf = (member: number, block: number) => string;

/** `CCGrid3D.blit()#for_1`, made once per block. */
function createBlockNames({ members }: LineSumInput): BlockNameOf {
  const names: (string | undefined)[][] = members.map(() => []);
  return (m, b) => {
    const known = names[m]?.[b];
    if (known !== undefined) return known;
    const member = members[m];
    const name = `${member?.name ?? ''}#${member?.operations.blocks[b]?.name ?? ''}`;
    const own = names[m];
    if (own !== undefined) own[b] = name;
    return name;
  };
}

function blocksOf(table: SiteTable, from: number, to: number, nameOf: BlockNameOf): readonly string[] {
  const blocks: string[] = [];
  let lastMember = -1;
  let lastBlock = -1;
  for (let i = from; i < to; i++) {
    const site = siteAt(table, i);
    const member = table.member[site] ?? 0;
    const block = table.block[site] ?? 0;
    if (member === lastMember && block === lastBlock) continue;
    lastMember = member;
    lastBlock = block;
    const name = nameOf(member, block);
    if (!blocks.includes(name)) blocks.push(name);
  }
  return blocks;
}
