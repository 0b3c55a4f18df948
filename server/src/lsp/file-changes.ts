/**
 * From a file that changed to the others that this concerns: where its headers changed, all are analyzed anew; else those
 * that call it are priced again.
 *
 * Sits in `lsp/`, under `client-session.ts`: open files are told by `documents.ts`, others by who watches the disk.
 */
import type { EnergySession } from '../engine/energy-session';
import { indexLines } from '../engine/line-index';
import type { Pool, SourceText } from '../worker/pool';
import type { Documents } from './documents';
import { inBackground, type Log } from './log';
import { toUri } from './uris';
import type { WorkspaceIndex } from './workspace-index';

export interface FileChanges {
  /** The workers know all headers, with this fingerprint. */
  readonly indexed: (fingerprint: string) => void;
  /** An open file was analyzed under headers of this fingerprint. */
  analyzed(path: string, text: string, under: string): void;
  /** A file was changed outside of the editor. */
  readonly changeFile: (file: SourceText) => Promise<void>;
  readonly removeFile: (path: string) => Promise<void>;
  dispose(): void;
}

export interface FileChangesOptions {
  readonly pool: Pool;
  readonly session: EnergySession;
  readonly documents: () => Documents;
  readonly index: () => WorkspaceIndex;
  /** Texts of open documents by path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** Other files, or other figures of them, are there. */
  readonly changed: () => void;
  readonly log: Log;
}

const CALLERS_DELAY_MS = 300;

export function createFileChanges(options: FileChangesOptions): FileChanges {
  const { pool, session, documents, index, openTexts, changed, log } = options;
  let fingerprint = '';
  let callersTimer: NodeJS.Timeout | undefined;
  const changedPaths = new Set<string>();

  /** Once typing pauses: the files that call what has changed are priced again. */
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
