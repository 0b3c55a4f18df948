/**
 * The lists of hotspots of the workspace: lines, methods, blocks, operations and library calls, in any order, a page
 * at a time.
 *
 * Sits in `lsp/`. Pages that asked for a list hear when there is a newer one. Nothing is computed until a page asks.
 */
import { PAPER_GROUPS } from '../../operations/catalogue/catalogue';
import { listedName } from '../../operations/catalogue/operation-words';
import { FIXED_EXECUTIONS } from '../../cost/pricing/block-energies';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';
import * as l10n from '@vscode/l10n';
import type { HotOperation } from '../../lines/hot-operations';
import { type HotTable, orderRows, tableOfFiles } from '../../lines/hot-order';
import type { BlockRows } from '../../lines/hot-rows';
import { at, last, present } from '../../base/check';
import type { Joules } from '../../base/units';
import { indexLines } from '../../base/line-index';
import {
  HOTTEST,
  MOST_ROWS,
  type HotListPage,
  type HotListParams,
  type HotListQuery,
  type HotRow,
  type NextHotLine,
} from '../../protocol/hot-lists';
import type { Settings } from '../../protocol/settings';
import { notCold } from '../../lines/heat';
import { isPart } from '../views/modeled-view';
import type { EnergyScale } from '../../words/energy-scale';
import { paletteColors } from '../../words/palette';
import { type ListScale, rowOfBlock, rowOfFile, rowOfOperation, sumInWords } from './hot-list-rows';
import type { ColoredBy } from '../profiles/colored-by';
import { createStaleTeller, type StaleTeller } from '../session/pace';
import type { WorkspaceFiles } from './workspace-files';
import type { WorkspaceRows, WorkspaceScan } from './workspace-rows';

interface HotListsOptions {
  readonly rows: WorkspaceRows;
  readonly files: Pick<WorkspaceFiles, 'textOf'>;
  readonly settings: () => Settings;
  /** The scale of colors over the whole workspace. */
  readonly colors: () => Promise<EnergyScale>;
  /** The words for how the figures came about; those of recordings depend on the measure. */
  readonly provenance: (measure: ShownMeasure | undefined) => string;
  /** The energy of one run of the program, by a model; undefined while it is not known. */
  readonly programEnergy: () => Joules | undefined;
  readonly isIndexing: () => boolean;
  readonly coloredBy: Pick<ColoredBy, 'paths' | 'names'>;
  /** Called when there is something newer than the last answer. */
  readonly tellStale: () => void;
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

/** The shares that the hottest rows take together; empty if nothing takes anything. Rows that are not modeled take nothing. */
function sharesOfHottest(rows: Uint32Array, energies: HotTable['energy']): readonly number[] {
  /** The energies of the hottest rows, by falling energy: a list of a million rows is too long to be sorted for this. */
  const hottest: number[] = [];
  let sum = 0;
  for (const row of rows) {
    const energy = at(energies, row);
    if (!(energy > 0)) continue;
    sum += energy;
    if (hottest.length === HOTTEST && energy <= last(hottest)) continue;
    const rank = hottest.findIndex((each) => each < energy);
    hottest.splice(rank === -1 ? hottest.length : rank, 0, energy);
    hottest.length = Math.min(hottest.length, HOTTEST);
  }
  let together = 0;
  return hottest.map((energy) => Math.min(1, (together += energy) / sum));
}

export class HotLists {
  private readonly options: HotListsOptions;
  private readonly stale: StaleTeller;
  private readonly listings = new Map<
    string,
    { readonly state: number; readonly listing: Promise<Listing> }
  >();
  /** The last order that was asked for, for each list: pages follow each other. */
  private readonly orders = new WeakMap<HotTable, { readonly key: string; readonly rows: Uint32Array }>();
  private isAsked = false;

  constructor(options: HotListsOptions) {
    this.options = options;
    this.stale = createStaleTeller(() => {
      this.isAsked = false;
      options.tellStale();
    });
  }

