/**
 * Reports as read-only documents in an editor tab, closed without a question: as pages that are read, or as the text that
 * is copied.
 */
import { commands, EventEmitter, languages, Uri, window, workspace } from 'vscode';
import type { Closable } from '../closable';

export interface ReportDocuments extends Closable {
  /** Shows a page. `name` is the title of the tab. A second report of that name replaces the first. */
  readonly show: (name: string, markdown: string) => Promise<void>;
  /** Shows the Markdown itself. */
  readonly showText: (name: string, markdown: string) => Promise<void>;
}

/** The editor's own page for Markdown, which runs no scripts of it. */
const PAGE = 'vscode.markdown.preview.editor';

export function createReportDocuments(): ReportDocuments {
  const scheme = 'jouleline';
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const provider = workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()),
  });
  const keep = (path: string, markdown: string): Uri => {
    const uri = Uri.from({ scheme, path: `/${path}` });
    texts.set(uri.toString(), markdown);
    changed.fire(uri);
    return uri;
  };
  return {
    show: async (name, markdown) => {
      await commands.executeCommand('vscode.openWith', keep(name, markdown), PAGE, { preview: false });
    },
    showText: async (name, markdown) => {
      const document = await workspace.openTextDocument(keep(`${name}.md`, markdown));
      await languages.setTextDocumentLanguage(document, 'markdown');
      await window.showTextDocument(document, { preview: false });
    },
    dispose: () => {
      provider.dispose();
      changed.dispose();
    },
  };
}
