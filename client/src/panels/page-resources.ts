/** Where the editor serves the style and the script of a page from, and what else a page may read: nothing. */
import { Uri } from 'vscode';
import type { Webview } from 'vscode';
import type { PageAddresses } from './script-page';

/** The style that all pages begin with: media/webviews/page/page.css. */
const SHARED = 'page';

/** Folders of the extension that a page of this name is loaded from. */
export function foldersOf(extension: Uri, name: string): readonly Uri[] {
  return [
    Uri.joinPath(extension, 'dist'),
    ...[SHARED, name].map((folder) => Uri.joinPath(extension, 'media', 'webviews', folder)),
  ];
}

export function addressesOf(webview: Webview, extension: Uri, name: string): PageAddresses {
  const served = (...path: readonly string[]): string =>
    webview.asWebviewUri(Uri.joinPath(extension, ...path)).toString();
  return {
    styles: [SHARED, name].map((each) => served('media', 'webviews', each, `${each}.css`)),
    script: served('dist', `${name}.js`),
    source: webview.cspSource,
  };
}
