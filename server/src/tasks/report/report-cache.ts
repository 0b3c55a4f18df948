/**
 * The results of earlier reports, on disk. Sits in `tasks/`, over `host/`.
 *
 * Entries of another analysis are never read: the folder's version is a hash
 * of the code that made them, so that an upgrade, also one without a new
 * version number, begins anew and removes what was there.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import { hashText } from '../../base/hash';
import { userCacheFolder } from '../../host/files/cache-folder';
import { createDiskCache } from '../../host/files/disk-cache';
import { createResultsCache, type ResultsCache } from '../../threads/results-cache';
import type { SourceText } from '../../threads/pool';

/** All results of a module of 3,400 files take some 20 MB. */
const MAX_BYTES = 512 * 1024 * 1024;

export interface ReportCache {
  readonly results: ResultsCache;
  /** Fingerprint of the headers of just these files, where an earlier report worked it out. */
  headersOf(inputs: string): Promise<string | undefined>;
  keepHeaders(inputs: string, fingerprint: string): Promise<void>;
  trim(): Promise<void>;
}

/** `undefined` where there is no place for it. */
export async function openReportCache(
  bundleFolder: string,
  options: AnalysisOptions,
  log: (message: string) => void,
): Promise<ReportCache | undefined> {
  const folder = userCacheFolder(process.env, process.platform);
  if (folder === undefined) return undefined;
  const code = await readFile(join(bundleFolder, 'analysis.js'), 'latin1');
  const disk = createDiskCache({
    folder: join(folder, 'results'),
    version: hashText(code),
    maxBytes: MAX_BYTES,
    log,
  });
  const results = createResultsCache(
    () => disk,
    () => options,
  );
  return {
    results,
    async headersOf(inputs) {
      const bytes = await disk.read(`headers ${inputs}`);
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
    keepHeaders: (inputs, fingerprint) =>
      disk.write(`headers ${inputs}`, new TextEncoder().encode(fingerprint)),
    trim: () => disk.trim(),
  };
}

/** The same for the same texts under the same paths, libraries and options, in any order. */
export function hashInputs(
  files: readonly SourceText[],
  librariesIdentity: string,
  options: AnalysisOptions,
): string {
  const texts = files.map(({ path, text }) => `${path}\n${hashText(text)}`).sort();
  return hashText(JSON.stringify([librariesIdentity, options, texts]));
}
