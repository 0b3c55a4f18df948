/**
 * A page that draws by itself as HTML: style, script and texts, and a policy that lets in nothing else.
 *
 * Free of `vscode`.
 */
import { escapeHtml } from './legend-page';

export interface PageAddresses {
  /** What all pages share, then the page's own. */
  readonly styles: readonly string[];
  readonly script: string;
  /** Where the editor serves files of the extension from. */
  readonly source: string;
}

/** What the script is started with. */
export interface ScriptStart {
  readonly words: { readonly language: string; readonly title: string };
}

export function renderScriptPage(start: ScriptStart, addresses: PageAddresses, nonce: string): string {
  const { styles, script, source } = addresses;
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    `connect-src ${source}`,
  ].join('; ');
  // Nothing in it ends the element that it stands in.
  const data = JSON.stringify(start).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(start.words.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(start.words.title)}</title>
${styles.map((style) => `<link rel="stylesheet" href="${escapeHtml(style)}">`).join('\n')}
<script type="application/json" id="start" nonce="${nonce}">${data}</script>
</head>
<body>
<script nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>`;
}
