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
  readonly diagnostics: boolean;
  /** Whether a diagnostic's code may be a link. */
  readonly codeDescriptions: boolean;
  /** Whether an answer to `textDocument/codeAction` may be more than commands. */
  readonly codeActions: boolean;
  /** Whether edits may say which version of a document they are of. */
  readonly versionedEdits: boolean;
}

export function readCapabilities(params: InitializeParams): ClientCapabilities {
  const { workspace, window, textDocument } = params.capabilities;
  return {
    configuration: workspace?.configuration === true,
    watchFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    codeLensRefresh: workspace?.codeLens?.refreshSupport === true,
    inlayHintRefresh: workspace?.inlayHint?.refreshSupport === true,
    progress: window?.workDoneProgress === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    diagnostics: textDocument?.publishDiagnostics !== undefined,
    codeDescriptions: textDocument?.publishDiagnostics?.codeDescriptionSupport === true,
    codeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
  };
}

/** Paths of the folders that are open; those of other schemes than `file` are not analyzed. */
export function readFolders(params: InitializeParams): readonly string[] {
  const uris = params.workspaceFolders?.map((folder) => folder.uri) ?? [];
  return uris.map((uri) => URI.parse(uri)).flatMap((uri) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}
