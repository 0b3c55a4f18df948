/**
 * Every message between client and server that is not plain LSP, once.
 *
 * The only file of the server that the client imports, and types of it the
 * only ones that webviews do. Anyone can write another client from this page:
 * the overlay arrives as a notification after each change.
 */
import {
  NotificationType,
  NotificationType0,
  RequestType0,
  RequestType,
} from 'vscode-languageserver-protocol';
import type { WorkDoneProgressParams } from 'vscode-languageserver-protocol';

/** Raised when a message changes its meaning. Client and server of different versions say so and show nothing wrong. */
export const PROTOCOL_VERSION = 3;

/** Sent as `initializationOptions`. Everything is optional: an editor without this extension sends nothing. */
export interface InitializationOptions {
  readonly protocolVersion?: number;
  /** Folder for the cache on disk; without it nothing is stored. */
  readonly storagePath?: string;
  /** Settings for editors that don't answer `workspace/configuration`. */
  readonly settings?: Partial<Settings>;
  /** The editor's command that profiles what a lens stands above, given `uri` and `line`; without it there are no such lenses. */
  readonly profileCommand?: string;
  /** The editor's command that measures what the changes of a document save, given `uri` and `line`; without it that is not offered. */
  readonly measureChangeCommand?: string;
  /** File with the strings of the editor's language, if there is one. */
  readonly l10nBundle?: string;
}

/** Sent back in `capabilities.experimental.jouleline`. */
export interface ServerHandshake {
  readonly protocolVersion: number;
  readonly serverVersion: string;
}

export type FrequencyModeSetting = 'estimated' | 'one-execution' | 'worst-case';
export type ScaleSetting = 'rank' | 'linear' | 'logarithmic';
export type RankScopeSetting = 'method' | 'file' | 'workspace';
export type UnitSetting = 'joules' | 'watt-hours' | 'battery-share';
export type PaletteName =
  'blue-purple-red' | 'viridis' | 'cividis' | 'inferno' | 'plasma' | 'turbo' | 'red-yellow-blue' | 'greys';

/** The section `jouleline` of the settings, as the manifest describes it. */
export interface Settings {
  readonly enable: boolean;
  readonly hover: { readonly enable: boolean };
  readonly codeLens: { readonly enable: boolean };
  readonly inlayHints: { readonly enable: boolean };
  /** What to write otherwise, where it saves at least this many percent. */
  readonly advice: { readonly enable: boolean; readonly minimumSaving: number };
  /** Id of a model; `jouleline/models` lists them. */
  readonly model: string;
  /** Model files beside the bundled ones. */
  readonly modelFiles: readonly string[];
  /** Which of the model's measured boards to predict for: `average`, or the name of one. */
  readonly device: string;
  readonly frequency: FrequencyModeSetting;
  readonly assumptions: { readonly loopTrips: number; readonly worstCaseLoopTrips: number };
  readonly unit: UnitSetting;
  readonly batteryCapacityWattHours: number;
  /** Hovers say how likely a method stays within it: "5J", "20mAh@3.7V"; empty for no limit. */
  readonly energyLimit: string;
  /** A file of budgets (docs/budgets.md): what is over one is told of; empty for none. */
  readonly budget: string;
  readonly scale: ScaleSetting;
  readonly rankScope: RankScopeSetting;
  readonly palette: PaletteName;
  /** Number of colours, at least 16. */
  readonly colourSteps: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly classPath: readonly string[];
  readonly buildFiles: { readonly enable: boolean };
  /** A JDK's folder; `bundled` for none; empty for the one that the user's tools take. */
  readonly javaHome: string;
  /** What a profile records; of the runs that it measures how many, by which meter, and how long all may take. */
  readonly profile: {
    readonly runs: number;
    readonly power: string;
    readonly budgetSeconds: number;
    readonly record: 'counts' | 'paths' | 'tree' | 'trace';
    readonly exactThreads: boolean;
    /** A file of patterns; empty without. */
    readonly timedCalls: string;
  };
  /** Kinds of evidence and names of recordings, the best first; empty for the usual order. */
  readonly evidenceOrder: readonly string[];
  readonly cache: { readonly enable: boolean; readonly maxSizeMB: number };
  readonly server: { readonly maxMemoryMB: number };
  readonly logLevel: 'error' | 'warning' | 'info' | 'debug';
}

