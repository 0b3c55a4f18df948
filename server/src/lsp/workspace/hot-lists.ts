/**
 * The lists of hotspots of the workspace: lines, methods, blocks, operations and library calls, in any order, a page
 * at a time.
 *
 * Sits in `lsp/`. Pages that asked for a list hear when there is a newer one. Nothing is computed until a page asks.
 */
import { PAPER_GROUPS } from '../../operations/catalogue/paper-group';
import { FIXED_EXECUTIONS } from '../../cost/pricing/block-energies';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { HotOperation } from '../../lines/hot-operations';
import { type FilesTable, type HotTable, orderRows, tableOfFiles } from '../../lines/hot-order';
import { type BlockRows, type HotRows } from '../../lines/hot-rows';
import { indexLines } from '../../base/line-index';
import { MOST_ROWS } from '../../protocol/hot-lists';
import type { HotListPage, HotListParams, HotListQuery, HotRow, NextHotLine } from '../../protocol/hot-lists';
import type { Settings } from '../../protocol/settings';
import { type ListScale, rowOfBlock, rowOfFile, rowOfOperation, textOfSum } from './hot-list-rows';
import type { ShownSources } from '../profiles/shown-sources';
import { createStaleTeller } from '../session/tell-stale';
import type { WorkspaceFiles } from './workspace-files';
import type { WorkspaceRows, WorkspaceScan } from './workspace-rows';

export interface HotListsOptions {
  readonly rows: WorkspaceRows;
  readonly files: Pick<WorkspaceFiles, 'textOf'>;
  readonly settings: () => Settings;
  /** The words for how the figures came about; those of recordings depend on the measure. */
  readonly provenance: (measure: ShownMeasure | undefined) => string;
  readonly isIndexing: () => boolean;
  readonly sources: Pick<ShownSources, 'paths'>;
  /** Called when there is something newer than the last answer. */
  readonly tellStale: () => void;
}

export interface HotLists {
  page(params: HotListParams): Promise<HotListPage>;
  next(
    query: HotListQuery,
    from: { readonly path: string; readonly line: number },
    direction: 'next' | 'previous',
  ): Promise<NextHotLine | undefined>;
  /** Every row that a query finds; lines come without their texts. */
  all(query: HotListQuery): Promise<{ readonly count: number; readonly rows: Iterable<HotRow> }>;
  /** Called when the rows changed. */
  changed(): void;
  dispose(): void;
}

/** Changes often come in series: the delay after the first one. */
const STALE_DELAY_MS = 1000;
/** The delay while the workspace is read: lists grow then, and making them must not slow down the reading. */
const INDEXING_DELAY_MS = 5000;
const RESTING = 6;
/** The most characters of a line's text. */
const LONGEST_TEXT = 300;

/** A list in the order of places, with its total. */
interface Listing {
  readonly table: HotTable;
  readonly scale: ListScale;
  readonly rowOf: (row: number) => HotRow;
  readonly rowAt: (path: string, line: number) => number;
}

interface Ordered {
  readonly key: string;
  readonly rows: Uint32Array;
}

