/**
 * Energies at line ends as inlay hints, so that any LSP editor shows them.
 *
 * Sits in `lsp/`. Pure. Off by default: this extension's own client colors.
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
  const texts = view.energy.lines.map(({ line }, index) => ({ line, label: endOfLineText(view, index) }));
  return hintsWithin(texts, range, lineEnd);
}

export function hintsWithin(
  texts: readonly { readonly line: number; readonly label: string }[],
  range: Range,
  lineEnd: (line: number) => number,
): InlayHint[] {
  return texts.flatMap(({ line, label }) =>
    line < range.start.line || line > range.end.line
      ? []
      : [{ position: { line, character: lineEnd(line) }, label, paddingLeft: true }],
  );
}
