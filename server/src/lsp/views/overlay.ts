/**
 * The overlay of one document, as the client paints it.
 *
 * Sits in `lsp/`. Colors are ranks by default, as in vLens, section 3.2.3.
 */
import * as l10n from '@vscode/l10n';
import { describeAccount } from '../../profile/account/account-text';
import { formatCount, formatShare } from '../../words/energy-text';
import { paintedStep } from '../../lines/heat';
import { machineOf } from '../../cost/model/model-registry';
import { paletteColors } from '../../words/palette';
import { PROTOCOL_VERSION } from '../../protocol/handshake';
import {
  writeOverlayLines,
  type OverlayLegend,
  type OverlayLine,
  type OverlayParams,
} from '../../protocol/overlay';
import type { Settings } from '../../protocol/settings';
import { escapeText } from './markdown';
import { provenanceOf } from './provenance';
import { absolute, machineNote, unitOf, withInterval, type DocumentView } from './view';

export function buildOverlay(view: DocumentView): OverlayParams {
  const { energy, settings } = view;
  const palette = paletteColors(settings.palette, settings.colorSteps);
  const lines: OverlayLine[] = [];
  energy.lines.forEach((line, index) => {
    const heat = view.heat[index];
    const step = paintedStep(line, heat?.step ?? 0, settings.colorSteps);
    if (step === undefined) return;
    lines.push({
      line: line.line,
      step,
      rank: heat?.rank ?? line.rank,
      share: line.shareOfFile,
      text: endOfLineText(view, index),
      mostlyUnmodeled: line.mostlyUnmodeled,
    });
  });
  return {
    protocolVersion: PROTOCOL_VERSION,
    uri: view.uri,
    version: view.version,
    palette,
    paletteName: settings.palette,
    lines: writeOverlayLines(lines),
    legend: buildLegend(view),
    status: statusText(view),
    statusTooltip: statusTooltip(view),
  };
}

/** "4.1 %", with "≥" if much is not modeled; with a model of this machine also the energy. */
export function endOfLineText(view: DocumentView, index: number): string {
  const line = view.energy.lines[index];
  if (line === undefined) return '';
  const known = formatShare(line.shareOfFile);
  // "At least less than 0.01 %" says no more than "at least 0 %".
  const share = line.mostlyUnmodeled ? `≥ ${known.startsWith('<') ? '0 %' : known}` : known;
  // Only shares are known if the program was compiled and the costs were not fitted to it.
  const isKnown = view.model.isLocal && view.measured?.transferError === undefined;
  return isKnown ? `${absolute(line.own, view)} · ${share}` : share;
}

/** The share of the expected executions that the model has a cost for. */
export function modeledShare(view: DocumentView): number {
  const { modeledCount, unmodeledCount } = view.energy;
  return modeledCount + unmodeledCount === 0 ? 1 : modeledCount / (modeledCount + unmodeledCount);
}

function buildLegend(view: DocumentView): OverlayLegend {
  const { settings, model, energy } = view;
  return {
    scale: settings.scale,
    scope: settings.rankScope,
    modelTitle: model.title,
    machine: machineOf(model),
    provenance: energy.provenance,
    ...describeEnds(settings),
    modeledShare: modeledShare(view),
    unpricedNote: l10n.t(
      'A line marked with ≥ also runs operations that are not modeled, such as the bodies of library methods. They may use more energy than the rest of the line.',
    ),
  };
}

/** The words for the coldest and the hottest color. */
export function describeEnds(
  { scale, rankScope }: Settings,
  none = l10n.t('no energy'),
): Pick<OverlayLegend, 'cold' | 'hot'> {
  return {
    cold: scale === 'rank' ? COLDEST[rankScope]() : none,
    hot: HOTTEST[rankScope](),
  };
}

const COLDEST = {
  method: () => l10n.t('least energy in the method'),
  file: () => l10n.t('least energy in the file'),
  workspace: () => l10n.t('least energy in the workspace'),
};

const HOTTEST = {
  method: () => l10n.t('most energy in the method'),
  file: () => l10n.t('most energy in the file'),
  workspace: () => l10n.t('most energy in the workspace'),
};

function statusText(view: DocumentView): string {
  const { energy } = view;
  if (energy.lines.length === 0) return l10n.t('no operations');
  return `${absolute(energy.total, view)}, ${provenanceOf(view)}`;
}

const MODES = {
  estimated: () =>
    l10n.t(
      'Energy of this file, estimated: loops and branches at estimated frequencies, each method called once',
    ),
  'one-execution': () => l10n.t('Energy of this file, estimated: each block executed once'),
  'worst-case': () =>
    l10n.t(
      'Energy of this file, estimated: the branches that use the most energy, loops at their stated bounds',
    ),
  counted: () => l10n.t('Energy of this file in the profiled run, modeled: executions counted'),
};

function statusTooltip(view: DocumentView): string {
  const { energy, model, problems } = view;
  const note = machineNote(model);
  const rows = [
    `**${MODES[energy.mode]()}**`,
    l10n.t('Sum of its members: {0}', withInterval(energy.total, view)),
    l10n.t('Model: {0}', escapeText(model.title)),
    ...accountRows(view),
    ...(note === '' || view.measured?.factor !== undefined
      ? []
      : [
          l10n.t(
            'Estimated for a {0}, not for your machine. Relative shares are more reliable than absolute joules.',
            note,
          ),
        ]),
    l10n.t(
      'Modeled: {0} of the expected operations (not modeled: {1}, type not found: {2})',
      formatShare(modeledShare(view)),
      formatCount(energy.unmodeledCount),
      formatCount(energy.untypedCount),
    ),
  ];
  if (problems.length > 0)
    rows.push(l10n.t('Places that could not be read as Java: {0}; the rest is shown', problems.length));
  return rows.join('\n\n');
}

/** The rows that say where the measured energy of the whole program went. */
function accountRows({ measured, settings }: DocumentView): readonly string[] {
  if (measured === undefined) return [];
  const { total, parts, limits } = describeAccount(measured, unitOf(settings));
  return [
    l10n.t('Whole program, measured: {0}', escapeText(total)),
    l10n.t('Parts: {0}', escapeText(parts)),
    ...[limits, ...measured.notes].filter((text) => text !== '').map(escapeText),
  ];
}
