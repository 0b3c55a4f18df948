/**
 * All operation sites of a file in typed arrays, ordered by line.
 *
 * Sits in `cost/`, under `compute-file-energy.ts`, which runs after every
 * edit: sites are columns, and operations are numbered once per member's key
 * instead of being compared by name at each site.
 */
import type { MemberOperations, OperationGroup, OperationKey } from '../operations/operation';
import type { Offset } from '../units';
import type { Price } from './cost-model';
import { isUntyped, type PricedMember } from './price-member';

/** An operation as a line lists it: sites with the same name are one row, priced and unpriced ones apart. */
export interface OperationRow {
  readonly name: string;
  readonly group: OperationGroup;
  readonly untyped: boolean;
}

export interface SiteTable {
  readonly rows: readonly OperationRow[];
  /** Columns; site `i` of the table stands at `order[i]` for the i-th in the order of lines. */
  readonly order: Int32Array;
  readonly line: Int32Array;
  readonly row: Int32Array;
  readonly member: Int32Array;
  readonly block: Int32Array;
  readonly callee: Int32Array;
  readonly count: Float64Array;
  readonly prices: readonly (Price | undefined)[];
}

export interface TableMember {
  readonly bodyStart: Offset;
  readonly operations: MemberOperations;
}

const NO_CALLEE = -1;

/** Sites of one line stay in the order of their members. */
export function buildSiteTable(
  members: readonly TableMember[],
  priced: readonly PricedMember[],
  lineOf: (offset: Offset) => number,
): SiteTable {
  const size = members.reduce((sum, member) => sum + member.operations.sites.length, 0);
  const column = (): Int32Array => new Int32Array(size);
  const [line, row, member, block, callee] = [column(), column(), column(), column(), column()];
  const count = new Float64Array(size);
  const prices = new Array<Price | undefined>(size);
  const rows: OperationRow[] = [];
  const rowsByName = new Map<string, number>();

  function rowOf(operation: OperationKey, isPriced: boolean): number {
    const name = isPriced ? operation.name : `${operation.name} unpriced`;
    const known = rowsByName.get(name);
    if (known !== undefined) return known;
    rowsByName.set(name, rows.length);
    return rows.push({ name: operation.name, group: operation.group, untyped: isUntyped(operation) }) - 1;
  }

  let next = 0;
  members.forEach(({ bodyStart, operations }, m) => {
    const own = priced[m];
    if (own === undefined) return;
    const rowOfKey = operations.keys.map((operation, k) => rowOf(operation, own.prices[k] !== undefined));
    for (const site of operations.sites) {
      line[next] = lineOf(bodyStart + site.offset);
      row[next] = rowOfKey[site.key] ?? 0;
      member[next] = m;
      block[next] = site.block;
      callee[next] = site.callee ?? NO_CALLEE;
      count[next] = own.frequencies[site.block] ?? 0;
      prices[next] = own.prices[site.key];
      next++;
    }
  });
  return { rows, order: orderByLine(line), line, row, member, block, callee, count, prices };
}

/** Counting sort: stable, and linear in sites and lines. */
function orderByLine(line: Int32Array): Int32Array {
  const size = line.length;
  let last = 0;
  for (let site = 0; site < size; site++) last = Math.max(last, line[site] ?? 0);
  const starts = new Int32Array(last + 2);
  for (let site = 0; site < size; site++) {
    const next = (line[site] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  const order = new Int32Array(size);
  for (let site = 0; site < size; site++) {
    const index = line[site] ?? 0;
    const place = starts[index] ?? 0;
    order[place] = site;
    starts[index] = place + 1;
  }
  return order;
}