export function createHotLists(options: HotListsOptions): HotLists {
  const { rows: workspace } = options;
  let isAsked = false;
  const stale = createStaleTeller(() => {
    isAsked = false;
    options.tellStale();
  });
  const listings = new Map<string, { readonly state: number; readonly listing: Promise<Listing> }>();
  /** The last order that was asked for, for each list: pages follow each other. */
  const orders = new WeakMap<HotTable, Ordered>();

  function listingOf(query: HotListQuery): Promise<Listing> {
    const { state } = workspace;
    const key = query.list === 'blocks' ? `blocks ${query.blocks}` : query.list;
    const known = listings.get(key);
    if (known?.state === state) return known.listing;
    const listing = makeListing(query);
    listings.set(key, { state, listing });
    listing.catch(() => listings.delete(key));
    return listing;
  }

  async function makeListing({ list, blocks: of }: HotListQuery): Promise<Listing> {
    const { lines, methods, measure } = await workspace.lines();
    switch (list) {
      case 'lines':
      case 'methods': {
        const table = tableOfFiles(list === 'lines' ? lines : methods, ({ energy }) => energy);
        return listFiles(table, measure, (row, scale) => rowOfFile(table, row, scale));
      }
      case 'blocks': {
        const table = tableOfFiles(await workspace.blocks(), columnOf(of));
        return listFiles(table, measure, (row, scale) => rowOfBlock(table, row, of, scale));
      }
      case 'operations':
      case 'library-calls':
        return listOperations(await workspace.operations(), list);
    }
  }

  function listFiles<Rows extends HotRows>(
    table: FilesTable<Rows>,
    measure: ShownMeasure | undefined,
    rowOf: (row: number, scale: ListScale) => HotRow,
  ): Listing {
    const total = measure?.total ?? table.energy.reduce((sum, energy) => sum + energy, 0);
    const scale = { settings: options.settings(), total, measure };
    return { table, scale, rowOf: (row) => rowOf(row, scale), rowAt: table.rowAt };
  }

  function listOperations(
    all: readonly HotOperation[],
    list: Extract<HotListQuery['list'], 'operations' | 'library-calls'>,
  ): Listing {
    const isCall = ({ group }: HotOperation): boolean => group === 'library function';
    const listed = all.filter((each) => isCall(each) === (list === 'library-calls'));
    const shownBy = new Map(workspace.places().map(({ path, shown }) => [path, shown]));
    // The total covers both lists: a library's share is a share of the program.
    const total = all.reduce((sum, { energy }) => sum + (energy?.mean ?? 0), 0);
    const scale = { settings: options.settings(), total, measure: undefined };
    const nameOf = (row: number): string => listed[row]?.name ?? '';
    return {
      table: {
        energy: Float64Array.from(listed, ({ energy }) => energy?.mean ?? Number.NaN),
        executions: Float64Array.from(listed, ({ executions }) => executions),
        nameOf,
        textOf: (row) => `${nameOf(row)} ${listed[row]?.group ?? ''}`,
      },
      scale,
      rowOf(row) {
        const operation = listed[row];
        if (operation === undefined) throw new RangeError(`the list has no row ${row}`);
        return rowOfOperation(operation, shownBy.get(operation.path) ?? operation.path, scale);
      },
      rowAt: () => -1,
    };
  }

  function orderOf({ table }: Listing, wish: HotListQuery): Uint32Array {
    const key = JSON.stringify([wish.search, wish.order, wish.isAscending]);
    const known = orders.get(table);
    if (known?.key === key) return known.rows;
    const rows = orderRows(table, wish);
    orders.set(table, { key, rows });
    return rows;
  }

  async function rowsAt(
    listing: Listing,
    { list }: HotListQuery,
    rows: Iterable<number>,
  ): Promise<readonly HotRow[]> {
    const made = Array.from(rows, listing.rowOf);
    return list === 'lines' ? withTexts(made) : made;
  }

  async function withTexts(rows: readonly HotRow[]): Promise<readonly HotRow[]> {
    const paths = [...new Set(rows.map(({ path }) => path))];
    const texts = await Promise.all(paths.map(options.files.textOf));
    const byPath = new Map(
      paths.map((path, index) => {
        const text = texts[index] ?? ''; // the line is gone since it was listed
        return [path, { text, lines: indexLines(text) }];
      }),
    );
    return rows.map((row) => {
      const found = byPath.get(row.path);
      if (found === undefined || row.line >= found.lines.lineCount) return row;
      const { text, lines } = found;
      const end = row.line + 1 < lines.lineCount ? lines.startOf(row.line + 1) : text.length;
      return { ...row, text: text.slice(lines.startOf(row.line), end).trim().slice(0, LONGEST_TEXT) };
    });
  }

  function reasonOf({ list }: HotListQuery, { measure, files, missing }: WorkspaceScan): string {
    if (measure !== undefined && list !== 'lines' && list !== 'methods')
      return l10n.t(
        'Recordings and merged profiles contain no blocks or operations. Show a single profile or the estimates.',
      );
    if (options.isIndexing()) return l10n.t('Jouleline is reading the workspace.');
    if (files === 0) return l10n.t('There are no Java files in this workspace.');
    if (options.sources.paths.length > 0)
      return l10n.t('The data that is shown contains nothing of this workspace.');
    return missing > 0
      ? l10n.t('The files of this workspace are analyzed when they are opened.')
      : l10n.t('Nothing in this workspace uses energy.');
  }

  return {
    async page(params) {
      isAsked = true;
      const found = await workspace.lines();
      const listing = await listingOf(params);
      const order = orderOf(listing, params);
      const offset = wholeNumber(params.offset, order.length);
      const rows = await rowsAt(
        listing,
        params,
        order.subarray(offset, offset + wholeNumber(params.count, MOST_ROWS)),
      );
      const isIndexing = options.isIndexing();
      if (isIndexing) stale.tellLater(Math.max(INDEXING_DELAY_MS, found.took * RESTING));
      const all = listing.table.energy.length;
      const sumFrom = (first: number): string =>
        textOfSum(sumOf(listing.table.energy, order.subarray(first)), listing.scale);
      return {
        rows,
        found: order.length,
        all,
        foundText: sumFrom(0),
        remainderText: sumFrom(offset + rows.length),
        reason: all === 0 ? reasonOf(params, found) : '',
        source: options.sources.paths.map((path) => basename(path, '.json')).join(', '),
        provenance: options.provenance(found.measure),
        groups: PAPER_GROUPS,
        isComplete: !isIndexing,
        missingFiles: isIndexing ? 0 : found.missing,
      };
    },
    async next(query, from, direction) {
      const listing = await listingOf(query);
      const order = orderOf(listing, query);
      if (order.length === 0) return undefined;
      const here = order.indexOf(listing.rowAt(from.path, from.line));
      const start = here === -1 && direction === 'previous' ? 0 : here;
      const index = (start + (direction === 'next' ? 1 : -1) + order.length) % order.length;
      const [row] = await rowsAt(listing, query, order.subarray(index, index + 1));
      return row && { row, place: index + 1, found: order.length };
    },
    async all(query) {
      const listing = await listingOf(query);
      const order = orderOf(listing, query);
      return { count: order.length, rows: mapLazily(order, listing.rowOf) };
    },
    changed() {
      // Much changes while the workspace is read, and its end is reported.
      if (isAsked && !options.isIndexing()) stale.tellLater(STALE_DELAY_MS);
    },
    dispose() {
      stale.dispose();
    },
  };
}

function columnOf(of: HotListQuery['blocks']): (rows: BlockRows) => Float64Array {
  switch (of) {
    case 'once':
      return ({ once }) => once;
    case 'fixed':
      return ({ once }) => once.map((energy) => energy * FIXED_EXECUTIONS);
    case 'application':
      return ({ energy }) => energy;
  }
}

/** The sum of the energies of these rows; rows that are not modeled have none to add. */
function sumOf(energy: Float64Array, rows: Uint32Array): number {
  return rows.reduce((sum, row) => sum + (energy[row] || 0), 0);
}

/** A whole number between 0 and `most`, whatever the client sent. */
function wholeNumber(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, Math.floor(value))) : 0;
}

function* mapLazily<T>(rows: Uint32Array, make: (row: number) => T): Generator<T> {
  for (const row of rows) yield make(row);
}
