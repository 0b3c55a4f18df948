/**
 * Finds the files that a changed file concerns. If its headers changed, all files are analyzed again; otherwise its
 * callers are priced again.
 *
 * Sits in `lsp/`, under `client-session.ts`: `documents.ts` reports open files, and the watcher of the disk reports
 * the others.
 */
import type { EnergySession } from '../../lines/energy-session';
import { indexLines } from '../../base/line-index';
import type { Pool, SourceText } from '../../threads/pool';
import type { Documents } from './documents';
import { inBackground, type Log } from '../session/log';
import { toUri } from './uris';
import type { WorkspaceIndex } from '../workspace/workspace-index';

export interface FileChanges {
  /** Called when the workers know all headers, with their fingerprint. */
  readonly indexed: (fingerprint: string) => void;
  /** Called when an open file was analyzed, with the fingerprint of the headers. */
  analyzed(path: string, text: string, under: string): void;
  /** Called when a file changed outside of the editor. */
  readonly changeFile: (file: SourceText) => Promise<void>;
  readonly removeFile: (path: string) => Promise<void>;
  dispose(): void;
}

export interface FileChangesOptions {
  readonly pool: Pool;
  readonly session: EnergySession;
  readonly documents: () => Documents;
  readonly index: () => WorkspaceIndex;
  /** The texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** Called when files or their figures changed. */
  readonly changed: () => void;
  readonly log: Log;
}

const CALLERS_DELAY_MS = 300;

export function createFileChanges(options: FileChangesOptions): FileChanges {
  const { pool, session, documents, index, openTexts, changed, log } = options;
  let fingerprint = '';
  let callersTimer: NodeJS.Timeout | undefined;
  const changedPaths = new Set<string>();

  /** Prices the files again that call the changed one, once typing pauses. */
  function showCallersSoon(path: string): void {
    changedPaths.add(path);
    clearTimeout(callersTimer);
    callersTimer = setTimeout(() => {
      const paths = new Set(changedPaths);
      changedPaths.clear();
      inBackground(documents().showCallers(paths), log);
    }, CALLERS_DELAY_MS);
  }

  return {
    indexed(under) {
      fingerprint = under;
      documents().analyzeAll();
    },
    analyzed(path, text, under) {
      showCallersSoon(path);
      if (under === fingerprint) return;
      fingerprint = under;
      log.debug(`headers changed in ${path}`);
      const known = pool.setHeaders([{ path, text }], []);
      inBackground(
        known.then(() => {
          documents().analyzeOthers(toUri(path));
        }),
        log,
      );
    },
    async changeFile(file) {
      index().add(file.path);
      const now = await pool.setHeaders([file], []);
      if (now !== fingerprint) {
        fingerprint = now;
        documents().analyzeAll();
      }
      const outcome = await pool.analyze(file.path, file.text, 'background');
      if (outcome.kind !== 'analyzed' || openTexts().has(file.path)) return;
      session.addCallees(file.path, outcome.file, indexLines(file.text));
      changed();
      pool.forget(file.path);
      showCallersSoon(file.path);
    },
    async removeFile(path) {
      index().remove(path);
      session.removeFile(path);
      changed();
      showCallersSoon(path);
      pool.forget(path);
      const now = await pool.setHeaders([], [path]);
      if (now === fingerprint) return;
      fingerprint = now;
      documents().analyzeAll();
    },
    dispose() {
      clearTimeout(callersTimer);
    },
  };
}