  async page(params: HotListParams): Promise<HotListPage> {
    const { rows: workspace, coloredBy, provenance } = this.options;
    this.isAsked = true;
    // What is known only while the rows are made is not in them.
    const isIndexing = this.options.isIndexing();
    const found = await workspace.lines();
    const listing = await this.listingOf(params);
    const order = this.orderOf(listing, params);
    const offset = wholeNumber(params.offset, order.length);
    const end = offset + wholeNumber(params.count, MOST_ROWS);
    const rows = await this.rowsAt(listing, params, order.subarray(offset, end));
    if (isIndexing) this.stale.tellLater(Math.max(INDEXING_DELAY_MS, found.took * RESTING));
    const { table, scale } = listing;
    const all = table.energy.length;
    const sumFrom = (first: number): string =>
      sumInWords(
        Array.from(order.subarray(first), (row) => at(table.energy, row)),
        scale,
      );
    return {
      rows,
      sharesOf: scale.sharesOf,
      found: order.length,
      all,
      foundText: sumFrom(0),
      remainderText: sumFrom(offset + rows.length),
      hottest: sharesOfHottest(order, table.energy),
      reason: all === 0 ? reasonOf(params, found, { isIndexing, coloredBy }) : '',
      unit: found.measure?.unit ?? 'joules',
      source: coloredBy.names.join(', '),
      provenance: provenanceOfList(params, found, provenance(found.measure)),
      palette: paletteColors(scale.settings.palette, scale.settings.colorSteps),
      groups: PAPER_GROUPS,
      components: found.measure?.components ?? [],
      component: found.measure?.component ?? '',
      isComplete: !isIndexing,
      missingFiles: isIndexing ? 0 : found.missing,
    };
  }

  async next(
    query: HotListQuery,
    from: { readonly path: string; readonly line: number },
    direction: 'next' | 'previous',
  ): Promise<NextHotLine | undefined> {
    const listing = await this.listingOf(query);
    const order = this.orderOf(listing, query);
    if (order.length === 0) return undefined;
    const here = order.indexOf(listing.rowAt(from.path, from.line));
    const start = here === -1 && direction === 'previous' ? 0 : here;
    const index = (start + (direction === 'next' ? 1 : -1) + order.length) % order.length;
    const [row] = await this.rowsAt(listing, query, order.subarray(index, index + 1));
    return row && { row, place: index + 1, found: order.length };
  }

  /** Every row that a query finds; lines come without their texts. */
  async all(query: HotListQuery): Promise<{ readonly count: number; readonly rows: Iterable<HotRow> }> {
    const listing = await this.listingOf(query);
    const order = this.orderOf(listing, query);
    return { count: order.length, rows: mapLazily(order, listing.rowOf) };
  }

  /** Called when the rows changed. */
  changed(): void {
    // Much changes while the workspace is read, and its end is reported.
    if (this.isAsked && !this.options.isIndexing()) this.stale.tellLater(STALE_DELAY_MS);
  }

  dispose(): void {
    this.stale.dispose();
  }

  private listingOf(query: HotListQuery): Promise<Listing> {
    const { rows: workspace } = this.options;
    const { state } = workspace;
    const key = query.list === 'blocks' ? `blocks ${query.blocks}` : query.list;
    const known = this.listings.get(key);
    if (known?.state === state) return known.listing;
    const listing = makeListing(query, this.options);
    this.listings.set(key, { state, listing });
    listing.catch(() => this.listings.delete(key));
    return listing;
  }

  private orderOf({ table }: Listing, wish: HotListQuery): Uint32Array {
    const key = JSON.stringify([wish.search, wish.order, wish.isAscending]);
    const known = this.orders.get(table);
    if (known?.key === key) return known.rows;
    const rows = orderRows(table, wish);
    this.orders.set(table, { key, rows });
    return rows;
  }

