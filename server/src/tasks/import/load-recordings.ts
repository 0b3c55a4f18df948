/**
 * Loads recordings from files that Jouleline saved: imports, and counted profiles with the energy of a cost model.
 * Sits in `tasks/`.
 */
import type { PlacedRecording } from '../../recordings/place/placed-values';
import type { EvidenceOrder } from '../../recordings/merge/merge-recordings';
import { type ImportedRecording, MERGED_FORMAT } from '../../recordings/model/imported-profile';
import type { ProfileDocument } from '../../profile/document/profile-document';
import { basename } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { createRecordingPlacer } from '../../recordings/import/import-profile';
import { placeAnew } from '../../lines/later-texts';
import { type MethodsNow, recordingOfProfile } from '../../recordings/model/profile-recording';
import type { LibraryPlace } from '../../profile/account/called-lines';
import type { FailedFile } from '../../lines/report';
import { createCountedSources } from '../../lines/counted-file';
import { describeLeftOut, findMethodsNow } from '../../lines/source-lines';
import { present } from '../../base/check';
import { Analyzer, prepareAnalyzer } from '../../analysis/analyzer';
import { analysisOptionsOf } from '../../analysis/analysis-options';
import type { FileOperations, MemberRecord } from '../../analysis/file-operations';
import { openLibraries } from '../../host/jdk/libraries';
import { findLibraries, type LibraryRequest } from '../sources/list-sources';
import { type ImportedSource, readSourceTexts } from '../../host/files/import-sources';
import { AVERAGE_DEVICE } from '../../cost/model/additive-model';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import { loadModel } from '../load-model';
import { loadSaved } from '../saved-profiles';

export interface RecordingsRequest {
  readonly path: string;
  /** The cost model for counted profiles. */
  readonly model: string | undefined;
  /** Reads what methods of libraries do, for counted profiles. */
  readonly libraries?: () => Promise<readonly LibraryClass[]>;
  /** The types that sources of counted profiles are read with. */
  readonly types: LibraryRequest;
  /** The sources to place recordings on. Without them the places in an import stay as they are. */
  readonly sources: readonly string[];
  /** Which energies besides their own lines of counted profiles have; `caller` if absent. */
  readonly libraryEnergy?: LibraryPlace;
  /** True if biased lines are trusted. */
  readonly lines: boolean;
}

export interface LoadedRecordings {
  readonly recordings: readonly PlacedRecording[];
  /** The best evidence first, as a merge was asked for it; empty for the usual order. */
  readonly order: EvidenceOrder;
  /** The sources that recordings were placed on now. */
  readonly sources: readonly ImportedSource[];
  readonly problems: readonly string[];
  /** Sentences about methods that are on no line, since their text is another by now. */
  readonly leftOut: readonly string[];
}

/** Throws a {@link Failure} if the file is neither an import nor a profile. */
export async function loadRecordings(
  request: RecordingsRequest,
  mediaFolder: string,
): Promise<LoadedRecordings> {
  const { path, sources, lines } = request;
  const problems: string[] = [];
  const saved = await loadSaved(path);
  const read = await readSourceTexts(sources);
  const now =
    saved.kind === 'import'
      ? undefined
      : await findMethods(saved.profile, read.sources, request, mediaFolder);
  const recordings =
    saved.kind === 'import'
      ? saved.document.recordings
      : [
          {
            recording: await priceProfile(saved.profile, request, mediaFolder, { problems, now }),
            placements: [],
          },
        ];
  const order = (saved.kind === 'import' ? saved.document.order : undefined) ?? [];
  const leftOut = now?.told ?? [];
  if (saved.kind === 'import' && sources.length === 0)
    return { recordings, order, sources: [], problems, leftOut };
  problems.push(...read.problems);
  // Lines that the import trusted are trusted again.
  const trustsLines =
    lines || recordings.some(({ placements }) => placements.some(({ kind }) => kind === 'line'));
  const place = createRecordingPlacer(read.sources, trustsLines);
  const placed = recordings.map((each) => {
    const moved = placeAnew(each, read.sources, place);
    if (moved.changed.length > 0)
      problems.push(
        `${each.recording.source.name}: these methods have changed or are gone: ${moved.changed.join(', ')}`,
      );
    return moved.placed;
  });
  return { recordings: placed, order, sources: read.sources, problems, leftOut };
}

