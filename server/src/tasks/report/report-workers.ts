/**
 * The workers of a report: a pool of threads, and the results of earlier reports for files that did not change.
 *
 * Sits in `tasks/`. The pool starts when the first file needs it: if nothing changed, it never does.
 */
import { availableParallelism } from 'node:os';
import type { AnalysisOptions } from '../../analysis/analysis-options';
import type { ReportWorkers } from '../../lines/analyze-sources';
import type { IdentifiedLibraries } from '../../host/jdk/identify-libraries';
import type { Pool, SourceText } from '../../threads/pool';
import { join } from 'node:path';
import { hashText } from '../../base/hash';
import { createDiskCache, userCacheFolder } from '../../host/files/disk-cache';
import { createResultsCache, type ResultsCache } from '../../threads/results-cache';
import { readBytes } from '../../host/files/read-file';

export interface ReportWorkersOptions {
  /** Called at most once. `headers` may be read at any time, for workers that replace others. */
  readonly startPool: (
    headers: () => readonly SourceText[],
    onLibraryProblem: (problem: string) => void,
  ) => Pool;
  readonly findLibraries: () => Promise<IdentifiedLibraries>;
  /** Reads files that are only needed for their declarations. */
  readonly readSurroundings: () => Promise<readonly SourceText[]>;
  readonly openCache: (options: AnalysisOptions) => Promise<ReportCache | undefined>;
}

/** The fingerprint that results of earlier reports must have, and the cache. */
interface Session {
  readonly fingerprint: string;
  readonly cache: ReportCache | undefined;
}

/** The number of headers in one message to the workers. */
const HEADER_BATCH = 100;
/** The most results that wait to be written to the cache. */
const MAX_WAITING_WRITES = 64;

export function createReportWorkers(given: ReportWorkersOptions): ReportWorkers {
  const headers: SourceText[] = [];
  const problems: string[] = [];
  let configured: { readonly options: AnalysisOptions; readonly libraries: IdentifiedLibraries } | undefined;
  const writes = new Set<Promise<void>>();
  let session: Promise<Session> | undefined;
  let started: Promise<{ readonly pool: Pool; readonly fingerprint: string }> | undefined;

  async function openSession(): Promise<Session> {
    const { options, libraries } = configuration();
    const cache = await given.openCache(options);
    if (cache === undefined) return { fingerprint: (await workers()).fingerprint, cache };
    const inputs = hashInputs(headers, libraries.identity, options);
    const known = await cache.headersOf(inputs);
    if (known !== undefined) return { fingerprint: known, cache };
    const { fingerprint } = await workers();
    // Problems with libraries must be reported each time, so these libraries are opened each time.
    if (problems.length === 0) await cache.keepHeaders(inputs, fingerprint);
    return { fingerprint, cache };
  }

  function configuration(): NonNullable<typeof configured> {
    if (configured === undefined)
      throw new Error('the workers of a report are asked before they are configured');
    return configured;
  }

  function workers(): NonNullable<typeof started> {
    started ??= start();
    return started;
  }

  async function start(): Promise<{ readonly pool: Pool; readonly fingerprint: string }> {
    const { options, libraries } = configuration();
    const pool = given.startPool(
      () => headers,
      (problem) => problems.push(problem),
    );
    problems.push(...(await pool.configure(options, libraries)));
    let fingerprint = '';
    for (let at = 0; at < headers.length; at += HEADER_BATCH)
      fingerprint = await pool.setHeaders(headers.slice(at, at + HEADER_BATCH), []);
    return { pool, fingerprint };
  }

  /** Waits for the disk only if it falls far behind. */
  async function keep(write: Promise<void> | undefined): Promise<void> {
    if (write === undefined) return;
    const settled = write.finally(() => writes.delete(settled));
    writes.add(settled);
    if (writes.size > MAX_WAITING_WRITES) await Promise.race(writes);
  }

  return {
    count: availableParallelism(),
    async configure(options) {
      configured = { options, libraries: await given.findLibraries() };
      headers.push(...(await given.readSurroundings()));
    },
    setHeaders(files) {
      headers.push(...files);
    },
    async analyze(path, text, worker) {
      session ??= openSession();
      const { fingerprint, cache } = await session;
      const check = { fingerprint, stillHolds: () => Promise.resolve(false) };
      const known = await cache?.results.read(path, text, check);
      if (known !== undefined) return { file: known };
      const { pool } = await workers();
      const outcome = await pool.analyze(path, text, 'background', { seat: worker });
      switch (outcome.kind) {
        case 'analyzed':
          if (outcome.leftOut.length === 0 && problems.length === 0)
            await keep(cache?.results.write(path, text, outcome));
          return { file: outcome.file };
        case 'failed':
          return { message: outcome.message };
        case 'superseded':
          return { message: 'its analysis was given up' };
      }
    },
    problems: () => problems,
    async release() {
      const ended = (await started)?.pool.dispose();
      await Promise.all(writes);
      await (await session)?.cache?.trim();
      await ended;
    },
  };
}

/** The most bytes of results. Those of a module of 3,400 files take about 20 MB. */
const MAX_BYTES = 512 * 1024 * 1024;

/** The results of earlier reports, on disk. */
interface ReportCache {
  readonly results: ResultsCache;
  /** The fingerprint of the headers of exactly these files, if an earlier report computed it. */
  headersOf(inputs: string): Promise<string | undefined>;
  keepHeaders(inputs: string, fingerprint: string): Promise<void>;
  trim(): Promise<void>;
}

/**
 * Opens the cache; undefined if there is no folder for it. The version of its folder is a hash of the analysis code.
 * After an upgrade, even one without a new version number, the cache begins anew and removes what was there.
 */
export async function openReportCache(
  bundleFolder: string,
  options: AnalysisOptions,
  log: (message: string) => void,
): Promise<ReportCache | undefined> {
  const folder = userCacheFolder(process.env, process.platform);
  if (folder === undefined) return undefined;
  const bundles = ['analysis.js', 'java-parser.js'].map((name) =>
    readBytes(join(bundleFolder, name)).then((bytes) => bytes.toString('latin1')),
  );
  const code = (await Promise.all(bundles)).join('');
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
function hashInputs(
  files: readonly SourceText[],
  librariesIdentity: string,
  options: AnalysisOptions,
): string {
  const texts = files.map(({ path, text }) => `${path}\n${hashText(text)}`).sort();
  return hashText(JSON.stringify([librariesIdentity, options, texts]));
}
