/**
 * The view of what is hot: a page that asks for lists as they are searched and sorted, and opens what is chosen. Nothing
 * is asked for while it is out of sight.
 */
import { tabCell } from '../../../server/src/base/delimited';
import { env, l10n, window, type Disposable, type WebviewView } from 'vscode';
import { messageOf } from '../../../server/src/base/failure';
import { listsWords } from '../../../server/src/pages/lists-words';
import type { HotListPage, HotListParams, HotListQuery } from '../../../server/src/protocol/hot-lists';
import type { FromLists, ToLists } from '../../webviews/lists/messages';
import { chooseFileToWrite, tellBriefly } from '../dialogs';
import { openLine } from '../editors';
import { chooseComponent } from '../settings';
import { showScriptPage, type PanelServices } from './script-page';

/** The rows that the page shows, and what it asked for. */
interface OnPage {
  readonly params: HotListParams;
  readonly rows: HotListPage['rows'];
  readonly groups: HotListPage['groups'];
  readonly sharesOf: HotListPage['sharesOf'];
  readonly unit: HotListPage['unit'];
}

export class HotListsView implements Disposable {
  readonly #services: PanelServices;
  readonly #provider: Disposable;
  #view: WebviewView | undefined;
  #isStale = false;
  #newest = 0;
  #onPage: OnPage | undefined;

  constructor(services: PanelServices) {
    this.#services = services;
    this.#provider = window.registerWebviewViewProvider('jouleline.lists', {
      resolveWebviewView: (view) => {
        this.#adopt(view);
      },
    });
  }

  /** The server has something newer. */
  listsAreStale(): void {
    if (this.#view?.visible === true) this.#tellStale();
    else this.#isStale = true;
  }

  /** The query of the list of lines; undefined while another list is shown, or none is in sight. */
  linesInSight(): HotListQuery | undefined {
    const params = this.#onPage?.params;
    return this.#view?.visible === true && params?.list === 'lines' ? params : undefined;
  }

  /** The cursor went to a line by way of the list. */
  wentTo(path: string, line: number): void {
    this.#send({ kind: 'here', path, line });
  }

  /** Copies the rows that are on the page. */
  async copy(): Promise<void> {
    await this.#copyRows(this.#shown().rows);
  }

  /** Saves all rows that are found. */
  async save(): Promise<void> {
    const query = this.#shown().params;
    const filters = { CSV: ['csv'], JSON: ['json'] };
    const target = await chooseFileToWrite(l10n.t('Export Hotspots'), `jouleline-${query.list}.csv`, filters);
    if (target === undefined) return;
    const path = target.fsPath;
    const format = target.path.toLowerCase().endsWith('.json') ? 'json' : 'csv';
    const { rows } = await this.#services.ask('ExportHotListRequest', { query, path, format });
    tellBriefly(
      rows === 1 ? l10n.t('1 row written to {0}', path) : l10n.t('{0} rows written to {1}', rows, path),
    );
  }

  dispose(): void {
    this.#provider.dispose();
  }

  #adopt(view: WebviewView): void {
    this.#view = view;
    view.webview.onDidReceiveMessage((message: FromLists) => {
      this.#receive(message).catch((error: unknown) => this.#services.tellFailure('Lists', error));
    });
    view.onDidChangeVisibility(() => {
      if (view.visible && this.#isStale) this.#tellStale();
    });
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#onPage = undefined;
    });
    const start = { words: listsWords(l10n, env.language) };
    const page = { name: 'lists', start, hasRows: true };
    showScriptPage(view.webview, this.#services.context.extensionUri, page);
  }

  #send(message: ToLists): void {
    void this.#view?.webview.postMessage(message);
  }

  #tellStale(): void {
    this.#isStale = false;
    this.#send({ kind: 'stale' });
  }

  async #receive(message: FromLists): Promise<void> {
    switch (message.kind) {
      case 'ask':
        this.#isStale = false;
        return this.#answer(message.request, message.params);
      case 'component':
        return chooseComponent(message.name);
      case 'open':
        return openLine(message.path, message.line, { preserveFocus: message.keepsFocus });
      case 'copy':
        return this.#copyRows(this.#onPage?.rows.slice(message.row, message.row + 1) ?? []);
    }
  }

  async #answer(request: number, params: HotListParams): Promise<void> {
    this.#newest = request;
    try {
      const page = await this.#services.ask('HotListRequest', params);
      if (request !== this.#newest) return;
      const before = params.offset > 0 ? (this.#onPage?.rows ?? []) : [];
      const { groups, sharesOf, unit } = page;
      this.#onPage = { params, rows: [...before, ...page.rows], groups, sharesOf, unit };
      this.#send({ kind: 'page', request, page });
    } catch (error) {
      this.#send({ kind: 'problem', text: messageOf(error) });
    }
  }

  async #copyRows(rows: HotListPage['rows']): Promise<void> {
    const words = listsWords(l10n, env.language);
    const list = this.#onPage?.params.list ?? 'lines';
    const what = list === 'lines' ? [words.names.methods, words.names.lines] : [words.names[list], ''];
    const share = words.shares[this.#onPage?.sharesOf ?? 'list'];
    const amount = words.amounts[this.#onPage?.unit ?? 'joules'];
    const headings = [...what, l10n.t('Place'), amount, '5–95 %', share, words.executions];
    await env.clipboard.writeText(rowsAsText(headings, rows, this.#onPage?.groups ?? []));
    tellBriefly(rows.length === 1 ? l10n.t('1 row copied') : l10n.t('{0} rows copied', rows.length));
  }

  #shown(): OnPage {
    if (this.#onPage === undefined) throw new Error(l10n.t('Open the Hotspots view first.'));
    return this.#onPage;
  }
}

/** Rows of a list as text to be pasted, a tab between cells: spreadsheets and issues take it. */
function rowsAsText(
  headings: readonly string[],
  rows: HotListPage['rows'],
  groups: readonly string[],
): string {
  const isStacked = rows.some((row) => row.groups !== undefined);
  const components = [...new Set(rows.flatMap((row) => (row.components ?? []).map(({ name }) => name)))];
  const lines = rows.map((row) => [
    row.words ?? row.name,
    row.text,
    row.place,
    `${row.isLowerBound ? '≥ ' : ''}${row.energyText}`,
    row.intervalText,
    row.shareText,
    row.executionsText,
    ...components.map((name) => row.components?.find((each) => each.name === name)?.energyText ?? ''),
    ...(row.groups ?? []).map((share) => `${(share * 100).toFixed(1)} %`),
  ]);
  const head = [...headings, ...components, ...(isStacked ? groups : [])];
  return [head, ...lines].map((cells) => `${cells.map(tabCell).join('\t')}\n`).join('');
}
