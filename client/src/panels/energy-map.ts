/**
 * The energy map: all lines of the workspace at once. It has the server draw them into a file, sends the page what is
 * in it, opens what is clicked, and shows what editors show.
 */
import { env, l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import type { Disposable, TextEditor, WebviewPanel } from 'vscode';
import { messageOf } from '../../../server/src/base/failure';
import { energyMapWords } from '../../../server/src/pages/energy-map-words';
import type { StatisticName } from '../../../server/src/pages/statistic';
import type {
  EnergyMapStart,
  FromEnergyMap,
  PictureFiles,
  ToEnergyMap,
  VisibleRange,
} from '../../webviews/energy-map/messages';
import { isSource, openBeside } from '../editors';
import { isShown } from '../overlays';
import { chooseComponent } from '../settings';
import { readForPage, showScriptPage, type PanelServices } from './script-page';

const kind = 'jouleline.energyMap';
const LAST = 'energyMap.last';

export class EnergyMapPanel implements Disposable {
  readonly #services: PanelServices;
  readonly #listeners: readonly Disposable[];
  #panel: WebviewPanel | undefined;
  #isReady = false;
  #isStale = false;
  /** The folder whose files alone are shown. */
  #folder: Uri | undefined;
  /** Pictures one after the other: the newest stays. */
  #asking = Promise.resolve();
  /** The map of last time, which the page shows at once. */
  #last: PictureFiles | undefined;
  /** The files of pictures that the page was told of, and may read. */
  readonly #named = new Set<string>();

  constructor(services: PanelServices) {
    this.#services = services;
    const last = services.context.workspaceState.get<Omit<PictureFiles, 'revision'>>(LAST);
    if (last !== undefined) this.#remember({ ...last, revision: 0 }); // 0: none of this session
    const tellVisible = (): void => {
      this.#tellVisible();
    };
    this.#listeners = [
      window.onDidChangeTextEditorVisibleRanges(tellVisible),
      window.onDidChangeVisibleTextEditors(tellVisible),
      window.onDidChangeTextEditorSelection(tellVisible),
      window.registerWebviewPanelSerializer(kind, {
        deserializeWebviewPanel: (opened) => {
          this.#adopt(opened);
          return Promise.resolve();
        },
      }),
    ];
  }

  /** Shows the energy map; if a folder is given, it shows only the files in that folder. */
  show(folder: Uri | undefined): void {
    this.#folder = folder;
    if (this.#panel === undefined) {
      // What was laid out and looked at stays while another tab is in front.
      const options = { retainContextWhenHidden: true };
      this.#adopt(window.createWebviewPanel(kind, l10n.t('Energy Map'), ViewColumn.Active, options));
    } else {
      this.#panel.reveal();
      this.#tellFolder();
    }
  }

  /** The server has something newer to draw. */
  pictureIsStale(): void {
    if (this.#panel?.visible === true) this.#refresh();
    else this.#isStale = true;
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#panel?.dispose();
  }

  #adopt(opened: WebviewPanel): void {
    const { context } = this.#services;
    this.#panel = opened;
    this.#isReady = false;
    opened.webview.onDidReceiveMessage((message: FromEnergyMap) => {
      this.#receive(message).catch((error: unknown) => this.#services.tellFailure('Energy map', error));
    });
    opened.onDidChangeViewState(() => {
      if (opened.visible && this.#isStale) this.#refresh();
    });
    opened.onDidDispose(() => {
      this.#panel = undefined;
    });
    const last = this.#last;
    const words = energyMapWords(l10n, env.language);
    const start: EnergyMapStart = { words, ...(last && { last }) };
    showScriptPage(opened.webview, context.extensionUri, { name: 'energy-map', start, hasRows: false });
  }

  #remember(files: PictureFiles): void {
    this.#last = files;
    this.#named.add(files.path);
    if (files.first !== null) this.#named.add(files.first);
  }

  #send(message: ToEnergyMap): void {
    if (this.#isReady) void this.#panel?.webview.postMessage(message);
  }

  async #receive(message: FromEnergyMap): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#tellFolder();
        this.#askForPicture(false);
        this.#tellVisible();
        return;
      case 'file':
        return this.#tellFile(message.path);
      case 'open':
        return openBeside(message.path, message.line, this.#panel?.viewColumn);
      case 'text':
        return this.#tellText(message.path);
      case 'component':
        return chooseComponent(message.name);
      case 'find':
        return this.#tellFound(message.words);
      case 'statistic':
        return this.#tellStatistic(message.name);
    }
  }

  #refresh(): void {
    this.#isStale = false;
    this.#askForPicture(true);
  }

  #askForPicture(fresh: boolean): void {
    this.#asking = this.#asking.then(() => this.#tellPicture(fresh));
  }

  async #tellPicture(fresh: boolean): Promise<void> {
    if (this.#panel === undefined) return;
    this.#send({ kind: 'busy', isBusy: true });
    try {
      const picture = await this.#services.ask('PictureRequest', { fresh });
      if (picture === null) {
        const text = l10n.t(
          'The map can’t be stored because its folder is missing or full. See the log for the reason.',
        );
        this.#send({ kind: 'problem', text });
        return;
      }
      const { path, first, revision, isCurrent } = picture;
      if (path !== this.#last?.path || first !== this.#last.first)
        void this.#services.context.workspaceState.update(LAST, { path, first });
      const files = { path, first, revision };
      this.#remember(files);
      this.#send({ kind: 'picture', isCurrent, ...files });
      if (!picture.isCurrent && !fresh) this.#askForPicture(true);
    } catch (error) {
      this.#send({ kind: 'problem', text: messageOf(error) });
    } finally {
      this.#send({ kind: 'busy', isBusy: false });
    }
  }

  #tellFolder(): void {
    if (this.#folder !== undefined) this.#send({ kind: 'folder', path: this.#folder.fsPath });
  }

  #tellVisible(): void {
    const ranges = window.visibleTextEditors.filter(({ document }) => isShown(document)).flatMap(rangeOf);
    this.#send({ kind: 'visible', ranges });
  }

  async #tellFile(path: string): Promise<void> {
    if (!this.#named.has(path)) return;
    this.#send({ kind: 'file', path, read: await readForPage(path).catch(messageOf) });
  }

  async #tellText(path: string): Promise<void> {
    const uri = Uri.file(path);
    this.#send({ kind: 'text', path, text: isSource(uri) ? await readText(uri) : null });
  }

  async #tellFound(words: readonly string[]): Promise<void> {
    const found = await this.#services.ask('FindInPictureRequest', { words });
    if (found !== null) this.#send({ kind: 'found', file: await readForPage(found.path), words });
  }

  async #tellStatistic(statistic: StatisticName): Promise<void> {
    this.#send({ kind: 'busy', isBusy: true });
    try {
      const drawn = await this.#services.ask('PictureStatisticRequest', { statistic });
      if (drawn !== null) this.#send({ kind: 'statistic', file: await readForPage(drawn.path) });
    } finally {
      this.#send({ kind: 'busy', isBusy: false });
    }
  }
}

function rangeOf(editor: TextEditor): readonly VisibleRange[] {
  const [first, last] = [editor.visibleRanges[0]?.start.line, editor.visibleRanges.at(-1)?.end.line];
  if (first === undefined || last === undefined) return [];
  return [{ path: editor.document.uri.fsPath, first, last }];
}

/** The text of a file as it is in the editor or on disk; null if it can't be read, and the page says so. */
async function readText(uri: Uri): Promise<string | null> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}
