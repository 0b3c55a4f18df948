/**
 * Editors of comparisons: what two profiles spent differently, each pair in a tab of its own. The server compares, in a
 * thread that can be ended; the page reads what it wrote.
 */
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { CancellationTokenSource, env, l10n, Uri, ViewColumn, window } from 'vscode';
import type { ExtensionContext, WebviewPanel } from 'vscode';
import type { ComparedProfiles, ComparisonParams } from '../../../server/src/protocol/comparisons';
import type { ComparisonChoice, FromPage, PageStart, ToPage } from '../../webviews/comparison/messages';
import type { Closable } from '../closable';
import type { TellFailure } from '../failures';
import type { ServerConnection } from '../server-connection';
import { addressesOf, foldersOf } from './page-resources';
import { renderScriptPage } from './script-page';

export interface ComparisonEditors extends Closable {
  readonly show: (before: string, after: string) => void;
}

export interface ComparisonEditorsOptions {
  readonly context: ExtensionContext;
  readonly connection: () => Promise<ServerConnection>;
  readonly tellFailure: TellFailure;
  readonly compared: (profiles: ComparedProfiles) => Promise<void>;
}

const kind = 'jouleline.comparison';

const asFound: ComparisonChoice = { alpha: 'auto', marks: { application: [], framework: [] } };

interface Opened {
  readonly panel: WebviewPanel;
  choice: ComparisonChoice;
  asking: CancellationTokenSource | undefined;
}

export function createComparisonEditors(options: ComparisonEditorsOptions): ComparisonEditors {
  const { context, connection } = options;
  const open = new Map<string, Opened>();
  const pages = Uri.joinPath(context.globalStorageUri, 'comparisons');
  const tell = (error: unknown): Promise<void> => options.tellFailure('Comparison', error);

  const compare = async (opened: Opened, paths: ComparisonParams['paths']): Promise<void> => {
    const { webview } = opened.panel;
    const send = (message: ToPage): void => {
      void webview.postMessage(message);
    };
    opened.asking?.cancel();
    const asking = new CancellationTokenSource();
    opened.asking = asking;
    send({ kind: 'busy', isBusy: true });
    try {
      const params = { paths, ...opened.choice };
      const compared = await (await connection()).comparisonPage(params, asking.token);
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

  const adopt = (panel: WebviewPanel, paths: ComparisonParams['paths'], choice: ComparisonChoice): void => {
    const key = JSON.stringify(paths);
    const opened: Opened = { panel, choice, asking: undefined };
    open.set(key, opened);
    const { webview } = panel;
    webview.options = {
      enableScripts: true,
      localResourceRoots: [...foldersOf(context.extensionUri, 'comparison'), pages],
    };
    webview.onDidReceiveMessage((message: FromPage) => {
      switch (message.kind) {
        case 'ready':
          void compare(opened, paths);
          return;
        case 'compare':
          opened.choice = message.choice;
          void compare(opened, paths);
          return;
        case 'open':
        case 'export':
          return;
      }
    });
    panel.onDidDispose(() => {
      opened.asking?.cancel();
      open.delete(key);
    });
    const words = { language: env.language, title: panel.title, comparing: l10n.t('Comparing…') };
    const start: PageStart = { words, paths };
    const addresses = addressesOf(webview, context.extensionUri, 'comparison');
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
      const paths = [before, after] as const;
      const known = open.get(JSON.stringify(paths));
      if (known !== undefined) {
        known.panel.reveal();
        compare(known, paths).catch(tell);
        return;
      }
      const title = `${basename(before, '.json')} → ${basename(after, '.json')}`;
      // What was unfolded and looked at stays while another tab is in front.
      const panel = window.createWebviewPanel(kind, title, ViewColumn.Active, {
        retainContextWhenHidden: true,
      });
      adopt(panel, paths, asFound);
    },
    dispose() {
      serializer.dispose();
      for (const { panel } of open.values()) panel.dispose();
    },
  };
}

/** What a page kept: another version of the extension may have written it. */
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
