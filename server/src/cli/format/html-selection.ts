/**
 * Selects the code that a page shows when a project is too large for one: the
 * files with the hottest lines, and in very long files the lines around those.
 *
 * Sits in `cli/`. The code left out is counted, and the page gives the number.
 */
import { groupBy } from '../../base/groups';
import type { AnalyzedFile } from '../../lines/report';
import type { LineIndex } from '../../base/units';
import { splitLines, type RankedLine, type ReportSummary } from './summary';

export interface PageLimits {
  readonly files: number;
  /** Lines of code of all files together. */
  readonly lines: number;
  /** A longer file is shown in excerpts. */
  readonly linesOfFile: number;
  /** The same where not all files have room: rather many files in excerpts than few in full. */
  readonly linesOfFileWhenFull: number;
}

export const PAGE_LIMITS: PageLimits = {
  files: 120,
  lines: 20_000,
  linesOfFile: 4000,
  linesOfFileWhenFull: 500,
};

/** Lines around each of the hottest lines of a file that is shown in excerpts. */
const EXCERPT_MARGIN = 12;
const EXCERPT_HOT_LINES = 100;

export interface ReportFile {
  readonly file: AnalyzedFile;
  readonly code: readonly string[];
  /** Ascending; those with operations among them carry a rank. */
  readonly shown: readonly LineIndex[];
  readonly ranked: ReadonlyMap<LineIndex, RankedLine>;
}

export interface Selection {
  /** The file with the hottest line first. */
  readonly files: readonly ReportFile[];
  /** The others, in the same order. */
  readonly leftOut: readonly AnalyzedFile[];
}

export function selectCode(
  summary: ReportSummary,
  all: readonly AnalyzedFile[],
  limits: PageLimits,
): Selection {
  // Lines come hottest first, so files do, too.
  const groups = groupBy(summary.lines, ({ file }) => file);
  const files: ReportFile[] = [];
  const leftOut: AnalyzedFile[] = [];
  let room = limits.lines;
  const isFull = all.reduce((sum, { energy }) => sum + energy.lineCount, 0) > limits.lines;
  const linesOfFile = isFull ? limits.linesOfFileWhenFull : limits.linesOfFile;
  for (const [file, group] of groups) {
    if (files.length >= limits.files || room <= 0) {
      leftOut.push(file);
      continue;
    }
    const shownFile = showFile(file, group, Math.min(linesOfFile, room));
    room -= shownFile.shown.length;
    files.push(shownFile);
  }
  return { files, leftOut: [...leftOut, ...all.filter((file) => !groups.has(file))] };
}

/** `hottestFirst` holds all ranked lines of the file. */
function showFile(file: AnalyzedFile, hottestFirst: readonly RankedLine[], room: number): ReportFile {
  const code = splitLines(file.text);
  const ranked = new Map(hottestFirst.map((each) => [each.line.line, each] as const));
  if (code.length <= room) return { file, code, ranked, shown: code.map((_, line) => line) };
  const shown = new Set<LineIndex>();
  for (const { line } of hottestFirst.slice(0, EXCERPT_HOT_LINES)) {
    if (shown.size >= room) break;
    const to = Math.min(code.length - 1, line.line + EXCERPT_MARGIN);
    for (let at = Math.max(0, line.line - EXCERPT_MARGIN); at <= to; at++) shown.add(at);
  }
  return { file, code, ranked, shown: [...shown].sort((a, b) => a - b) };
}
