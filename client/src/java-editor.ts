/**
 * The Java file that a command is about, though a page, a panel or a view may have the focus: that of the active editor,
 * else one in sight, else one whose tab stands behind.
 */
import { TabInputText, ViewColumn, window } from 'vscode';
import type { TextEditor } from 'vscode';
import { isShown } from './overlays';

/** One in sight. */
export function findJavaEditor(): TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = window;
  if (activeTextEditor !== undefined && isShown(activeTextEditor.document)) return activeTextEditor;
  return visibleTextEditors.find(({ document }) => isShown(document));
}

/** Brings a tab to the front where none is in sight. */
export async function revealJavaEditor(): Promise<TextEditor | undefined> {
  const found = findJavaEditor();
  if (found !== undefined)
    return window.showTextDocument(found.document, found.viewColumn ?? ViewColumn.Active);
  const tab = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof TabInputText && input.uri.path.endsWith('.java'));
  return tab?.input instanceof TabInputText ? window.showTextDocument(tab.input.uri) : undefined;
}
