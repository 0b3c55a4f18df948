/**
 * A page that draws by itself as HTML: style, script and texts, and a policy that lets in nothing else.
 *
 * Free of `vscode`.
 */
import { escapeHtml } from '../../../server/src/base/escape-html';
import { renderPageHead } from './page-head';

export interface PageAddresses {
  /** The addresses of the styles: those that pages share first, then the page's own. */
  readonly styles: readonly string[];
  readonly script: string;
  /** The source, in terms of the policy, from which the editor serves files of the extension. */
  readonly source: string;
}

/** The data that the script starts with. */
export interface ScriptStart {
  readonly words: { readonly language: string; readonly title: string };
}

export function renderScriptPage(start: ScriptStart, addresses: PageAddresses, nonce: string): string {
  const { styles, script, source } = addresses;
  // Nothing in it ends the element that it stands in.
  const data = JSON.stringify(start).replaceAll('<', '\\u003c');
  const head = renderPageHead({
    ...start.words,
    admits: [`style-src ${source}`, `script-src 'nonce-${nonce}'`, `connect-src ${source}`],
    elements: [
      ...styles.map((style) => `<link rel="stylesheet" href="${escapeHtml(style)}">`),
      `<script type="application/json" id="start" nonce="${nonce}">${data}</script>`,
    ],
  });
  return `${head}<script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>`;
}
