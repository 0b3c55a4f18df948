/**
 * A report over many files: headers of all, then bodies, then prices.
 *
 * Sits in `lines/`, the door for `cli/`; files and workers are given to it.
 */
import type { ProfileDocument } from '../profile/document/profile-document';
import type { CostModel } from '../cost/model/cost-model';
import { createCountedSources } from './counted-file';
import { describeDoubts, describeSharing, describeVariation } from '../profile/document/count-program';
import { createEnergySession } from './energy-session';
import type { AnalysisOptions } from '../analysis/analysis-options';
import { chanceOfRun, chanceWithin, type EnergyLimit, type LimitChances } from './energy-limit';
import type { FileOperations, LocatedProblem } from '../analysis/file-operations';
import { indexLines } from '../base/line-index';
import { scaleToProfile } from '../profile/account/measured-profile';
import { inTermsOf } from '../profile/account/model-terms';
import { summarizeModel } from '../cost/model/model-registry';
import { rankBlocks, type BlockSource } from './rank-blocks';
import type { AnalyzedFile, FailedFile, ReportProgress, ReportRequest, ReportResult } from './report';

export interface ReportServices {
  readonly listSources: (
    request: ReportRequest,
  ) => Promise<{ readonly paths: readonly string[]; readonly failed: readonly FailedFile[] }>;
  readonly readText: (
    path: string,
  ) => Promise<{ readonly text: string; readonly note?: string } | { readonly message: string }>;
  readonly loadModel: (
    id: string | undefined,
  ) => Promise<{ readonly model: CostModel; readonly problems: readonly string[] }>;
  readonly loadProfile: (path: string) => ProfileDocument;
  readonly workers: ReportWorkers;
  /** The time of this machine's clock in milliseconds; only the printed duration depends on it. */
  readonly now: () => number;
  /** Makes a path readable: relative to what the user named. */
  readonly displayPath: (path: string) => string;
}

export interface ReportWorkers {
  configure(options: AnalysisOptions): Promise<void>;
  /** Before the first analysis. */
  setHeaders(files: readonly { readonly path: string; readonly text: string }[]): void;
  analyze(
    path: string,
    text: string,
    worker: number,
  ): Promise<{ readonly file: FileOperations } | { readonly message: string }>;
  /** The problems of libraries that could not be read. */
  problems(): readonly string[];
  /** Ends the workers: what follows needs the memory, not them. */
  release(): Promise<void>;
  /** The number of workers. */
  readonly count: number;
}

const HEADER_BATCH = 100;
/** One that a worker is at, one that it goes on with, and two for what is found in the cache. */
const FILES_AT_ONCE = 4;

