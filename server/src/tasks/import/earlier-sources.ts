/**
 * Sources as they were when something was recorded, by the history of their git
 * repository.
 *
 * Sits in `tasks/`, over `host/git/git-history`. A file that was not written
 * since the recording is taken as it is; one that was written since is taken
 * from the last commit before the recording. That commit is a guess, and the
 * user is told of it and can name the revision that ran.
 */
import { counted } from '../../base/counted';
import { Failure } from '../../base/failure';
import { findRepository, foreignRepository, pathWithin, type Repository } from '../../host/git/git-history';
import type { ImportedSource, SourceTexts } from '../../host/files/import-sources';
import type { ProcessWatch } from '../../host/git/run-git';
import { decodeSource } from '../../host/files/source-encoding';
import type { Seconds } from '../../base/units';
import { parseCalendarTime } from '../../base/time-columns';
import type { ImportProblem } from '../../recordings/model/imported-profile';
import { createRecordingPlacer, type Placer } from '../../recordings/import/import-profile';
import { moveRecording } from '../../lines/later-texts';
import { spreadInLoops } from '../../lines/loop-lines';

export type HistoryRequest =
  { readonly kind: 'date' } | { readonly kind: 'revision'; readonly revision: string };

interface EarlierSources {
  readonly sources: readonly ImportedSource[];
  /** A note for people that says where the sources are from. */
  readonly note: string;
}

/** Undefined where all is as it was, or nobody knows how it was. */
export type SourcesAt = (date: Seconds | undefined) => Promise<EarlierSources | undefined>;

function createHistory(
  named: readonly string[],
  { sources }: SourceTexts,
  request: HistoryRequest,
  watch: ProcessWatch,
): SourcesAt {
  const known = new Map<number | undefined, Promise<EarlierSources | undefined>>();
  let opened: Promise<readonly KnownRepository[]> | undefined;

  async function find(date: Seconds | undefined): Promise<EarlierSources | undefined> {
    opened ??= openRepositories(named, sources, watch);
    const earlier = await Promise.all((await opened).map((each) => changesSince(each, request, date)));
    const changes = earlier.filter((each) => each !== undefined);
    if (changes.length === 0) return undefined;
    const texts = new Map(sources.map((source) => [source.path, source]));
    for (const { replaced } of changes) for (const source of replaced) texts.set(source.path, source);
    return { sources: [...texts.values()], note: changes.map(({ note }) => note).join('; ') };
  }

  return (date) => {
    if (request.kind === 'date' && date === undefined) return Promise.resolve(undefined);
    const key = request.kind === 'date' ? date : undefined;
    const made = known.get(key) ?? find(date);
    known.set(key, made);
    return made;
  };
}

interface KnownRepository {
  readonly repository: Repository;
  /** The repository's files, by their paths from its top. */
  readonly files: ReadonlyMap<string, ImportedSource>;
  /** Path of each of the folders and files that were named, from its top. */
  readonly roots: readonly string[];
}

async function openRepositories(
  named: readonly string[],
  sources: readonly ImportedSource[],
  watch: ProcessWatch,
): Promise<readonly KnownRepository[]> {
  interface Found extends KnownRepository {
    readonly files: Map<string, ImportedSource>;
    readonly roots: string[];
  }
  const byTop = new Map<string, Found>();
  for (const path of named) {
    const repository = await findRepository(path, watch);
    if (repository === undefined) continue;
    const entry: Found = byTop.get(repository.top) ?? {
      repository,
      files: new Map<string, ImportedSource>(),
      roots: [],
    };
    byTop.set(repository.top, entry);
    const root = await pathWithin(repository, path);
    if (root !== undefined) entry.roots.push(root);
  }
  for (const { repository, files } of byTop.values())
    for (const source of sources) {
      const path = await pathWithin(repository, source.file);
      if (path !== undefined) files.set(path, source);
    }
  return [...byTop.values()];
}

interface Changes {
  readonly replaced: readonly ImportedSource[];
  readonly note: string;
}

