/**
 * The files that the server keeps in the folder that its client gave it: results of analyses, compiled code, energy
 * maps and comparisons. Without a folder nothing is kept.
 *
 * Sits in `lsp/`, under `client-session.ts`. The code that makes energy maps and comparisons writes them.
 */
import { join } from 'node:path';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import { createDiskCache, type DiskCache } from '../../host/files/disk-cache';
import { createPictureFolder } from '../../host/files/picture-folder';
import type { Settings } from '../../protocol/settings';
import { createResultsCache, type ResultsCache } from '../../threads/results-cache';

/** The version of stored results: raised when their form changes. */
const CACHE_VERSION = '2';

export interface SessionStorage {
  /** The folder that may keep compiled code. */
  readonly codeFolder: string | undefined;
  readonly pictureFolder: string | undefined;
  readonly comparisonFolder: string | undefined;
  /** The results of analyses; reads and writes nothing while the settings say so. */
  readonly results: ResultsCache;
  /** Removes old results until the rest have the allowed size. */
  trim(): Promise<void>;
  /** Empties the folder and answers what was removed. Open pages have read their files already. */
  readonly clear: () => Promise<Cleared>;
}

export interface Cleared {
  readonly files: number;
  readonly bytes: number;
}

export interface SessionStorageOptions {
  readonly folder: string | undefined;
  /** The version of Jouleline. */
  readonly version: string;
  readonly settings: () => Settings;
  readonly analysisOptions: () => AnalysisOptions;
  readonly warn: (message: string) => void;
}

export function createSessionStorage(options: SessionStorageOptions): SessionStorage {
  const { folder, settings, warn } = options;
  const disk = createDisk();

  function createDisk(): DiskCache | undefined {
    if (folder === undefined) return undefined;
    return createDiskCache({
      folder: join(folder, 'results'),
      version: `${CACHE_VERSION}-${options.version}`,
      maxBytes: settings().cache.maxSizeMB * 1024 * 1024,
      log: warn,
    });
  }

  const below = (name: string): string | undefined => (folder === undefined ? undefined : join(folder, name));
  const [pictureFolder, comparisonFolder] = [below('pictures'), below('comparisons')];
  return {
    codeFolder: settings().cache.enable ? below('code') : undefined,
    pictureFolder,
    comparisonFolder,
    results: createResultsCache(() => (settings().cache.enable ? disk : undefined), options.analysisOptions),
    async trim() {
      await disk?.trim();
    },
    async clear() {
      const cleared: Cleared[] = [(await disk?.clear()) ?? { files: 0, bytes: 0 }];
      for (const each of [pictureFolder, comparisonFolder])
        if (each !== undefined) cleared.push(await createPictureFolder(each).clear());
      return {
        files: cleared.reduce((sum, { files }) => sum + files, 0),
        bytes: cleared.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
  };
}
