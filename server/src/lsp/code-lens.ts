/**
 * A lens above each method: energy per call, and its share of the class.
 *
 * Sits in `lsp/`. Pure.
 */
import type { CodeLens } from 'vscode-languageserver/node';
import type { MethodEnergy } from '../cost/file-energy';
import { formatCount, formatShare } from '../engine/energy-text';
import { absolute, type DocumentView } from './view';

/** Field initialisers and lambdas have no lens: one for each would push the code apart. */
const WITH_LENS: ReadonlySet<MethodEnergy['kind']> = new Set(['method', 'constructor', 'initializer']);

export function buildCodeLenses(view: DocumentView): CodeLens[] {
  return view.energy.methods
    .filter((method) => WITH_LENS.has(method.kind))
    .map((method) => {
      const line = view.lines.lineAt(method.nameStart);
      const character = method.nameStart - view.lines.startOf(line);
      const position = { line, character };
      return {
        range: { start: position, end: position },
        command: { title: lensTitle(view, method), command: '' },
      };
    });
}

function lensTitle(view: DocumentView, method: MethodEnergy): string {
  const parts = [`${formatShare(method.shareOfClass)} of its class`];
  if (method.inclusive === undefined) parts.push(absolute(method.energy, view, ' per call'));
  else {
    const recursion = method.recursive ? ', recursion once' : '';
    parts.push(absolute(method.inclusive, view, ` per call with what it calls${recursion}`));
  }
  if (method.unpricedCount > 0) parts.push(`${formatCount(method.unpricedCount)} not priced`);
  parts.push(view.energy.provenance);
  return parts.join(' · ');
}