/** One coloured line. Lines count from 0, as in LSP. */
export interface OverlayLine {
  readonly line: number;
  /** Index into {@link OverlayParams.palette}: 0 is the coldest. */
  readonly step: number;
  /** 1 is the dearest, within the chosen scope. */
  readonly rank: number;
  /** Share of the file, 0 to 1. */
  readonly share: number;
  /** "4.1 %", or with a local model "47 nJ · 4.1 %": for the line's end. */
  readonly text: string;
  /** The unpriced part may outweigh the priced one: mark it, never show it as merely cold. */
  readonly mostlyUnpriced: boolean;
}

/**
 * The same as {@link OverlayLine}s, a column for each property, all of one
 * length: written and read several times as fast, in a fifth of the size.
 */
export interface OverlayColumns {
  readonly line: readonly number[];
  readonly step: readonly number[];
  readonly rank: readonly number[];
  /** In billionths. */
  readonly share: readonly number[];
  /** Index into `texts`: few lines of a large file say something of their own. */
  readonly text: readonly number[];
  readonly texts: readonly string[];
  /** 0 or 1 */
  readonly mostlyUnpriced: readonly number[];
}

/** The whole overlay of one document version. Replaces what was there. */
export interface OverlayParams {
  readonly protocolVersion: number;
  readonly uri: string;
  /** Document version that the lines belong to; the client drops overlays older than its text. */
  readonly version: number;
  /** CSS colours from cold to hot. */
  readonly palette: readonly string[];
  readonly paletteName: PaletteName;
  readonly lines: OverlayColumns;
  readonly legend: OverlayLegend;
  /** Text of the status bar item: file total or priced share, and provenance. */
  readonly status: string;
  /** Markdown. */
  readonly statusTooltip: string;
}

/** An overlay with its lines one by one, as whoever shows it wants them. */
export type Overlay = Omit<OverlayParams, 'lines'> & { readonly lines: readonly OverlayLine[] };

const BILLION = 1e9;

export function readOverlay(params: OverlayParams): Overlay {
  const { line, step, rank, share, text, texts, mostlyUnpriced } = params.lines;
  const lines = line.map((at, row): OverlayLine => ({
    line: at,
    step: step[row] ?? 0,
    rank: rank[row] ?? 0,
    share: (share[row] ?? 0) / BILLION,
    text: texts[text[row] ?? -1] ?? '',
    mostlyUnpriced: mostlyUnpriced[row] === 1,
  }));
  return { ...params, lines };
}

export function writeOverlayLines(lines: readonly OverlayLine[]): OverlayColumns {
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  return {
    line: lines.map(({ line }) => line),
    step: lines.map(({ step }) => step),
    rank: lines.map(({ rank }) => rank),
    share: lines.map(({ share }) => Math.round(share * BILLION)),
    text: lines.map(({ text }) => numberOf(text)),
    texts: [...texts.keys()],
    mostlyUnpriced: lines.map(({ mostlyUnpriced }) => (mostlyUnpriced ? 1 : 0)),
  };
}

/** What the colours mean, in words. */
export interface OverlayLegend {
  readonly scale: ScaleSetting;
  readonly scope: RankScopeSetting;
  readonly modelTitle: string;
  /** "Raspberry Pi 5, interpreter" */
  readonly machine: string;
  readonly provenance: 'estimated' | 'modelled' | 'measured';
  readonly cold: string;
  readonly hot: string;
  readonly pricedShare: number;
  readonly unpricedNote: string;
}

/** The server has nothing to show for the document: switched off, excluded, or not Java. */
export interface OverlayClearedParams {
  readonly uri: string;
  readonly reason: string;
}

/** Replaces what was sent before: what the editor's own Java support knows of the class path. */
export interface ClassPathParams {
  /** Jars and folders of class files; they count after those of the settings and of build files. */
  readonly elements: readonly string[];
}

