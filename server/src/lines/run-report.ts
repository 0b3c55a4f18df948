/**
 * A report over many files: headers of all, then bodies, then prices.
 *
 * Sits in `lines/`, the door for `cli/`; files and workers are given to it.
 */
import type { ProfileDocument } from '../profile/document/profile-document';
import type { CostModel } from '../cost/model/cost-model';
import { createCountedSources, type CountedSources } from './counted-file';
import { describeDoubts, describeSharing, describeVariation } from '../profile/document/count-program';
import { createEnergySession, type EnergySession } from './energy-session';
import type { AnalysisOptions } from '../analysis/analysis-options';
import { chanceOfRun, chanceWithin, type EnergyLimit, type LimitChances } from './energy-limit';
import { allProblems, type FileOperations, type LocatedProblem } from '../analysis/file-operations';
import { at, present, withDefined } from '../base/check';
import { indexLines } from '../base/line-index';
import { scaleToProfile, type ScaledModel, inTermsOf } from '../profile/account/measured-profile';
import { summarizeModel } from '../cost/model/model-registry';
import { describeUnmatched } from './entry-text';
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
  readonly loadProfile: (path: string) => Promise<ProfileDocument>;
  readonly workers: ReportWorkers;
  /** The main classes that launch configurations beside the sources start. */
  readonly launchedClasses: () => Promise<readonly string[]>;
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

/** The input of every stage of a report. */
interface Stage {
  readonly request: ReportRequest;
  readonly services: ReportServices;
  readonly onProgress: (progress: ReportProgress) => void;
}

export async function runReport(
  request: ReportRequest,
  options: AnalysisOptions,
  services: ReportServices,
  onProgress: (progress: ReportProgress) => void,
): Promise<ReportResult> {
  const started = services.now();
  const stage = { request, services, onProgress };
  const given = await loadGiven(stage);
  await services.workers.configure(options);
  const sources = await readSources(stage);
  const entries = { patterns: request.entries ?? [], mainClasses: await services.launchedClasses() };
  const settings = { model: given.model, mode: request.frequency, entries, ...options };
  const session = createEnergySession({ ...settings, countedMember: given.counted?.memberOf });
  const analyzed = await analyzeSources(sources.texts, session, given.counted, stage);
  const libraryProblems = services.workers.problems();
  await services.workers.release();
  onProgress({ phase: 'calls', done: 0, total: sources.texts.size });
  session.solveCalls();
  const entryPoints = session.entryPoints();
  const failed = [...sources.failed, ...analyzed.failed];
  const missing = given.counted?.missing() ?? [];
  const gaps = given.counted === undefined ? [] : describeGaps(analyzed.uncounted, missing);
  const files = priceSources(sources.texts, session, analyzed.problemsOf, stage);
  const { within } = request;
  const isPartial =
    failed.length > 0 || missing.length > 0 || files.some(({ energy }) => energy.unmodeledCount > 0);
  return {
    model: summarizeModel(given.model),
    ...withDefined({
      measured: given.measured,
      baselines: given.baselines,
      entryPoints,
      blocks:
        request.blocks === true
          ? rankBlocks(
              analyzed.blocks.map((block) => ({ ...block, source: session.ofRun(block.source) })),
              settings,
            )
          : undefined,
      within: within && chancesWithin(within, session, given, isPartial),
    }),
    files,
    failed,
    problems: [
      ...given.problems,
      ...libraryProblems,
      ...given.doubts,
      ...sources.notes,
      ...gaps,
      ...(entryPoints === undefined ? [] : describeUnmatched(entryPoints)),
    ],
    isComplete: failed.length === 0 && libraryProblems.length === 0,
    seconds: (services.now() - started) / 1000,
  };
}

/** The model, and the profile whose counts replace estimates, in the terms of the model. */
interface GivenData extends ScaledModel {
  readonly counted: CountedSources | undefined;
  readonly baselines: ReportResult['baselines'];
  /** Problems of the model. */
  readonly problems: readonly string[];
  /** Reasons not to trust the profile. */
  readonly doubts: readonly string[];
}

async function loadGiven({ request, services }: Stage): Promise<GivenData> {
  const { model, problems } = await services.loadModel(request.model);
  if (request.profile === undefined)
    return { model, problems, counted: undefined, baselines: undefined, doubts: [] };
  const profile = inTermsOf(model, await services.loadProfile(request.profile));
  return {
    ...scaleToProfile(model, profile),
    problems,
    counted: createCountedSources(profile),
    baselines: profile.baselines,
    doubts: [...describeDoubts(profile), ...describeSharing(profile), ...describeVariation(profile)],
  };
}

