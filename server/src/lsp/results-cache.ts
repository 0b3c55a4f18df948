/**
 * Analysis results kept on disk, so that a file that did not change is
 * coloured at once when it is opened again.
 *
 * Sits in `lsp/`. Keyed by path, text and assumptions; an entry also says under
 * which headers it was made, so that it can be shown at once and still be
 * checked. Prices are not stored: another model needs no new analysis.
 */
import type { AnalysisOptions } from '../engine/analysis-options';
import type { FileOperations } from '../engine/file-operations';
import { hashText } from '../engine/hash';
import { readStoredFile, writeStoredFile } from '../engine/stored-file';
import type { DiskCache } from '../host/disk-cache';

export interface ResultsCache {
  /** With a fingerprint only a result made under the same headers is good enough. */
  read(path: string, text: string, fingerprint?: string): Promise<FileOperations | undefined>;
  write(path: string, text: string, file: FileOperations, fingerprint: string): Promise<void>;
}

export function createResultsCache(
  disk: () => DiskCache | undefined,
  options: () => AnalysisOptions,
): ResultsCache {
  const keyOf = (path: string, text: string): string => JSON.stringify([path, hashText(text), options()]);
  return {
    async read(path, text, fingerprint) {
      const bytes = await disk()?.read(keyOf(path, text));
      const stored = bytes === undefined ? undefined : readStoredFile(bytes);
      return fingerprint === undefined || stored?.fingerprint === fingerprint ? stored?.file : undefined;
    },
    async write(path, text, file, fingerprint) {
      await disk()?.write(keyOf(path, text), writeStoredFile({ fingerprint, file }));
    },
  };
}