interface FoundMethods extends MethodsNow {
  /** A sentence for each file with methods that are left out. */
  readonly told: readonly string[];
}

/** Finds the counted methods in the sources as they are now. Files that the profile has nothing of are not analyzed. */
async function findMethods(
  profile: ProfileDocument,
  sources: readonly ImportedSource[],
  { types }: RecordingsRequest,
  mediaFolder: string,
): Promise<FoundMethods> {
  const counted = createCountedSources(profile);
  const java = sources.filter(({ path }) => path.endsWith('.java'));
  const asked = java.filter(({ path }) => counted.mayHave(path));
  if (asked.length === 0) return { leftOut: new Set(), moved: new Map(), told: [] };
  const libraries = await findLibraries(
    types,
    asked.map(({ file }) => file),
    () => undefined,
  );
  prepareAnalyzer();
  const analyzer = new Analyzer(
    openLibraries(libraries, { mediaFolder, report: () => undefined }),
    analysisOptionsOf(),
  );
  for (const { path, text } of java) analyzer.setHeaders(path, text);
  const texts = asked.map(({ path, text }) => ({ text, file: analyzeText(analyzer, path, text) }));
  const { staleIn, ...found } = findMethodsNow(counted, texts);
  return { ...found, told: Array.from(staleIn, ([path, count]) => `${path}: ${describeLeftOut(count)}`) };
}

function analyzeText(analyzer: Analyzer, path: string, text: string): FileOperations {
  const members: MemberRecord[] = [];
  const file = analyzer.analyze(path, text, {
    canceled: { aborted: false },
    begin: () => undefined,
    leaveOut: new Map(),
    known: new Set(),
    deliver: (member) => {
      if (member.operations !== undefined) members.push(member);
    },
  });
  return { ...present(file, 'an analysis that nobody cancels'), members };
}

async function priceProfile(
  profile: ProfileDocument,
  { path, model: wanted, libraries, libraryEnergy }: RecordingsRequest,
  mediaFolder: string,
  { problems, now }: { readonly problems: string[]; readonly now: MethodsNow | undefined },
): Promise<ImportedRecording> {
  const unusable: FailedFile[] = [];
  const { model, problems: ofModel } = await loadModel(
    wanted,
    mediaFolder,
    unusable,
    AVERAGE_DEVICE,
    await libraries?.(),
  );
  problems.push(...ofModel, ...unusable.map((failed) => `${failed.path}: ${failed.message}`));
  return recordingOfProfile(profile, model, basename(path), libraryEnergy, now);
}

/** The recording by its number. Recordings are never added up: without a number it is the only one, or the merge of all. */
export function chooseRecording(
  recordings: readonly PlacedRecording[],
  number: number | undefined,
  path: string,
): PlacedRecording {
  const merged = recordings.filter(({ recording }) => recording.source.format === MERGED_FORMAT);
  const [only, ...further] = merged.length > 0 ? merged : recordings;
  if (recordings.length === 0) throw new Failure(`${path} holds no recording`);
  if (number === undefined && only !== undefined && further.length === 0) return only;
  const chosen = number === undefined ? undefined : recordings[number - 1];
  if (chosen !== undefined) return chosen;
  const list = recordings.map(({ recording }, index) => `  ${index + 1}  ${recording.source.name}`);
  throw new UsageError(
    `${path} holds ${recordings.length} recordings: choose one with --recording\n${list.join('\n')}`,
  );
}
