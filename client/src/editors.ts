/**
 * Editors of Java files: the one that a command is about, though a page, a panel or a view may have the focus, and lines
 * that a page or a list names.
 */
import {
  Range,
  Selection,
  TabInputText,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { Position, TextDocumentShowOptions, TextEditor } from 'vscode';
import { isShown } from './overlays';

/** The active editor of a Java file, else one in sight. */
export function findJavaEditor(): TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = window;
  if (activeTextEditor !== undefined && isShown(activeTextEditor.document)) return activeTextEditor;
  return visibleTextEditors.find(({ document }) => isShown(document));
}

/** Brings an editor to the front: one in sight, else one whose tab stands behind. */
export async function revealJavaEditor(): Promise<TextEditor | undefined> {
  const found = findJavaEditor();
  if (found !== undefined)
    return window.showTextDocument(found.document, found.viewColumn ?? ViewColumn.Active);
  const tab = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof TabInputText && input.uri.path.endsWith('.java'));
  return tab?.input instanceof TabInputText ? window.showTextDocument(tab.input.uri) : undefined;
}

/** Pages are shown sources of the workspace, and nothing else. */
export function isSource(uri: Uri): boolean {
  return uri.path.endsWith('.java') && workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Opens a line of a source of the workspace, counted from 0; one that is gone is the last. Nothing else is opened. */
export async function openLine(path: string, line: number, options: TextDocumentShowOptions): Promise<void> {
  const uri = Uri.file(path);
  if (!isSource(uri)) return;
  const editor = await window.showTextDocument(uri, { preview: true, ...options });
  const at = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1));
  goTo(editor, at.range.start.translate(0, at.firstNonWhitespaceCharacterIndex));
}

/** Puts the cursor of an editor at a place, and brings its line into sight. */
export function goTo(editor: TextEditor, { line, character }: Pick<Position, 'line' | 'character'>): void {
  editor.selection = new Selection(line, character, line, character);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Opens a line in an editor beside the panel that stands in a column. */
export async function openBeside(path: string, line: number, column: ViewColumn | undefined): Promise<void> {
  const beside = window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== column);
  await openLine(path, line, { viewColumn: beside?.viewColumn ?? ViewColumn.Beside });
}
