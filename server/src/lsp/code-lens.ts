/**
 * A lens above each method: energy per call, and its share of the class.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver/node';
import type { MethodEnergy } from '../cost/file-energy';
import { formatCount, formatEnergy, formatShare } from '../engine/energy-text';
import { provenanceOf } from './provenance';
import { machineNote, unitOf, type DocumentView } from './view';

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
  const parts = [l10n.t('{0} of its class', formatShare(method.shareOfClass)), perCall(view, method)];
  if (method.unpricedCount > 0)
    parts.push(l10n.t('{0} operations not priced', formatCount(method.unpricedCount)));
  parts.push(provenanceOf(view));
  return parts.join(' · ');
}

function perCall(view: DocumentView, method: MethodEnergy): string {
  const energy = formatEnergy((method.inclusive ?? method.energy).mean, unitOf(view.settings));
  const note = machineNote(view.model);
  const text = callText(method, energy);
  return note === '' ? text : `${text} (${note})`;
}

function callText({ inclusive, recursive }: MethodEnergy, energy: string): string {
  if (inclusive === undefined) return l10n.t('{0} per call', energy);
  return recursive
    ? l10n.t('{0} per call with what it calls, recursion once', energy)
    : l10n.t('{0} per call with what it calls', energy);
}
