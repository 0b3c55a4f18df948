/**
 * Lists of hotspots of the workspace, page by page, and energy maps: pictures of all its lines.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { NotificationType0 } from 'vscode-languageserver-protocol';
import type { MeasureUnit } from '../base/measure';
import type { Described } from '../base/shapes';
import { request } from './checked-request';

/** A query for a list of the workspace; it lists what the overlays show. */
const querySchema = v.object({
  list: v.picklist(['lines', 'methods', 'blocks', 'operations', 'library-calls']),
  /** Words that must all stand in a row's name or path. */
  search: v.string(),
  /** `energy`, with the hottest first, is the default. */
  order: v.picklist(['energy', 'executions', 'name', 'place']),
  isAscending: v.boolean(),
  /** The executions that energies of blocks stand for: one, 3,000, or all of the application. */
  blocks: v.picklist(['once', 'fixed', 'application']),
});
export type HotListQuery = Described<typeof querySchema>;
export type HotListName = HotListQuery['list'];
export type HotListOrder = HotListQuery['order'];
export type BlockExecutions = HotListQuery['blocks'];

/** Lists are long: rows from `offset` on, at most `count` (and never more than {@link MOST_ROWS}). */
const pageSchema = v.object({ ...querySchema.entries, offset: v.number(), count: v.number() });
export type HotListParams = Described<typeof pageSchema>;

export const MOST_ROWS = 1000;
/** The ranks of Figure 3 of "Fine-grained energy modeling" (Li and Gallagher): ten, and the twenty after them. */
export const HOTTEST = 30;

export interface HotRow {
  /** The name of the method, block or operation; for a line that of its method. */
  readonly name: string;
  /** The words that are shown in the place of an operation's name: "adds ints". */
  readonly words?: string;
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
  /** Index into {@link HotListPage.palette}; null for a row that the look leaves without a color. */
  readonly step: number | null;
  /** The share of what {@link HotListPage.sharesOf} says, 0 to 1; null if it is not modeled. */
  readonly share: number | null;
  readonly shareText: string;
  /** The counted or expected executions; null if they are not known. */
  readonly executions: number | null;
  readonly executionsText: string;
  /** True if operations that are not modeled may outweigh the rest. */
  readonly isLowerBound: boolean;
  /** For a block: the shares of the paper's eight groups, in the order of {@link HotListPage.groups}. */
  readonly groups?: readonly number[];
  /** For a line or a method of recordings that tell components apart: the parts of the energy; absent for one part. */
  readonly components?: readonly ListedComponent[];
}

/** The energy that one component took. */
interface ListedComponent {
  /** "CPU", "network" */
  readonly name: string;
  /** Joules. */
  readonly energy: number;
  readonly energyText: string;
}

/** The energy that shares are parts of: that of the program, of a recorded run, or of all rows of the list. */
export type SharesOf = 'program' | 'run' | 'list';

export interface HotListPage {
  readonly rows: readonly HotRow[];
  readonly sharesOf: SharesOf;
  /** The number of rows that were found, and of all rows that there are. */
  readonly found: number;
  readonly all: number;
  /** The energy of all rows that were found, and of those after this page: "1.2 mJ". */
  readonly foundText: string;
  readonly remainderText: string;
  /** The shares of all rows found that the hottest one, two, … take together, at most {@link HOTTEST} of them. */
  readonly hottest: readonly number[];
  /** The reason why the list has no rows at all; else empty. */
  readonly reason: string;
  /** The unit of all figures of the list. */
  readonly unit: MeasureUnit;
  /** "estimates", or the names of profiles */
  readonly source: string;
  /** "estimated: …, Raspberry Pi 5" */
  readonly provenance: string;
  /** CSS colors from cold to hot. */
  readonly palette: readonly string[];
  /** Names of the paper's eight groups. */
  readonly groups: readonly string[];
  /** The components that the shown recordings tell apart; empty for none. */
  readonly components: readonly string[];
  /** The component that is shown alone; empty for all together. */
  readonly component: string;
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
export const HotListRequest = request<HotListPage>()('jouleline/hotList', pageSchema.entries);

/**
 * Asks for the line after or before a line in the order of a list; from a line that is not in the list, for the first
 * or the last.
 */
export const NextHotLineRequest = request<NextHotLine | null>()('jouleline/nextHotLine', {
  query: querySchema,
  uri: v.string(),
  line: v.number(),
  direction: v.picklist(['next', 'previous']),
});

/** Writes all rows that a query finds to a file; answers how many. */
export const ExportHotListRequest = request<{ readonly rows: number }>()('jouleline/exportHotList', {
  query: querySchema,
  path: v.string(),
  format: v.picklist(['csv', 'json']),
});

/** Tells a client once that the lists that it asked for are out of date. */
export const ListsStaleNotification = new NotificationType0('jouleline/listsStale');

/** An energy map of the workspace, in the layout of `server/src/pages/picture.ts`. */
export interface DrawnPicture {
  /** The path of its file, which is replaced as a whole when the map is drawn again. */
  readonly path: string;
  /** The path of the part that is drawn first; null if there is none. */
  readonly first: string | null;
  /** A number that changes each time that the map is drawn. */
  readonly revision: number;
  /** True if the map shows what is known now. */
  readonly isCurrent: boolean;
}

/** Asks for the last map, or with `fresh` for a new one, which may take seconds; null if maps cannot be kept. */
export const PictureRequest = request<DrawnPicture | null>()('jouleline/picture', { fresh: v.boolean() });

/**
 * Asks for the lines of the last map whose text has these words, as a file in the layout of
 * `server/src/pages/found-lines.ts`.
 */
export const FindInPictureRequest = request<{ readonly path: string } | null>()('jouleline/findInPicture', {
  words: v.array(v.string()),
});

/**
 * Asks for a statistic of the lines of the last map other than their energy, as a file in the layout of
 * `server/src/pages/statistic.ts`; null if there is no map. `time` is the energies of the saved profiles, the oldest first.
 */
export const PictureStatisticRequest = request<{ readonly path: string } | null>()(
  'jouleline/pictureStatistic',
  { statistic: v.picklist(['executions', 'measured', 'group', 'age', 'time']) },
);

/** Tells a client that asked for a map that it would show something else by now. */
export const PictureStaleNotification = new NotificationType0('jouleline/pictureStale');
