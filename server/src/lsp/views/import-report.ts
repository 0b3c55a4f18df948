/**
 * The report on an import: how much of it lies in the sources, how much does not, and problems by place, as Markdown.
 *
 * Sits in `lsp/`. Pure. Names come from other people's files, so all stand between backticks.
 */
import * as l10n from '@vscode/l10n';
import type { RecordingSummary, UnplacedSummary } from '../../recordings/model/summarize-recording';
import { escapeCode } from './markdown';

/** Writes the report; `problems` belong to no recording, such as files that are no recordings. */
export function writeImportReport(
  recordings: readonly RecordingSummary[],
  problems: readonly string[],
): string {
  const parts = [
    ...(problems.length === 0 ? [] : [`## ${l10n.t('Skipped')}`, listOf(problems)]),
    ...recordings.map(writeRecording),
  ];
  return `${parts.join('\n\n')}\n`;
}

function writeRecording(recording: RecordingSummary): string {
  const { title, device, tool, date, accounts, unplaced, furtherUnplaced, problems } = recording;
  const about: readonly (readonly [string, string])[] = [
    [l10n.t('device'), device],
    [l10n.t('tool'), tool],
    [l10n.t('date'), date],
  ];
  return [
    `## ${codeOf(title)}`,
    about.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${codeOf(value)}`])).join('  \n'),
    listOf(accounts),
    ...(problems.length === 0 ? [] : [`### ${l10n.t('Problems')}`, listOf(problems)]),
    ...(unplaced.length === 0
      ? []
      : [`### ${l10n.t('Not found in the source code')}`, tableOf(unplaced, furtherUnplaced)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableOf(unplaced: readonly UnplacedSummary[], further: number): string {
  const rows = unplaced.map(({ name, reason, amounts, candidates }) => {
    const files = candidates.map(codeOf).join(', ');
    const why = files === '' ? reason : `${reason}: ${files}`;
    return `| ${codeOf(name)} | ${amounts.join(', ')} | ${why} |`;
  });
  if (further > 0) rows.push(`| ${l10n.t('{0} more in the saved file', further)} | | |`);
  const titles = [l10n.t('name'), l10n.t('amount'), l10n.t('reason')];
  return [`| ${titles.join(' | ')} |`, '|---|--:|---|', ...rows].join('\n');
}

function listOf(texts: readonly string[]): string {
  return texts.map((text) => `- ${codeOf(text)}`).join('\n');
}

function codeOf(text: string): string {
  return `\`${escapeCode(text)}\``;
}
