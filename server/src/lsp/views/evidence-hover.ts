/**
 * The hover of a line that is colored by recordings or by several profiles: everything that they say about it side by
 * side, and where they disagree.
 *
 * Sits in `lsp/`. Pure: a view and a line make Markdown. Names come from other people's files, so all stand between
 * backticks.
 */
import type { Saying, ShownPlace } from '../../recordings/merge/side-by-side';
import * as l10n from '@vscode/l10n';
import { formatShare } from '../../words/energy-text';
import type { EvidenceLine } from '../../lines/file-evidence';
import { type EvidenceView, extentOf, figure, howKnown, interval, shareOfRun } from './evidence-view';
import { escapeCode } from './markdown';

/** The most methods that are told about one line: several names may stand on it. */
const MAX_PLACES = 4;
const MAX_SAYINGS = 20;

/** The hover as Markdown; undefined for a line that no recording knows. */
export function describeEvidence(view: EvidenceView, lineNumber: number): string | undefined {
  const line = view.evidence.lines.find((each) => each.line === lineNumber);
  if (line === undefined) return undefined;
  const parts = [
    heading(view, line),
    ...line.places.slice(0, MAX_PLACES).map((place) => describePlace(view, line, place)),
  ];
  if (line.isChanged)
    parts.push(
      l10n.t('This method has changed since it was measured. The numbers are from before the change.'),
    );
  return parts.join('\n\n');
}

function heading({ evidence, settings }: EvidenceView, line: EvidenceLine): string {
  const { measure, ranks } = evidence;
  if (!line.isShown)
    return `**Jouleline: ${measure.device === '' ? l10n.t('no data for the device that is shown') : l10n.t('no data for {0}, the device that is shown', `\`${escapeCode(measure.device)}\``)}**`;
  const rank = l10n.t('rank {0} of {1} in the file', line.rank, ranks);
  const amount = measure.unit === 'joules' ? `${figure(line.own, 'joules', settings)}, ` : '';
  return `**Jouleline: ${amount}${shareOfRun(line.own.mean, measure)}** · ${rank}`;
}

function describePlace(view: EvidenceView, line: EvidenceLine, place: ShownPlace): string {
  const { measure } = view.evidence;
  const rows: string[] = [];
  const extent = extentOf(place);
  const name = place.placement.kind === 'class' ? place.placement.class : (line.method ?? '');
  if (extent !== '') rows.push(`\`${escapeCode(name)}\`: ${extent}`);
  if (measure.unit === 'joules' && place.amount !== undefined) {
    const range = interval(place.amount, view.settings);
    const known = range === '' ? l10n.t('uncertainty unknown') : `5–95 %: ${range}`;
    const device = measure.device === '' ? '' : ` (\`${escapeCode(measure.device)}\`)`;
    rows.push(`${figure(place.amount, 'joules', view.settings)}${device}, ${known}`);
  }
  if (place.constrainedBy.length > 0)
    rows.push(l10n.t('scaled to the total of {0}', listNames(place.constrainedBy)));
  const disagreeing = place.sayings.filter(({ disagrees }) => disagrees);
  return [rows.join('  \n'), tableOf(place.sayings, view), disagreement(disagreeing)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableOf(sayings: readonly Saying[], view: EvidenceView): string {
  const titles = [
    l10n.t('profile or recording'),
    l10n.t('value'),
    l10n.t('share of its total'),
    '5–95 %',
    l10n.t('kind'),
    l10n.t('device'),
    l10n.t('date'),
  ];
  const rows = sayings.slice(0, MAX_SAYINGS).map((saying) => `| ${cellsOf(saying, view).join(' | ')} |`);
  if (sayings.length > MAX_SAYINGS)
    rows.push(`| ${l10n.t('{0} more', sayings.length - MAX_SAYINGS)} | | | | | | |`);
  return [`| ${titles.join(' | ')} |`, '|---|--:|--:|---|---|---|---|', ...rows].join('\n');
}

function cellsOf(saying: Saying, { settings }: EvidenceView): readonly string[] {
  const { unit, amount, share, isChosen, disagrees, isOfMethod, device, component, date } = saying;
  const names = listNames(saying.names);
  const marks = [
    ...(isOfMethod ? [l10n.t('whole method')] : []),
    ...(disagrees ? [`**${l10n.t('disagrees')}**`] : []),
  ];
  const range = unit === 'joules' ? interval(amount, settings) : '';
  return [
    `${isChosen ? `**${names}**` : names}${saying.tool === '' ? '' : ` (\`${escapeCode(shorten(saying.tool))}\`)`}`,
    [unbroken(figure(amount, unit, settings)), ...marks].join(', '),
    unbroken(formatShare(share)),
    range === '' ? l10n.t('unknown') : unbroken(range),
    howKnown(saying),
    [device, component]
      .filter((text) => text !== '')
      .map((text) => `\`${escapeCode(text)}\``)
      .join(', '),
    date === '' ? '' : `\`${escapeCode(date)}\``,
  ];
}

const MOST_OF_TOOL = 30;

function shorten(tool: string): string {
  return tool.length > MOST_OF_TOOL ? `${tool.slice(0, MOST_OF_TOOL - 1)}…` : tool;
}

/** A figure and its unit stay on one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function disagreement(sayings: readonly Saying[]): string {
  if (sayings.length === 0) return '';
  const names = sayings.map((each) => listNames(each.names)).join(', ');
  return l10n.t('These differ from what is shown by more than their intervals: {0}', names);
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `\`${escapeCode(name)}\``).join(', ');
}
