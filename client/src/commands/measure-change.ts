/**
 * "Measure This Change": runs a program or test with a file as it was and as
 * it is in the editor, and says what the change saves.
 *
 * What is not saved is measured against what is; a saved file against the last
 * commit. The command line does the work, as for a profile (profile.ts), with
 * copies of the file alone: nothing of the workspace is written.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import { chooseTarget, isRefused, prepare, runTask, saveAll } from './profile';
import type { Services } from './services';

/** Of the given document; without arguments of the one in the editor, with what reaches the method at the cursor. */
export async function measureChange(services: Services, given?: string, line?: number): Promise<void> {
  if (await isRefused()) return;
  const editor = window.activeTextEditor;
  const document =
    given === undefined ? editor?.document : await workspace.openTextDocument(Uri.parse(given));
  if (document?.languageId !== 'java' || document.uri.scheme !== 'file')
    throw new Error(l10n.t('Open a Java file whose change is to be measured.'));
  if (!(await saveAll(document))) return;
  const at = line ?? editor?.selection.active.line ?? 0;
  const plan = await (await services.connection()).profileTargets(document.uri, at);
  const target = await chooseTarget(services, plan, false);
  const preparation = target && (await prepare(plan, target));
  if (target === undefined || preparation === undefined) return;
  const file = document.uri.fsPath;
  const title = l10n.t('Measure the change of {0}', basename(file));
  const scratch = mkdtempSync(join(tmpdir(), 'jouleline-change-'));
  try {
    const [unsaved, report] = [join(scratch, basename(file)), join(scratch, 'report.md')];
    if (document.isDirty) writeFileSync(unsaved, document.getText());
    const versions = document.isDirty ? ['--after', unsaved, '--before', file] : ['--after', file];
    const code = await runTask(
      services,
      target.label,
      plan.folder,
      ['measure-change', ...versions, '--out', report, ...plan.common, ...preparation, ...target.arguments],
      title,
    );
    if (!existsSync(report)) {
      if (code === undefined) return;
      throw new Error(l10n.t('The change of {0} was not measured: its terminal says why.', basename(file)));
    }
    const answer = readFileSync(report, 'utf8');
    const details = l10n.t('Show Details');
    void window.showInformationMessage(headingOf(answer), details).then(async (chosen) => {
      if (chosen === details) await services.reports.show(title, answer);
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function headingOf(markdown: string): string {
  return markdown.slice(0, markdown.indexOf('\n')).replace(/^# /, '');
}
