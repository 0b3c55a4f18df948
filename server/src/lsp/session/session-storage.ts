/**
 * The files that the server keeps in the folder that its client gave it: results of analyses, compiled code, energy
 * maps and comparisons. Without a folder nothing is kept.
 *
 * Sits in `lsp/`, under `client-session.ts`. The code that makes energy maps and comparisons writes them.
 */
import { join } from 'node:path';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import type { FileOperations } from '../../analysis/file-operations';
import { createDiskCache, type DiskCache } from '../../host/files/disk-cache';
import { createPictureFolder } from '../../host/files/picture-folder';
import type { Settings } from '../../protocol/settings';
import type { Pool } from '../../threads/pool';
import { createResultsCache, type ResultsCache } from '../../threads/results-cache';
import { inBackground, type Log } from './log';

/** The version of stored results: raised when their form changes. */
const CACHE_VERSION = '4';
/** The pause in typing after which a result is stored: writing it takes longer than making it. */
const STORE_DELAY_MS = 2000;

interface Cleared {
  readonly files: number;
  readonly bytes: number;
}

interface SessionStorageOptions {
  readonly folder: string | undefined;
  /** The version of Jouleline. */
  readonly version: string;
  readonly settings: () => Settings;
  readonly analysisOptions: () => AnalysisOptions;
  readonly dependenciesOf: Pool['dependenciesOf'];
  readonly log: Log;
}

export class SessionStorage {
  /** The folder that may keep compiled code. */
  readonly codeFolder: string | undefined;
  readonly pictureFolder: string | undefined;
  readonly comparisonFolder: string | undefined;
  /** The results of analyses; reads and writes nothing while the settings say so. */
  readonly results: ResultsCache;
  private readonly options: SessionStorageOptions;
  private readonly disk: DiskCache | undefined;
  /** The timers of results that are stored soon, by path. */
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(options: SessionStorageOptions) {
    this.options = options;
    const { folder, version, settings, log } = options;
    if (folder !== undefined) {
      this.disk = createDiskCache({
        folder: join(folder, 'results'),
        version: `${CACHE_VERSION}-${version}`,
        maxBytes: settings().cache.maxSizeMB * 1024 * 1024,
        log: (message) => {
          log.warning(message);
        },
      });
      if (settings().cache.enable) this.codeFolder = join(folder, 'code');
      this.pictureFolder = join(folder, 'pictures');
      this.comparisonFolder = join(folder, 'comparisons');
    }
    const disk = (): DiskCache | undefined => (settings().cache.enable ? this.disk : undefined);
    this.results = createResultsCache(disk, options.analysisOptions);
  }

  /** Stores a result once typing pauses. `fingerprint` is that of the headers that it was made under. */
  storeSoon(path: string, text: string, file: FileOperations, fingerprint: string): void {
    clearTimeout(this.timers.get(path));
    const timer = setTimeout(() => {
      this.timers.delete(path);
      inBackground(this.store(path, text, file, fingerprint), this.options.log);
    }, STORE_DELAY_MS);
    this.timers.set(path, timer);
  }

  /** Removes old results until the rest have the allowed size. */
  async trim(): Promise<void> {
    await this.disk?.trim();
  }

  /** Empties the folder and answers what was removed. Open pages have read their files already. */
  async clear(): Promise<Cleared> {
    const cleared: Cleared[] = [(await this.disk?.clear()) ?? { files: 0, bytes: 0 }];
    for (const each of [this.pictureFolder, this.comparisonFolder])
      if (each !== undefined) cleared.push(await createPictureFolder(each).clear());
    return {
      files: cleared.reduce((sum, { files }) => sum + files, 0),
      bytes: cleared.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private async store(path: string, text: string, file: FileOperations, fingerprint: string): Promise<void> {
    const dependencies = await this.options.dependenciesOf(path, text);
    await this.results.write(path, text, { file, fingerprint, dependencies });
  }
}
