/**
 * What the editor can do, read once from its `initialize` request. Sits in `lsp/`.
 */
import type { InitializeParams } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';

export interface ClientCapabilities {
  readonly configuration: boolean;
  readonly watchFiles: boolean;
  readonly codeLensRefresh: boolean;
  readonly inlayHintRefresh: boolean;
  readonly progress: boolean;
  readonly workspaceFolders: boolean;
}

export function readCapabilities(params: InitializeParams): ClientCapabilities {
  const { workspace, window } = params.capabilities;
  return {
    configuration: workspace?.configuration === true,
    watchFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    codeLensRefresh: workspace?.codeLens?.refreshSupport === true,
    inlayHintRefresh: workspace?.inlayHint?.refreshSupport === true,
    progress: window?.workDoneProgress === true,
    workspaceFolders: workspace?.workspaceFolders === true,
  };
}

/** Paths of the folders that are open; those of other schemes than `file` are not analysed. */
export function readFolders(params: InitializeParams): readonly string[] {
  const uris = params.workspaceFolders?.map((folder) => folder.uri) ?? [];
  return uris.map((uri) => URI.parse(uri)).flatMap((uri) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}
