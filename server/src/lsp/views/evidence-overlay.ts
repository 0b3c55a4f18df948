/**
 * The overlay and the lenses of a document that is colored by recordings or by several profiles.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver/node';
import { formatEnergy, formatShare } from '../../words/energy-text';
import { paletteColors } from '../../words/palette';
import { PROTOCOL_VERSION } from '../../protocol/handshake';
import {
  writeOverlayLines,
  type OverlayLegend,
  type OverlayLine,
  type OverlayParams,
} from '../../protocol/overlay';
import { lensAt, profileLens } from './code-lens';
import {
  evidenceLineText,
  type EvidenceView,
  figure,
  howKnown,
  shareOfRun,
  shownLines,
} from './evidence-view';
import { escapeCode } from './markdown';
import { describeEnds } from './overlay';
import { unitOf } from './view';

export function buildEvidenceOverlay(view: EvidenceView): OverlayParams {
  const { evidence, settings, heat } = view;
  const lines = shownLines(evidence).lines.map((line, index): OverlayLine => ({
    line: line.line,
    step: heat[index]?.step ?? 0,
    rank: heat[index]?.rank ?? line.rank,
    share: evidence.total > 0 ? line.own.mean / evidence.total : 0,
    text: evidenceLineText(view, line),
    mostlyUnmodeled: false,
  }));
  return {
    protocolVersion: PROTOCOL_VERSION,
    uri: view.uri,
    version: view.version,
    palette: paletteColors(settings.palette, settings.colorSteps),
    paletteName: settings.palette,
    lines: writeOverlayLines(lines),
    legend: buildLegend(view),
    status: statusText(view),
    statusTooltip: statusTooltip(view),
  };
}

function buildLegend({ evidence, settings }: EvidenceView): OverlayLegend {
  const { measure } = evidence;
  return {
    scale: settings.scale,
    scope: settings.rankScope,
    modelTitle: measure.names.join(', '),
    machine: measure.device,
    provenance: measure.provenance,
    ...describeEnds(settings, l10n.t('nothing')),
    modeledShare: 1,
    unpricedNote: l10n.t('The numbers come from the named profiles and recordings, not from a cost model.'),
  };
}

/** "9.3 J of 12 J, modeled" */
function statusText({ evidence: { measure, total }, settings }: EvidenceView): string {
  const unit = unitOf(settings);
  if (measure.unit !== 'joules') return `${shareOfRun(total, measure)}, ${measure.names.join(', ')}`;
  const energies = [formatEnergy(total, unit), formatEnergy(measure.total, unit)] as const;
  return measure.device === ''
    ? l10n.t('{0} of {1}, {2}', ...energies, howKnown(measure))
    : l10n.t('{0} of {1} ({2}), {3}', ...energies, measure.device, howKnown(measure));
}

function statusTooltip(view: EvidenceView): string {
  const { evidence, notes } = view;
  const { measure, gone } = evidence;
  const names = measure.names.map((name) => `\`${escapeCode(name)}\``).join(', ');
  const rows = [
    `**${l10n.t('This file: {0}', shareOfRun(evidence.total, measure))}**`,
    l10n.t('Numbers from: {0}', names),
    ...notes.map((note) => `\`${escapeCode(note)}\``),
  ];
  if (measure.otherDevices.length > 0)
    rows.push(
      l10n.t(
        'Other devices are listed in the hover and included in no sum: {0}',
        measure.otherDevices.map((name) => `\`${escapeCode(name)}\``).join(', '),
      ),
    );
  if (gone.length > 0)
    rows.push(
      l10n.t(
        'Changed since the measurement and not found here: {0}',
        gone.map((name) => `\`${escapeCode(name)}\``).join(', '),
      ),
    );
  return rows.join('\n\n');
}

/** The lenses above each method that a recording knows. */
export function buildEvidenceLenses(view: EvidenceView, profileCommand: string | undefined): CodeLens[] {
  const { evidence, lines, settings } = view;
  const { measure } = evidence;
  const methods = evidence.methods.map(({ line, own, isChanged }) => {
    const share = shareOfRun(own.mean, measure);
    const title = [
      ...(measure.unit === 'joules' ? [figure(own, 'joules', settings)] : []),
      evidence.total > 0
        ? l10n.t('{0}, {1} of the file', share, formatShare(own.mean / evidence.total))
        : share,
      howKnown(measure),
      ...(isChanged ? [l10n.t('changed since it was measured')] : []),
    ];
    return lensAt(view, lines.startOf(line), title.join(' · '), '');
  });
  if (profileCommand === undefined) return methods;
  return [...methods, ...view.methodStarts.map((place) => profileLens(view, place, profileCommand))];
}