export interface ModelDescription {
  readonly id: string;
  readonly title: string;
  readonly machine: string;
  readonly mode: 'interpreter' | 'jit';
  readonly source: string;
  readonly isLocal: boolean;
  readonly selected: boolean;
}

export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'note' | 'problem';
  readonly detail: string;
}

export interface DoctorReport {
  readonly version: string;
  readonly checks: readonly DoctorCheck[];
}

/** A profile that is saved in the workspace: of a run that was counted, or of other tools' recordings. */
export interface ProfileSummary {
  readonly path: string;
  readonly kind: 'counted' | 'import';
  /** Of its file, without the ending. */
  readonly name: string;
  /** ISO 8601; empty where it can't be read. */
  readonly started: string;
  /** What it ran on, as far as it says: JVM and meter, or devices; else empty. */
  readonly machine: string;
  /** What ran, or which recordings there are, as a line of words; never to be run. */
  readonly command: string;
  /** Whether its counts are exact. */
  readonly isExact: boolean;
  /** What was measured, and where it went, placed or not, as lines of text; empty where it was only counted. */
  readonly energy: readonly string[];
  readonly isShown: boolean;
  /** Why it can't be shown; empty when it can. */
  readonly problem: string;
}

export interface ComparedProfiles {
  /** Names, dates and machines of both. */
  readonly sides: readonly [ComparedSide, ComparedSide];
  /** In a sentence. */
  readonly headline: string;
  readonly markdown: string;
}

export type ComparedSide = Pick<ProfileSummary, 'path' | 'name' | 'started' | 'machine'>;

/** A program or test that a method can be profiled with. */
export interface ProfileTarget {
  /** `SortTest.sorts`, for people. */
  readonly label: string;
  /** "test, calls it in 2 steps" */
  readonly description: string;
  /** The same target of the same workspace has the same. */
  readonly id: string;
  /** For the command line `jouleline`: `--main demo.Main`. */
  readonly arguments: readonly string[];
}

/** Sources that are not what was built, of a project that a tool builds. */
export interface StaleProject {
  readonly tool: 'Maven' | 'Gradle';
  readonly sources: number;
  /** Whether there are any classes to run. */
  readonly isBuilt: boolean;
}

export interface ProfileTargets {
  /** Likely ones first. */
  readonly targets: readonly ProfileTarget[];
  /** Names the method, wherever it moves: a choice is remembered for it. */
  readonly method: string;
  /** Arguments that all of them need: sources, JDK. */
  readonly common: readonly string[];
  /** Arguments that name the class path, as long as nothing is built before. */
  readonly classPath: readonly string[];
  readonly stale: StaleProject | null;
  /** Version of JUnit's console launcher that tests need and this machine lacks; empty where it lacks none. */
  readonly missingLauncher: string;
  /** The folder that programs run in. */
  readonly folder: string;
  /** Where the profile belongs. */
  readonly profilesFolder: string;
}

/** What runs on this machine and can be attached to. */
export interface RunningPrograms {
  readonly programs: readonly {
    readonly pid: number;
    /** Main class or jar, and arguments. */
    readonly description: string;
  }[];
  /** Why they are not known; empty where they are. */
  readonly problem: string;
  /** For the command line `jouleline profile --attach`. */
  readonly arguments: readonly string[];
  /** The folder that is recorded from, and where the profile belongs. */
  readonly folder: string;
  readonly profilesFolder: string;
}

export interface ImportParams extends WorkDoneProgressParams {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Joules that a meter measured for the whole run. */
  readonly energy?: number;
  /** A file of power over time. */
  readonly power?: string;
  /** What it was measured on, where the files do not say. */
  readonly device?: string;
  /** Whether lines of JIT-compiled code, which are biased, are believed. */
  readonly lines?: boolean;
  /** Whether samples in loops are spread over the loop's lines, which are then believed. */
  readonly spread?: boolean;
  /** Binary recordings of JFR are printed by the JDK's own `jfr`: only where the user trusts the workspace. */
  readonly isTrusted?: boolean;
}

