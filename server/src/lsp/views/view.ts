/**
 * A document that is colored by estimates or counts, as its features need it.
 *
 * Sits in `lsp/`. `documents.ts` makes it; overlay, hover, code lens and inlay hints are pure functions of it.
 */
import * as l10n from '@vscode/l10n';
import type { FileEnergy, LineEnergy } from '../../cost/pricing/file-energy';
import { machineOf, type ModelSummary } from '../../cost/model/model-registry';
import type { MeasuredProfile } from '../../profile/account/measured-profile';
import type { LineIndexOf } from '../../base/line-index';
import type { StaleMember } from '../../lines/counted-text';
import type { LocatedProblem } from '../../analysis/file-operations';
import type { TakenPath } from '../../lines/taken-paths';
import type { LineHeat } from '../../lines/heat';
import { formatEnergy, figuresOf, formatInterval, type EnergyUnit } from '../../words/energy-text';
import type { Energy } from '../../cost/model/cost-model';
import type { Settings } from '../../protocol/settings';

export interface DocumentView {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly lines: LineIndexOf;
  readonly energy: FileEnergy;
  /** The heat of each of `energy.lines`. */
  readonly heat: readonly LineHeat[];
  readonly model: ModelSummary;
  /** The energy account of the shown profile; undefined if it was only counted, or while estimates are shown. */
  readonly measured: MeasuredProfile | undefined;
  readonly problems: readonly LocatedProblem[];
  /** The paths through a line that ran, those with most energy first; empty if paths were not counted. */
  readonly pathsAt: (line: number) => readonly TakenPath[];
  readonly settings: Settings;
  /** The members that changed since they were counted; empty while estimates are shown. */
  readonly stale: readonly StaleMember[];
}

export function unitOf(settings: Settings): EnergyUnit {
  return { unit: settings.unit, batteryCapacityWattHours: settings.batteryCapacityWattHours };
}

/** The machine that absolute figures come from; empty for a model of the user's own machine. */
export function machineNote(model: ModelSummary): string {
  return model.isLocal ? '' : machineOf(model);
}

/** "47.3 nJ (Raspberry Pi 5, interpreter)": never an absolute figure without its machine. */
export function absolute(energy: Energy, view: Pick<DocumentView, 'settings' | 'model'>): string {
  const note = machineNote(view.model);
  const text = formatEnergy(energy.mean, unitOf(view.settings));
  return note === '' ? text : `${text} (${note})`;
}

/** "47.3 nJ, 5–95 %: 41–53.6 nJ (Raspberry Pi 5, interpreter; independence assumed)". */
export function withInterval(energy: Energy, view: Pick<DocumentView, 'settings' | 'model'>): string {
  const unit = unitOf(view.settings);
  const notes = [machineNote(view.model), view.model.intervals].filter((note) => note !== '');
  return `${formatEnergy(energy.mean, unit)}, 5–95 %: ${formatInterval(energy, unit)} (${notes.join('; ')})`;
}

/** The bound of a worst case, "below 53.6 nJ with 95 %"; empty for other modes. */
export function upperBound(energy: Energy, view: Pick<DocumentView, 'settings' | 'energy'>): string {
  if (view.energy.mode !== 'worst-case') return '';
  const { high } = figuresOf(energy);
  return l10n.t('below {0} with 95 % probability', formatEnergy(high, unitOf(view.settings)));
}

/** Finds the energies of a line, if it has any, in O(log lines). */
export function findLine(
  energy: FileEnergy,
  line: number,
): { readonly line: LineEnergy; readonly index: number } | undefined {
  let low = 0;
  let high = energy.lines.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = energy.lines[middle];
    if (found === undefined) return undefined;
    if (found.line === line) return { line: found, index: middle };
    if (found.line < line) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
