/**
 * Operation sites in one array of numbers.
 *
 * Sits in `operations/`. There are a million of them in a large module: as
 * objects they would take most of its memory, and most of the time to cross
 * threads. {@link SITE_CELLS} cells for each site, in the order in which they
 * were found.
 */
import { outside, withDefined } from '../../base/check';
import type { OperationSite, SiteTable, OperationKey } from './operation';

/** Key, block, offset, callee or -1, amount, its basis. */
const SITE_CELLS = 6;

const BASES = ['none', 'constant', 'default'] as const;

/** Stands for all that is more; no array has more elements. */
const MAX_AMOUNT = 2 ** 31 - 1;

export function packSites(sites: readonly OperationSite[]): SiteTable {
  const table = new Int32Array(sites.length * SITE_CELLS);
  sites.forEach(({ key, block, offset, callee = -1, amount }, site) => {
    const basis = amount === undefined ? 0 : BASES.indexOf(amount.basis);
    const value = Math.min(MAX_AMOUNT, amount?.value ?? 0);
    table.set([key, block, offset, callee, value, basis], site * SITE_CELLS);
  });
  return table;
}

export function countSites(table: SiteTable): number {
  return table.length / SITE_CELLS;
}

/** All sites as objects: for where a file is printed or checked. */
export function listSites(table: SiteTable): readonly OperationSite[] {
  return Array.from({ length: countSites(table) }, (_, site) => {
    const amount = amountOf(table, site);
    const callee = calleeOf(table, site);
    return {
      key: keyOf(table, site),
      block: blockOf(table, site),
      offset: offsetOf(table, site),
      ...withDefined({ amount, callee: callee < 0 ? undefined : callee }),
    };
  });
}

/** Moves sites: for texts whose offsets are mapped. */
export function mapOffsets(table: SiteTable, map: (offset: number) => number): SiteTable {
  const mapped = table.slice();
  for (let at = 2; at < mapped.length; at += SITE_CELLS) mapped[at] = map(cell(table, at));
  return mapped;
}

/** The sites for which `isKept`, in their order. */
export function keepSites(table: SiteTable, isKept: (site: number) => boolean): SiteTable {
  return table.filter((_, cellAt) => isKept(Math.floor(cellAt / SITE_CELLS)));
}

export function keyOf(table: SiteTable, site: number): number {
  return cell(table, site * SITE_CELLS);
}

export function blockOf(table: SiteTable, site: number): number {
  return cell(table, site * SITE_CELLS + 1);
}

export function offsetOf(table: SiteTable, site: number): number {
  return cell(table, site * SITE_CELLS + 2);
}

/** The method of the application that a site calls, or -1 if it calls none. */
export function calleeOf(table: SiteTable, site: number): number {
  return cell(table, site * SITE_CELLS + 3);
}

export function amountOf(table: SiteTable, site: number): OperationSite['amount'] {
  const basis = BASES[cell(table, site * SITE_CELLS + 5)] ?? 'none';
  return basis === 'none' ? undefined : { value: cell(table, site * SITE_CELLS + 4), basis };
}

function cell(table: SiteTable, at: number): number {
  return table[at] ?? outside(at);
}

/** More than the methods that a module of 3,000 files calls. After that all begins anew, so that no session grows without end. */
const MAX_KNOWN = 200_000;

const texts = new Map<string, string>();
const keys = new Map<string, OperationKey>();

/**
 * Equal texts and operation keys as one object each: a large module names the same thousand operations half a
 * million times. Nothing depends on two equal ones being the same.
 */
export function internText(text: string): string {
  return intern(texts, text, text);
}

export function internKey(key: OperationKey): OperationKey {
  const { name, family, group, operands, size } = key;
  return intern(keys, `${name}\n${operands.join(' ')}\n${size}\n${family}\n${group}`, key);
}

function intern<T>(known: Map<string, T>, id: string, value: T): T {
  const first = known.get(id);
  if (first !== undefined) return first;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, value);
  return value;
}
