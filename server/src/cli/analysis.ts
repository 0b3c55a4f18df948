/**
 * The engine on real files, with a pool of workers for as long as one command
 * needs it.
 *
 * Sits in `cli/`, wiring `engine/`, `worker/` and `host/` together.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { analysisOptionsOf } from '../engine/analysis-options';
import type { FailedFile, ReportRequest, RunReport } from '../engine/report';
import { runReport } from '../engine/run-report';
import type { ReportServices, ReportWorkers } from '../engine/run-report';
import { readSource } from '../host/source-files';
import { startThread } from '../host/threads';
import { createPool } from '../worker/pool';
import type { Pool, SourceText } from '../worker/pool';
import { findLibraries, type LibraryRequest } from './libraries';
import { loadModel } from './models';
import { loadProfile } from './profiling';
import { PlainError } from './services';
import type { AnalysedText } from './services';
import { listSources, readSurroundings, readText } from './sources';

export interface AnalysisPlaces {
  /** Holds worker.js. */
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  readonly log: (message: string) => void;
}

/** A member that takes longer is a fault of ours; twice that on a busy machine is not. */
const STUCK_AFTER_MS = 30_000;
const WORKER_MEMORY_MB = 2048;

export function createReportRunner(places: AnalysisPlaces): RunReport {
  return async (request, onProgress) => {
    const unusable: FailedFile[] = [];
    const result = await withPool(places, (pool, remember) => {
      const services: ReportServices = {
        listSources,
        readText,
        loadProfile,
        loadModel: (id) => loadModel(id, places.mediaFolder, unusable),
        workers: reportWorkers(pool, remember, request, places.log),
        now: () => performance.now(),
        displayPath: (path) => path,
      };
      return runReport(request, analysisOptionsOf(), services, onProgress);
    });
    const failed = [...unusable, ...result.failed];
    return { ...result, failed, isComplete: result.isComplete && failed.length === 0 };
  };
}

/** Throws a {@link PlainError} where the file can't be read or analysed. */
export async function analyseOneFile(
  path: string,
  request: LibraryRequest,
  places: AnalysisPlaces,
): Promise<AnalysedText> {
  const libraries = await findLibraries(request, [path], places.log);
  const source = await readSource(path);
  if (source.kind === 'unreadable') throw new PlainError(source.message);
  if (source.note !== undefined) places.log(source.note);
  return withPool(places, async (pool, remember) => {
    const files = [...(await readSurroundings([path])), { path, text: source.text }];
    for (const problem of await pool.configure(analysisOptionsOf(), libraries)) places.log(problem);
    remember(files);
    await pool.setHeaders(files, []);
    const outcome = await pool.analyse(path, source.text, 'background');
    if (outcome.kind === 'analysed') return { text: source.text, file: outcome.file };
    throw new PlainError(
      `${path} could not be analysed${outcome.kind === 'failed' ? `: ${outcome.message}` : ''}`,
    );
  });
}

/** Runs one task over a pool that ends with it. `remember` keeps headers for workers that replace others. */
async function withPool<Result>(
  places: AnalysisPlaces,
  task: (pool: Pool, remember: (files: readonly SourceText[]) => void) => Promise<Result>,
): Promise<Result> {
  const headers: SourceText[] = [];
  const pool = createPool({
    size: availableParallelism(),
    entry: join(places.bundleFolder, 'worker.js'),
    mediaFolder: places.mediaFolder,
    maxMemoryMB: WORKER_MEMORY_MB,
    stuckAfterMs: STUCK_AFTER_MS,
    startThread,
    log: (level, message) => {
      if (level !== 'info') places.log(message);
    },
    onLibraryProblem: places.log,
    allHeaders: () => Promise.resolve(headers),
  });
  try {
    return await task(pool, (files) => headers.push(...files));
  } finally {
    await pool.dispose();
  }
}

function reportWorkers(
  pool: Pool,
  remember: (files: readonly SourceText[]) => void,
  request: ReportRequest,
  log: (message: string) => void,
): ReportWorkers {
  const setHeaders = async (files: readonly SourceText[]): Promise<void> => {
    remember(files);
    await pool.setHeaders(files, []);
  };
  return {
    parallelism: 2 * availableParallelism(),
    release: () => pool.dispose(),
    async configure(options) {
      const problems = await pool.configure(options, await findLibraries(request, request.paths, log));
      await setHeaders(await readSurroundings(request.paths));
      return problems;
    },
    setHeaders,
    async analyse(path, text) {
      const outcome = await pool.analyse(path, text, 'background');
      switch (outcome.kind) {
        case 'analysed':
          return { file: outcome.file };
        case 'failed':
          return { message: outcome.message };
        case 'superseded':
          return { message: 'its analysis was given up' };
      }
    },
  };
}
