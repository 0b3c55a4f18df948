/** Opens a line that a page or a list names, with the cursor on its first visible character. */
import { Selection, TextEditorRevealType, window, workspace } from 'vscode';
import type { TextDocumentShowOptions, Uri } from 'vscode';

/** Pages are shown sources of the workspace, and nothing else. */
export function isSource(uri: Uri): boolean {
  return uri.path.endsWith('.java') && workspace.getWorkspaceFolder(uri) !== undefined;
}

/** `line` counts from 0; one that is gone is the last. */
export async function openLine(uri: Uri, line: number, options: TextDocumentShowOptions): Promise<void> {
  const editor = await window.showTextDocument(uri, options);
  const at = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1));
  const place = at.range.start.translate(0, at.firstNonWhitespaceCharacterIndex);
  editor.selection = new Selection(place, place);
  editor.revealRange(at.range, TextEditorRevealType.InCenterIfOutsideViewport);
}
