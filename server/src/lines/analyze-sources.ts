/**
 * The first stages of all that is told of many files: headers of all, then bodies.
 *
 * Sits in `lines/`, under `run-report.ts`; files and workers are given to it.
 */
import type { ProfileDocument } from '../profile/document/profile-document';
import type { CostModel } from '../cost/model/cost-model';
import { type AnalyzedVersion, type CountedFile, type CountedSources, placeOf } from './counted-file';
import { chooseRan, countNow, describeLeftOut } from './source-lines';
import type { EnergySession } from './energy-session';
import type { AnalysisOptions } from '../analysis/analysis-options';
import { allProblems, type FileOperations, type LocatedProblem } from '../analysis/file-operations';
import { at, withDefined } from '../base/check';
import { addTo } from '../base/groups';
import { indexLines } from '../base/line-index';
import type { Frequencies } from './learned/frequencies-document';
import type { BlockSource } from './rank-blocks';
import type { MethodKey } from '../operations/catalogue/operation';
import type { FailedFile, ReportProgress, ReportRequest } from './report';

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
  /** Frequencies learned from runs: those of the team's file and of saved profiles. */
  readonly loadFrequencies: (
    paths: readonly string[],
  ) => Promise<{ readonly frequencies: Frequencies | undefined; readonly problems: readonly string[] }>;
  readonly loadTeachers: (paths: readonly string[]) => AsyncIterable<ProfileDocument>;
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
export interface Stage {
  readonly request: ReportRequest;
  readonly services: ReportServices;
  readonly onProgress: (progress: ReportProgress) => void;
}

export interface ReadSources {
  /** The texts by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly failed: readonly FailedFile[];
  readonly notes: readonly string[];
}

/** Reads all sources, and tells the workers their headers. */
export async function readSources({ request, services, onProgress }: Stage): Promise<ReadSources> {
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

export interface AnalyzedSources {
  readonly problemsOf: ReadonlyMap<string, readonly LocatedProblem[]>;
  readonly failed: readonly FailedFile[];
  /** The files that the profile has no counts of. */
  readonly uncounted: readonly string[];
  /** Counted methods whose text is another by now. */
  readonly leftOut: ReadonlySet<MethodKey>;
  /** Sentences on files with the same package and name, of which one ran. */
  readonly namesakes: readonly string[];
  /** Empty if no blocks are asked for. */
  readonly blocks: readonly BlockSource[];
}

/**
 * Analyzes all files: every method's operations must be known before the energy of a line with what it calls can be
 * computed. Of a counted run the profile knows them, so that only files that may have run are analyzed.
 */
export async function analyzeSources(
  texts: ReadonlyMap<string, string>,
  session: EnergySession,
  counted: CountedSources | undefined,
  { request, services, onProgress }: Stage,
): Promise<AnalyzedSources> {
  const problemsOf = new Map<string, readonly LocatedProblem[]>();
  const failed: FailedFile[] = [];
  const uncounted: string[] = [];
  const leftOut = new Set<MethodKey>();
  const blocks: BlockSource[] = [];
  /** The files of each place of a counted run: the classes of one of them ran. */
  const places = new Map<string, CountedVersion[]>();
  const { workers } = services;
  const next = createShares([...texts], workers.count);
  let done = 0;
  const work = async (worker: number): Promise<void> => {
    for (let source = next(worker); source !== undefined; source = next(worker)) {
      const [path, text] = source;
      const shown = services.displayPath(path);
      if (counted?.mayHave(path) === false) {
        uncounted.push(shown);
        onProgress({ phase: 'bodies', done: ++done, total: texts.size });
        continue;
      }
      const result = await workers.analyze(path, text, worker);
      onProgress({ phase: 'bodies', done: ++done, total: texts.size });
      if ('message' in result) {
        failed.push({ path: shown, message: result.message });
        continue;
      }
      const version = { path, text, file: result.file };
      const ran = counted && countNow(counted, version, indexLines(text));
      if (counted === undefined) add(version, undefined);
      else if (ran === undefined) uncounted.push(shown);
      else addTo(places, placeOf(result.file), { ...version, ran });
    }
  };
  const add = ({ path, text, file: source }: Version, ran: CountedFile | undefined): void => {
    const lines = indexLines(text);
    const file = ran ?? source;
    if (request.blocks === true)
      blocks.push({ path: services.displayPath(path), lines, source, ...withDefined({ counted: ran }) });
    session.addCallees(path, file, lines);
    session.prepare(file.members, lines);
    for (const key of ran?.leftOut ?? []) leftOut.add(key);
    const own = ran === undefined ? [] : [...ran.problems, ...describeStale(ran)];
    problemsOf.set(path, [...allProblems(source), ...own]);
  };
  const all = Array.from({ length: workers.count * FILES_AT_ONCE }, (_, index) =>
    work(index % workers.count),
  );
  await Promise.all(all);
  const namesakes: string[] = [];
  for (const [place, versions] of places) {
    const chosen = counted && chooseRan(counted, versions);
    const paths = versions.map(({ path }) => services.displayPath(path));
    if (paths.length > 1)
      namesakes.push(describeNamesakes(place, paths, chosen && services.displayPath(chosen.path)));
    for (const version of versions)
      if (chosen === undefined || version === chosen) add(version, version.ran);
      else uncounted.push(services.displayPath(version.path));
  }
  return { problemsOf, failed, uncounted, leftOut, namesakes, blocks };
}

interface Version extends AnalyzedVersion {
  readonly path: string;
}

interface CountedVersion extends Version {
  readonly ran: CountedFile;
}

/** Says which of several files with the same package and name has the counts. */
function describeNamesakes(place: string, paths: readonly string[], chosen: string | undefined): string {
  const all = [...paths].sort().join(' and ');
  return chosen === undefined
    ? `${all} are ${place}, and nothing tells which of them ran: each has its counts, so that sums have them more than once. Name the folder of one of them only`
    : `${all} are ${place}: ${chosen} is what ran, and has its counts alone`;
}

/** What is said of the methods whose counts are of an older text. */
function describeStale({ stale }: CountedFile): readonly LocatedProblem[] {
  const [first] = stale;
  if (first === undefined) return [];
  const message = describeLeftOut(stale.length);
  return [{ severity: 'warning', message, start: first.nameStart, end: first.nameStart }];
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
