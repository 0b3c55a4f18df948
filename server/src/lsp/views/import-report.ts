/**
 * The report on an import: how much of it lies in the sources, how much does not, and problems by place, as Markdown.
 *
 * Sits in `lsp/`. Pure. Names come from other people's files, so all stand between backticks.
 */
import * as l10n from '@vscode/l10n';
import type { RecordingSummary, UnplacedSummary } from '../../recordings/model/summarize-recording';
import { code, codes, join, table } from './markdown';

/** Writes the report; `problems` belong to no recording, such as files that are no recordings. */
export function writeImportReport(
  recordings: readonly RecordingSummary[],
  problems: readonly string[],
): string {
  const parts = [
    ...(problems.length === 0 ? [] : [`## ${l10n.t('Skipped')}`, bullets(problems)]),
    ...recordings.map(writeRecording),
  ];
  return `${parts.join('\n\n')}\n`;
}

function writeRecording(recording: RecordingSummary): string {
  const { title, device, tool, date, accounts, unplaced, furtherUnplaced, problems } = recording;
  const about = (
    [
      [l10n.t('device'), device],
      [l10n.t('tool'), tool],
      [l10n.t('date'), date],
    ] as const
  ).map(([name, value]) => (value === '' ? '' : `${name}: ${code(value)}`));
  const parts = [
    `## ${code(title)}`,
    join(about, '  \n'),
    bullets(accounts),
    ...(problems.length === 0 ? [] : [`### ${l10n.t('Problems')}`, bullets(problems)]),
    ...(unplaced.length === 0
      ? []
      : [`### ${l10n.t('Not found in the source code')}`, tableOf(unplaced, furtherUnplaced)]),
  ];
  return join(parts, '\n\n');
}

function tableOf(unplaced: readonly UnplacedSummary[], further: number): string {
  const rows = unplaced.map(({ name, reason, amounts, candidates }) => {
    const why = candidates.length === 0 ? reason : `${reason}: ${codes(candidates)}`;
    return [code(name), amounts.join(', '), why];
  });
  if (further > 0) rows.push([l10n.t('{0} more in the saved file', further)]);
  return table('lrl', [l10n.t('name'), l10n.t('amount'), l10n.t('reason')], rows);
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${code(text)}`).join('\n');
}
