/**
 * A report seen as a whole: lines ranked over all files, and the operations
 * that are not modeled.
 *
 * Sits in `cli/`, read by every format, so that all of them say the same. Shares of the report are shares of the
 * measured total of a run, where lines are scaled to it; else of the run that is expected or counted, or of the sum over
 * all methods, each called once.
 */
import {
  formatCount,
  formatEnergy,
  formatInterval,
  roundCalls,
  withInterval,
  type EnergyUnit,
} from '../../words/energy-text';
import type { ProgramTotals } from '../../lines/energy-session';
import type { AnalyzedFile, ReportResult } from '../../lines/report';
import { takesEnergy } from '../../lines/heat';
import type { Joules, Share } from '../../base/units';
import { withDefined } from '../../base/check';
import {
  type FileEnergy,
  type LineEnergy,
  type OperationEnergy,
  rankedEnergy,
} from '../../cost/pricing/file-energy';

export interface RankedLine {
  readonly file: AnalyzedFile;
  readonly line: LineEnergy;
  /** Over all files: one more than the number of lines that take more, so that equal energies share a rank. */
  readonly rank: number;
  readonly shareOfReport: Share;
}

export interface NamedCount {
  readonly name: string;
  /** Expected executions, each method called once. */
  readonly count: number;
  readonly lines: number;
}

/** The energy that shares of a report are parts of. */
export interface SharedWhole {
  readonly energy: Joules;
  /** The words behind a share: "of the run". */
  readonly words: 'of the run' | 'of the modeled lines' | 'of all';
}

export interface ReportSummary extends ProgramTotals {
  readonly whole: SharedWhole;
  /** The lines that take energy, known or unknown: as many as the editor lists. */
  readonly lineCount: number;
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  readonly untypedCount: number;
  readonly modeledShare: Share;
  readonly mostlyUnmodeledLines: number;
  /** All lines with operations, the hottest first; those that take no energy come last. */
  readonly lines: readonly RankedLine[];
  /** Most frequent first. */
  readonly unmodeled: readonly NamedCount[];
  readonly untyped: readonly NamedCount[];
}

/** O(lines × log lines + operations). */
export function summarize(result: ReportResult): ReportSummary {
  const { files } = result;
  const sum = (read: (energy: FileEnergy) => number): number =>
    files.reduce((total, { energy }) => total + read(energy), 0);
  const modeledCount = sum((energy) => energy.modeledCount);
  const unmodeledCount = sum((energy) => energy.unmodeledCount);
  const { total, run, apart } = result;
  const whole = wholeOf(result);
  const lines = rankLines(files, whole.energy);
  return {
    whole,
    total,
    ...withDefined({ run, apart }),
    lineCount: lines.filter(({ line }) => takesEnergy(line)).length,
    modeledCount,
    unmodeledCount,
    untypedCount: sum((energy) => energy.untypedCount),
    modeledShare: share(modeledCount, modeledCount + unmodeledCount),
    mostlyUnmodeledLines: lines.filter(({ line }) => line.mostlyUnmodeled).length,
    lines,
    unmodeled: countByName(
      files.flatMap(({ energy }) => energy.lines.filter((line) => line.unmodeledCount > 0)),
      (operation) => operation.energy === undefined,
    ),
    untyped: countByName(
      files.flatMap(({ energy }) => (energy.untypedCount > 0 ? energy.lines : [])),
      (operation) => operation.untyped,
    ),
  };
}

function wholeOf({ measured, run, total }: ReportResult): SharedWhole {
  const energy = (run ?? total).mean;
  if (measured === undefined) return { energy, words: 'of all' };
  const { account } = measured;
  return account.lines === undefined
    ? { energy, words: 'of the modeled lines' }
    : { energy: account.total, words: 'of the run' };
}

function rankLines(files: readonly AnalyzedFile[], total: Joules): readonly RankedLine[] {
  const all = files.flatMap((file) => file.energy.lines.map((line) => ({ file, line })));
  // A stable sort keeps files and lines in order where energies are equal.
  all.sort((a, b) => rankedEnergy(b.line).mean - rankedEnergy(a.line).mean);
  let rank = 0;
  let last = Number.NaN;
  return all.map(({ file, line }, index) => {
    const { mean } = rankedEnergy(line);
    if (mean !== last) rank = index + 1;
    last = mean;
    return { file, line, rank, shareOfReport: share(mean, total) };
  });
}

