/**
 * Reports as read-only documents: opened in an editor tab, and closed without
 * a question.
 */
import { EventEmitter, languages, Uri, window, workspace } from 'vscode';
import type { Closable } from '../closable';

export interface ReportDocuments extends Closable {
  /** `name` is the title of the tab. A second report of that name replaces the first. */
  readonly show: (name: string, markdown: string) => Promise<void>;
}

export function createReportDocuments(): ReportDocuments {
  const scheme = 'jouleline';
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const provider = workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()),
  });
  return {
    show: async (name, markdown) => {
      const uri = Uri.from({ scheme, path: `/${name}.md` });
      texts.set(uri.toString(), markdown);
      changed.fire(uri);
      const document = await workspace.openTextDocument(uri);
      await languages.setTextDocumentLanguage(document, 'markdown');
      await window.showTextDocument(document, { preview: false });
    },
    dispose: () => {
      provider.dispose();
      changed.dispose();
    },
  };
}
