/**
 * Reads the workspace in the background: first its headers, so that types across files are known, then its bodies, so
 * that the cost of a line with its calls is known.
 *
 * Sits in `lsp/`. Reads files, runs nothing. There is one pass at a time: a new one ends the old one.
 */
import { counted } from '../../base/counted';
import { describeError } from '../../base/failure';
import type { EnergySession } from '../../lines/energy-session';
import { indexLines } from '../../base/line-index';
import { findSources, linksWithin, readSource } from '../../host/files/source-files';
import type { Settings } from '../../protocol/settings';
import type { Pool, SourceText } from '../../threads/pool';
import type { Log } from '../session/log';
import { createRests } from '../session/pace';
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

interface WorkspaceIndexOptions {
  readonly pool: Pool;
  readonly session: EnergySession;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  /** The texts of open documents, which take the place of the files on disk. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  readonly cache: ResultsCache;
  readonly startProgress: () => Promise<IndexProgress>;
  /** Called when all headers are known. */
  readonly indexed: (fingerprint: string) => void;
  /** Called when all bodies are known. Figures are preliminary until its promise resolves. */
  readonly settle: () => Promise<void>;
  /** Called when all figures are known. */
  readonly finished: () => void;
}

export class WorkspaceIndex {
  private readonly options: WorkspaceIndexOptions;
  /** The paths of all sources, whose headers the workers hold once a pass has read them; open documents come beside. */
  private readonly known = new Set<string>();
  /** The same as a list, which is made when somebody asks. */
  private list: readonly string[] | undefined;
  /** Files that changed since a pass began: what it read of them may be older. */
  private readonly changed = new Set<string>();
  private pass = 0;
  /** The last pass that read all sources. */
  private readPass = 0;
  private running = 0;
  /** The number of passes that read headers. */
  private readingHeaders = 0;

  constructor(options: WorkspaceIndexOptions) {
    this.options = options;
  }

