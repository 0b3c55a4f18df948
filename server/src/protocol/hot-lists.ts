/**
 * Lists of what is hot in the workspace, page by page.
 * Sits in `protocol/`: messages that are not plain LSP, for whoever writes a client.
 */
import { NotificationType0, RequestType } from 'vscode-languageserver-protocol';

export type HotListName = 'lines' | 'methods' | 'blocks' | 'operations' | 'library-calls';

/** By energy, the dearest first, where nothing else is said. */
export type HotListOrder = 'energy' | 'executions' | 'name' | 'place';

/** What energies of blocks are of: one execution, 3,000, or all of them. */
export type BlockExecutions = 'once' | 'fixed' | 'application';

/** A list of the workspace, of what the overlays show. */
export interface HotListQuery {
  readonly list: HotListName;
  /** Words that a row's name and path have, all of them. */
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
  /** Of a line its method, of the others themselves. */
  readonly name: string;
  /** Of a line its text, of an operation its group; else empty. */
  readonly text: string;
  /** Absolute; of an operation where it takes most. */
  readonly path: string;
  /** From 0. */
  readonly line: number;
  /** "src/app/Grid.java:12" */
  readonly place: string;
  /** In joules, or what else is shown; null where there is no price. 5 and 95 % beside it, null where nobody knows. */
  readonly energy: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "47.3 nJ", "41–53.6 nJ" */
  readonly energyText: string;
  readonly intervalText: string;
  /** Of all that is shown, 0 to 1; null where there is no energy. */
  readonly share: number | null;
  readonly shareText: string;
  /** Counted, or expected; null where nobody knows. */
  readonly executions: number | null;
  readonly executionsText: string;
  /** What has no price may outweigh what has one. */
  readonly isLowerBound: boolean;
  /** Of a block: shares of the paper's eight groups, in the order of {@link HotListPage.groups}. */
  readonly groups?: readonly number[];
}

export interface HotListPage {
  readonly rows: readonly HotRow[];
  /** That were found, and that there are. */
  readonly found: number;
  readonly all: number;
  /** Of all that were found, and of those after this page: "1.2 mJ". */
  readonly foundText: string;
  readonly remainderText: string;
  /** Why there are no rows, where there are none that could be found; else empty. */
  readonly reason: string;
  /** "estimates", names of profiles */
  readonly source: string;
  /** "estimated: …, Raspberry Pi 5" */
  readonly provenance: string;
  /** Names of the paper's eight groups. */
  readonly groups: readonly string[];
  /** Whether all files of the workspace are in it; those that are left out, but for one's being read now, are counted. */
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

/** The line after, or before, a line in the order of a list; from one that is not in it the first, or the last. */
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

/** All rows that a query finds, written to a file; answers how many. */
export const ExportHotListRequest = new RequestType<
  { readonly query: HotListQuery; readonly path: string; readonly format: 'csv' | 'json' },
  { readonly rows: number },
  void
>('jouleline/exportHotList');

/** Lists are others than those that were answered with last. Sent once to those who asked for one since. */
export const ListsStaleNotification = new NotificationType0('jouleline/listsStale');
