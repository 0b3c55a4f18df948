/** Cost models: the user chooses one, looks at how good the chosen one is, or is offered one that was made here. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import { pickOne } from '../dialogs';
import { offer, ways, type Way } from '../failures';
import { makeNonce } from '../panels/script-page';
import { readConfiguration, writeSetting } from '../settings';
import type { Services } from './services';

/** Lets the user choose the cost model, and writes it into the settings. */
export async function chooseModel(services: Services): Promise<void> {
  const picked = await pickOne(
    await services.ask('ModelsRequest'),
    ({ selected, title, isLocal, machine, source }) => ({
      label: `$(${selected ? 'check' : 'blank'}) ${title}`,
      description: isLocal ? l10n.t('this machine') : machine,
      detail: `      ${source}`,
    }),
    {
      title: l10n.t('Cost model'),
      placeHolder: l10n.t('The model that gives the energy of each operation'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked && !picked.selected) await writeSetting('model', picked.id, window.activeTextEditor?.document);
}

/** Shows the report of the chosen model: a page that the server makes, and that can be saved as it is. */
export async function showModelReport(services: Services): Promise<void> {
  const nonce = makeNonce();
  const { title, html } = await services.ask('ModelReportRequest', { nonce });
  const panel = window.createWebviewPanel('jouleline.modelReport', title, ViewColumn.Active, {
    enableScripts: false,
    localResourceRoots: [],
  });
  panel.webview.html = html;
  const save = l10n.t('Save as HTML…');
  const answer = await window.showInformationMessage(
    l10n.t('The model report can be saved as a single HTML file.'),
    save,
  );
  if (answer !== save) return;
  const target = await window.showSaveDialog({
    filters: { HTML: ['html'] },
    defaultUri: Uri.file('model-report.html'),
  });
  if (target !== undefined) await workspace.fs.writeFile(target, Buffer.from(html));
}

/** The folder of the models that are made here, which is kept with the extension. */
export function makeModelsFolder({ context }: Services): string {
  const folder = join(context.globalStorageUri.fsPath, 'models');
  mkdirSync(folder, { recursive: true });
  return folder;
}

interface MadeModel {
  /** What the user is told. */
  readonly told: string;
  /** False for a model that failed its check, which is none to choose. */
  readonly isSound: boolean;
  /** The way to make it anew. */
  readonly again?: Way;
}

/** Tells of a new model, and lets the user choose it. */
export async function offerModel(
  out: string,
  id: string,
  { told, isSound, again }: MadeModel,
): Promise<void> {
  if (!isSound) {
    await offer(window.showWarningMessage, told, ways.showOutput(), ...(again === undefined ? [] : [again]));
    return;
  }
  const known = readConfiguration().inspect<readonly string[]>('modelFiles')?.globalValue ?? [];
  if (!known.includes(out))
    await readConfiguration().update('modelFiles', [...known, out], ConfigurationTarget.Global);
  const use = l10n.t('Use New Model');
  if ((await window.showInformationMessage(told, use)) === use)
    await writeSetting('model', id, window.activeTextEditor?.document);
}
