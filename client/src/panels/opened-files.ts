/**
 * Files that are opened by a double click, or by "Reopen Editor With…": a recording of another tool is imported, a saved
 * profile is shown. Both stand on the lines then, so that the tab makes room for the summary of what was found.
 */
import { basename } from 'node:path';
import { Disposable, env, l10n, window } from 'vscode';
import type { CustomDocument, CustomReadonlyEditorProvider, Uri } from 'vscode';
import { isolateName } from '../../../server/src/base/split-words';
import { escapeHtml } from '../../../server/src/words/escape-html';
import { importFile, showImportSummary } from '../commands/import-recordings';
import { showProfile } from '../commands/profile';
import { tellResult } from '../commands/profile-result';
import type { Services } from '../commands/services';
import { inBackground } from '../failures';
import { renderPageHead } from './page-head';

/** The kinds of editors that package.json declares: one that is asked for, and one that is the first for its files. */
const KINDS = ['jouleline.recording', 'jouleline.file'] as const;

export function openFilesByClick(services: Services): Disposable {
  const provider: CustomReadonlyEditorProvider = {
    openCustomDocument: (uri): CustomDocument => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: ({ uri }, panel) => {
      const title = l10n.t('Opening {0}…', isolateName(basename(uri.path)));
      const head = renderPageHead({ language: env.language, title, admits: [], elements: [] });
      panel.webview.html = `${head}<p>${escapeHtml(title)}</p>\n</body>\n</html>`;
      open(services, uri)
        .catch((error: unknown) => services.tellFailure('Open', error))
        .finally(() => {
          panel.dispose();
        });
    },
  };
  return Disposable.from(...KINDS.map((kind) => window.registerCustomEditorProvider(kind, provider)));
}

/** Ends as soon as all is shown: messages stay longer. */
async function open(services: Services, uri: Uri): Promise<void> {
  const profiles = await services.ask('ProfilesRequest');
  const saved = profiles.find(({ path }) => path === uri.fsPath);
  if (saved === undefined) {
    await importFile(services, uri);
    return;
  }
  await showProfile(services, saved.path);
  if (saved.kind === 'import') await showImportSummary(services, saved.path);
  else inBackground(tellResult(services, saved.path), services.log);
}
