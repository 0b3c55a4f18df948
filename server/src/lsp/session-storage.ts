/**
 * What the server keeps in the folder that its client gave it: results of analyses, compiled code, pictures and
 * comparisons. Without a folder nothing is kept.
 *
 * Sits in `lsp/`, under `client-session.ts`. Pictures and comparisons are written by those who make them.
 */
import { join } from 'node:path';
import type { AnalysisOptions } from '../engine/analysis-options';
import { createDiskCache, type DiskCache } from '../host/disk-cache';
import { createPictureFolder } from '../host/picture-folder';
import type { Settings } from '../protocol/settings';
import { createResultsCache, type ResultsCache } from '../worker/results-cache';

/** Raised when the stored form of results changes. */
const CACHE_VERSION = '2';

export interface SessionStorage {
  /** Where compiled code may be kept. */
  readonly codeFolder: string | undefined;
  readonly pictureFolder: string | undefined;
  readonly comparisonFolder: string | undefined;
  /** Of analyses; reads and writes nothing while the settings say so. */
  readonly results: ResultsCache;
  /** Brings results down to the size that they may have. */
  trim(): Promise<void>;
  /** Empties all; answers what went. Pages that are open have read theirs. */
  readonly clear: () => Promise<Cleared>;
}

export interface Cleared {
  readonly files: number;
  readonly bytes: number;
}

export interface SessionStorageOptions {
  readonly folder: string | undefined;
  /** Of Jouleline. */
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