  /** The paths of all sources. */
  get paths(): readonly string[] {
    this.list ??= [...this.known];
    return this.list;
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  has(path: string): boolean {
    return this.known.has(path);
  }

  /** True while the sources are being read, and until the figures of a run are known: those before are preliminary. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** True while headers are read: open documents are analyzed again at the end. */
  get isReadingHeaders(): boolean {
    return this.readingHeaders > 0;
  }

  /** True once all sources were read, and nothing asked for reading them again. */
  get areAllRead(): boolean {
    return this.pass > 0 && this.readPass === this.pass;
  }

  async start(): Promise<void> {
    const { startProgress, log, indexed, settle, finished } = this.options;
    this.running++;
    const mine = ++this.pass;
    const isCurrent = (): boolean => mine === this.pass;
    const progress = await startProgress();
    try {
      const listed = await listPaths(this.options);
      if (!isCurrent()) return;
      log.info(`${counted(listed.length, 'Java file')} in the workspace`);
      this.readingHeaders++;
      const reading = this.indexHeaders(listed, isCurrent, progress);
      const fingerprint = await reading.finally(() => this.readingHeaders--);
      if (fingerprint === undefined || !isCurrent()) return;
      indexed(fingerprint);
      await analyzeBodies(listed, this.options, { isCurrent, progress, fingerprint });
      if (!isCurrent()) return;
      this.readPass = mine;
      await settle();
    } catch (error) {
      log.error(`indexing the workspace failed: ${describeError(error)}`);
      return;
    } finally {
      this.running--;
      progress.done();
    }
    if (isCurrent()) finished();
  }

  stop(): void {
    this.pass++;
  }

  /** Adds a file that came or changed after the last pass. */
  add(path: string): void {
    this.known.add(path);
    this.changed.add(path);
    this.list = undefined;
  }

  remove(path: string): void {
    this.known.delete(path);
    this.changed.add(path);
    this.list = undefined;
  }

  /** All headers, for a worker that starts anew. */
  async allHeaders(): Promise<readonly SourceText[]> {
    const paths = [...new Set([...this.known, ...this.options.openTexts().keys()])];
    const all: SourceText[] = [];
    for await (const { texts } of readInBatches(paths, this.options))
      for (const text of texts) all.push(text);
    return all;
  }

  /** Tells the workers all headers; answers their fingerprint, or undefined if a newer pass began. */
  private async indexHeaders(
    listed: readonly string[],
    isCurrent: () => boolean,
    progress: IndexProgress,
  ): Promise<string | undefined> {
    const { options } = this;
    const gone = this.replaceAll(listed);
    this.changed.clear();
    for (const path of gone) {
      options.session.removeFile(path);
      options.pool.forget(path);
    }
    let fingerprint = await options.pool.setHeaders([], gone);
    for await (const { first, texts } of readInBatches(listed, options)) {
      if (!isCurrent()) return undefined;
      progress.report(first, listed.length, 'types');
      const current = texts.filter(({ path }) => !this.changed.has(path));
      fingerprint = await options.pool.setHeaders(current, []);
    }
    return fingerprint;
  }

  /** Takes what was listed for all sources, beside open documents that were known before. Answers what is gone. */
  private replaceAll(listed: readonly string[]): readonly string[] {
    const { known } = this;
    const before = [...known];
    const open = this.options.openTexts();
    known.clear();
    for (const path of listed) known.add(path);
    const others = before.filter((path) => !known.has(path));
    for (const path of others) if (open.has(path)) known.add(path);
    this.list = undefined;
    return others.filter((path) => !known.has(path));
  }
}

async function listPaths({
  settings,
  folders,
  isTrusted,
  log,
}: WorkspaceIndexOptions): Promise<readonly string[]> {
  const { include, exclude } = settings();
  const found = new Set<string>();
  const rest = createRests();
  for (const folder of folders()) {
    const sources = await findSources(folder, { include, exclude, ...linksWithin(folders(), isTrusted()) });
    await rest();
    for (const path of sources.paths) found.add(path);
    await rest();
    for (const problem of sources.problems) log.warning(problem);
  }
  return [...found];
}

async function readText(path: string, { openTexts, log }: ReadOptions): Promise<string | undefined> {
  const open = openTexts().get(path);
  if (open !== undefined) return open;
  const read = await readSource(path);
  if (read.kind === 'unreadable') {
    log.warning(read.message);
    return undefined;
  }
  if (read.note !== undefined) log.info(read.note);
  return read.text;
}

type ReadOptions = Pick<WorkspaceIndexOptions, 'openTexts' | 'log'>;

/** Each batch is read while the one before is used. */
async function* readInBatches(
  paths: readonly string[],
  options: ReadOptions,
): AsyncGenerator<{ readonly first: number; readonly texts: readonly SourceText[] }> {
  const read = (first: number): Promise<readonly SourceText[]> =>
    readTexts(paths.slice(first, first + HEADER_BATCH), options);
  let next = read(0);
  for (let first = 0; first < paths.length; first += HEADER_BATCH) {
    const texts = await next;
    next = read(first + HEADER_BATCH);
    yield { first, texts };
  }
}

async function readTexts(batch: readonly string[], options: ReadOptions): Promise<readonly SourceText[]> {
  const rest = createRests();
  const reading: Promise<SourceText | undefined>[] = [];
  for (const path of batch) {
    reading.push(readText(path, options).then((text) => (text === undefined ? undefined : { path, text })));
    await rest();
  }
  return (await Promise.all(reading)).filter((source) => source !== undefined);
}

interface IndexPass {
  readonly isCurrent: () => boolean;
  readonly progress: IndexProgress;
  readonly fingerprint: string;
}

/** Tells the session the operations of all files, from the cache or from the workers. */
async function analyzeBodies(
  paths: readonly string[],
  options: WorkspaceIndexOptions,
  { isCurrent, progress, fingerprint }: IndexPass,
): Promise<void> {
  const { pool, session, cache, log, openTexts } = options;
  const wanted = paths.slice(0, MAX_BACKGROUND_FILES);
  if (wanted.length < paths.length)
    log.info(
      `${paths.length - wanted.length} of ${paths.length} files are analyzed only when they are opened; the energy of calls into them is not included`,
    );
  const check: HeaderCheck = {
    fingerprint,
    stillHolds: (path, dependencies) => pool.stillHolds(path, dependencies),
  };
  let done = 0;
  let analyzed = 0;
  let fromCache = 0;
  const pending = new Set(wanted);
  const work = async (): Promise<void> => {
    for (const path of pending) {
      pending.delete(path);
      if (!isCurrent()) return;
      progress.report(done++, wanted.length, 'energy');
      if (openTexts().has(path)) continue;
      const text = await readText(path, options);
      if (text === undefined) continue;
      const cached = await cache.read(path, text, check);
      if (cached !== undefined) {
        fromCache++;
        session.addCallees(path, cached, indexLines(text));
        continue;
      }
      // A newer pass, or an editor that opened the file, has asked for it meanwhile: this would end their analysis.
      if (!isCurrent() || openTexts().has(path)) continue;
      const outcome = await pool.analyze(path, text, 'background', { wantsDependencies: true });
      if (outcome.kind === 'failed') log.warning(`${path}: ${outcome.message}`);
      if (outcome.kind !== 'analyzed' || !isCurrent()) continue;
      analyzed++;
      if (!openTexts().has(path)) session.addCallees(path, outcome.file, indexLines(text));
      await cache.write(path, text, outcome);
    }
  };
  await Promise.all([work(), work()]);
  log.info(`files analyzed in the background: ${analyzed}; taken from the cache: ${fromCache}`);
}
