/**
 * An import in a thread of its own: meanwhile the caller does other things, and
 * it can end the import at any point.
 *
 * Sits in `tasks/`, for the command line and the server alike.
 */
import { join } from 'node:path';
import { OWN_FOLDER, PROFILES } from '../../base/profiles-folder';
import { Failure, UsageError } from '../../base/failure';
import { startThread, type ThreadEnd } from '../../host/machine/threads';
import { newToken, removePart } from '../../host/files/write-file';
import type { ImportMessage, ImportTask, SavedImport, SavePlace } from './import-main';
import type { ImportOutcome, ImportRequest } from './import-measurements';
import { chooseJdk } from '../../host/jdk/jdks';
import { orEndBySignal } from '../cancellation';

/**
 * The largest heap in megabytes, beside columns, which are kept outside it. The data worked on has to fit in half a
 * gigabyte as a rule.
 */
const COMMAND_HEAP_MB = 2048;
const NURSERY_MB = 48;

export class ImportCanceled extends Error {
  override readonly name = 'ImportCanceled';
}

export interface ImportThread {
  /** The folder that holds dist/importer.js. */
  readonly bundleFolder: string;
  readonly canceled: AbortSignal;
  /** The largest heap of the thread; that of a command if absent. */
  readonly maxMemoryMB?: number;
  readonly onBytes: (path: string, read: number) => void;
}

/**
 * Throws a {@link Failure} where what was named is not there, and an {@link ImportCanceled}: by then the
 * thread, and every process that it had started, has ended.
 */
export async function importInThread(request: ImportRequest, thread: ImportThread): Promise<ImportOutcome> {
  const answer = await runTask({ request }, thread);
  if (answer.kind !== 'done') throw new Error(`an import was answered by "${answer.kind}"`);
  return answer.outcome;
}

/**
 * Does the same as {@link importInThread} and writes the document in that thread too: recordings of a million
 * contexts keep no other thread busy. Where it was canceled no file is left.
 */
export async function saveInThread(
  request: ImportRequest,
  save: SavePlace,
  thread: ImportThread,
): Promise<SavedImport> {
  const token = newToken();
  try {
    const answer = await runTask({ request, save: { ...save, token } }, thread);
    if (answer.kind !== 'saved') throw new Error(`an import was answered by "${answer.kind}"`);
    return answer.saved;
  } catch (error) {
    if (error instanceof ImportCanceled)
      for (const folder of save.folders)
        await removePart(join(folder, OWN_FOLDER, PROFILES, `${save.name}.json`), token);
    throw error;
  }
}

type Answer = Extract<ImportMessage, { readonly kind: 'done' | 'saved' }>;

function runTask(
  task: ImportTask,
  { bundleFolder, canceled, onBytes, maxMemoryMB = COMMAND_HEAP_MB }: ImportThread,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const processes = new Set<number>();
    let answer: ImportMessage | undefined;

    // What a thread said before it ended is heard before its end is.
    function onMessage(message: ImportMessage): void {
      if (message.kind === 'process') {
        if (message.isRunning) processes.add(message.pid);
        else processes.delete(message.pid);
      } else if (message.kind === 'bytes') onBytes(message.path, message.read);
      else answer = message;
    }

    function onExit(end: ThreadEnd): void {
      canceled.removeEventListener('abort', stop);
      if (answer?.kind === 'done' || answer?.kind === 'saved') resolve(answer);
      else if (answer?.kind === 'unreadable') reject(new Failure(answer.message));
      else {
        for (const pid of processes) endProcess(pid);
        if (canceled.aborted) reject(new ImportCanceled('the import was canceled'));
        else if (end.kind === 'memory')
          reject(new Failure('there is not enough memory to import these files'));
        else if (end.kind === 'ended')
          reject(new Failure(`the import was stopped before its end (${end.message}): import again`));
        else reject(new Error(end.message));
      }
    }

    const thread = startThread(
      join(bundleFolder, 'importer.js'),
      { data: task, maxMemoryMB, nurseryMB: NURSERY_MB },
      {
        onMessage: (message) => {
          onMessage(message as ImportMessage);
        },
        onExit,
      },
    );
    const stop = (): void => {
      thread.terminate().catch(reject);
    };
    if (canceled.aborted) stop();
    else canceled.addEventListener('abort', stop);
  });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid);
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Imports files for the command line, in a thread that a signal ends. */
export async function importMeasurements(
  request: ImportRequest,
  bundleFolder: string,
): Promise<ImportOutcome> {
  const { javaHome } = request;
  const [wrong] = chooseJdk({ configured: javaHome, suggested: [], environment: process.env }).problems;
  if (wrong !== undefined) throw new UsageError(`--java-home: ${wrong}`);
  return orEndBySignal((canceled) =>
    importInThread(request, { bundleFolder, canceled, onBytes: () => undefined }),
  );
}
