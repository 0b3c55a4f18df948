/**
 * The features that the editor supports, read once from its `initialize` request.
 *
 * Sits in `lsp/`.
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
  /** True if a diagnostic's code may be a link. */
  readonly codeDescriptions: boolean;
  /** True if an answer to `textDocument/codeAction` may hold more than commands. */
  readonly codeActions: boolean;
  /** True if edits may name the version of the document that they belong to. */
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

/** The paths of the open folders; folders of other schemes than `file` are not analyzed. */
export function readFolders(params: InitializeParams): readonly string[] {
  const uris = params.workspaceFolders?.map((folder) => folder.uri) ?? [];
  return uris.map((uri) => URI.parse(uri)).flatMap((uri) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}