export interface ImportAnswer {
  readonly kind: 'done' | 'cancelled' | 'failed';
  /** Of the saved document; empty where none was written. */
  readonly path: string;
  /** In a sentence, for people. */
  readonly message: string;
  /** What was placed, what not, and problems by place, as Markdown; empty where nothing was read. */
  readonly report: string;
}

/** A picture of all lines of the workspace, in the layout of `server/src/seesoft/picture-file.ts`. */
export interface DrawnPicture {
  /** Of a file, which is replaced as a whole when it is drawn anew. */
  readonly path: string;
  /** Another one each time that it is drawn. */
  readonly revision: number;
  /** Whether it shows what is known now. */
  readonly isCurrent: boolean;
}

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
/** The last picture, or with `fresh` one of now, which may take seconds; null where pictures can't be kept. */
export const PictureRequest = new RequestType<{ readonly fresh: boolean }, DrawnPicture | null, void>(
  'jouleline/picture',
);
/** Lines of the last picture whose text has these words, as a file in the layout of `server/src/seesoft/found-lines.ts`. */
export const FindInPictureRequest = new RequestType<
  { readonly words: readonly string[] },
  { readonly path: string } | null,
  void
>('jouleline/findInPicture');
/** What a picture would show has changed since the last was drawn. Sent to those who asked for one. */
export const PictureStaleNotification = new NotificationType0('jouleline/pictureStale');
/** What two profiles spent differently, as `jouleline diff` says it; fails with a sentence where they can't be compared. */
export const ComparisonReportRequest = new RequestType<
  { readonly paths: readonly [string, string] },
  ComparedProfiles,
  void
>('jouleline/comparisonReport');
export const ProfilesRequest = new RequestType0<readonly ProfileSummary[], void>('jouleline/profiles');
/**
 * Shows profiles in the place of estimates, several as one by the order of evidence, or, with none, estimates again;
 * answers why it can't, or nothing. Then what was shown stays.
 */
export const ShowProfilesRequest = new RequestType<{ readonly paths: readonly string[] }, string, void>(
  'jouleline/showProfiles',
);
/**
 * Compares two counted profiles, named by their paths: pictures of the workspace then show what changed from the first to
 * the second, and lines are coloured by the second; answers why it can't, or nothing.
 */
export const CompareProfilesRequest = new RequestType<
  { readonly before: string; readonly after: string },
  string,
  void
>('jouleline/compareProfiles');
/** Other tools' files: read, laid on the workspace's sources, and saved among its profiles. It can be cancelled. */
export const ImportRequest = new RequestType<ImportParams, ImportAnswer, void>('jouleline/import');
/** What a saved import placed, and what not, as Markdown. */
export const ImportReportRequest = new RequestType<
  { readonly path: string },
  { readonly title: string; readonly markdown: string },
  void
>('jouleline/importReport');
/** What the method at a line can be profiled with; lines count from 0. */
export const ProfileTargetsRequest = new RequestType<
  { readonly uri: string; readonly line: number },
  ProfileTargets,
  void
>('jouleline/profileTargets');
export const RunningProgramsRequest = new RequestType0<RunningPrograms, void>('jouleline/runningPrograms');
export const OverlayNotification = new NotificationType<OverlayParams>('jouleline/overlay');
export const OverlayClearedNotification = new NotificationType<OverlayClearedParams>(
  'jouleline/overlayCleared',
);
export const ClassPathNotification = new NotificationType<ClassPathParams>('jouleline/classPath');
export const ModelsRequest = new RequestType0<readonly ModelDescription[], void>('jouleline/models');
/** A page about the chosen model, whose policy lets in its style by `nonce`. */
export const ModelReportRequest = new RequestType<
  { readonly nonce: string },
  { readonly title: string; readonly html: string },
  void
>('jouleline/modelReport');
export const ClearCacheRequest = new RequestType0<{ readonly files: number; readonly bytes: number }, void>(
  'jouleline/clearCache',
);
export const DoctorRequest = new RequestType0<DoctorReport, void>('jouleline/doctor');
/** Asks for the overlay of an open document again, for a client that lost it. */
export const RefreshRequest = new RequestType<{ readonly uri: string }, void, void>('jouleline/refresh');
