/**
 * Reads the workspace in the background: first its headers, so that types across files are known, then its bodies, so
 * that the cost of a line with its calls is known.
 *
 * Sits in `lsp/`. Reads files, runs nothing. There is one pass at a time: a new one ends the old one.
 */
import type { EnergySession } from '../../lines/energy-session';
import { indexLines } from '../../base/line-index';
import { findSources, readSource } from '../../host/files/source-files';
import type { Settings } from '../../protocol/settings';
import type { Pool, SourceText } from '../../threads/pool';
import { describeError, type Log } from '../session/log';
import type { HeaderCheck, ResultsCache } from '../../threads/results-cache';

/**
 * The most files whose bodies are analyzed in the background. Others are analyzed when they are opened, and the log
 * says so.
 */
const MAX_BACKGROUND_FILES = 5000;
const HEADER_BATCH = 100;

export interface IndexProgress {
  report(done: number, total: number, what: string): void;
  done(): void;
}

export interface WorkspaceIndexOptions {
  readonly pool: Pool;
  readonly session: EnergySession;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly folders: () => readonly string[];
  /** The texts of open documents, which take the place of the files on disk. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  readonly cache: ResultsCache;
  readonly startProgress: () => Promise<IndexProgress>;
  /** Called when all headers are known, and again when all bodies are. */
  readonly indexed: (fingerprint: string) => void;
  readonly finished: () => void;
}

export interface WorkspaceIndex {
  /** All sources, and whether they are still being read. */
  readonly paths: readonly string[];
  readonly isRunning: boolean;
  start(): Promise<void>;
  stop(): void;
  /** Adds a file that came or changed after the last pass. */
  add(path: string): void;
  remove(path: string): void;
  /** All headers, for a worker that starts anew. */
  allHeaders(): Promise<readonly SourceText[]>;
}

export function createWorkspaceIndex(options: WorkspaceIndexOptions): WorkspaceIndex {
  let paths: readonly string[] = [];
  /** The paths whose headers the workers hold, except for open documents. */
  const known = new Set<string>();
  let pass = 0;
  let running = 0;

  async function listPaths(): Promise<readonly string[]> {
    const { include, exclude } = options.settings();
    const found: string[] = [];
    for (const folder of options.folders()) {
      const sources = await findSources(folder, { include, exclude });
      found.push(...sources.paths);
      for (const problem of sources.problems) options.log.warning(problem);
    }
    return [...new Set(found)];
  }

  async function readText(path: string): Promise<string | undefined> {
    const open = options.openTexts().get(path);
    if (open !== undefined) return open;
    const read = await readSource(path);
    if (read.kind === 'unreadable') {
      options.log.warning(read.message);
      return undefined;
    }
    if (read.note !== undefined) options.log.info(read.note);
    return read.text;
  }

  async function readTexts(batch: readonly string[]): Promise<SourceText[]> {
    const texts = await Promise.all(batch.map(async (path) => ({ path, text: await readText(path) })));
    return texts.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  }

  async function indexHeaders(
    isCurrent: () => boolean,
    progress: IndexProgress,
  ): Promise<string | undefined> {
    const kept = new Set([...paths, ...options.openTexts().keys()]);
    const gone = [...known].filter((path) => !kept.has(path));
    for (const path of gone) {
      known.delete(path);
      options.session.removeFile(path);
      options.pool.forget(path);
    }
    for (const path of paths) known.add(path);
    let fingerprint = await options.pool.setHeaders([], gone);
    for (let at = 0; at < paths.length; at += HEADER_BATCH) {
      if (!isCurrent()) return undefined;
      progress.report(at, paths.length, 'headers');
      fingerprint = await options.pool.setHeaders(await readTexts(paths.slice(at, at + HEADER_BATCH)), []);
    }
    return fingerprint;
  }

  async function analyzeBodies(
    isCurrent: () => boolean,
    progress: IndexProgress,
    fingerprint: string,
  ): Promise<void> {
    const wanted = paths.slice(0, MAX_BACKGROUND_FILES);
    if (wanted.length < paths.length) {
      options.log.info(
        `${paths.length - wanted.length} of ${paths.length} files are analyzed only when they are opened; the energy of calls into them is not included`,
      );
    }
    const check: HeaderCheck = {
      fingerprint,
      stillHolds: (path, dependencies) => options.pool.stillHolds(path, dependencies),
    };
    let done = 0;
    let analyzed = 0;
    let fromCache = 0;
    const pending = new Set(wanted);
    const work = async (): Promise<void> => {
      for (const path of pending) {
        pending.delete(path);
        if (!isCurrent()) return;
        progress.report(done++, wanted.length, 'bodies');
        if (options.openTexts().has(path)) continue;
        const text = await readText(path);
        if (text === undefined) continue;
        const cached = await options.cache.read(path, text, check);
        if (cached !== undefined) {
          fromCache++;
          options.session.addCallees(path, cached, indexLines(text));
          continue;
        }
        const outcome = await options.pool.analyze(path, text, 'background', { wantsDependencies: true });
        if (outcome.kind === 'failed') options.log.warning(`${path}: ${outcome.message}`);
        if (outcome.kind !== 'analyzed' || !isCurrent()) continue;
        analyzed++;
        if (!options.openTexts().has(path)) options.session.addCallees(path, outcome.file, indexLines(text));
        await options.cache.write(path, text, outcome);
      }
    };
    await Promise.all([work(), work()]);
    options.log.info(`files analyzed in the background: ${analyzed}; taken from the cache: ${fromCache}`);
  }

  return {
    get paths() {
      return [...new Set([...paths, ...known])];
    },
    get isRunning() {
      return running > 0;
    },
    async start() {
      running++;
      const mine = ++pass;
      const isCurrent = (): boolean => mine === pass;
      const progress = await options.startProgress();
      try {
        paths = await listPaths();
        options.log.info(`${paths.length} Java file${paths.length === 1 ? '' : 's'} in the workspace`);
        const fingerprint = await indexHeaders(isCurrent, progress);
        if (fingerprint === undefined || !isCurrent()) return;
        options.indexed(fingerprint);
        await analyzeBodies(isCurrent, progress, fingerprint);
      } catch (error) {
        options.log.error(`indexing the workspace failed: ${describeError(error)}`);
        return;
      } finally {
        running--;
        progress.done();
      }
      if (isCurrent()) options.finished();
    },
    stop() {
      pass++;
    },
    add: (path) => void known.add(path),
    remove: (path) => void known.delete(path),
    allHeaders: () => readTexts([...new Set([...known, ...options.openTexts().keys()])]),
  };
}
