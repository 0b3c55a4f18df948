/** The first steps: the walkthrough, the example that it begins with, and the hover that explains a line. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { commands, l10n, Uri, window, workspace, type TextDocument, type TextEditor } from 'vscode';
import { findHotLine } from '../hot-lines';
import { tickDone } from '../milestones';
import { goTo, revealJavaEditor } from '../editors';
import type { AnchoredLine } from '../overlay-state';
import type { Overlays } from '../overlays';
import { FailureWithWays, ways } from '../failures';
import type { Services } from './services';

export async function getStarted({ context }: Services): Promise<void> {
  await commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`, false);
  tickDone();
}

/** A copy that can be edited, saved and run; the user's own from then on. */
export async function openExample({ context }: Services): Promise<TextEditor> {
  const name = 'Primes.java';
  const example = Uri.joinPath(context.globalStorageUri, 'example', name);
  if (!existsSync(example.fsPath)) {
    mkdirSync(dirname(example.fsPath), { recursive: true });
    cpSync(Uri.joinPath(context.extensionUri, 'media', 'walkthrough', name).fsPath, example.fsPath);
  }
  return window.showTextDocument(await workspace.openTextDocument(example), { preview: false });
}

/** Shows the section about a rule of advice, as the server names its page. */
export async function learnMore(page: unknown, rule: unknown): Promise<void> {
  if (typeof page !== 'string' || typeof rule !== 'string') return;
  await commands.executeCommand('markdown.showPreview', Uri.parse(page).with({ fragment: rule }));
}

/** Goes to the hottest line of the Java file at hand, or of the example, and shows its hover. */
export async function explainHottestLine(services: Services): Promise<void> {
  const editor = (await revealJavaEditor()) ?? (await openExample(services));
  const lines = await coloredLines(services.overlays, editor.document);
  const hottest = findHotLine(lines, -1, 'next')?.target.anchor;
  if (hottest === undefined)
    throw new FailureWithWays(
      l10n.t('No line in {0} has an energy value.', workspace.asRelativePath(editor.document.uri)),
      ways.openExample(),
    );
  goTo(editor, hottest);
  await commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
}

/** Milliseconds. A file that was just opened is analyzed by then. */
const patience = 15_000;

/**
 * The colored lines of a file that was just opened, as soon as they are there; empty if there are none within
 * {@link patience}.
 */
async function coloredLines(overlays: Overlays, document: TextDocument): Promise<readonly AnchoredLine[]> {
  const known = (): readonly AnchoredLine[] | undefined => {
    const shown = overlays.stateOf(document)?.shown;
    if (shown?.kind === 'cleared') return [];
    return shown?.kind === 'overlay' && shown.age === 'fresh' ? shown.lines : undefined;
  };
  return new Promise((resolve) => {
    const end = (lines: readonly AnchoredLine[]): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(lines);
    };
    const timer = setTimeout(end, patience, []);
    const look = (): void => {
      const lines = known();
      if (lines !== undefined) end(lines);
    };
    const listener = overlays.onDidChange(look);
    look();
  });
}
