/**
 * The overlay and the lenses of a document that is colored by recordings or by several profiles.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import { at } from '../../base/check';
import { formatEnergy, formatShare } from '../../words/energy-text';
import type { EvidenceLine } from '../../lines/file-evidence';
import { scaleOfEnergies } from './color-scale';
import { code, codes, join } from './markdown';
import { describeRecordings } from './recordings-hover';
import { extentOf, figure, howKnown, type RecordingsView, shareOfRun, shownLines } from './recordings-view';
import { unitOf, type ViewParts } from './view';

export function recordingsParts(view: RecordingsView): ViewParts {
  const { evidence, settings, heat } = view;
  const { measure, total } = evidence;
  return {
    lines: () =>
      shownLines(evidence).lines.map((line, index) => {
        const { step, rank } = at(heat, index);
        const share = total > 0 ? line.own.mean / total : 0;
        const text = endOfLineText(view, line);
        return { line: line.line, step, rank, share, text, mostlyUnmodeled: false };
      }),
    scale: scaleOfEnergies(settings, l10n.t('nothing')),
    legend: () => ({
      modelTitle: measure.names.join(', '),
      machine: measure.device,
      provenance: measure.provenance,
      modeledShare: 1,
      unmodeledNote: l10n.t(
        'The numbers come from the named profiles and recordings, not from a cost model.',
      ),
    }),
    status: () => statusOf(view),
    tooltip: () => tooltipOf(view),
    hover: (line) => describeRecordings(view, line),
    lenses: () =>
      evidence.methods.map(({ line, own, isChanged }) => {
        const share = shareOfRun(own.mean, measure);
        const parts = [
          measure.unit === 'joules' ? figure(own, 'joules', settings) : '',
          total > 0 ? l10n.t('{0}, {1} of the file', share, formatShare(own.mean / total)) : share,
          howKnown(measure),
          isChanged ? l10n.t('changed since it was measured') : '',
        ];
        return { place: view.lines.startOf(line), title: join(parts, ' · ') };
      }),
    methods: () => view.methodStarts,
  };
}

/** "9.3 J of 12 J, modeled" */
function statusOf({ evidence: { measure, total }, settings }: RecordingsView): string {
  const unit = unitOf(settings);
  if (measure.unit !== 'joules') return `${shareOfRun(total, measure)}, ${measure.names.join(', ')}`;
  const energies = [formatEnergy(total, unit), formatEnergy(measure.total, unit)] as const;
  return measure.device === ''
    ? l10n.t('{0} of {1}, {2}', ...energies, howKnown(measure))
    : l10n.t('{0} of {1} ({2}), {3}', ...energies, measure.device, howKnown(measure));
}

function tooltipOf({ evidence: { measure, total, gone }, notes }: RecordingsView): readonly string[] {
  return [
    `**${l10n.t('This file: {0}', shareOfRun(total, measure))}**`,
    l10n.t('Numbers from: {0}', codes(measure.names)),
    ...notes.map(code),
    measure.otherDevices.length === 0
      ? ''
      : l10n.t(
          'Other devices are listed in the hover and included in no sum: {0}',
          codes(measure.otherDevices),
        ),
    gone.length === 0 ? '' : l10n.t('Changed since the measurement and not found here: {0}', codes(gone)),
  ];
}

/** "1.2 J · 34 % of the run · whole method" */
function endOfLineText({ evidence, settings }: RecordingsView, line: EvidenceLine): string {
  const { measure } = evidence;
  const extents = line.places.filter(({ amount }) => amount !== undefined).map(extentOf);
  const parts = [
    measure.unit === 'joules' ? figure(line.own, 'joules', settings) : '',
    shareOfRun(line.own.mean, measure),
    ...new Set(extents),
    line.isChanged ? l10n.t('changed since it was measured') : '',
  ];
  return join(parts, ' · ');
}