async function changesSince(
  { repository, files, roots }: KnownRepository,
  request: HistoryRequest,
  date: Seconds | undefined,
): Promise<Changes | undefined> {
  const isNamed = request.kind === 'revision';
  const changed = [...files].filter(([, { written }]) => isNamed || written > (date ?? 0));
  if (changed.length === 0) return undefined;
  const commit = isNamed
    ? await repository.commitNamed(request.revision)
    : await repository.commitBefore(date ?? 0);
  if (commit === undefined) {
    if (!isNamed) return undefined;
    throw new Failure(`${repository.top} has no commit ${request.revision}`);
  }
  const [then, renames] = await Promise.all([repository.filesAt(commit), repository.renamesSince(commit)]);
  const before = new Map([...renames].map(([from, to]) => [to, from]));
  const wanted = changed.flatMap(([path, source]) => {
    const blob = then.get(before.get(path) ?? path);
    return blob === undefined ? [] : [{ source, blob }];
  });
  // What is gone is nothing of a library: it is known, and listed as what has no place any more.
  const gone = [...then].filter(
    ([path]) =>
      /\.(?:java|kts?)$/.test(path) &&
      !files.has(path) &&
      !files.has(renames.get(path) ?? '') &&
      roots.some((root) => root === '' || path === root || path.startsWith(`${root}/`)),
  );
  const texts = await repository.readBytes([
    ...wanted.map(({ blob }) => blob),
    ...gone.map(([, blob]) => blob),
  ]);
  const decoded = (path: string, blob: string): string | undefined => {
    const bytes = texts.get(blob);
    const source = bytes === undefined ? undefined : decodeSource(path, bytes);
    return source?.kind === 'text' ? source.text : undefined;
  };
  const others = wanted.flatMap(({ source, blob }): readonly ImportedSource[] => {
    const text = decoded(source.path, blob);
    return text === undefined || sameLines(text, source.text) ? [] : [{ ...source, text }];
  });
  const removed = gone.flatMap(([path, blob]): readonly ImportedSource[] => {
    const text = decoded(path, blob);
    return text === undefined ? [] : [{ path, file: path, text, written: 0 }];
  });
  if (others.length === 0 && removed.length === 0) return undefined;
  const day = new Date(commit.time * 1000).toISOString().slice(0, 10);
  const why = isNamed ? request.revision : 'the last commit before the recording';
  const count = others.length + removed.length;
  return {
    replaced: [...others, ...removed],
    note: `${counted(count, 'file was another', 'files were others')} in ${commit.hash.slice(0, 10)} of ${day} (${why}): it is laid on ${count === 1 ? 'that' : 'those'}, and moved to what is there now`,
  };
}

function sameLines(one: string, other: string): boolean {
  return one === other || one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}

interface DatedPlacing {
  readonly sources: readonly string[];
  readonly lines: boolean;
  /** Samples in loops are spread over the loop's lines, which are then believed. */
  readonly spread?: boolean;
  readonly history?: HistoryRequest;
  readonly whyNothingRuns?: string;
}

/** More is nothing to read. */
const MOST_NAMES = 20;

type DatedPlacer = (recording: Parameters<Placer>[0]) => Promise<ReturnType<Placer>>;

/**
 * Lays recordings on sources as they are, by way of the sources as they were. Lines that changed since are moved by their
 * text, else by their method (`lines/later-texts`).
 */
export function createDatedPlacer(
  { sources: named, lines, spread, history, whyNothingRuns }: DatedPlacing,
  read: SourceTexts,
  watch: ProcessWatch,
): DatedPlacer {
  const placerOf = (sources: SourceTexts['sources']): Placer =>
    spread === true
      ? spreadInLoops(createRecordingPlacer(sources, true), sources)
      : createRecordingPlacer(sources, lines);
  const placeNow = placerOf(read.sources);
  if (history === undefined || whyNothingRuns !== undefined)
    return (recording) => Promise.resolve(placeNow(recording));
  const opened = openHistory(named, read, history, watch);
  const now = new Map(read.sources.map(({ path, text }) => [path, text]));
  const placers = new Map<EarlierSources, Placer>();
  return async (recording) => {
    const { sourcesAt, foreign } = await opened;
    const earlier = await sourcesAt(parseCalendarTime(recording.source.date ?? ''));
    if (earlier === undefined) return withProblems(placeNow(recording), foreign.map(notAsked));
    const place = placers.get(earlier) ?? placerOf(earlier.sources);
    placers.set(earlier, place);
    const { placed, changed } = moveRecording(place(recording), (path) => now.get(path));
    const further = changed.length > MOST_NAMES ? `, and ${changed.length - MOST_NAMES} more` : '';
    return withProblems(placed, [
      ...foreign.map(notAsked),
      { message: earlier.note, isDoubt: true },
      ...(changed.length === 0
        ? []
        : [
            {
              message: `these methods have changed or are gone: ${changed.slice(0, MOST_NAMES).join(', ')}${further}`,
            },
          ]),
    ]);
  };
}

/** The history of the sources, and the folders of repositories that are not asked, since others own them. */
async function openHistory(
  named: readonly string[],
  read: SourceTexts,
  request: HistoryRequest,
  watch: ProcessWatch,
): Promise<{ readonly sourcesAt: SourcesAt; readonly foreign: readonly string[] }> {
  const own: string[] = [];
  const foreign = new Set<string>();
  for (const path of named) {
    // Who names a revision wants git to be asked.
    const other = request.kind === 'revision' ? undefined : await foreignRepository(path);
    if (other === undefined) own.push(path);
    else foreign.add(other);
  }
  return { sourcesAt: createHistory(own, read, request, watch), foreign: [...foreign] };
}

function notAsked(folder: string): ImportProblem {
  return {
    message: `git is not asked how sources were when they were recorded, since another user owns the repository ${folder}: name a revision to ask it`,
    isDoubt: true,
  };
}

function withProblems(placed: ReturnType<Placer>, more: readonly ImportProblem[]): ReturnType<Placer> {
  const problems = [...placed.recording.problems, ...more];
  return { ...placed, recording: { ...placed.recording, problems } };
}
