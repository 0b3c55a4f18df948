/**
 * "Measure This Change": runs a program or test with a file as it was and as
 * it is in the editor, and says what the change saves.
 *
 * What it was is what is saved, what it was when it was opened, or what the
 * last commit has: where these differ, it is asked. The command line does the
 * work, as for a profile (run-task.ts), with copies of the file alone: nothing of
 * the workspace is written.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { l10n, Uri, window, workspace, type TextDocument } from 'vscode';
import type { PossibleAnswer, NextQuestion } from '../questions';
import { planRun } from './plan-run';
import { isRefused, saveAll } from './profile';
import { runTask } from './run-task';
import type { Services } from './services';

/**
 * Measures the change of the given document; without arguments, that of the document in the editor, by a
 * program or test that reaches the method at the cursor.
 */
export async function measureChange(services: Services, given?: string, line?: number): Promise<void> {
  if (await isRefused()) return;
  const editor = window.activeTextEditor;
  const document =
    given === undefined ? editor?.document : await workspace.openTextDocument(Uri.parse(given));
  if (document?.languageId !== 'java' || document.uri.scheme !== 'file')
    throw new Error(l10n.t('Open the Java file whose change you want to measure.'));
  const bases = basesOf(services, document);
  const only = bases.length === 1 ? bases[0] : undefined;
  const now = document.getText();
  // A version that is measured as it is need not be saved.
  if (!(await saveAll(document))) return;
  const at = line ?? editor?.selection.active.line ?? 0;
  const place = { uri: document.uri.toString(), line: at };
  const plan = await services.ask('ProfileTargetsRequest', place);
  const before = only === undefined ? questionOf(bases) : () => undefined;
  const planned = await planRun(services, plan, { isBuilt: true, before });
  const base = only ?? bases.find(({ value }) => value === planned?.answers.get('base'));
  if (planned === undefined || base === undefined) return;
  if (base.text === undefined && !(await saveAll())) return;
  const { target, preparation } = planned;
  const file = document.uri.fsPath;
  const title = l10n.t('Measure the change in {0}', basename(file));
  const scratch = mkdtempSync(join(tmpdir(), 'jouleline-change-'));
  try {
    const report = join(scratch, 'report.md');
    const versions =
      base.text === undefined
        ? ['--after', file]
        : [
            ...['--before', writeVersion(scratch, 'before', file, base.text)],
            ...['--after', writeVersion(scratch, 'after', file, now)],
          ];
    const code = await runTask(
      services,
      target.label,
      plan.folder,
      ['measure-change', ...versions, '--out', report, ...plan.common, ...preparation, ...target.arguments],
      { title },
    );
    if (!existsSync(report)) {
      if (code === undefined) return;
      throw new Error(
        l10n.t('The change in {0} was not measured. See the terminal for the reason.', basename(file)),
      );
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

interface Base extends PossibleAnswer {
  /** Absent for the last commit, which the command line asks Git for. */
  readonly text?: string;
}

/** The texts that a document can be measured against. Throws an error if there are none. */
function basesOf({ openedTexts }: Services, document: TextDocument): readonly Base[] {
  const { fsPath } = document.uri;
  const now = document.getText();
  const saved = existsSync(fsPath) ? readFileSync(fsPath, 'utf8') : now;
  const opened = openedTexts.of(document.uri) ?? now;
  const bases: readonly Base[] = [
    ...(saved === now ? [] : [{ value: 'saved', label: l10n.t('The file as saved'), text: saved }]),
    ...(opened === now || opened === saved
      ? []
      : [{ value: 'opened', label: l10n.t('The file as it was opened'), text: opened }]),
    ...(isInGit(dirname(fsPath))
      ? [{ value: 'HEAD', label: l10n.t('The last commit'), description: 'HEAD' }]
      : []),
  ];
  if (bases.length === 0)
    throw new Error(l10n.t('{0} has no changes since it was opened.', basename(fsPath)));
  return bases;
}

function questionOf(bases: readonly Base[]): NextQuestion {
  const title = l10n.t('Measure the change since');
  const question = { id: 'base', title, placeHolder: l10n.t('The text to measure against'), choices: bases };
  return (answers) => (answers.has(question.id) ? undefined : question);
}

function isInGit(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (folder !== dirname(folder) && isInGit(dirname(folder)));
}

/**
 * Writes one version of a file to a folder of its own and keeps the file's name, since javac requires the
 * name of the class.
 */
function writeVersion(scratch: string, version: string, file: string, text: string): string {
  const path = join(scratch, version, basename(file));
  mkdirSync(dirname(path));
  writeFileSync(path, text);
  return path;
}

function headingOf(markdown: string): string {
  return markdown.slice(0, markdown.indexOf('\n')).replace(/^# /, '');
}
