/**
 * The addresses from which the editor serves the style and the script of a page. A page may read nothing
 * else.
 */
import { Uri } from 'vscode';
import type { Webview } from 'vscode';
import type { PageAddresses } from './script-page';

/**
 * The folder of styles that several pages share: page.css, which all pages begin with, and rows.css for lists
 * and trees.
 */
const SHARED = 'page';

/** Folders of the extension that a page of this name is loaded from. */
export function foldersOf(extension: Uri, name: string): readonly Uri[] {
  return [
    Uri.joinPath(extension, 'dist'),
    ...[SHARED, name].map((folder) => Uri.joinPath(extension, 'media', 'webviews', folder)),
  ];
}

/** `hasRows`: as lists and trees have. */
export function addressesOf(webview: Webview, extension: Uri, name: string, hasRows = false): PageAddresses {
  const served = (...path: readonly string[]): string =>
    webview.asWebviewUri(Uri.joinPath(extension, ...path)).toString();
  return {
    styles: [
      served('media', 'webviews', SHARED, 'page.css'),
      ...(hasRows ? [served('media', 'webviews', SHARED, 'rows.css')] : []),
      served('media', 'webviews', name, `${name}.css`),
    ],
    script: served('dist', `${name}.js`),
    source: webview.cspSource,
  };
}
