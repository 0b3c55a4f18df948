/** Analyzes files with a pool of workers for as long as one command needs it. Sits in `tasks/`. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/failure';
import { analysisOptionsOf } from '../../analysis/analysis-options';
import type { FileOperations } from '../../analysis/file-operations';
import type { FailedFile, ReportProgress, ReportRequest, ReportResult } from '../../lines/report';
import type { ReportServices } from '../../lines/analyze-sources';
import { type LearnedSources, learnSources, runReport } from '../../lines/run-report';
import { readSource } from '../../host/files/source-files';
import { startThread } from '../../host/machine/threads';
import type { Installation } from '../installation';
import { createPool, type Pool, type SourceText } from '../../threads/pool';
import { loadModel } from '../load-model';
import { findOwnFolders, loadFrequencies, loadTeachers } from '../learned-frequencies';
import { readLaunchedClasses } from '../programs/launched-classes';
import { readClassPathBodies } from '../bodies/read-bodies';
import { loadProfile } from '../saved-profiles';
import { createReportWorkers, openReportCache } from './report-workers';
import {
  listSources,
  readSurroundings,
  readText,
  findLibraries,
  type LibraryRequest,
} from '../sources/list-sources';

export interface AnalysisPlaces extends Installation {
  readonly log: (message: string) => void;
}

export interface AnalyzedText {
  readonly text: string;
  readonly file: FileOperations;
}

/** A worker that takes longer for one member is replaced. */
const STUCK_AFTER_MS = 30_000;
const WORKER_MEMORY_MB = 2048;

export async function reportOn(
  request: ReportRequest,
  places: AnalysisPlaces,
  onProgress: (progress: ReportProgress) => void,
): Promise<ReportResult> {
  const unusable: FailedFile[] = [];
  const result = await withServices(request, places, unusable, (services) =>
    runReport(request, analysisOptionsOf(), services, onProgress),
  );
  const failed = [...unusable, ...result.failed];
  return { ...result, failed, isComplete: result.isComplete && failed.length === 0 };
}

/** Learns what profiles tell of the sources of a request, beside what is `known` of earlier runs. */
export async function learnFrom(
  given: Parameters<typeof learnSources>[2],
  request: ReportRequest,
  places: AnalysisPlaces,
  onProgress: (progress: ReportProgress) => void,
): Promise<LearnedSources> {
  return withServices(request, places, [], (services) =>
    learnSources({ request, services, onProgress }, analysisOptionsOf(), given),
  );
}

async function withServices<T>(
  request: ReportRequest,
  places: AnalysisPlaces,
  unusable: FailedFile[],
  use: (services: ReportServices) => Promise<T>,
): Promise<T> {
  let found: ReturnType<typeof findLibraries> | undefined;
  const libraries = (): ReturnType<typeof findLibraries> =>
    (found ??= findLibraries(request, request.paths, places.log));
  const workers = createReportWorkers({
    startPool: (headers, onLibraryProblem) => startPool(places, headers, onLibraryProblem),
    findLibraries: libraries,
    readSurroundings: () => readSurroundings(request.paths),
    openCache: (options) =>
      request.useCache
        ? openReportCache(places.bundleFolder, options, places.log)
        : Promise.resolve(undefined),
  });
  try {
    const services: ReportServices = {
      listSources,
      readText,
      loadProfile,
      loadFrequencies: async (paths) => loadFrequencies(await findOwnFolders(paths)),
      loadTeachers: async function* (paths) {
        yield* loadTeachers(await findOwnFolders(paths));
      },
      loadModel: async (id) => {
        const { classPath } = await libraries();
        const bodies = await readClassPathBodies(classPath, places, { ...request, log: places.log });
        const loaded = await loadModel(id, places.mediaFolder, unusable, request.device, bodies);
        if (loaded.model.hasInstructionCosts === true && request.profile === undefined)
          throw new Failure(
            `the model "${loaded.model.id}" has costs of JVM instructions, which only what ran has: name a profile with --profile`,
          );
        return loaded;
      },
      workers,
      launchedClasses: () => readLaunchedClasses(['.', ...request.paths]),
      now: () => performance.now(),
      displayPath: (path) => path,
    };
    return await use(services);
  } finally {
    await workers.release();
  }
}

/** Analyzes one file. Throws a {@link Failure} if it can't be read or analyzed. */
export async function analyzeOneFile(
  path: string,
  request: LibraryRequest,
  places: AnalysisPlaces,
): Promise<AnalyzedText> {
  const libraries = await findLibraries(request, [path], places.log);
  const source = await readSource(path);
  if (source.kind === 'unreadable') throw new Failure(source.message);
  if (source.note !== undefined) places.log(source.note);
  const files = [...(await readSurroundings([path])), { path, text: source.text }];
  const pool = startPool(places, () => files, places.log);
  try {
    for (const problem of await pool.configure(analysisOptionsOf(), libraries)) places.log(problem);
    await pool.setHeaders(files, []);
    const outcome = await pool.analyze(path, source.text, 'background');
    if (outcome.kind === 'analyzed') return { text: source.text, file: outcome.file };
    throw new Failure(
      `${path} could not be analyzed${outcome.kind === 'failed' ? `: ${outcome.message}` : ''}`,
    );
  } finally {
    await pool.dispose();
  }
}

/** Starts workers. A worker that replaces another one gets the `headers` again. */
function startPool(
  places: AnalysisPlaces,
  headers: () => readonly SourceText[],
  onLibraryProblem: (problem: string) => void,
): Pool {
  return createPool({
    size: availableParallelism(),
    givesAhead: true,
    entry: join(places.bundleFolder, 'worker.js'),
    mediaFolder: places.mediaFolder,
    maxMemoryMB: WORKER_MEMORY_MB,
    stuckAfterMs: STUCK_AFTER_MS,
    startThread,
    log: (level, message) => {
      if (level !== 'info') places.log(message);
    },
    onLibraryProblem,
    allHeaders: () => Promise.resolve(headers()),
  });
}
