/**
 * Java files as they were when they were opened: what a change is measured
 * against where nothing else has kept it, since many editors save by themselves.
 */
import { workspace } from 'vscode';
import type { TextDocument, Uri } from 'vscode';
import type { Closable } from './closable';

export interface OpenedTexts extends Closable {
  /** Undefined for what is not open. */
  readonly of: (uri: Uri) => string | undefined;
}

export function createOpenedTexts(): OpenedTexts {
  const texts = new Map<string, string>();
  const take = (document: TextDocument): void => {
    if (document.languageId === 'java') texts.set(document.uri.toString(), document.getText());
  };
  workspace.textDocuments.forEach(take);
  const listeners = [
    workspace.onDidOpenTextDocument(take),
    workspace.onDidCloseTextDocument(({ uri }) => {
      texts.delete(uri.toString());
    }),
  ];
  return {
    of: (uri) => texts.get(uri.toString()),
    dispose: () => {
      for (const listener of listeners) listener.dispose();
    },
  };
}
