/**
 * Lists of hotspots of the workspace, page by page.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import { NotificationType0, RequestType } from 'vscode-languageserver-protocol';

export type HotListName = 'lines' | 'methods' | 'blocks' | 'operations' | 'library-calls';

/** The order of a list; `energy`, with the hottest first, is the default. */
export type HotListOrder = 'energy' | 'executions' | 'name' | 'place';

/** The executions that energies of blocks stand for: one, 3,000, or all of the application. */
export type BlockExecutions = 'once' | 'fixed' | 'application';

/** A query for a list of the workspace; it lists what the overlays show. */
export interface HotListQuery {
  readonly list: HotListName;
  /** Words that must all stand in a row's name or path. */
  readonly search: string;
  readonly order: HotListOrder;
  readonly isAscending: boolean;
  readonly blocks: BlockExecutions;
}

/** Lists are long: rows from `offset` on, at most `count` (and never more than {@link MOST_ROWS}). */
export interface HotListParams extends HotListQuery {
  readonly offset: number;
  readonly count: number;
}

export const MOST_ROWS = 1000;

export interface HotRow {
  /** The name of the method, block or operation; for a line that of its method. */
  readonly name: string;
  /** The text of a line, or the group of an operation; else empty. */
  readonly text: string;
  /** The absolute path; for an operation that of the place where it takes most. */
  readonly path: string;
  /** The line, counted from 0. */
  readonly line: number;
  /** "src/app/Grid.java:12" */
  readonly place: string;
  /**
   * The energy in joules, or the amount in another unit that is shown; null if it is not modeled. `low` and `high`
   * are its 5 and 95 % quantiles, null if they are not known.
   */
  readonly energy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "47.3 nJ", "41–53.6 nJ" */
  readonly energyText: string;
  readonly intervalText: string;
  /** The share of all that is shown, 0 to 1; null if it is not modeled. */
  readonly share: number | null;
  readonly shareText: string;
  /** The counted or expected executions; null if they are not known. */
  readonly executions: number | null;
  readonly executionsText: string;
  /** True if operations that are not modeled may outweigh the rest. */
  readonly isLowerBound: boolean;
  /** For a block: the shares of the paper's eight groups, in the order of {@link HotListPage.groups}. */
  readonly groups?: readonly number[];
}

export interface HotListPage {
  readonly rows: readonly HotRow[];
  /** The number of rows that were found, and of all rows that there are. */
  readonly found: number;
  readonly all: number;
  /** The energy of all rows that were found, and of those after this page: "1.2 mJ". */
  readonly foundText: string;
  readonly remainderText: string;
  /** The reason why the list has no rows at all; else empty. */
  readonly reason: string;
  /** "estimates", or the names of profiles */
  readonly source: string;
  /** "estimated: …, Raspberry Pi 5" */
  readonly provenance: string;
  /** Names of the paper's eight groups. */
  readonly groups: readonly string[];
  /**
   * True if all files of the workspace are in the list. `missing` counts files that were left out, but not those that
   * are being read now.
   */
  readonly isComplete: boolean;
  readonly missingFiles: number;
}

/** A line of the list of lines, and its place in it, from 1. */
export interface NextHotLine {
  readonly row: HotRow;
  readonly place: number;
  readonly found: number;
}

/** A page of a list, of what is known by now. */
export const HotListRequest = new RequestType<HotListParams, HotListPage, void>('jouleline/hotList');

/**
 * Asks for the line after or before a line in the order of a list; from a line that is not in the list, for the first
 * or the last.
 */
export const NextHotLineRequest = new RequestType<
  {
    readonly query: HotListQuery;
    readonly uri: string;
    readonly line: number;
    readonly direction: 'next' | 'previous';
  },
  NextHotLine | null,
  void
>('jouleline/nextHotLine');

/** Writes all rows that a query finds to a file; answers how many. */
export const ExportHotListRequest = new RequestType<
  { readonly query: HotListQuery; readonly path: string; readonly format: 'csv' | 'json' },
  { readonly rows: number },
  void
>('jouleline/exportHotList');

/** Tells a client once that the lists that it asked for are out of date. */
export const ListsStaleNotification = new NotificationType0('jouleline/listsStale');