  private async rowsAt(
    listing: Listing,
    { list }: HotListQuery,
    rows: Iterable<number>,
  ): Promise<readonly HotRow[]> {
    const made = Array.from(rows, listing.rowOf);
    return list === 'lines' ? withTexts(made, this.options.files) : made;
  }
}

async function makeListing(
  { list, blocks: of }: HotListQuery,
  { rows: workspace, settings: settingsNow, colors: colorsNow, programEnergy }: HotListsOptions,
): Promise<Listing> {
  const { lines, methods, measure } = await workspace.lines();
  const [settings, colors] = [settingsNow(), await colorsNow()];
  const looks = { settings, measure, colors, program: programEnergy() };
  switch (list) {
    case 'lines':
    case 'methods': {
      const table = tableOfFiles(list === 'lines' ? lines : methods, ({ energy }) => energy);
      const scale = scaleOf(table, looks);
      const rowOf = (row: number): HotRow => rowOfFile(table, row, scale);
      const lineOf = (row: number): HotRow => asInEditor(rowOf(row), settings);
      return { table, scale, rowOf: list === 'lines' ? lineOf : rowOf, rowAt: table.rowAt };
    }
    case 'blocks': {
      const table = tableOfFiles(await workspace.blocks(), columnOf(of));
      const scale = scaleOf(table, of === 'application' ? looks : { ...looks, program: undefined });
      return { table, scale, rowOf: (row) => rowOfBlock(table, row, of, scale), rowAt: table.rowAt };
    }
    case 'operations':
    case 'library-calls': {
      const all = await workspace.operations();
      const shownBy = new Map(workspace.places().map(({ path, shown }) => [path, shown]));
      return listOperations(all, list, shownBy, looks);
    }
  }
}

interface Looks extends Omit<ListScale, 'total' | 'sharesOf'> {
  /** The energy of the program, of which rows are parts; undefined if they are of no run, or it is not known. */
  readonly program: Joules | undefined;
}

function scaleOf({ energy }: Pick<HotTable, 'energy'>, { program, ...looks }: Looks): ListScale {
  const sum = energy.reduce((all, each) => all + (Number.isNaN(each) ? 0 : each), 0);
  if (looks.measure !== undefined) return { ...looks, total: looks.measure.total, sharesOf: 'run' };
  return program !== undefined && isPart(sum, program)
    ? { ...looks, total: program, sharesOf: 'program' }
    : { ...looks, total: sum, sharesOf: 'list' };
}

/** A line that is mostly not modeled has the color that the editor gives it. */
function asInEditor(row: HotRow, { colorSteps }: Settings): HotRow {
  return row.isLowerBound && row.step !== null ? { ...row, step: notCold(row.step, colorSteps) } : row;
}

function listOperations(
  all: readonly HotOperation[],
  list: 'operations' | 'library-calls',
  shownBy: ReadonlyMap<string, string>,
  looks: Looks,
): Listing {
  const isCall = ({ group }: HotOperation): boolean => group === 'library function';
  const listed = all.filter((each) => isCall(each) === (list === 'library-calls'));
  // The total covers both lists: a library's share is a share of the program.
  const scale = scaleOf({ energy: Float64Array.from(all, ({ energy }) => energy?.mean ?? 0) }, looks);
  return {
    table: {
      energy: Float64Array.from(listed, ({ energy }) => energy?.mean ?? Number.NaN),
      executions: Float64Array.from(listed, ({ executions }) => executions),
      nameOf: (row) => listedName(at(listed, row).name),
      textOf(row) {
        const { name, group } = at(listed, row);
        return `${listedName(name)} ${name} ${group}`;
      },
    },
    scale,
    rowOf(row) {
      const operation = at(listed, row);
      return rowOfOperation(operation, shownBy.get(operation.path) ?? operation.path, scale);
    },
    rowAt: () => -1,
  };
}

async function withTexts(
  rows: readonly HotRow[],
  files: HotListsOptions['files'],
): Promise<readonly HotRow[]> {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const texts = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const text = (await files.textOf(path)) ?? ''; // the line is gone since it was listed
        return [path, { text, lines: indexLines(text) }] as const;
      }),
    ),
  );
  return rows.map((row) => {
    const { text, lines } = present(texts.get(row.path), 'the text of a listed file');
    if (row.line >= lines.lineCount) return row;
    const end = row.line + 1 < lines.lineCount ? lines.startOf(row.line + 1) : text.length;
    return { ...row, text: text.slice(lines.startOf(row.line), end).trim().slice(0, LONGEST_TEXT) };
  });
}

/** Lists of operations say that a recording told their sum only; all lists, of how many files the figures are stale. */
function provenanceOfList(
  { list }: HotListQuery,
  { measure, stale }: Pick<WorkspaceScan, 'measure' | 'stale'>,
  known: string,
): string {
  const of = list === 'methods' ? l10n.t('{0}; each method without the methods it calls', known) : known;
  const provenance =
    stale === 0
      ? of
      : stale === 1
        ? l10n.t('{0}; 1 file as it was before it was edited', of)
        : l10n.t('{0}; {1} files as they were before they were edited', of, stale);
  if (measure === undefined || (list !== 'operations' && list !== 'library-calls')) return provenance;
  const isMeasured = measure.unit === 'joules' && measure.provenance === 'measured';
  return isMeasured
    ? l10n.t('modeled division of a measured total: {0}', provenance)
    : l10n.t('modeled division of a recorded total: {0}', provenance);
}

/** The reason why a list is empty. */
function reasonOf(
  { list }: HotListQuery,
  { measure, files, missing }: WorkspaceScan,
  { isIndexing, coloredBy }: Pick<HotListsOptions, 'coloredBy'> & { readonly isIndexing: boolean },
): string {
  if (measure !== undefined && list === 'blocks')
    return l10n.t(
      'Recordings and merged profiles contain no blocks. Show a single profile or the estimates.',
    );
  if (isIndexing) return l10n.t('Jouleline is reading the workspace.');
  if (files === 0) return l10n.t('There are no Java files in this workspace.');
  if (coloredBy.paths.length > 0) return l10n.t('The data that is shown contains nothing of this workspace.');
  return missing > 0
    ? l10n.t('The files of this workspace are analyzed when they are opened.')
    : l10n.t('Nothing in this workspace uses energy.');
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

/** A whole number between 0 and `most`, whatever the client sent. */
function wholeNumber(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, Math.floor(value))) : 0;
}

function* mapLazily<T>(rows: Uint32Array, make: (row: number) => T): Generator<T> {
  for (const row of rows) yield make(row);
}
