/**
 * Editors of comparisons: what two profiles spent differently, each pair in a tab of its own. The server compares, in a
 * thread that can be ended; the page is sent what it wrote.
 */
import * as v from 'valibot';
import { CancellationTokenSource, env, l10n, ViewColumn, window } from 'vscode';
import type { Disposable, WebviewPanel } from 'vscode';
import { messageOf } from '../../../server/src/base/failure';
import type { ComparedProfiles, ComparisonParams } from '../../../server/src/protocol/comparisons';
import type { ComparisonStart, FromComparison, ToComparison } from '../../webviews/comparison/messages';
import { titleOfPair } from '../ago';
import { chooseFileToWrite, nameForFile, tellBriefly } from '../dialogs';
import { openBeside } from '../editors';
import { readForPage, showScriptPage, type PanelServices } from './script-page';

interface ComparisonEditorsServices extends PanelServices {
  readonly compared: (profiles: ComparedProfiles) => Promise<void>;
  /** Compares new profiles, with calls; false if there are none. */
  readonly recordCalls: (paths: ComparisonParams['paths']) => Promise<boolean>;
}

const kind = 'jouleline.comparison';
const textsSchema = v.fallback(v.array(v.string()), []);
const choiceSchema = v.object({
  alpha: v.fallback(v.union([v.number(), v.literal('auto')]), 'auto'),
  marks: v.fallback(v.object({ application: textsSchema, framework: textsSchema }), {
    application: [],
    framework: [],
  }),
});
const asFound = v.parse(choiceSchema, {});
/** The state that a page kept. Another version of the extension may have written it. */
const stateSchema = v.object({
  paths: v.tuple([v.string(), v.string()]),
  choice: v.fallback(choiceSchema, asFound),
});

export class ComparisonEditors implements Disposable {
  readonly #services: ComparisonEditorsServices;
  readonly #serializer: Disposable;
  /** A tab that the editor brings back is there once it is in front: another may show the same pair by then. */
  readonly #open = new Set<ComparisonEditor>();

  constructor(services: ComparisonEditorsServices) {
    this.#services = services;
    this.#serializer = window.registerWebviewPanelSerializer(kind, {
      deserializeWebviewPanel: (panel, state) => {
        const { success, output } = v.safeParse(stateSchema, state);
        if (success) this.#adopt(panel, { paths: output.paths, ...output.choice });
        else panel.dispose();
        return Promise.resolve();
      },
    });
  }

  show(before: string, after: string, title: string): void {
    const known = [...this.#open].find(({ params: { paths } }) => paths[0] === before && paths[1] === after);
    if (known !== undefined) {
      known.panel.reveal();
      known.start();
      return;
    }
    // What was unfolded and looked at stays while another tab is in front.
    const options = { retainContextWhenHidden: true };
    const panel = window.createWebviewPanel(kind, title, ViewColumn.Active, options);
    this.#adopt(panel, { paths: [before, after], ...asFound });
  }

  /** Exports the comparison of the editor that is in front. */
  async export(format: 'html' | 'json'): Promise<void> {
    const inFront = [...this.#open].find(({ panel }) => panel.active);
    if (inFront === undefined) throw new Error(l10n.t('No comparison is open. Compare two profiles first.'));
    await inFront.export(format);
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const { panel } of this.#open) panel.dispose();
  }

  #adopt(panel: WebviewPanel, params: ComparisonParams): void {
    const editor = new ComparisonEditor(this.#services, panel, params);
    this.#open.add(editor);
    panel.onDidDispose(() => {
      this.#open.delete(editor);
    });
  }
}

/** The editor of one pair of profiles. */
class ComparisonEditor {
  readonly panel: WebviewPanel;
  readonly #services: ComparisonEditorsServices;
  #params: ComparisonParams;
  /** The comparison that is awaited. */
  #asking: CancellationTokenSource | undefined;

  constructor(services: ComparisonEditorsServices, panel: WebviewPanel, params: ComparisonParams) {
    this.#services = services;
    this.panel = panel;
    this.#params = params;
    const { context } = services;
    const { webview, title } = panel;
    webview.onDidReceiveMessage((message: FromComparison) => {
      this.#receive(message).catch((error: unknown) => services.tellFailure('Comparison', error));
    });
    panel.onDidDispose(() => {
      this.#asking?.cancel();
      // Nobody is left to be told what came of it.
      this.#asking = undefined;
    });
    const words = { language: env.language, title, comparing: l10n.t('Comparing…') };
    const start: ComparisonStart = { words, paths: params.paths };
    showScriptPage(webview, context.extensionUri, { name: 'comparison', start, hasRows: true });
  }

  get params(): ComparisonParams {
    return this.#params;
  }

  /** Compares anew. */
  start(): void {
    this.#compare().catch((error: unknown) => this.#services.tellFailure('Comparison', error));
  }

  async export(format: 'html' | 'json'): Promise<void> {
    const shown = this.panel.title;
    const isHtml = format === 'html';
    const target = await chooseFileToWrite(
      isHtml ? l10n.t('Export as HTML') : l10n.t('Export as JSON'),
      `${nameForFile(shown)}.${format}`,
      isHtml ? { HTML: ['html'] } : { JSON: ['json'] },
    );
    if (target === undefined) return;
    await this.#services.ask('ExportComparisonRequest', {
      comparison: this.#params,
      target: { path: target.fsPath, format },
    });
    tellBriefly(l10n.t('{0} written to {1}', shown, target.fsPath));
  }

  async #receive(message: FromComparison): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.#compare();
      case 'compare':
        this.#params = { ...this.#params, ...message.choice };
        return this.#compare();
      case 'open':
        return this.#openMethod(message);
      case 'record':
        if (await this.#services.recordCalls(this.#params.paths)) this.panel.dispose();
        return;
      case 'export':
        return this.export(message.format);
    }
  }

  #send(message: ToComparison): void {
    void this.panel.webview.postMessage(message);
  }

  async #compare(): Promise<void> {
    this.#asking?.cancel();
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    this.#send({ kind: 'busy', isBusy: true });
    try {
      const compared = await this.#services.ask('ComparisonPageRequest', this.#params, asking.token);
      const file = await readForPage(compared.page);
      if (this.#asking !== asking) return;
      this.panel.title = titleOfPair(compared.sides.map(({ name }) => name));
      this.#send({ kind: 'page', file });
      await this.#services.compared(compared);
    } catch (error) {
      if (this.#asking === asking) this.#send({ kind: 'problem', text: messageOf(error) });
    } finally {
      asking.dispose();
      if (this.#asking === asking) {
        this.#asking = undefined;
        this.#send({ kind: 'busy', isBusy: false });
      }
    }
  }

  async #openMethod({
    side,
    method,
    line,
  }: Extract<FromComparison, { readonly kind: 'open' }>): Promise<void> {
    const profile = this.#params.paths[side === 'a' ? 0 : 1];
    const place = await this.#services.ask('ComparedMethodRequest', { profile, method, line });
    this.#send({ kind: 'problem', text: place.note });
    if (place.path !== '') await openBeside(place.path, place.line, this.panel.viewColumn);
  }
}
