/**
 * The results of earlier reports, on disk. Sits in `tasks/`.
 *
 * The version of the cache folder is a hash of the analysis code. After an upgrade, even one without a new version
 * number, the cache begins anew and removes what was there.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import { hashText } from '../../base/hash';
import { createDiskCache, userCacheFolder } from '../../host/files/disk-cache';
import { createResultsCache, type ResultsCache } from '../../threads/results-cache';
import type { SourceText } from '../../threads/pool';

/** The most bytes of results. Those of a module of 3,400 files take about 20 MB. */
const MAX_BYTES = 512 * 1024 * 1024;

export interface ReportCache {
  readonly results: ResultsCache;
  /** The fingerprint of the headers of exactly these files, if an earlier report computed it. */
  headersOf(inputs: string): Promise<string | undefined>;
  keepHeaders(inputs: string, fingerprint: string): Promise<void>;
  trim(): Promise<void>;
}

/** Opens the cache; undefined if there is no folder for it. */
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

/** A hash of texts, paths, libraries and options that doesn't depend on the order of the files. */
export function hashInputs(
  files: readonly SourceText[],
  librariesIdentity: string,
  options: AnalysisOptions,
): string {
  const texts = files.map(({ path, text }) => `${path}\n${hashText(text)}`).sort();
  return hashText(JSON.stringify([librariesIdentity, options, texts]));
}