export async function runReport(
  request: ReportRequest,
  options: AnalysisOptions,
  services: ReportServices,
  onProgress: (progress: ReportProgress) => void,
): Promise<ReportResult> {
  const started = services.now();
  const { model: given, problems: modelProblems } = await services.loadModel(request.model);
  const profile =
    request.profile === undefined ? undefined : inTermsOf(given, services.loadProfile(request.profile));
  const counted = profile === undefined ? undefined : createCountedSources(profile);
  const { model, measured } = profile === undefined ? { model: given } : scaleToProfile(given, profile);
  await services.workers.configure(options);
  const doubts =
    profile === undefined
      ? []
      : [...describeDoubts(profile), ...describeSharing(profile), ...describeVariation(profile)];
  const problems = [...doubts];
  const { paths, failed } = await services.listSources(request);
  const failures = [...failed];
  const texts = await readAll();

  const uncounted: string[] = [];
  const settings = { model, mode: request.frequency, ...options };
  const session = createEnergySession({ ...settings, countedMember: counted?.memberOf });
  const blockSources: BlockSource[] = [];
  const problemsOf = await analyzeAll();
  const libraryProblems = services.workers.problems();
  await services.workers.release();
  if (counted !== undefined) problems.push(...describeGaps(uncounted, counted.missing()));
  let done = 0;
  const files = [...texts].flatMap(([path, text]): AnalyzedFile[] => {
    onProgress({ phase: 'pricing', done: done++, total: texts.size });
    const energy = session.priceFile(path);
    if (energy === undefined) return [];
    return [{ path: services.displayPath(path), text, energy, problems: problemsOf.get(path) ?? [] }];
  });
  return {
    model: summarizeModel(model),
    ...(measured === undefined ? {} : { measured }),
    ...(profile?.baselines === undefined ? {} : { baselines: profile.baselines }),
    ...(request.blocks === true ? { blocks: rankBlocks(blockSources, settings) } : {}),
    ...(request.within === undefined ? {} : { within: chancesWithin(request.within, files) }),
    files,
    failed: failures,
    problems: [...modelProblems, ...libraryProblems, ...problems],
    isComplete: failures.length === 0 && libraryProblems.length === 0,
    seconds: (services.now() - started) / 1000,
  };

  function chancesWithin(limit: EnergyLimit, priced: readonly AnalyzedFile[]): LimitChances {
    const isPartial =
      failures.length > 0 ||
      (counted !== undefined && counted.missing().length > 0) ||
      priced.some(({ energy }) => energy.unmodeledCount > 0);
    const run = measured === undefined ? undefined : chanceOfRun(measured.measurement, limit);
    return {
      limit,
      lines: chanceWithin(session.total(), limit, summarizeModel(model), measured, isPartial),
      ...(run === undefined ? {} : { run }),
    };
  }

  /**
   * Analyzes all files: every method's operations must be known before the energy of a line with what it
   * calls can be computed.
   */
  async function analyzeAll(): Promise<ReadonlyMap<string, readonly LocatedProblem[]>> {
    const found = new Map<string, readonly LocatedProblem[]>();
    const next = createShares([...texts], services.workers.count);
    let done = 0;
    const work = async (worker: number): Promise<void> => {
      for (let source = next(worker); source !== undefined; source = next(worker)) {
        const [path, text] = source;
        const result = await services.workers.analyze(path, text, worker);
        onProgress({ phase: 'bodies', done: ++done, total: texts.size });
        if ('message' in result) {
          failures.push({ path: services.displayPath(path), message: result.message });
          continue;
        }
        const lines = indexLines(text);
        const file = counted === undefined ? result.file : counted.fileOf(result.file, lines);
        if (file === undefined) {
          uncounted.push(services.displayPath(path));
          continue;
        }
        if (request.blocks === true)
          blockSources.push({
            path: services.displayPath(path),
            lines,
            source: result.file,
            ...(counted === undefined ? {} : { counted: file }),
          });
        session.addCallees(path, file, lines);
        session.prepare(file.members, lines);
        found.set(path, [...allProblems(result.file), ...(file === result.file ? [] : file.problems)]);
      }
    };
    const { count } = services.workers;
    await Promise.all(Array.from({ length: count * FILES_AT_ONCE }, (_, index) => work(index % count)));
    return found;
  }

  async function readAll(): Promise<ReadonlyMap<string, string>> {
    const read = new Map<string, string>();
    for (let at = 0; at < paths.length; at += HEADER_BATCH) {
      onProgress({ phase: 'headers', done: at, total: paths.length });
      const batch: { readonly path: string; readonly text: string }[] = [];
      const batchPaths = paths.slice(at, at + HEADER_BATCH);
      const results = await Promise.all(batchPaths.map(services.readText));
      for (const [index, path] of batchPaths.entries()) {
        const result = results[index];
        if (result === undefined) continue;
        if ('message' in result) {
          failures.push({ path: services.displayPath(path), message: result.message });
          continue;
        }
        if (result.note !== undefined) problems.push(result.note);
        read.set(path, result.text);
        batch.push({ path, text: result.text });
      }
      services.workers.setHeaders(batch);
    }
    return read;
  }
}

/**
 * Gives each worker files of its own that stand beside each other: they name the same types. Who has none left takes
 * from the end of the longest share.
 */
function createShares<T>(items: readonly T[], workers: number): (worker: number) => T | undefined {
  const shares = Array.from({ length: workers }, (_, worker) => ({
    start: Math.floor((items.length * worker) / workers),
    end: Math.floor((items.length * (worker + 1)) / workers),
  }));
  return (worker) => {
    const own = shares[worker];
    if (own !== undefined && own.start < own.end) return items[own.start++];
    const longest = shares.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
    return longest.start < longest.end ? items[--longest.end] : undefined;
  };
}

/**
 * Describes the sources that the profile does not have, and the files of the profile that no source was named
 * for.
 */
function describeGaps(uncounted: readonly string[], missing: readonly string[]): readonly string[] {
  const list = (names: readonly string[]): string =>
    names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')}, …`;
  return [
    ...(uncounted.length === 0
      ? []
      : [`not in the profile, and left out: ${uncounted.length} files (${list([...uncounted].sort())})`]),
    ...(missing.length === 0
      ? []
      : [`counted, but not among the files named: ${missing.length} sources (${list(missing)})`]),
  ];
}

/** Headers' and bodies' problems with offsets in the file. */
export function allProblems(file: FileOperations): readonly LocatedProblem[] {
  return [
    ...file.problems,
    ...file.members.flatMap(({ bodyStart, problems }) =>
      problems.map((problem) => ({
        ...problem,
        start: problem.start + bodyStart,
        end: problem.end + bodyStart,
      })),
    ),
  ];
}
