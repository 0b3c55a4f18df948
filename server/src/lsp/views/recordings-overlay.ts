/**
 * The overlay and the lenses of a document that is colored by recordings or by several profiles.
 *
 * Sits in `lsp/`. Pure. Names in hovers come from other people's files, so all stand between backticks.
 */
import * as l10n from '@vscode/l10n';
import { at } from '../../base/check';
import { fitting, formatEnergy, formatEnergyBriefly, formatShare } from '../../words/energy-text';
import type { Settings } from '../../protocol/settings';
import { type EvidenceLine, type FileEvidence } from '../../lines/file-evidence';
import { isIn } from '../../lines/heat';
import { describeRecordings } from './recordings-hover';
import { code, codes, escapeText, join } from './markdown';
import { extentOf, figure, howKnown, type RecordingsView, shareOfRun, shownLines } from './recordings-view';
import { type MethodLens, MOST_OF_LENS, unitOf, type ViewParts, scaleOfEnergies } from './view';
import type { ShownMeasure } from '../../recordings/merge/side-by-side';

export function recordingsParts(view: RecordingsView): ViewParts {
  const { evidence, settings, heat } = view;
  const { measure, total } = evidence;
  return {
    lines: () =>
      shownLines(evidence).lines.map((line, index) => {
        const { step: all, rank, isHotspot } = at(heat, index);
        const step = isIn(settings, isHotspot) ? all : undefined;
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
    lenses: () => evidence.methods.map((method) => lensOf(view, method)),
    methods: () => view.methodStarts,
  };
}

/** "34 % · 9.3 J", with what it is of in the tooltip. */
function lensOf(
  { evidence: { measure, total }, settings, lines }: RecordingsView,
  { line, own, isChanged }: FileEvidence['methods'][number],
): MethodLens {
  const unit = unitOf(settings);
  const share = shareOfRun(own.mean, measure);
  const short = formatShare(measure.total > 0 ? own.mean / measure.total : 0);
  const changed = l10n.t('changed since');
  const [long, mean] =
    measure.unit === 'joules' ? [`${short} · ${formatEnergyBriefly(own.mean, unit)}`, short] : [share, short];
  return {
    place: lines.startOf(line),
    title: fitting(MOST_OF_LENS, isChanged ? [`${long} · ${changed}`, `${mean} · ${changed}`] : [long, mean]),
    tooltip: [
      measure.unit === 'joules' ? `${figure(own, 'joules', settings)}, ${share}` : share,
      total > 0 ? l10n.t('{0} of this file', formatShare(own.mean / total)) : '',
      howKnown(measure),
      isChanged ? l10n.t('This method has changed since it was measured.') : '',
    ].filter((sentence) => sentence !== ''),
  };
}

/** "9.3 J", or the share of the run where energies are not known. */
function statusOf({ evidence: { measure, total }, settings }: RecordingsView): string {
  if (measure.unit !== 'joules') return shareOfRun(total, measure);
  return isUnknownComponent(measure) ? l10n.t('no energy') : formatEnergyBriefly(total, unitOf(settings));
}

/** True if a component is asked for that the shown device's energies are not told apart by. */
function isUnknownComponent({ component, components }: ShownMeasure): boolean {
  return component !== '' && !components.includes(component);
}

function tooltipOf({
  evidence: { measure, total, gone },
  notes,
  settings,
}: RecordingsView): readonly string[] {
  const { component, components } = measure;
  const others = components.filter((each) => each !== component);
  const known =
    components.length === 0
      ? l10n.t('These recordings do not tell components apart.')
      : l10n.t('These recordings have energy of {0}.', codes(components));
  return [
    `**${l10n.t('This file: {0}', escapeText(shareOfRun(total, measure)))}**`,
    measure.unit === 'joules' && !isUnknownComponent(measure) ? energiesOf(measure, total, settings) : '',
    measure.names.length === 0 ? '' : l10n.t('Numbers from: {0}', codes(measure.names)),
    isUnknownComponent(measure)
      ? `${l10n.t('Nothing is colored, because `jouleline.component` is {0}.', code(component))} ${known}`
      : '',
    component === '' || isUnknownComponent(measure) || others.length === 0
      ? ''
      : l10n.t(
          'Energy of {0} alone, as `jouleline.component` says; not of {1}',
          code(component),
          codes(others),
        ),
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

/** "9.3 J of 12 J (rpi5, cpu), modeled" */
function energiesOf(measure: ShownMeasure, total: number, settings: Settings): string {
  const energies = [
    formatEnergy(total, unitOf(settings)),
    formatEnergy(measure.total, unitOf(settings)),
  ] as const;
  const of = codes([measure.device, measure.component].filter((text) => text !== ''));
  return of === ''
    ? l10n.t('{0} of {1}, {2}', ...energies, howKnown(measure))
    : l10n.t('{0} of {1} ({2}), {3}', ...energies, of, howKnown(measure));
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