interface ReadSources {
  /** The texts by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly failed: readonly FailedFile[];
  readonly notes: readonly string[];
}

/** Reads all sources, and tells the workers their headers. */
async function readSources({ request, services, onProgress }: Stage): Promise<ReadSources> {
  const { paths, failed: unlisted } = await services.listSources(request);
  const texts = new Map<string, string>();
  const failed = [...unlisted];
  const notes: string[] = [];
  for (let first = 0; first < paths.length; first += HEADER_BATCH) {
    onProgress({ phase: 'headers', done: first, total: paths.length });
    const batch = paths.slice(first, first + HEADER_BATCH);
    const results = await Promise.all(batch.map(services.readText));
    const read = results.flatMap((result, index) => {
      const path = at(batch, index);
      if ('message' in result) {
        failed.push({ path: services.displayPath(path), message: result.message });
        return [];
      }
      if (result.note !== undefined) notes.push(result.note);
      texts.set(path, result.text);
      return [{ path, text: result.text }];
    });
    services.workers.setHeaders(read);
  }
  return { texts, failed, notes };
}

interface AnalyzedSources {
  readonly problemsOf: ReadonlyMap<string, readonly LocatedProblem[]>;
  readonly failed: readonly FailedFile[];
  /** The files that the profile has no counts of. */
  readonly uncounted: readonly string[];
  /** Empty if no blocks are asked for. */
  readonly blocks: readonly BlockSource[];
}

/**
 * Analyzes all files: every method's operations must be known before the energy of a line with what it calls can be
 * computed.
 */
async function analyzeSources(
  texts: ReadonlyMap<string, string>,
  session: EnergySession,
  counted: CountedSources | undefined,
  { request, services, onProgress }: Stage,
): Promise<AnalyzedSources> {
  const problemsOf = new Map<string, readonly LocatedProblem[]>();
  const failed: FailedFile[] = [];
  const uncounted: string[] = [];
  const blocks: BlockSource[] = [];
  const { workers } = services;
  const next = createShares([...texts], workers.count);
  let done = 0;
  const work = async (worker: number): Promise<void> => {
    for (let source = next(worker); source !== undefined; source = next(worker)) {
      const [path, text] = source;
      const result = await workers.analyze(path, text, worker);
      const shown = services.displayPath(path);
      onProgress({ phase: 'bodies', done: ++done, total: texts.size });
      if ('message' in result) {
        failed.push({ path: shown, message: result.message });
        continue;
      }
      const lines = indexLines(text);
      const file = counted === undefined ? result.file : counted.fileOf(result.file, lines);
      if (file === undefined) {
        uncounted.push(shown);
        continue;
      }
      if (request.blocks === true)
        blocks.push({
          path: shown,
          lines,
          source: result.file,
          ...withDefined({ counted: counted && file }),
        });
      session.addCallees(path, file, lines);
      session.prepare(file.members, lines);
      problemsOf.set(path, [...allProblems(result.file), ...(file === result.file ? [] : file.problems)]);
    }
  };
  const all = Array.from({ length: workers.count * FILES_AT_ONCE }, (_, index) =>
    work(index % workers.count),
  );
  await Promise.all(all);
  return { problemsOf, failed, uncounted, blocks };
}

function priceSources(
  texts: ReadonlyMap<string, string>,
  session: EnergySession,
  problemsOf: AnalyzedSources['problemsOf'],
  { services, onProgress }: Stage,
): readonly AnalyzedFile[] {
  return [...texts].flatMap(([path, text], done): AnalyzedFile[] => {
    onProgress({ phase: 'pricing', done, total: texts.size });
    const energy = session.priceFile(path);
    if (energy === undefined) return [];
    const problems = present(problemsOf.get(path), 'the problems of an analyzed file');
    return [{ path: services.displayPath(path), text, energy, problems }];
  });
}

function chancesWithin(
  limit: EnergyLimit,
  session: EnergySession,
  { model, measured }: ScaledModel,
  isPartial: boolean,
): LimitChances {
  return {
    limit,
    lines: chanceWithin(session.total(), limit, summarizeModel(model), measured, isPartial),
    ...withDefined({ run: measured && chanceOfRun(measured.measurement, limit) }),
  };
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
