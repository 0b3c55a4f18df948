/**
 * Pages that draw by themselves: each has styles, a script and texts, and a policy that lets in nothing else.
 */
import { randomBytes } from 'node:crypto';
import { Uri, type ExtensionContext, type Webview } from 'vscode';
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
  /** The folders that the page reads its data from. */
  readonly data: readonly Uri[];
}

/** Fills a web view with a page. The page may read its styles, its script and its data, and nothing else. */
export function showScriptPage(webview: Webview, extension: Uri, page: ScriptPage): void {
  const { name, start, hasRows, data } = page;
  const dist = Uri.joinPath(extension, 'dist');
  const [shared, own] = ['page', name].map((folder) =>
    Uri.joinPath(extension, 'media', 'webviews', folder),
  ) as [Uri, Uri];
  webview.options = { enableScripts: true, localResourceRoots: [dist, shared, own, ...data] };
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
    admits: [`style-src ${source}`, `script-src 'nonce-${nonce}'`, `connect-src ${source}`],
    elements: [
      ...styles.map((style) => `<link rel="stylesheet" href="${style}">`),
      `<script type="application/json" id="start" nonce="${nonce}">${json}</script>`,
    ],
  });
  webview.html = `${head}<script nonce="${nonce}" src="${addressOf(dist, `${name}.js`)}"></script>
</body>
</html>`;
}

/** The address of a file that the page reads. Its query is new each time: a browser would answer with what it read before. */
export function freshAddress(webview: Webview, path: string): string {
  const query = randomBytes(8).toString('hex');
  return webview.asWebviewUri(Uri.file(path)).with({ query }).toString();
}

/** A secret that the elements of one page share with the page's policy. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}
