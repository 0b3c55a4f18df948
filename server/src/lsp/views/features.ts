/**
 * The features of a document, whatever it is colored by: estimates or counts (`view.ts`), recordings
 * (`evidence-view.ts`), or a comparison of two profiles (`changes-view.ts`).
 *
 * Sits in `lsp/`, between `server.ts` and the features.
 */
import type { CodeLens, InlayHint, Range } from 'vscode-languageserver/node';
import type { OverlayParams } from '../../protocol/overlay';
import { describeChange } from './changes-hover';
import { buildChangesLenses, buildChangesOverlay } from './changes-overlay';
import { changeText, type ChangesView } from './changes-view';
import { buildCodeLenses, buildProfileLenses } from './code-lens';
import { describeEvidence } from './evidence-hover';
import { buildEvidenceLenses, buildEvidenceOverlay } from './evidence-overlay';
import { evidenceLineText, type EvidenceView, shownLines } from './evidence-view';
import { describeLine } from './hover';
import { buildInlayHints, hintsWithin } from './inlay-hint';
import { buildOverlay } from './overlay';
import type { DocumentView } from './view';

export type AnyView = DocumentView | EvidenceView | ChangesView;

export function overlayOf(view: AnyView): OverlayParams {
  if ('changes' in view) return buildChangesOverlay(view);
  return 'evidence' in view ? buildEvidenceOverlay(view) : buildOverlay(view);
}

/** The hover as Markdown; undefined for a line that has none. */
export async function hoverOf(view: AnyView, line: number): Promise<string | undefined> {
  if ('changes' in view) {
    const hasGone = view.changes.gone.some(({ after }) => Math.max(after, 0) === line);
    return describeChange(view, line, hasGone ? await view.oldLines() : undefined);
  }
  return 'evidence' in view ? describeEvidence(view, line) : describeLine(view, line);
}

export function lensesOf(view: AnyView, profileCommand: string | undefined): CodeLens[] {
  if ('changes' in view) return buildChangesLenses(view, profileCommand);
  return 'evidence' in view
    ? buildEvidenceLenses(view, profileCommand)
    : [...buildCodeLenses(view), ...buildProfileLenses(view, profileCommand)];
}

export function hintsOf(view: AnyView, range: Range, lineEnd: (line: number) => number): InlayHint[] {
  if ('changes' in view || 'evidence' in view) return hintsWithin(textsOf(view), range, lineEnd);
  return buildInlayHints(view, range, lineEnd);
}

function textsOf(
  view: ChangesView | EvidenceView,
): readonly { readonly line: number; readonly label: string }[] {
  return 'changes' in view
    ? view.changes.lines
        .filter(({ change }) => change !== 'same')
        .map((line) => ({ line: line.line, label: changeText(line, view) }))
    : shownLines(view.evidence).lines.map((line) => ({
        line: line.line,
        label: evidenceLineText(view, line),
      }));
}
