/**
 * The energy map: all lines of the workspace at once. It has the server draw them into a file, which the page reads;
 * opens what is clicked, and shows what editors show.
 */
import { randomBytes } from 'node:crypto';
import { l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import type { ExtensionContext, TextEditor, WebviewPanel } from 'vscode';
import type { FromEnergyMap, ToEnergyMap, VisibleRange } from '../../webviews/energy-map/messages';
import type { Closable } from '../closable';
import type { TellFailure } from '../failures';
import { isSource, openLine } from '../open-line';
import { isShown } from '../overlays';
import type { ServerConnection } from '../server-connection';
import { addressesOf, foldersOf } from './page-resources';
import { renderScriptPage } from './script-page';
import { energyMapWords } from './energy-map-words';

export interface EnergyMapPanel extends Closable {
  /** Shows the energy map; if a folder is given, it shows only the files in that folder. */
  readonly show: (folder: Uri | undefined) => void;
  /** The server has something newer to draw. */
  readonly pictureIsStale: () => void;
}

const kind = 'jouleline.energyMap';

export function createEnergyMapPanel(
  context: ExtensionContext,
  connection: () => Promise<ServerConnection>,
  tellFailure: TellFailure,
): EnergyMapPanel {
  let panel: WebviewPanel | undefined;
  let isReady = false;
  let isStale = false;
  let folder: Uri | undefined;
  /** Pictures one after the other: the newest stays. */
  let asking = Promise.resolve();
  let sent = '';
  let searches = 0;

  const pictures = Uri.joinPath(context.globalStorageUri, 'pictures');

  const send = (message: ToEnergyMap): void => {
    if (isReady) void panel?.webview.postMessage(message);
  };

  const askForPicture = (fresh: boolean): void => {
    asking = asking.then(() => tellPicture(fresh));
  };
  const tellPicture = async (fresh: boolean): Promise<void> => {
    if (panel === undefined) return;
    send({ kind: 'busy', isBusy: true });
    try {
      const picture = await (await connection()).ask('picture', { fresh });
      if (picture === null)
        send({
          kind: 'problem',
          text: l10n.t(
            'The map can’t be stored because its folder is missing or full. See the log for the reason.',
          ),
        });
      else {
        const uri = panel.webview.asWebviewUri(Uri.file(picture.path));
        const address = uri.with({ query: `revision=${picture.revision}` }).toString();
        if (address !== sent) send({ kind: 'picture', uri: address });
        sent = address;
        if (!picture.isCurrent && !fresh) askForPicture(true);
      }
    } catch (error) {
      send({ kind: 'problem', text: error instanceof Error ? error.message : String(error) });
    } finally {
      send({ kind: 'busy', isBusy: false });
    }
  };

  const tellVisible = (): void => {
    const ranges = window.visibleTextEditors.filter(({ document }) => isShown(document)).flatMap(rangeOf);
    send({ kind: 'visible', ranges });
  };
  const rangeOf = (editor: TextEditor): readonly VisibleRange[] => {
    const [first, last] = [editor.visibleRanges[0]?.start.line, editor.visibleRanges.at(-1)?.end.line];
    if (first === undefined || last === undefined) return [];
    const cursor = editor === window.activeTextEditor ? editor.selection.active.line : -1;
    return [{ path: editor.document.uri.fsPath, first, last, cursor }];
  };

  const open = async (path: string, line: number): Promise<void> => {
    const uri = Uri.file(path);
    if (!isSource(uri)) return;
    const beside = window.visibleTextEditors.find(
      ({ viewColumn }) => viewColumn !== panel?.viewColumn,
    )?.viewColumn;
    await openLine(uri, line, { viewColumn: beside ?? ViewColumn.Beside, preview: true });
  };

  const tellText = async (path: string): Promise<void> => {
    const uri = Uri.file(path);
    const text = isSource(uri) ? await readText(uri) : null;
    send({ kind: 'text', path, text });
  };

  const tellFound = async (words: readonly string[]): Promise<void> => {
    const found = await (await connection()).ask('findInPicture', { words });
    if (found === null || panel === undefined) return;
    // A browser would answer with what it read before.
    const uri = panel.webview.asWebviewUri(Uri.file(found.path)).with({ query: `search=${++searches}` });
    send({ kind: 'found', uri: uri.toString(), words });
  };

  const receive = (message: FromEnergyMap): void => {
    switch (message.kind) {
      case 'ready':
        isReady = true;
        sent = '';
        if (folder !== undefined) send({ kind: 'folder', path: folder.fsPath });
        askForPicture(false);
        tellVisible();
        return;
      case 'open':
        open(message.path, message.line).catch((error: unknown) => tellFailure('Energy map', error));
        return;
      case 'text':
        void tellText(message.path);
        return;
      case 'find':
        tellFound(message.words).catch((error: unknown) => tellFailure('Energy map', error));
        return;
    }
  };

  const adopt = (opened: WebviewPanel): void => {
    panel = opened;
    isReady = false;
    const { webview } = opened;
    webview.options = {
      enableScripts: true,
      localResourceRoots: [...foldersOf(context.extensionUri, 'energy-map'), pictures],
    };
    webview.onDidReceiveMessage(receive);
    opened.onDidChangeViewState(() => {
      if (opened.visible && isStale) refresh();
    });
    opened.onDidDispose(() => {
      panel = undefined;
    });
    const addresses = addressesOf(webview, context.extensionUri, 'energy-map');
    const nonce = randomBytes(16).toString('base64url');
    webview.html = renderScriptPage({ words: energyMapWords() }, addresses, nonce);
  };
  const refresh = (): void => {
    isStale = false;
    askForPicture(true);
  };

  const listeners = [
    window.onDidChangeTextEditorVisibleRanges(tellVisible),
    window.onDidChangeVisibleTextEditors(tellVisible),
    window.onDidChangeTextEditorSelection(tellVisible),
    window.registerWebviewPanelSerializer(kind, {
      deserializeWebviewPanel: (opened) => {
        adopt(opened);
        return Promise.resolve();
      },
    }),
  ];

  return {
    show: (wanted) => {
      folder = wanted;
      if (panel === undefined) {
        // What was laid out and looked at stays while another tab is in front.
        const options = { retainContextWhenHidden: true };
        adopt(window.createWebviewPanel(kind, l10n.t('Energy Map'), ViewColumn.Active, options));
      } else {
        panel.reveal();
        if (folder !== undefined) send({ kind: 'folder', path: folder.fsPath });
      }
    },
    pictureIsStale: () => {
      if (panel?.visible === true) refresh();
      else isStale = true;
    },
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      panel?.dispose();
    },
  };
}

async function readText(uri: Uri): Promise<string | null> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return null; // the page says that it is gone
  }
}
