/**
 * Energies at line ends as inlay hints, so that any LSP editor shows them.
 *
 * Sits in `lsp/`. Pure. Off by default: this extension's own client colours.
 */
import type { InlayHint, Range } from 'vscode-languageserver/node';
import { endOfLineText } from './overlay';
import type { DocumentView } from './view';

/** Hints of the lines in `range`. `lineEnd` gives a line's length without its line break. */
export function buildInlayHints(
  view: DocumentView,
  range: Range,
  lineEnd: (line: number) => number,
): InlayHint[] {
  return view.energy.lines.flatMap((line, index) => {
    if (line.line < range.start.line || line.line > range.end.line) return [];
    return [
      {
        position: { line: line.line, character: lineEnd(line.line) },
        label: endOfLineText(view, index),
        paddingLeft: true,
      },
    ];
  });
}
