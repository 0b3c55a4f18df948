/**
 * Analysis results kept on disk, so that a file that did not change is
 * colored at once when it is opened again.
 *
 * Sits in `threads/`, used by `lsp/` and `cli/`. Keyed by path, text and assumptions; an entry also says under
 * which headers it was made, and what it depends on of them, so that it can be
 * shown at once and still be checked. Prices are not stored: another model
 * needs no new analysis.
 */
import type { AnalysisOptions } from '../analysis/analysis-options';
import type { FileOperations } from '../analysis/file-operations';
import type { Dependencies } from '../analysis/dependencies';
import { hashText } from '../base/hash';
import { readStoredFile, writeStoredFile, type StoredFile } from '../analysis/stored-file';
import type { DiskCache } from '../host/files/disk-cache';

/** The check that a stored result has to pass. */
export interface HeaderCheck {
  /** The fingerprint of the headers that are known now: a result made under the same one is right. */
  readonly fingerprint: string;
  /** Tells whether a result that was made under other headers is still right. */
  readonly stillHolds: (path: string, dependencies: Dependencies) => Promise<boolean>;
}

export interface ResultsCache {
  /** Reads a stored result. Without a check, any result that was made of this text is good enough. */
  read(path: string, text: string, check?: HeaderCheck): Promise<FileOperations | undefined>;
  write(path: string, text: string, result: StoredFile): Promise<void>;
}

export function createResultsCache(
  disk: () => DiskCache | undefined,
  options: () => AnalysisOptions,
): ResultsCache {
  const keyOf = (path: string, text: string): string => JSON.stringify([path, hashText(text), options()]);
  return {
    async read(path, text, check) {
      const bytes = await disk()?.read(keyOf(path, text));
      const stored = bytes === undefined ? undefined : readStoredFile(bytes);
      if (stored === undefined || check === undefined || stored.fingerprint === check.fingerprint)
        return stored?.file;
      const { dependencies, file } = stored;
      return dependencies !== undefined && (await check.stillHolds(path, dependencies)) ? file : undefined;
    },
    async write(path, text, result) {
      await disk()?.write(keyOf(path, text), writeStoredFile(result));
    },
  };
}
