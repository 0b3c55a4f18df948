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
  type Diagnostic,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { chooseFixes, editsThatIgnore } from '../../lines/apply-fixes';
import type { PlacedFix } from '../../lines/price-hints';
import type { ShownAdvice } from '../documents/advice';
import { rangeOf, type ViewedText } from './view';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.jouleline`;

export const codeActionKinds: readonly string[] = [CodeActionKind.QuickFix, FIX_ALL];

interface EditorOfActions {
  /** True if the editor takes edits of a version. */
  readonly areVersioned: boolean;
  /** The editor's command that shows the page about a rule. */
  readonly learnMore: string | undefined;
}

export function buildCodeActions(
  { view, hints }: ShownAdvice,
  range: Range,
  { only }: Pick<CodeActionContext, 'only'>,
  { areVersioned, learnMore }: EditorOfActions,
): CodeAction[] {
  const isWanted = (kind: string): boolean =>
    only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
  const fixable = hints.filter(({ hint }) => hint.fix !== undefined);
  const here = isWanted(CodeActionKind.QuickFix)
    ? hints.filter(({ diagnostic }) => touches(diagnostic.range, range))
    : [];
  const actions = [
    ...here.flatMap(({ hint: { fix }, diagnostic }) =>
      fix === undefined
        ? []
        : [
            quickFix(fix.title, diagnostic, {
              isPreferred: true,
              edit: editOf(fix.edits, view, areVersioned),
            }),
          ],
    ),
    ...here.flatMap(({ hint, diagnostic }) => aboutHint(hint, diagnostic, view, { areVersioned, learnMore })),
  ];
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

/** The actions that every piece of advice has: to read about it, and to leave it out. */
function aboutHint(
  hint: ShownAdvice['hints'][number]['hint'],
  diagnostic: Diagnostic,
  view: ViewedText,
  { areVersioned, learnMore }: EditorOfActions,
): CodeAction[] {
  const page = diagnostic.codeDescription?.href;
  const { rule } = hint;
  const title = l10n.t('Learn More: {0}', rule);
  const ignoring = editsThatIgnore(view.text, hint);
  return [
    ...(page === undefined || learnMore === undefined
      ? []
      : [quickFix(title, diagnostic, { command: { title, command: learnMore, arguments: [page, rule] } })]),
    ...(ignoring === undefined
      ? []
      : [
          quickFix(l10n.t('Ignore Here: {0}', rule), diagnostic, {
            edit: editOf(ignoring, view, areVersioned),
          }),
        ]),
  ];
}

function quickFix(
  title: string,
  diagnostic: Diagnostic,
  does: Pick<CodeAction, 'edit' | 'command' | 'isPreferred'>,
): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], ...does };
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
