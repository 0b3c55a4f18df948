/** The choices that the command line gives people for showing a report. Sits in `cli/`. */
import type { EnergyUnit } from '../../words/energy-text';
import { machineOf, type ModelSummary } from '../../cost/model/model-registry';
import type { ReportRequest } from '../../lines/report';
import type { PaletteName, RankScopeSetting, ScaleSetting } from '../../protocol/settings';

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
