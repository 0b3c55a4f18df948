/** Cost models: the user chooses one, or looks at how good the chosen one is. */
import { l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import { pickOne } from '../dialogs';
import { makeNonce } from '../panels/script-page';
import { writeSetting } from '../settings';
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
