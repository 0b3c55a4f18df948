/**
 * A lens above each method: energy per call, and its share of the class.
 *
 * Sits in `lsp/`. Pure.
 */
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver/node';
import type { MethodEnergy } from '../../cost/pricing/file-energy';
import { formatCount, formatEnergy, formatShare } from '../../words/energy-text';
import { provenanceOf } from './provenance';
import type { Offset } from '../../base/units';
import { machineNote, unitOf, type DocumentView } from './view';

/** Field initializers and lambdas have no lens: one for each would push the code apart. */
const WITH_LENS: ReadonlySet<MethodEnergy['kind']> = new Set(['method', 'constructor', 'initializer']);

export function buildCodeLenses(view: DocumentView): CodeLens[] {
  const stale = view.stale.flatMap(({ nameStart }) =>
    nameStart === undefined ? [] : [lensAt(view, nameStart, l10n.t('changed since it was profiled'), '')],
  );
  const methods = view.energy.methods
    .filter((method) => WITH_LENS.has(method.kind))
    .map((method) => lensAt(view, method.nameStart, lensTitle(view, method), ''));
  return [...methods, ...stale];
}

/** The lenses that profile a method, beside its energy, for editors that have a command for it. */
export function buildProfileLenses(view: DocumentView, command: string | undefined): CodeLens[] {
  if (command === undefined) return [];
  const places = [
    ...view.energy.methods.filter(({ kind }) => kind === 'method' || kind === 'constructor'),
    ...view.stale,
  ].flatMap(({ nameStart }) => (nameStart === undefined ? [] : [nameStart]));
  return places.map((place) => profileLens(view, place, command));
}

export function profileLens(
  view: Pick<DocumentView, 'uri' | 'lines'>,
  place: Offset,
  command: string,
): CodeLens {
  return lensAt(view, place, `$(play) ${l10n.t('Profile')}`, command, [view.uri, view.lines.lineAt(place)]);
}

export function lensAt(
  { lines }: Pick<DocumentView, 'lines'>,
  place: Offset,
  title: string,
  command: string,
  given: readonly unknown[] = [],
): CodeLens {
  const line = lines.lineAt(place);
  const position = { line, character: place - lines.startOf(line) };
  return {
    range: { start: position, end: position },
    command: { title, command, ...(given.length === 0 ? undefined : { arguments: [...given] }) },
  };
}

function lensTitle(view: DocumentView, method: MethodEnergy): string {
  if (view.energy.mode === 'counted' && method.calls === 0) return l10n.t('did not run in the profiled run');
  const parts = [l10n.t('{0} of its class', formatShare(method.shareOfClass)), perCall(view, method)];
  if (method.unmodeledCount > 0)
    parts.push(l10n.t('operations not modeled: {0}', formatCount(method.unmodeledCount)));
  parts.push(provenanceOf(view));
  return parts.join(' · ');
}

function perCall(view: DocumentView, method: MethodEnergy): string {
  const { transferError } = view.measured ?? {};
  // A lens has no room for an interval, but no figure stands without its known error.
  const error = transferError === undefined ? '' : ` ± ${Math.round(transferError * 100)} %`;
  const energy = `${formatEnergy((method.inclusive ?? method.energy).mean, unitOf(view.settings))}${error}`;
  const note = machineNote(view.model);
  const text = callText(method, energy, view.energy.mode === 'counted');
  return note === '' ? text : `${text} (${note})`;
}

function callText({ inclusive, recursive, calls }: MethodEnergy, energy: string, isCounted: boolean): string {
  if (isCounted) {
    const whole =
      inclusive === undefined
        ? l10n.t('{0} in the profiled run', energy)
        : l10n.t('{0} in the profiled run, callees included', energy);
    return calls === undefined ? whole : `${whole}, ${l10n.t('calls: {0}', formatCount(calls))}`;
  }
  if (inclusive === undefined) return l10n.t('{0} per call', energy);
  return recursive
    ? l10n.t('{0} per call, callees included, recursion counted once', energy)
    : l10n.t('{0} per call, callees included', energy);
}
