/** Shows how good the chosen cost model is: a page that the server makes, and that can be saved as it is. */
import { randomBytes } from 'node:crypto';
import { l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Services } from './services';

export async function showModelReport(services: Services): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
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
