/**
 * Joins the diagnostics of several sources on the same files: an editor knows one list for each file, and shows only
 * the last list that it got.
 *
 * Sits in `lsp/`. The sources are advice and budgets.
 */
import type { Diagnostic } from 'vscode-languageserver/node';
import { toPath } from './uris';

type DiagnosticSource = 'advice' | 'budgets';

type Send = (uri: string, version: number | undefined, diagnostics: readonly Diagnostic[]) => void;

export interface Diagnostics {
  /** Answers a function that replaces the diagnostics of this source on a file. */
  readonly of: (source: DiagnosticSource) => Send;
}

interface File {
  uri: string;
  readonly lists: Map<DiagnosticSource, readonly Diagnostic[]>;
}

export function createDiagnostics(send: Send): Diagnostics {
  /** Files by path, because two editors may write one URI in two ways. */
  const files = new Map<string, File>();
  return {
    of: (source) => (uri, version, diagnostics) => {
      const file = files.get(toPath(uri)) ?? { uri, lists: new Map() };
      // For an open document this is the URI that the editor uses.
      if (version !== undefined) file.uri = uri;
      if (diagnostics.length > 0) file.lists.set(source, diagnostics);
      else file.lists.delete(source);
      if (file.lists.size > 0) files.set(toPath(uri), file);
      else files.delete(toPath(uri));
      send(file.uri, version, [...file.lists.values()].flat());
    },
  };
}
