/**
 * Pages that draw by themselves: each has styles, a script and texts, and a policy that lets in nothing else.
 */
import { randomBytes } from 'node:crypto';
import { Uri, workspace, type ExtensionContext, type Webview } from 'vscode';
import { escapeHtml } from '../../../server/src/words/escape-html';
import type { TellFailure } from '../failures';
import type { Ask } from '../server-connection';
import { renderPageHead } from './page-head';

/** The services that every panel with such a page works with. */
export interface PanelServices {
  readonly context: ExtensionContext;
  readonly ask: Ask;
  readonly tellFailure: TellFailure;
}

interface ScriptPage {
  /** The name of the page's script in dist/, and of its folder in media/webviews/. */
  readonly name: string;
  /** The data that the script starts with. */
  readonly start: { readonly words: { readonly language: string; readonly title: string } };
  /** True if the page has lists or trees: these share a style. */
  readonly hasRows: boolean;
}

/**
 * Fills a web view with a page. The page may load its styles and its script, and nothing else: data comes by messages.
 */
export function showScriptPage(webview: Webview, extension: Uri, page: ScriptPage): void {
  const { name, start, hasRows } = page;
  const dist = Uri.joinPath(extension, 'dist');
  const [shared, own] = ['page', name].map((folder) =>
    Uri.joinPath(extension, 'media', 'webviews', folder),
  ) as [Uri, Uri];
  webview.options = { enableScripts: true, localResourceRoots: [dist, shared, own] };
  const addressOf = (folder: Uri, file: string): string =>
    escapeHtml(webview.asWebviewUri(Uri.joinPath(folder, file)).toString());
  const styles = [
    addressOf(shared, 'page.css'),
    ...(hasRows ? [addressOf(shared, 'rows.css')] : []),
    addressOf(own, `${name}.css`),
  ];
  const nonce = makeNonce();
  const source = webview.cspSource;
  // Nothing in it ends the element that it stands in.
  const json = JSON.stringify(start).replaceAll('<', '\\u003c');
  const head = renderPageHead({
    ...start.words,
    admits: [`style-src ${source}`, `script-src 'nonce-${nonce}'`],
    elements: [
      ...styles.map((style) => `<link rel="stylesheet" href="${style}">`),
      `<script type="application/json" id="start" nonce="${nonce}">${json}</script>`,
    ],
  });
  webview.html = `${head}<script nonce="${nonce}" src="${addressOf(dist, `${name}.js`)}"></script>
</body>
</html>`;
}

/**
 * Reads a file for a message to a page. A page that loaded it by an address and was closed meanwhile would keep the
 * next page waiting: the editor's service worker gives up on such a request after 30 seconds only.
 */
export async function readForPage(path: string): Promise<ArrayBuffer> {
  // The editor passes on array buffers as they are, and Node's own buffers as lists of numbers.
  return Uint8Array.from(await workspace.fs.readFile(Uri.file(path))).buffer;
}

/** A secret that the elements of one page share with the page's policy. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}
