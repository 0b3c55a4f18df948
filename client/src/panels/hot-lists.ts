/**
 * The view of what is hot: a page that asks for lists as they are searched and sorted, and opens what is chosen. Nothing
 * is asked for while it is out of sight.
 */
import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, window, workspace } from 'vscode';
import type { ExtensionContext, WebviewView } from 'vscode';
import type { HotListPage, HotListParams, HotListQuery } from '../../../server/src/protocol/hot-lists';
import type { FromLists, ToLists } from '../../webviews/lists/messages';
import type { Closable } from '../closable';
import type { TellFailure } from '../failures';
import { rowsAsText } from '../hot-list-text';
import { isSource, openLine } from '../open-line';
import type { ServerConnection } from '../server-connection';
import { listsWords } from './lists-words';
import { addressesOf, foldersOf } from './page-resources';
import { renderScriptPage } from './script-page';

export interface HotListsView extends Closable {
  /** The server has something newer. */
  readonly listsAreStale: () => void;
  /** The query of the list of lines; undefined while another list is shown, or none is in sight. */
  readonly linesInSight: () => HotListQuery | undefined;
  /** The cursor went to a line by way of the list. */
  readonly wentTo: (path: string, line: number) => void;
  /** The rows that are on the page. */
  readonly copy: () => Promise<void>;
  /** All that are found. */
  readonly save: () => Promise<void>;
}

const id = 'jouleline.lists';

/** The rows that the page shows, and what it asked for. */
interface OnPage {
  readonly params: HotListParams;
  readonly rows: HotListPage['rows'];
  readonly groups: HotListPage['groups'];
}

export function createHotListsView(
  context: ExtensionContext,
  connection: () => Promise<ServerConnection>,
  tellFailure: TellFailure,
): HotListsView {
  let view: WebviewView | undefined;
  let isStale = false;
  let newest = 0;
  let onPage: OnPage | undefined;

  const tell = (error: unknown): Promise<void> => tellFailure('Lists', error);
  const send = (message: ToLists): void => {
    void view?.webview.postMessage(message);
  };

  const answer = async (request: number, params: HotListParams): Promise<void> => {
    newest = request;
    try {
      const page = await (await connection()).ask('hotList', params);
      if (request !== newest) return;
      const before = params.offset > 0 ? (onPage?.rows ?? []) : [];
      onPage = { params, rows: [...before, ...page.rows], groups: page.groups };
      send({ kind: 'page', request, page });
    } catch (error) {
      send({ kind: 'problem', text: error instanceof Error ? error.message : String(error) });
    }
  };

  const open = async (path: string, line: number, keepsFocus: boolean): Promise<void> => {
    const uri = Uri.file(path);
    if (isSource(uri)) await openLine(uri, line, { preview: true, preserveFocus: keepsFocus });
  };

  const copyRows = async (rows: HotListPage['rows']): Promise<void> => {
    const words = listsWords();
    const list = onPage?.params.list ?? 'lines';
    const what = list === 'lines' ? [words.names.methods, words.names.lines] : [words.names[list], ''];
    const headings = [...what, l10n.t('Place'), words.energy, '5–95 %', words.share, words.executions];
    await env.clipboard.writeText(rowsAsText(headings, rows, onPage?.groups ?? []));
    window.setStatusBarMessage(
      rows.length === 1 ? l10n.t('1 row copied') : l10n.t('{0} rows copied', rows.length),
      messageTime,
    );
  };

  const receive = (message: FromLists): void => {
    switch (message.kind) {
      case 'ready':
        return;
      case 'ask':
        isStale = false;
        void answer(message.request, message.params);
        return;
      case 'open':
        open(message.path, message.line, message.keepsFocus).catch(tell);
        return;
      case 'copy':
        copyRows(onPage?.rows.slice(message.row, message.row + 1) ?? []).catch(tell);
        return;
    }
  };

  const adopt = (opened: WebviewView): void => {
    view = opened;
    const { webview } = opened;
    webview.options = { enableScripts: true, localResourceRoots: foldersOf(context.extensionUri, 'lists') };
    webview.onDidReceiveMessage(receive);
    opened.onDidChangeVisibility(() => {
      if (opened.visible && isStale) tellStale();
    });
    opened.onDidDispose(() => {
      view = undefined;
      onPage = undefined;
    });
    const addresses = addressesOf(webview, context.extensionUri, 'lists', true);
    webview.html = renderScriptPage(
      { words: listsWords() },
      addresses,
      randomBytes(16).toString('base64url'),
    );
  };
  const tellStale = (): void => {
    isStale = false;
    send({ kind: 'stale' });
  };

  const provider = window.registerWebviewViewProvider(id, { resolveWebviewView: adopt });
  return {
    listsAreStale: () => {
      if (view?.visible === true) tellStale();
      else isStale = true;
    },
    linesInSight: () =>
      view?.visible === true && onPage?.params.list === 'lines' ? onPage.params : undefined,
    wentTo: (path, line) => {
      send({ kind: 'here', path, line });
    },
    copy: async () => {
      if (onPage === undefined) throw new Error(noList());
      await copyRows(onPage.rows);
    },
    save: async () => {
      if (onPage === undefined) throw new Error(noList());
      const folder = workspace.workspaceFolders?.[0]?.uri;
      const name = `jouleline-${onPage.params.list}.csv`;
      const target = await window.showSaveDialog({
        title: l10n.t('Export Hotspots'),
        filters: { CSV: ['csv'], JSON: ['json'] },
        ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
      });
      if (target === undefined) return;
      const format = target.path.toLowerCase().endsWith('.json') ? 'json' : 'csv';
      const exported = { query: onPage.params, path: target.fsPath, format } as const;
      const { rows } = await (await connection()).ask('exportHotList', exported);
      window.setStatusBarMessage(
        rows === 1
          ? l10n.t('1 row written to {0}', target.fsPath)
          : l10n.t('{0} rows written to {1}', rows, target.fsPath),
        messageTime,
      );
    },
    dispose: () => {
      provider.dispose();
    },
  };
}

/** Milliseconds. */
const messageTime = 4000;

function noList(): string {
  return l10n.t('Open the Hotspots view first.');
}
