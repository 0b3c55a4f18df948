/**
 * Diagnostics of several sources on the same files: an editor knows one list
 * for each file, and the last that is sent is all that it shows.
 *
 * Sits in `lsp/`. Advice and budgets each tell what they have to say.
 */
import type { Diagnostic } from 'vscode-languageserver/node';
import { toPath } from './uris';

export type DiagnosticSource = 'advice' | 'budgets';

type Send = (uri: string, version: number | undefined, diagnostics: readonly Diagnostic[]) => void;

export interface Diagnostics {
  /** Replaces what the source said of the file. */
  readonly of: (source: DiagnosticSource) => Send;
}

interface File {
  uri: string;
  readonly lists: Map<DiagnosticSource, readonly Diagnostic[]>;
}

export function createDiagnostics(send: Send): Diagnostics {
  /** By path: two editors write a URI in two ways. */
  const files = new Map<string, File>();
  return {
    of: (source) => (uri, version, diagnostics) => {
      const file = files.get(toPath(uri)) ?? { uri, lists: new Map() };
      // Of an open document it is the editor's own.
      if (version !== undefined) file.uri = uri;
      if (diagnostics.length > 0) file.lists.set(source, diagnostics);
      else file.lists.delete(source);
      if (file.lists.size > 0) files.set(toPath(uri), file);
      else files.delete(toPath(uri));
      send(file.uri, version, [...file.lists.values()].flat());
    },
  };
}
