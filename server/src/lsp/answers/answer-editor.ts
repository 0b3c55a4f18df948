/**
 * Requests of plain LSP: hovers, code lenses, code actions and inlay hints.
 *
 * Sits in `lsp/`, under `server.ts`. No request but that of changes on saving waits for parsing longer than
 * {@link PATIENCE_MS}; it is then answered from the last analyzed text.
 */
import { CodeActionKind, CodeActionTriggerKind, type Connection } from 'vscode-languageserver/node';
import type { InitializationOptions } from '../../protocol/handshake';
import type { ClientCapabilities } from '../session/client-capabilities';
import { buildCodeActions, buildMeasureAction } from '../views/code-action';
import { type DocumentView, hintsOf, hoverOf, lensesOf } from '../views/features';
import { fragmentAround } from '../views/pieces';
import { rangeOf } from '../views/view';
import type { ClientSession } from '../session/client-session';
import type { ServedSession } from '../session/served-session';
import type { FollowedTexts } from '../documents/follow-texts';

const PATIENCE_MS = 1500;
/** A file is saved after all that was asked to be changed in it; editors show that they wait, and let people cancel. */
const SAVE_PATIENCE_MS = 20_000;

interface EditorAnswers {
  readonly session: ServedSession;
  readonly texts: Pick<FollowedTexts, 'get' | 'asOpened' | 'flushChanges'>;
  readonly client: () => ClientCapabilities | undefined;
  readonly initialization: () => InitializationOptions;
}

export function answerEditor(connection: Connection, options: EditorAnswers): void {
  const { session: served, texts, client, initialization } = options;

  /** The view of the text as it is now. A change and a request may have come in one go: the change counts first. */
  function viewOf(
    { documents }: ClientSession,
    uri: string,
    patienceMs: number,
  ): Promise<DocumentView | undefined> {
    texts.flushChanges();
    return documents.viewOf(uri, patienceMs);
  }

  connection.onHover(async ({ textDocument, position }) => {
    const session = await served.settled();
    if (session?.settings.hover.enable !== true) return null;
    const view = await viewOf(session, textDocument.uri, PATIENCE_MS);
    const line = session.documents.lineInView(textDocument.uri, position.line);
    const value = view === undefined || line === undefined ? undefined : await hoverOf(view, line);
    if (view === undefined || value === undefined) return null;
    const now = session.documents.textNow(textDocument.uri);
    const offset = view.lines.startOf(position.line) + position.character;
    // Editors mark the range while the hover is read.
    const span = now?.text === view.text ? fragmentAround(now.file, view, offset) : undefined;
    return {
      contents: { kind: 'markdown', value },
      ...(span === undefined ? {} : { range: rangeOf(span.start, span.end, view) }),
    };
  });

  connection.onCodeLens(async ({ textDocument }) => {
    const session = await served.settled();
    if (session?.settings.codeLens.enable !== true) return [];
    const view = await viewOf(session, textDocument.uri, PATIENCE_MS);
    if (view === undefined) return [];
    return lensesOf(view, initialization().profileCommand);
  });

  connection.onCodeAction(async ({ textDocument, range, context }) => {
    const session = await served.settled();
    if (session === undefined) return [];
    // Editors ask at each move of the cursor, so these requests do not wait. Actions on saving do.
    const isIdle = context.triggerKind === CodeActionTriggerKind.Automatic && context.only === undefined;
    const isForSource = context.only?.some((kind) => kind.startsWith(CodeActionKind.Source)) === true;
    const patience = isForSource ? SAVE_PATIENCE_MS : isIdle ? 0 : PATIENCE_MS;
    const view = await viewOf(session, textDocument.uri, patience);
    // Advice may belong to a later view of the same text.
    const advice = await session.advice.of(textDocument.uri, patience);
    const version = texts.get(textDocument.uri)?.version;
    const opened = texts.asOpened(textDocument.uri);
    const { measureChangeCommand: measure, learnMoreCommand: learnMore } = initialization();
    const areVersioned = client()?.versionedEdits === true;
    return [
      ...(advice !== undefined && advice.view.version === version
        ? buildCodeActions(advice, range, context, { areVersioned, learnMore })
        : []),
      ...(view !== undefined && view.version === version && opened !== undefined && measure !== undefined
        ? buildMeasureAction(view, range, context, opened, measure)
        : []),
    ];
  });

  connection.languages.inlayHint.on(async ({ textDocument, range }) => {
    const session = await served.settled();
    if (session?.settings.inlayHints.enable !== true) return [];
    const view = await viewOf(session, textDocument.uri, PATIENCE_MS);
    const document = texts.get(textDocument.uri);
    if (view === undefined || document?.version !== view.version) return [];
    const lineEnd = (line: number): number => {
      const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
      return text.replace(/(?<![\r\n])[\r\n]+$/, '').length;
    };
    return hintsOf(view, range, lineEnd);
  });
}
