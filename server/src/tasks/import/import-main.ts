/**
 * Entry point of the thread that imports (dist/importer.js): does the one
 * import that it was given, and ends. Sits in `tasks/`.
 */
import { formatImport } from '../../recordings/document/import-document';
import { join, resolve, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../base/failure';
import { IGNORED_PROFILES, OWN_FOLDER, PROFILES } from '../../base/profiles-folder';
import { type RecordingSummary, summarizeRecording } from '../../recordings/model/summarize-recording';
import { failThread } from '../../host/machine/threads';
import { expectWithin, makeProfilesFolder, writeNewFile } from '../../host/files/write-file';
import { importMeasurements, type ImportOutcome, type ImportRequest } from './import-measurements';

export interface ImportTask {
  readonly request: ImportRequest;
  /** The document to write in this thread; without it, the recordings are sent to the caller. */
  readonly save?: SavePlace & { readonly token: string };
}

export interface SavePlace {
  /** The folders of the workspace: the one that has most of the places, else the first, has the import, too. */
  readonly folders: readonly [string, ...string[]];
  /** The name without its ending; another number is added for as long as a file has it. */
  readonly name: string;
  /** The version of Jouleline. */
  readonly version: string;
}

/** The import that was saved. One without recordings is not written. */
export interface SavedImport {
  /** Undefined if no file was written. */
  readonly path: string | undefined;
  readonly recordings: readonly RecordingSummary[];
  /** The problems of files and folders as a whole. */
  readonly problems: readonly string[];
}

export type ImportMessage =
  | { readonly kind: 'bytes'; readonly path: string; readonly read: number }
  | { readonly kind: 'process'; readonly pid: number; readonly isRunning: boolean }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }
  | { readonly kind: 'saved'; readonly saved: SavedImport }
  /** The request failed as a whole: its files can't be read, or the document can't be written. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** The number of bytes read between two progress messages: they come no more often. */
const NEWS_BYTES = 4 << 20;

async function run({ request, save }: ImportTask): Promise<void> {
  let told = 0;
  try {
    const outcome = await importMeasurements(request, {
      onBytes: (path, read) => {
        if (read >= told && read - told < NEWS_BYTES) return;
        told = read;
        post({ kind: 'bytes', path, read });
      },
      onProcess: (pid, isRunning) => {
        post({ kind: 'process', pid, isRunning });
      },
    });
    if (save === undefined) post({ kind: 'done', outcome }, columnsOf(outcome));
    else post({ kind: 'saved', saved: await saveOutcome(outcome, request, save) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    post({ kind: 'unreadable', message: error.message });
  }
}

async function saveOutcome(
  { recordings, problems }: ImportOutcome,
  { sourceChoice, whyNothingRuns }: ImportRequest,
  { folders, name, version, token }: SavePlace & { readonly token: string },
): Promise<SavedImport> {
  const saved = { recordings: recordings.map((each) => summarizeRecording(each)), problems };
  if (recordings.length === 0) return { ...saved, path: undefined };
  const home = homeOf(recordings, folders, sourceChoice?.base);
  const folder = join(home, OWN_FOLDER, PROFILES);
  if (whyNothingRuns !== undefined) expectWithin(home, folder);
  makeProfilesFolder(folder, IGNORED_PROFILES);
  const pathOf = (number: number): string => join(folder, `${name}${number === 1 ? '' : `-${number}`}.json`);
  return { ...saved, path: await writeNewFile(pathOf, formatImport(recordings, version), token) };
}

/** The folder that has most of the places, whose paths may be those from `base` on; the first if none has any. */
function homeOf(recordings: ImportOutcome['recordings'], folders: SavePlace['folders'], base = ''): string {
  const counts = new Map<string, number>();
  for (const placement of recordings.flatMap(({ placements }) => placements)) {
    if (placement.kind === 'unplaced') continue;
    const path = resolve(base, placement.path);
    const home = folders.find((each) => path.startsWith(each + sep));
    if (home !== undefined) counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? folders[0];
}

function post(message: ImportMessage, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

/** Columns of a million contexts are given to the other thread, and not copied. */
function columnsOf({ recordings }: ImportOutcome): readonly ArrayBuffer[] {
  const buffers = recordings.flatMap(({ recording: { tree } }) =>
    [tree.parents, tree.frames, ...tree.values, ...tree.variances].flatMap((column) =>
      column?.buffer instanceof ArrayBuffer ? [column.buffer] : [],
    ),
  );
  return [...new Set(buffers)];
}

run(workerData as ImportTask).catch(failThread);
