/**
 * Lays recordings, and several profiles at once, on the sources as they are now.
 *
 * Sits in `lsp/`, under `colored-by.ts`: it reads the files, `recordings/` and `lines/` place them.
 */
import { at, withDefined } from '../../base/check';
import { groupBy } from '../../base/groups';
import { hashLines } from '../../base/line-hashes';
import type { PlacedRecording } from '../../recordings/place/placed-values';
import { putSideBySide, type ShownEvidence } from '../../recordings/merge/side-by-side';
import { basename, dirname, resolve, sep } from 'node:path';
import type { CostModel } from '../../cost/model/cost-model';
import { evidenceInText, type FileEvidence } from '../../lines/file-evidence';
import { type AnalyzedVersion, createCountedSources } from '../../lines/counted-file';
import { moveRecording } from '../../lines/later-texts';
import { methodInWords } from '../../words/text-sections';
import { findMethodsNow } from '../../lines/source-lines';
import { filesOfProfile, placeProfile } from '../../recordings/place/place-profile';
import { type RecordingSummary, summarizeRecording } from '../../recordings/model/summarize-recording';
import { findSources, linksWithin, readSource } from '../../host/files/source-files';
import type { Settings } from '../../protocol/settings';
import { nameAll, type SavedFile } from '../../tasks/saved-profiles';
import { relativeTo, toUri } from '../documents/uris';

export interface EvidenceOptions {
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  readonly settings: Pick<
    Settings,
    'include' | 'exclude' | 'evidenceOrder' | 'libraryEnergy' | 'comparedMetric' | 'component'
  >;
  /** The model of counted profiles. */
  readonly model: CostModel;
  /** A text of the workspace with its operations; undefined while it is not known. */
  readonly textNow: (path: string) => Promise<AnalyzedVersion | undefined>;
}

export interface EvidenceProfile extends SavedFile {
  /** The stamp of the file as it was read. */
  readonly stamp: string;
}

export interface LoadedEvidence {
  /** All recordings side by side; undefined if none of them knows any place. */
  readonly shown: ShownEvidence | undefined;
  /** Summaries of the recordings, as they lie in the sources now. */
  readonly recordings: readonly RecordingSummary[];
  /** The methods that changed since they were measured. */
  readonly changed: readonly string[];
  readonly inText: (path: string, text: string) => FileEvidence | undefined;
}

export async function loadEvidence(
  profiles: readonly EvidenceProfile[],
  { folders, isTrusted, settings, model, textNow }: EvidenceOptions,
): Promise<LoadedEvidence> {
  const paths = (
    await Promise.all(
      folders.map(
        async (each) => (await findSources(each, { ...settings, ...linksWithin(folders, isTrusted) })).paths,
      ),
    )
  ).flat();
  const texts = new Map<string, string>();
  const readOnce = async (path: string): Promise<void> => {
    const read = texts.has(path) ? undefined : await readSource(path);
    if (read?.kind === 'text') texts.set(path, read.text);
  };
  const placed: PlacedRecording[] = [];
  const leftOut = new Set<string>();
  const names = nameAll(profiles);
  for (const [index, { path, saved }] of profiles.entries()) {
    if (saved.kind === 'counted') {
      const files = filesEndingWith(paths, filesOfProfile(saved.profile));
      const known = (await Promise.all(files.map(textNow))).flatMap((now) =>
        now === undefined ? [] : [now],
      );
      for (const { text, file } of known) texts.set(file.path, text);
      await Promise.all(files.map(readOnce));
      const sources = files.flatMap((file) => {
        const text = texts.get(file);
        return text === undefined ? [] : [{ path: file, text }];
      });
      const methods = findMethodsNow(createCountedSources(saved.profile), known);
      for (const key of methods.leftOut) leftOut.add(methodInWords(key.slice(0, key.indexOf('('))));
      const now = { methods, known: new Set(known.map(({ file }) => file.path)) };
      const place = settings.libraryEnergy;
      placed.push(placeProfile(saved.profile, model, at(names, index), sources, { place, now }));
    } else {
      // .jouleline/profiles/NAME.json
      const folder = dirname(dirname(dirname(path)));
      placed.push(...saved.document.recordings.map((each) => findFiles(each, folder, paths)));
    }
  }
  const named = new Set(placed.flatMap(({ placements }) => placements.flatMap(pathOf)));
  // A document may come from anywhere and name any file: only files of the workspace are opened.
  const roots = folders.map(toUri);
  const own = [...named].filter((path) => relativeTo(roots, toUri(path)) !== undefined);
  await Promise.all(own.map(readOnce));
  const moved = placed.map((each) => moveRecording(each, (path) => texts.get(path)));
  const isLibraryApart = settings.libraryEnergy === 'apart';
  const recordings = moved.map((each) => ({ ...each.placed, isLibraryApart }));
  const [only, ...others] = profiles;
  const ownOrder =
    only?.saved.kind === 'import' && others.length === 0 ? only.saved.document.order : undefined;
  const order = settings.evidenceOrder.length > 0 ? settings.evidenceOrder : (ownOrder ?? []);
  const shown = putSideBySide(recordings, { order, component: settings.component });
  const bases = new Map<string, string>();
  return {
    shown,
    recordings: recordings.map((each) => summarizeRecording(each, shown?.measure.component)),
    changed: [...new Set([...moved.flatMap(({ changed }) => changed), ...leftOut])],
    inText(path, text) {
      const then = texts.get(path);
      const base = bases.get(path) ?? (then === undefined ? undefined : hashLines(then));
      if (base !== undefined) bases.set(path, base);
      return shown === undefined ? undefined : evidenceInText(shown, path, base, text);
    },
  };
}

function filesEndingWith(paths: readonly string[], ends: ReadonlySet<string>): readonly string[] {
  const byName = groupBy(ends, (end) => basename(end));
  return paths.filter((path) =>
    (byName.get(basename(path)) ?? []).some((end) => slashed(path).endsWith(`/${end}`)),
  );
}

function pathOf(placement: PlacedRecording['placements'][number]): readonly string[] {
  return placement.kind === 'unplaced' ? [] : [placement.path];
}

/**
 * Finds the files of an import. Its paths are relative to its folder, or to the folder that the command line ran in.
 */
function findFiles(placed: PlacedRecording, folder: string, sources: readonly string[]): PlacedRecording {
  const known = new Set(sources);
  const found = new Map<string, string>();
  const find = (given: string): string => {
    const path = found.get(given) ?? findFile(given, folder, known);
    found.set(given, path);
    return path;
  };
  return {
    ...placed,
    placements: placed.placements.map((placement) =>
      placement.kind === 'unplaced' ? placement : { ...placement, path: find(placement.path) },
    ),
    ...withDefined({ texts: placed.texts?.map(({ path, lines }) => ({ path: find(path), lines })) }),
  };
}

function findFile(given: string, folder: string, sources: ReadonlySet<string>): string {
  const path = resolve(folder, given);
  if (sources.has(path)) return path;
  const end = `/${given.replace(/^(?:\.{1,2}\/)+/, '')}`;
  const [only, ...others] = [...sources].filter((each) => slashed(each).endsWith(end));
  return only !== undefined && others.length === 0 ? only : path;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
