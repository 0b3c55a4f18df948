/** Moves the cursor to the next or previous line in order of energy. */
import { l10n, Range, Selection, TextEditorRevealType, window } from 'vscode';
import { findHotLine } from '../hot-lines';
import type { Services } from './services';

/** Milliseconds. */
const messageTime = 4000;

export function goToHotLine(services: Services, direction: 'next' | 'previous'): void {
  const editor = window.activeTextEditor;
  const shown = editor && services.overlays.stateOf(editor.document)?.shown;
  if (!editor || shown?.kind !== 'overlay' || shown.lines.length === 0) {
    window.setStatusBarMessage(l10n.t('No line of this editor has an energy.'), messageTime);
    return;
  }
  const found = findHotLine(shown.lines, editor.selection.active.line, direction);
  if (!found) return;
  const { line, character } = found.target.anchor;
  editor.selection = new Selection(line, character, line, character);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
  const place = l10n.t('Line {0} of {1} by energy: {2}', found.place, found.total, found.target.line.text);
  window.setStatusBarMessage(`$(flame) ${place}`, messageTime);
}
