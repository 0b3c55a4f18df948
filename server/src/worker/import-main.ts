/**
 * Entry point of the thread that imports (dist/importer.js): does the one
 * import that it was given, and ends. Sits in `worker/`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableImport } from '../host/import-files';
import { importMeasurements, type ImportOutcome, type ImportRequest } from './import-measurements';

export type ImportMessage =
  | { readonly kind: 'bytes'; readonly path: string; readonly read: number }
  | { readonly kind: 'process'; readonly pid: number; readonly isRunning: boolean }
  | { readonly kind: 'done'; readonly outcome: ImportOutcome }
  /** What was named can't be read at all. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** Of what is read: news come no more often. */
const NEWS_BYTES = 4 << 20;

async function run(request: ImportRequest): Promise<void> {
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
    post({ kind: 'done', outcome }, columnsOf(outcome));
  } catch (error) {
    if (!(error instanceof UnreadableImport)) throw error;
    post({ kind: 'unreadable', message: error.message });
  }
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

void run(workerData as ImportRequest);
