/**
 * The texts that Java files had when they were opened. A change is measured against them if nothing else has
 * kept the earlier text, since many editors save by themselves.
 */
import { workspace, type TextDocument, type Uri } from 'vscode';
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
