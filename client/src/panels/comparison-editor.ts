/**
 * Editors of comparisons: what two profiles spent differently, each pair in a tab of its own. The server compares, in a
 * thread that can be ended; the page reads what it wrote.
 */
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { CancellationTokenSource, env, l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import type { ExtensionContext, WebviewPanel } from 'vscode';
import type { ComparedProfiles, ComparisonParams } from '../../../server/src/protocol/comparisons';
import type {
  ComparisonChoice,
  FromComparison,
  ComparisonStart,
  ToComparison,
} from '../../webviews/comparison/messages';
import type { Closable } from '../closable';
import type { TellFailure } from '../failures';
import { isSource, openLine } from '../open-line';
import type { ServerConnection } from '../server-connection';
import { addressesOf, foldersOf } from './page-resources';
import { renderScriptPage } from './script-page';

export interface ComparisonEditors extends Closable {
  readonly show: (before: string, after: string) => void;
  /** Exports the comparison of the editor that is in front. */
  readonly export: (format: 'html' | 'json') => Promise<void>;
}

export interface ComparisonEditorsOptions {
  readonly context: ExtensionContext;
  readonly connection: () => Promise<ServerConnection>;
  readonly tellFailure: TellFailure;
  readonly compared: (profiles: ComparedProfiles) => Promise<void>;
}

const kind = 'jouleline.comparison';
const MESSAGE_MS = 4000;

const asFound: ComparisonChoice = { alpha: 'auto', marks: { application: [], framework: [] } };

interface Opened {
  readonly panel: WebviewPanel;
  readonly paths: ComparisonParams['paths'];
  choice: ComparisonChoice;
  asking: CancellationTokenSource | undefined;
}

export function createComparisonEditors(options: ComparisonEditorsOptions): ComparisonEditors {
  const { context, connection } = options;
  /** A tab that the editor brings back is there once it is in front: another may show the same pair by then. */
  const open = new Set<Opened>();
  const pages = Uri.joinPath(context.globalStorageUri, 'comparisons');
  const tell = (error: unknown): Promise<void> => options.tellFailure('Comparison', error);

  const compare = async (opened: Opened): Promise<void> => {
    const { paths } = opened;
    const { webview } = opened.panel;
    const send = (message: ToComparison): void => {
      void webview.postMessage(message);
    };
    opened.asking?.cancel();
    const asking = new CancellationTokenSource();
    opened.asking = asking;
    send({ kind: 'busy', isBusy: true });
    try {
      const params = { paths, ...opened.choice };
      const compared = await (await connection()).ask('comparisonPage', params, asking.token);
      if (opened.asking !== asking) return;
      // A browser would answer with what it read before.
      const uri = webview
        .asWebviewUri(Uri.file(compared.page))
        .with({ query: randomBytes(8).toString('hex') });
      send({ kind: 'page', uri: uri.toString() });
      await options.compared(compared);
    } catch (error) {
      if (opened.asking === asking)
        send({ kind: 'problem', text: error instanceof Error ? error.message : String(error) });
    } finally {
      asking.dispose();
      if (opened.asking === asking) {
        opened.asking = undefined;
        send({ kind: 'busy', isBusy: false });
      }
    }
  };

  const openMethod = async (
    { panel, paths: [before, after] }: Opened,
    { side, method, line }: Extract<FromComparison, { readonly kind: 'open' }>,
  ): Promise<void> => {
    const profile = side === 'a' ? before : after;
    const place = await (await connection()).ask('comparedMethod', { profile, method, line });
    const told: ToComparison = { kind: 'problem', text: place.note };
    void panel.webview.postMessage(told);
    const uri = Uri.file(place.path);
    if (place.path === '' || !isSource(uri)) return;
    const beside = window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== panel.viewColumn);
    const viewColumn = beside?.viewColumn ?? ViewColumn.Beside;
    await openLine(uri, place.line, { viewColumn, preview: true });
  };

  const exportTo = async ({ panel, paths, choice }: Opened, format: 'html' | 'json'): Promise<void> => {
    const shown = panel.title;
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const name = `${paths.map((path) => basename(path, '.json')).join('-')}.${format}`;
    const target = await window.showSaveDialog({
      title: format === 'html' ? l10n.t('Export as HTML') : l10n.t('Export as JSON'),
      filters: format === 'html' ? { HTML: ['html'] } : { JSON: ['json'] },
      ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
    });
    if (target === undefined) return;
    await (
      await connection()
    ).ask('exportComparison', { comparison: { paths, ...choice }, target: { path: target.fsPath, format } });
    window.setStatusBarMessage(l10n.t('{0} written to {1}', shown, target.fsPath), MESSAGE_MS);
  };

  const adopt = (panel: WebviewPanel, paths: ComparisonParams['paths'], choice: ComparisonChoice): void => {
    const opened: Opened = { panel, paths, choice, asking: undefined };
    open.add(opened);
    const { webview } = panel;
    webview.options = {
      enableScripts: true,
      localResourceRoots: [...foldersOf(context.extensionUri, 'comparison'), pages],
    };
    webview.onDidReceiveMessage((message: FromComparison) => {
      switch (message.kind) {
        case 'ready':
          compare(opened).catch(tell);
          return;
        case 'compare':
          opened.choice = message.choice;
          compare(opened).catch(tell);
          return;
        case 'open':
          openMethod(opened, message).catch(tell);
          return;
        case 'export':
          exportTo(opened, message.format).catch(tell);
          return;
      }
    });
    panel.onDidDispose(() => {
      opened.asking?.cancel();
      // Nobody is left to be told what came of it.
      opened.asking = undefined;
      open.delete(opened);
    });
    const words = { language: env.language, title: panel.title, comparing: l10n.t('Comparing…') };
    const start: ComparisonStart = { words, paths };
    const addresses = addressesOf(webview, context.extensionUri, 'comparison', true);
    webview.html = renderScriptPage(start, addresses, randomBytes(16).toString('base64url'));
  };

  const serializer = window.registerWebviewPanelSerializer(kind, {
    deserializeWebviewPanel: (panel, state) => {
      const kept = readState(state);
      if (kept === undefined) panel.dispose();
      else adopt(panel, kept.paths, kept.choice);
      return Promise.resolve();
    },
  });

  return {
    show(before, after) {
      const known = [...open].find(({ paths }) => paths[0] === before && paths[1] === after);
      if (known !== undefined) {
        known.panel.reveal();
        compare(known).catch(tell);
        return;
      }
      const title = `${basename(before, '.json')} → ${basename(after, '.json')}`;
      // What was unfolded and looked at stays while another tab is in front.
      const panel = window.createWebviewPanel(kind, title, ViewColumn.Active, {
        retainContextWhenHidden: true,
      });
      adopt(panel, [before, after], asFound);
    },
    async export(format) {
      const inFront = [...open].find(({ panel }) => panel.active);
      if (inFront === undefined)
        throw new Error(l10n.t('No comparison is open. Compare two profiles first.'));
      await exportTo(inFront, format);
    },
    dispose() {
      serializer.dispose();
      for (const { panel } of open) panel.dispose();
    },
  };
}

/**
 * Reads the state that a page kept. Another version of the extension may have written it; the result is
 * undefined if it does not fit.
 */
function readState(
  state: unknown,
): { readonly paths: ComparisonParams['paths']; readonly choice: ComparisonChoice } | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { paths, choice } = state as Partial<Record<'paths' | 'choice', unknown>>;
  if (!isTexts(paths)) return undefined;
  const [before, after] = paths;
  if (before === undefined || after === undefined) return undefined;
  return { paths: [before, after], choice: readChoice(choice) };
}

function readChoice(choice: unknown): ComparisonChoice {
  if (typeof choice !== 'object' || choice === null) return asFound;
  const { alpha, marks } = choice as Partial<Record<'alpha' | 'marks', unknown>>;
  const { application, framework } = (typeof marks === 'object' ? (marks ?? {}) : {}) as Partial<
    Record<'application' | 'framework', unknown>
  >;
  return {
    alpha: typeof alpha === 'number' ? alpha : 'auto',
    marks: {
      application: isTexts(application) ? application : [],
      framework: isTexts(framework) ? framework : [],
    },
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
