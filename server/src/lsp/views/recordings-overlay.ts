/**
 * The overlay, the lenses and the hovers of a document that is colored by recordings or by several profiles.
 *
 * Sits in `lsp/`. Pure. Names in hovers come from other people's files, so all stand between backticks.
 */
import * as l10n from '@vscode/l10n';
import { at } from '../../base/check';
import { fitting, formatEnergy, formatEnergyBriefly, formatShare } from '../../words/energy-text';
import type { Settings } from '../../protocol/settings';
import { divideOfPlace, type EvidenceLine, type FileEvidence } from '../../lines/file-evidence';
import { code, codes, escapeText, join, rowsOf, table, unbroken } from './markdown';
import {
  extentOf,
  figure,
  howKnown,
  type RecordingsView,
  shareOfRun,
  shownLines,
  interval,
} from './recordings-view';
import { type MethodLens, MOST_OF_LENS, unitOf, type ViewParts, scaleOfEnergies } from './view';
import type { Saying, ShownMeasure, ShownPlace } from '../../recordings/merge/side-by-side';

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

/** The most methods that are told about one line: several names may stand on it. */
const MAX_PLACES = 4;
const MAX_SAYINGS = 20;

/**
 * The paragraphs of the hover: everything that the recordings say about a line side by side, and where they disagree;
 * none for a line that no recording knows.
 */
function describeRecordings(view: RecordingsView, lineNumber: number): readonly string[] {
  const line = view.evidence.lines.find((each) => each.line === lineNumber);
  if (line === undefined) return [];
  return [
    heading(view, line),
    ...line.places.slice(0, MAX_PLACES).map((place) => describePlace(view, line, place)),
    line.isChanged
      ? l10n.t('This method has changed since it was measured. The numbers are from before the change.')
      : '',
  ];
}

function heading({ evidence, settings }: RecordingsView, line: EvidenceLine): string {
  const { measure } = evidence;
  if (!line.isShown) {
    const device = code(measure.device);
    const noDevice =
      measure.device === ''
        ? l10n.t('no data for the device that is shown')
        : l10n.t('no data for {0}, the device that is shown', device);
    const nothing = measure.component === '' ? noDevice : l10n.t('no energy of {0}', code(measure.component));
    return `**Jouleline: ${nothing}**`;
  }
  const lines = evidence.lines.filter(({ isShown }) => isShown).length;
  const rank = l10n.t('rank {0} of {1} in the file', line.rank, lines);
  const amount = measure.unit === 'joules' ? `${figure(line.own, 'joules', settings)}, ` : '';
  const share = escapeText(shareOfRun(line.own.mean, measure));
  return `**Jouleline: ${amount}${share}** · ${rank}`;
}

function describePlace(view: RecordingsView, line: EvidenceLine, place: ShownPlace): string {
  const { measure } = view.evidence;
  const rows: string[] = [];
  const extent = extentOf(place);
  const name = place.placement.kind === 'class' ? place.placement.class : (line.method ?? '');
  if (extent !== '') rows.push(`${code(name)}: ${extent}`);
  if (measure.unit === 'joules' && place.amount !== undefined) {
    const range = interval(place.amount, view.settings);
    const known = range === '' ? l10n.t('uncertainty unknown') : `5–95 %: ${range}`;
    const device = measure.device === '' ? '' : ` (${code(measure.device)})`;
    rows.push(`${figure(place.amount, 'joules', view.settings)}${device}, ${known}`);
    const parts = place.parts.map(
      ({ component, amount }) => `${code(component)} ${figure(amount, 'joules', view.settings)}`,
    );
    if (parts.length > 0) rows.push(l10n.t('of it {0}', parts.join(', ')));
  }
  const called = place.amount?.called ?? 0;
  if (called > 0) {
    const part = figure({ mean: called }, measure.unit, view.settings);
    rows.push(l10n.t('of it {0} in library code that it calls', part));
  }
  if (place.constrainedBy.length > 0)
    rows.push(l10n.t('scaled to the total of {0}', codes(place.constrainedBy)));
  const disagreeing = place.sayings.filter(({ disagrees }) => disagrees).flatMap(({ names }) => names);
  const disagreement =
    disagreeing.length === 0
      ? ''
      : l10n.t('These differ from what is shown by more than their intervals: {0}', codes(disagreeing));
  return join(
    [rows.join('  \n'), operationTable(view, place), tableOf(place.sayings, view), disagreement],
    '\n\n',
  );
}

