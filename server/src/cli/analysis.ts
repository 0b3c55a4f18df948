/**
 * The engine on real files: finds sources, keeps a pool of workers for as long
 * as one command needs it, and reads models.
 *
 * Sits in `cli/`, wiring `engine/`, `worker/` and `host/` together.
 */
import { availableParallelism } from 'node:os';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { analysisOptionsOf } from '../engine/analysis-options';
import { chooseModel, DEFAULT_MODEL, loadModels, summarizeModel } from '../engine/model-registry';
import type { ModelRegistry, ModelText } from '../engine/model-registry';
import type { FailedFile, ModelSummary, ReportRequest, RunReport } from '../engine/report';
import { runReport } from '../engine/run-report';
import type { ReportServices, ReportWorkers } from '../engine/run-report';
import { readBundledModels } from '../host/bundled-media';
import { createFilter, findSources, readSource } from '../host/source-files';
import { startThread } from '../host/threads';
import { createPool } from '../worker/pool';
import type { Pool, SourceText } from '../worker/pool';
import { suggestion, UsageError } from './arguments';
import { PlainError } from './services';
import type { AnalysedText } from './services';

export interface AnalysisPlaces {
  /** Holds worker.js. */
  readonly bundleFolder: string;
  readonly mediaFolder: string;
  readonly log: (message: string) => void;
}

/** A member that takes longer is a fault of ours; twice that on a busy machine is not. */
const STUCK_AFTER_MS = 30_000;
const WORKER_MEMORY_MB = 4096;
/** Never a program's own sources. */
const NEVER_SEARCHED = ['**/node_modules/**', '**/.git/**'];

export function createReportRunner(places: AnalysisPlaces): RunReport {
  return async (request, onProgress) => {
    const unusable: FailedFile[] = [];
    const result = await withPool(places, (pool, remember) => {
      const services: ReportServices = {
        listSources,
        readText,
        loadModel: (id) => loadModel(id, places.mediaFolder, unusable),
        workers: reportWorkers(pool, remember),
        now: () => performance.now(),
        displayPath: (path) => path,
      };
      return runReport(request, analysisOptionsOf(), services, onProgress);
    });
    return { ...result, failed: [...unusable, ...result.failed] };
  };
}

/** Throws a {@link PlainError} where the file can't be read or analysed. */
export async function analyseOneFile(
  path: string,
  classPath: readonly string[],
  places: AnalysisPlaces,
): Promise<AnalysedText> {
  const source = await readSource(path);
  if (source.kind === 'unreadable') throw new PlainError(source.message);
  if (source.note !== undefined) places.log(source.note);
  return withPool(places, async (pool, remember) => {
    const files = [{ path, text: source.text }];
    for (const problem of await pool.configure(analysisOptionsOf(), classPath)) places.log(problem);
    remember(files);
    await pool.setHeaders(files, []);
    const outcome = await pool.analyse(path, source.text, 'background');
    if (outcome.kind === 'analysed') return { text: source.text, file: outcome.file };
    throw new PlainError(
      `${path} could not be analysed${outcome.kind === 'failed' ? `: ${outcome.message}` : ''}`,
    );
  });
}

export function listModels(mediaFolder: string): readonly ModelSummary[] {
  return loadModels(readBundledModels(mediaFolder), 'average').models.map(summarizeModel);
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
    allHeaders: () => Promise.resolve(headers),
  });
  try {
    return await task(pool, (files) => headers.push(...files));
  } finally {
    await pool.dispose();
  }
}

function reportWorkers(pool: Pool, remember: (files: readonly SourceText[]) => void): ReportWorkers {
  return {
    parallelism: 2 * availableParallelism(),
    configure: (options, classPath) => pool.configure(options, classPath),
    async setHeaders(files) {
      remember(files);
      await pool.setHeaders(files, []);
    },
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

/** Files are taken as named, whatever they are called; folders are searched. Each file once. */
async function listSources(
  request: ReportRequest,
): Promise<{ paths: readonly string[]; failed: readonly FailedFile[] }> {
  const exclude = [...NEVER_SEARCHED, ...request.exclude];
  const accepts = createFilter({ include: [], exclude: request.exclude });
  const found = new Map<string, string>();
  const failed: FailedFile[] = [];
  for (const path of request.paths) {
    if (await isFolder(path)) {
      const { paths, problems } = await findSources(path, { include: [], exclude });
      for (const each of paths) found.set(resolve(each), each);
      failed.push(...problems.map((message) => ({ path, message })));
    } else if (accepts(path.split(sep).join('/'))) {
      found.set(resolve(path), path);
    }
  }
  return { paths: [...new Set(found.values())], failed };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // reading it will say why
  }
}

async function readText(
  path: string,
): Promise<{ readonly text: string; readonly note?: string } | { readonly message: string }> {
  const source = await readSource(path);
  return source.kind === 'text' ? source : { message: withoutPath(source.message, path) };
}

/** A failed file's path stands before its message already. */
function withoutPath(message: string, path: string): string {
  return message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
}

/** A model by name, or from a file; a file that can't be used is named in `unusable`, and the default model serves. */
async function loadModel(
  wanted: string | undefined,
  mediaFolder: string,
  unusable: FailedFile[],
): ReturnType<ReportServices['loadModel']> {
  const bundled = loadModels(readBundledModels(mediaFolder), 'average');
  if (wanted === undefined || bundled.models.some(({ id }) => id === wanted))
    return choose(bundled, wanted ?? DEFAULT_MODEL);
  if (!/[./\\]/.test(wanted)) {
    const known = bundled.models.map(({ id }) => id);
    throw new UsageError(
      `there is no model "${wanted}"${suggestion(wanted, known)}\n'jouleline models' lists them; a model file is named by its path`,
    );
  }
  const file = await readModelFile(wanted);
  const { models, problems } =
    'message' in file ? { models: [], problems: [file.message] } : loadModels([file], 'average');
  const [model] = models;
  if (model !== undefined) return { model, problems };
  const { model: fallback } = choose(bundled, DEFAULT_MODEL);
  unusable.push(...problems.map((problem) => ({ path: wanted, message: problem })));
  return {
    model: fallback,
    problems: [`model file ${wanted} can't be used; "${fallback.id}" is used instead`],
  };
}

function choose(
  registry: ModelRegistry,
  id: string,
): { model: NonNullable<ReturnType<typeof chooseModel>>['model']; problems: readonly string[] } {
  const choice = chooseModel(registry, id);
  if (choice === undefined)
    throw new PlainError(`no cost model could be loaded: ${registry.problems.join('; ')}`);
  return { model: choice.model, problems: registry.problems };
}

async function readModelFile(path: string): Promise<ModelText | { readonly message: string }> {
  try {
    return { fileName: path, text: await readFile(path, 'utf8') };
  } catch (error) {
    return { message: `could not be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
