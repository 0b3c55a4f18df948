/**
 * The choices that the command line gives people for showing a report, and what all forms of it share: the chance to
 * stay within a limit, and the colors of lines. Sits in `cli/`.
 */
import { type EnergyUnit, figuresOf } from '../../words/energy-text';
import { machineOf, type ModelSummary } from '../../cost/model/model-registry';
import type { ReportRequest, ReportResult, AnalyzedFile } from '../../lines/report';
import type { PaletteName, RankScopeSetting, ScaleSetting } from '../../protocol/settings';
import { describeChances, type LimitChances } from '../../lines/energy-limit';
import { computeHeat, type LineHeat, paintedStep, rankLines } from '../../lines/heat';
import type { LineIndex } from '../../base/units';
import { at } from '../../base/check';
import type { ReportSummary } from './summary';

export const FORMATS = ['text', 'json', 'html', 'csv'] as const;
export type FormatName = (typeof FORMATS)[number];

export interface FormatOptions {
  /** Version of Jouleline. */
  readonly version: string;
  readonly frequency: ReportRequest['frequency'];
  readonly unit: EnergyUnit;
  readonly palette: PaletteName;
  readonly scale: ScaleSetting;
  readonly scope: RankScopeSetting;
  /** Only the hottest lines of all files; absent means the format's own choice. */
  readonly top?: number;
}

/** Colors of a report; the overlay's default, too. */
export const COLOR_STEPS = 24;

/** Follows every absolute energy of a model that is not of this machine: " (Raspberry Pi 5, interpreter)". */
export function machineNote(model: ModelSummary): string {
  return model.isLocal ? '' : ` (${machineOf(model)})`;
}

/** The chance that the whole energy stays within the limit, for people; none where no limit was named. */
export function chanceRows(
  { within, model, run }: ReportResult,
  { frequency, unit }: Pick<FormatOptions, 'frequency' | 'unit'>,
): readonly string[] {
  if (within === undefined) return [];
  const what =
    frequency === 'counted'
      ? 'all lines of the profiled run'
      : run === undefined
        ? 'each method once'
        : 'one expected run';
  return describeChances(within, `${what}${machineNote(model)}`, unit);
}

/** The same chance for machines; docs/reference/formats.md describes it. */
export function chanceFigures({ limit, lines, run }: LimitChances): object {
  const { energy, probability, isAtMost, transferError } = lines;
  return {
    limit: limit.energy,
    text: limit.text,
    lines: { energy: figuresOf(energy), probability, isAtMost, transferError: transferError ?? null },
    run: run ?? null,
  };
}

/** The color step of each line that takes energy, as the editor paints it. */
export type StepsOfFile = ReadonlyMap<LineIndex, number>;

/** Computes a file's steps when they are asked for: most files of a large project are never shown. */
export function createHeat(
  summary: ReportSummary,
  options: FormatOptions,
): (file: AnalyzedFile) => StepsOfFile {
  const all = rankLines(summary.lines.map(({ line }) => line));
  const { scale, scope } = options;
  const heatOptions = { scale, scope, steps: COLOR_STEPS, workspace: () => all };
  const known = new Map<AnalyzedFile, StepsOfFile>();
  return (file) => {
    const { lines } = file.energy;
    const steps = known.get(file) ?? new Map(computeHeat(file.energy, heatOptions).flatMap(stepOf));
    function stepOf({ line, step }: LineHeat, index: number): readonly (readonly [LineIndex, number])[] {
      const painted = paintedStep(at(lines, index), step, COLOR_STEPS);
      return painted === undefined ? [] : [[line, painted]];
    }
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
