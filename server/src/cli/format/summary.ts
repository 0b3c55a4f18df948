/**
 * A report seen as a whole: lines ranked over all files, and the operations
 * that are not modeled.
 *
 * Sits in `cli/`, read by every format, so that all of them say the
 * same. Shares of the report are shares of the run that is expected or counted,
 * or of the sum over all methods, each called once; a deviation of that sum is
 * not given, since files share the model's parameters and their variances do
 * not simply add up.
 */
import { formatCount, roundCalls } from '../../words/energy-text';
import type { AnalyzedFile, ReportResult } from '../../lines/report';
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
  /** Over all files; 1 is the hottest, equal energies share a rank. */
  readonly rank: number;
  readonly shareOfReport: Share;
}

export interface NamedCount {
  readonly name: string;
  /** Expected executions, each method called once. */
  readonly count: number;
  readonly lines: number;
}

export interface ReportSummary {
  /** Mean over all methods of all files, each called once. */
  readonly total: Joules;
  /** Mean of one run of the program, by the calls that are expected; absent where calls are not estimated. */
  readonly run?: Joules;
  readonly lineCount: number;
  readonly modeledCount: number;
  readonly unmodeledCount: number;
  readonly untypedCount: number;
  readonly modeledShare: Share;
  readonly mostlyUnmodeledLines: number;
  /** The hottest first. */
  readonly lines: readonly RankedLine[];
  /** Most frequent first. */
  readonly unmodeled: readonly NamedCount[];
  readonly untyped: readonly NamedCount[];
}

/** The energy that ranks go by: of the run that is expected, else of all methods, each called once or as counted. */
export function runOrTotal({ run, total }: Pick<FileEnergy, 'run' | 'total'>): FileEnergy['total'] {
  return run ?? total;
}

/** O(lines × log lines + operations). */
export function summarize(result: ReportResult): ReportSummary {
  const { files } = result;
  const sum = (read: (energy: FileEnergy) => number): number =>
    files.reduce((total, { energy }) => total + read(energy), 0);
  const total = sum((energy) => energy.total.mean);
  const modeledCount = sum((energy) => energy.modeledCount);
  const unmodeledCount = sum((energy) => energy.unmodeledCount);
  const hasCalls = files.some(({ energy }) => energy.run !== undefined);
  const run = hasCalls ? sum((energy) => runOrTotal(energy).mean) : undefined;
  const lines = rankLines(files, run ?? total);
  return {
    total,
    ...withDefined({ run }),
    lineCount: lines.length,
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

function rankLines(files: readonly AnalyzedFile[], total: Joules): readonly RankedLine[] {
  const all = files.flatMap((file) => file.energy.lines.map((line) => ({ file, line })));
  // A stable sort keeps files and lines in order where energies are equal.
  all.sort((a, b) => rankedEnergy(b.line).mean - rankedEnergy(a.line).mean);
  let rank = 0;
  let last = Number.NaN;
  return all.map(({ file, line }) => {
    const { mean } = rankedEnergy(line);
    if (mean !== last) rank += 1;
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

/** " × about 2,000 calls", to stand behind the energy of one call; empty where calls are not estimated. */
export function describeCalls({ expectedCalls }: Pick<LineEnergy, 'expectedCalls'>): string {
  if (expectedCalls === undefined) return '';
  const rounded = roundCalls(expectedCalls);
  if (rounded === 0) return ' × less than one call';
  return ` × about ${formatCount(rounded)} ${rounded === 1 ? 'call' : 'calls'}`;
}

/** Lines as the language and LSP end them. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The meaning of an energy in this mode, in words that follow it. */
export function describeMode(mode: FileEnergy['mode']): string {
  switch (mode) {
    case 'estimated':
      return 'of one call of the method, loops and branches at estimated frequencies; ranked by the calls expected in a run';
    case 'one-execution':
      return 'of one execution of each line';
    case 'counted':
      return 'of the whole run that was profiled: executions counted, costs modeled';
    case 'worst-case':
      return 'of one call of the method in the worst case: hottest branches, loops at their bounds';
  }
}

function share(part: number, whole: number): Share {
  return whole > 0 ? part / whole : 0;
}
