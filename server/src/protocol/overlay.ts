/**
 * The colors of lines, pushed as a notification after each change.
 *
 * Sits in `protocol/`: messages that are not plain LSP, for authors of clients.
 */
import * as v from 'valibot';
import { NotificationType } from 'vscode-languageserver-protocol';
import { request } from './checked-request';
import type { ScaleSetting, RankScopeSetting, PaletteName } from './settings';

/** The change of a line from one profile to another. */
export type LineChange = 'lessEnergy' | 'moreEnergy' | 'new' | 'gone';

/** The changes in the order of the indices in {@link OverlayColumns.change}. */
export const LINE_CHANGES: readonly LineChange[] = ['lessEnergy', 'moreEnergy', 'new', 'gone'];

/** The symbols of changes: nothing is told by color alone. */
export const CHANGE_SYMBOLS: Readonly<Record<LineChange, string>> = {
  lessEnergy: '▼',
  moreEnergy: '▲',
  new: '+',
  gone: '−',
};

/** One colored line. Lines count from 0, as in LSP. */
export interface OverlayLine {
  readonly line: number;
  /** Index into {@link OverlayParams.palette}: 0 is the coldest. */
  readonly step: number;
  /** The rank within the chosen scope; 1 takes most energy. */
  readonly rank: number;
  /** Share of the file, 0 to 1. */
  readonly share: number;
  /** "4.1 %", or with a local model "47 nJ · 4.1 %": for the line's end. */
  readonly text: string;
  /**
   * True if operations that are not modeled may outweigh the rest: mark the line, and never show it as merely cold.
   */
  readonly mostlyUnmodeled: boolean;
  /**
   * The change of a compared line, which is told by more than color. In a profile, `new` marks a line that is newer than
   * it: the line has no figures, and no color.
   */
  readonly change?: LineChange;
  /** True if the figures are of an earlier text: the line is faded. */
  readonly isStale?: boolean;
}

/** Lines that ran in the earlier of two profiles, and that the text has no more. */
export interface GoneMark {
  /** The line that they stood below; -1 at the text's begin. */
  readonly after: number;
  /** Index into {@link OverlayParams.palette}. */
  readonly step: number;
  /** "− 3 lines gone, 1.2 µJ" */
  readonly text: string;
}

/**
 * The same as {@link OverlayLine}s, a column for each property, all of one
 * length: written and read several times as fast, in a fifth of the size.
 */
export interface OverlayColumns {
  readonly line: readonly number[];
  readonly step: readonly number[];
  readonly rank: readonly number[];
  /** The share in billionths. */
  readonly share: readonly number[];
  /** Index into `texts`: few lines of a large file say something of their own. */
  readonly text: readonly number[];
  readonly texts: readonly string[];
  /** 0 or 1 */
  readonly mostlyUnmodeled: readonly number[];
  /** Index into {@link LINE_CHANGES}; only in comparisons and profiles. */
  readonly change?: readonly number[];
  /** The numbers of the lines whose figures are of an earlier text; absent for none. */
  readonly stale?: readonly number[];
}

/** The whole overlay of one document version. Replaces what was there. */
export interface OverlayParams {
  readonly protocolVersion: number;
  readonly uri: string;
  /** Document version that the lines belong to; the client drops overlays older than its text. */
  readonly version: number;
  /** CSS colors from cold to hot. */
  readonly palette: readonly string[];
  /** `changes`: the diverging scale of a comparison. */
  readonly paletteName: PaletteName | 'changes';
  readonly lines: OverlayColumns;
  /** Only in comparisons. */
  readonly gone?: readonly GoneMark[];
  readonly legend: OverlayLegend;
  /** Text of the status bar item: file total or modeled share, and provenance. */
  readonly status: string;
  /** Markdown, paragraph by paragraph. The first three are what most people need; the rest may stand elsewhere. */
  readonly statusTooltip: string;
}

/** An overlay with its lines one by one, as clients show it. */
export type Overlay = Omit<OverlayParams, 'lines'> & { readonly lines: readonly OverlayLine[] };

const BILLION = 1e9;

export function readOverlay(params: OverlayParams): Overlay {
  const { line, step, rank, share, text, texts, mostlyUnmodeled, change } = params.lines;
  const stale = new Set(params.lines.stale);
  const lines = line.map((at, row): OverlayLine => ({
    line: at,
    step: step[row] ?? 0,
    rank: rank[row] ?? 0,
    share: (share[row] ?? 0) / BILLION,
    text: texts[text[row] ?? -1] ?? '',
    mostlyUnmodeled: mostlyUnmodeled[row] === 1,
    ...changeAt(change?.[row]),
    ...(stale.has(at) ? { isStale: true } : {}),
  }));
  return { ...params, lines };
}

function changeAt(index: number | undefined): Pick<OverlayLine, 'change'> {
  const change = index === undefined ? undefined : LINE_CHANGES[index];
  return change === undefined ? {} : { change };
}

export function writeOverlayLines(lines: readonly OverlayLine[]): OverlayColumns {
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const stale = lines.flatMap(({ line, isStale }) => (isStale === true ? [line] : []));
  return {
    line: lines.map(({ line }) => line),
    step: lines.map(({ step }) => step),
    rank: lines.map(({ rank }) => rank),
    share: lines.map(({ share }) => Math.round(share * BILLION)),
    text: lines.map(({ text }) => numberOf(text)),
    texts: [...texts.keys()],
    mostlyUnmodeled: lines.map(({ mostlyUnmodeled }) => (mostlyUnmodeled ? 1 : 0)),
    ...(lines.some(({ change }) => change !== undefined)
      ? { change: lines.map(({ change }) => (change === undefined ? -1 : LINE_CHANGES.indexOf(change))) }
      : {}),
    ...(stale.length > 0 ? { stale } : {}),
  };
}

/** The legend: the meaning of the colors in words. */
export interface OverlayLegend {
  readonly scale: ScaleSetting;
  readonly scope: RankScopeSetting;
  readonly modelTitle: string;
  /** "Raspberry Pi 5, interpreter" */
  readonly machine: string;
  readonly provenance: 'estimated' | 'modeled' | 'measured';
  readonly cold: string;
  readonly hot: string;
  readonly modeledShare: number;
  readonly unmodeledNote: string;
  /** Only in comparisons. */
  readonly comparison?: ComparisonLegend;
}

export interface ComparisonLegend {
  readonly before: string;
  readonly after: string;
  /** Indices into {@link OverlayParams.palette}, from the least change to the greatest. */
  readonly steps: Readonly<Record<LineChange, readonly number[]>>;
}

/** The reason why no line of a document has a color: switched off, excluded, not Java, or not in the profile. */
export interface OverlayClearedParams {
  readonly uri: string;
  readonly reason: string;
  /** Text of the status bar item: "not in the profile"; absent where Jouleline is off for the document. */
  readonly status?: string;
}

export const OverlayNotification = new NotificationType<OverlayParams>('jouleline/overlay');

export const OverlayClearedNotification = new NotificationType<OverlayClearedParams>(
  'jouleline/overlayCleared',
);

/** Asks for the overlay of an open document again, for a client that lost it. */
export const RefreshRequest = request<undefined>()('jouleline/refresh', { uri: v.string() });
