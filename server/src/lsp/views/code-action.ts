/**
 * Code actions: the mechanical changes of the advice that is shown, one by one and all at once.
 *
 * Sits in `lsp/`. Pure. Edits name the version that they belong to, if the editor supports that.
 */
import * as l10n from '@vscode/l10n';
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { chooseFixes } from '../../lines/apply-fixes';
import type { PlacedFix } from '../../lines/price-hints';
import type { ShownAdvice } from '../documents/advice';
import { rangeOf, type ViewedText } from './view';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.jouleline`;

export const codeActionKinds: readonly string[] = [CodeActionKind.QuickFix, FIX_ALL];

/** @param areVersioned true if the editor takes edits of a version. */
export function buildCodeActions(
  { view, hints }: ShownAdvice,
  range: Range,
  { only }: Pick<CodeActionContext, 'only'>,
  areVersioned: boolean,
): CodeAction[] {
  const isWanted = (kind: string): boolean =>
    only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
  const fixable = hints.filter(({ hint }) => hint.fix !== undefined);
  const actions: CodeAction[] = [];
  for (const { hint, diagnostic } of isWanted(CodeActionKind.QuickFix) ? fixable : [])
    if (hint.fix !== undefined && touches(diagnostic.range, range))
      actions.push({
        title: hint.fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        isPreferred: true,
        edit: editOf(hint.fix.edits, view, areVersioned),
      });
  // The list for one place holds the changes at that place. An editor asks for all changes of a file by their kind.
  if (only !== undefined && isWanted(FIX_ALL) && fixable.length > 0)
    actions.push({
      title: l10n.t('Apply all safe Jouleline fixes'),
      kind: FIX_ALL,
      diagnostics: fixable.map(({ diagnostic }) => diagnostic),
      edit: editOf(chooseFixes(fixable.map(({ hint }) => hint)).edits, view, areVersioned),
    });
  return actions;
}

/**
 * The action that measures a change; offered if the cursor is in a part that changed since the document was opened.
 */
export function buildMeasureAction(
  { uri, text, lines }: Pick<ViewedText, 'uri' | 'text' | 'lines'>,
  { start }: Range,
  { only }: Pick<CodeActionContext, 'only'>,
  opened: string,
  command: string,
): CodeAction[] {
  const changed = only === undefined ? changeBetween(opened, text) : undefined;
  if (changed === undefined) return [];
  const [first, last] = [lines.lineAt(changed.start), lines.lineAt(changed.end)];
  if (start.line < first || start.line > last) return [];
  const title = l10n.t('Measure the energy that this change saves');
  return [{ title, command: { title, command, arguments: [uri, start.line] } }];
}

/** The range from the first to the last place where two texts differ. */
function changeBetween(
  before: string,
  after: string,
): { readonly start: number; readonly end: number } | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: after.length - same };
}

function editOf(edits: PlacedFix['edits'], view: ViewedText, isVersioned: boolean): WorkspaceEdit {
  const { uri, version } = view;
  const changes = edits.map(({ start, end, text }) => ({ range: rangeOf(start, end, view), newText: text }));
  return isVersioned
    ? { documentChanges: [{ textDocument: { uri, version }, edits: changes }] }
    : { changes: { [uri]: changes } };
}

function touches(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
