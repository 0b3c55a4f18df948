/**
 * Each feature of a document, whatever it is coloured by: operations that are
 * priced (`view.ts`), or what sources say (`evidence-view.ts`).
 *
 * Sits in `lsp/`, between `server.ts` and the features.
 */
import type { CodeLens, InlayHint, Range } from 'vscode-languageserver/node';
import type { OverlayParams } from '../protocol/overlay';
import { buildCodeLenses, buildProfileLenses } from './code-lens';
import { describeEvidence } from './evidence-hover';
import { buildEvidenceLenses, buildEvidenceOverlay } from './evidence-overlay';
import { evidenceLineText, type EvidenceView, shownLines } from './evidence-view';
import { describeLine } from './hover';
import { buildInlayHints, hintsWithin } from './inlay-hint';
import { buildOverlay } from './overlay';
import type { DocumentView } from './view';

export type AnyView = DocumentView | EvidenceView;

export function overlayOf(view: AnyView): OverlayParams {
  return 'evidence' in view ? buildEvidenceOverlay(view) : buildOverlay(view);
}

/** Markdown, or nothing for a line that there is nothing to say of. */
export function hoverOf(view: AnyView, line: number): string | undefined {
  return 'evidence' in view ? describeEvidence(view, line) : describeLine(view, line);
}

export function lensesOf(view: AnyView, profileCommand: string | undefined): CodeLens[] {
  return 'evidence' in view
    ? buildEvidenceLenses(view, profileCommand)
    : [...buildCodeLenses(view), ...buildProfileLenses(view, profileCommand)];
}

export function hintsOf(view: AnyView, range: Range, lineEnd: (line: number) => number): InlayHint[] {
  if (!('evidence' in view)) return buildInlayHints(view, range, lineEnd);
  const texts = shownLines(view.evidence).lines.map((line) => ({
    line: line.line,
    label: evidenceLineText(view, line),
  }));
  return hintsWithin(texts, range, lineEnd);
}
