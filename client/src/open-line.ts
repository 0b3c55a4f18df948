/** Opens a line that a page or a list names, with the cursor on its first visible character. */
import { Selection, TextEditorRevealType, Uri, ViewColumn, window, workspace } from 'vscode';
import type { TextDocumentShowOptions } from 'vscode';

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
  const place = at.range.start.translate(0, at.firstNonWhitespaceCharacterIndex);
  editor.selection = new Selection(place, place);
  editor.revealRange(at.range, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Opens a line in an editor beside the panel that stands in a column. */
export async function openBeside(path: string, line: number, column: ViewColumn | undefined): Promise<void> {
  const beside = window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== column);
  await openLine(path, line, { viewColumn: beside?.viewColumn ?? ViewColumn.Beside });
}
