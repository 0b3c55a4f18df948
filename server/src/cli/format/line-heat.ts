/**
 * Colors of a report's lines, by file. Sits in `cli/`, over
 * `lines/heat`, shared by the listing in a terminal and the page.
 */
import { computeHeat, distinctEnergies } from '../../lines/heat';
import type { AnalyzedFile } from '../../lines/report';
import type { LineIndex } from '../../base/units';
import { COLOR_STEPS } from './options';
import type { FormatOptions } from './options';
import type { ReportSummary } from './summary';

/** Color step of each line that has operations. */
export type StepsOfFile = ReadonlyMap<LineIndex, number>;

/** Computes a file's steps when they are asked for: most files of a large project are never shown. */
export function createHeat(
  summary: ReportSummary,
  options: FormatOptions,
): (file: AnalyzedFile) => StepsOfFile {
  const heatOptions = {
    scale: options.scale,
    scope: options.scope,
    steps: COLOR_STEPS,
    ...(options.scope === 'workspace'
      ? { workspace: distinctEnergies(summary.lines.map(({ line }) => line.own.mean)) }
      : {}),
  };
  const known = new Map<AnalyzedFile, StepsOfFile>();
  return (file) => {
    const steps =
      known.get(file) ??
      new Map(computeHeat(file.energy, heatOptions).map(({ line, step }) => [line, step] as const));
    known.set(file, steps);
    return steps;
  };
}

/** "rank among all lines", for legends. */
export function describeScale(options: FormatOptions): string {
  const scales = { rank: 'rank', linear: 'energy, linear', logarithmic: 'energy, logarithmic' } as const;
  const scopes = {
    method: 'within each method',
    file: 'within each file',
    workspace: 'among all lines',
  } as const;
  return `${scales[options.scale]} ${scopes[options.scope]}`;
}