/** A line's operations are listed when they are asked for: only of lines that may have what is wanted. */
function countByName(
  lines: readonly LineEnergy[],
  isWanted: (operation: OperationEnergy) => boolean,
): readonly NamedCount[] {
  const counts = new Map<string, { count: number; lines: number }>();
  for (const { operations } of lines) {
    for (const operation of operations) {
      if (!isWanted(operation)) continue;
      const known = counts.get(operation.name) ?? { count: 0, lines: 0 };
      counts.set(operation.name, { count: known.count + operation.count, lines: known.lines + 1 });
    }
  }
  return Array.from(counts, ([name, { count, lines }]) => ({ name, count, lines })).sort(
    (a, b) => b.count - a.count || b.lines - a.lines || (a.name < b.name ? -1 : 1),
  );
}

/**
 * A line's operations in the order of their energy, the highest first; those that are not modeled come after them,
 * the most frequent first.
 */
export function hottestFirst(line: LineEnergy): readonly OperationEnergy[] {
  return [...line.operations].sort(
    (a, b) => (b.energy?.mean ?? -1) - (a.energy?.mean ?? -1) || b.count - a.count,
  );
}

/** The energy that a line is ranked by, in words, with the interval of that energy and how it came about. */
export interface LineWords {
  /** "17.3 mJ" */
  readonly energy: string;
  /** "4.7–38 mJ", the 5 and 95 % quantiles. */
  readonly interval: string;
  /** "about 100 calls of 173 µJ", "ran 2,000 times"; empty where neither is known. */
  readonly calls: string;
}

export function describeEnergy(line: LineEnergy, unit: EnergyUnit): LineWords {
  const ranked = rankedEnergy(line);
  return {
    energy: formatEnergy(ranked.mean, unit),
    interval: formatInterval(ranked, unit),
    calls: describeCalls(line, unit),
  };
}

function describeCalls(
  { own, expectedCalls, executions, otherMethods }: LineEnergy,
  unit: EnergyUnit,
): string {
  if (executions !== undefined) return executions === 1 ? 'ran once' : `ran ${formatCount(executions)} times`;
  if (expectedCalls === undefined) return '';
  if (otherMethods.length > 0) return `calls of ${formatCount(otherMethods.length + 1)} methods together`;
  if (expectedCalls === 1) return 'one call';
  const rounded = roundCalls(expectedCalls);
  const count =
    rounded === 0
      ? 'less than one call'
      : `about ${formatCount(rounded)} ${rounded === 1 ? 'call' : 'calls'}`;
  return `${count} of ${formatEnergy(own.mean, unit)}`;
}

/** The executions of a line that were counted, or the calls that its method is expected to get; undefined for neither. */
export function timesOf({ executions, expectedCalls }: LineEnergy): number | undefined {
  return executions ?? (expectedCalls === undefined ? undefined : roundCalls(expectedCalls));
}

/** "2,000"; "< 1" for calls that are hardly expected, "several" for those of several methods, empty where unknown. */
export function describeTimes(line: LineEnergy): string {
  const times = timesOf(line);
  if (times === undefined) return '';
  if (line.executions === undefined && line.otherMethods.length > 0) return 'several';
  return times === 0 && line.executions === undefined ? '< 1' : formatCount(times);
}

/** Lines as the language and LSP end them. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The meaning of an energy in this mode, in words that follow it. */
export function describeMode(mode: FileEnergy['mode']): string {
  switch (mode) {
    case 'estimated':
      return 'of one expected run of the program: calls, loops and branches at estimated frequencies';
    case 'one-execution':
      return 'of one execution of each line';
    case 'counted':
      return 'of the whole run that was profiled: executions counted, costs modeled';
    case 'worst-case':
      return 'of one call of the method in the worst case: hottest branches, loops at their bounds';
  }
}

/** "1.2 mJ (0.9–1.5 mJ) of library calls, on no line"; undefined where lines have what they call. */
export function describeApart({ apart }: ReportSummary, unit: EnergyUnit): string | undefined {
  if (apart === undefined) return undefined;
  const { energy, unmodeledCount } = apart;
  const more = unmodeledCount === 0 ? '' : `; ${formatCount(unmodeledCount)} of them are not modeled`;
  return `${withInterval(energy, unit)} of library calls, on no line${more}`;
}

function share(part: number, whole: number): Share {
  return whole > 0 ? part / whole : 0;
}