/** The most rows of the table of operations; one more row sums up the rest. */
const MAX_OPERATIONS = 8;

/** The amount of a line or a method, divided over its operations. */
function operationTable({ evidence, settings, operationsOn }: RecordingsView, place: ShownPlace): string {
  const { amount } = place;
  const { operations, parts } = divideOfPlace(place, operationsOn);
  if (amount === undefined || parts.length === 0) return '';
  const { unit } = evidence.measure;
  const rest = parts.slice(MAX_OPERATIONS);
  const isEnergy = unit === 'joules';
  const cellsOf = (name: string, mean: number): readonly string[] => [
    name,
    ...(isEnergy ? [unbroken(figure({ mean }, unit, settings))] : []),
    unbroken(formatShare(mean / amount.mean)),
  ];
  const rows = parts
    .slice(0, MAX_OPERATIONS)
    .map(({ name, mean }) => cellsOf(name === '' ? l10n.t('not modeled') : code(name), mean));
  if (rest.length > 0)
    rows.push(
      cellsOf(
        l10n.t('{0} more', rest.length),
        rest.reduce((sum, { mean }) => sum + mean, 0),
      ),
    );
  const unmodeled = new Set(operations.flatMap(({ name, energy }) => (energy === undefined ? [name] : [])));
  const titles = [l10n.t('operation'), ...(isEnergy ? [l10n.t('energy')] : []), l10n.t('share')];
  return join(
    [
      l10n.t('Modeled division of this amount, in the proportions of the cost model:'),
      table(isEnergy ? 'lrr' : 'lr', titles, rows),
      unmodeled.size === 0 ? '' : l10n.t('Not modeled, and without a part: {0}', codes([...unmodeled])),
    ],
    '\n\n',
  );
}

function tableOf(sayings: readonly Saying[], view: RecordingsView): string {
  const titles = [
    l10n.t('profile or recording'),
    l10n.t('value'),
    l10n.t('share of its total'),
    '5–95 %',
    l10n.t('kind'),
    l10n.t('device'),
    l10n.t('date'),
  ];
  const rows = rowsOf(sayings, MAX_SAYINGS, (saying) => cellsOf(saying, view));
  return table('lrrllll', titles, rows);
}

function cellsOf(saying: Saying, { settings }: RecordingsView): readonly string[] {
  const { unit, amount, share, isChosen, disagrees, isOfMethod, device, component, date } = saying;
  const names = codes(saying.names);
  const marks = [
    ...(saying.isPart ? [escapeText(saying.measure)] : isOfMethod ? [l10n.t('whole method')] : []),
    ...(disagrees ? [`**${l10n.t('disagrees')}**`] : []),
  ];
  const range = unit === 'joules' ? interval(amount, settings) : '';
  return [
    `${isChosen ? `**${names}**` : names}${saying.tool === '' ? '' : ` (${code(shorten(saying.tool))})`}`,
    [unbroken(figure(amount, unit, settings)), ...marks].join(', '),
    unbroken(formatShare(share)),
    range === '' ? l10n.t('unknown') : unbroken(range),
    howKnown(saying),
    codes([device, component].filter((text) => text !== '')),
    date === '' ? '' : code(date),
  ];
}

const MOST_OF_TOOL = 30;

function shorten(tool: string): string {
  return tool.length > MOST_OF_TOOL ? `${tool.slice(0, MOST_OF_TOOL - 1)}…` : tool;
}
