/**
 * Starts worker threads. Sits in `host/`; `threads/pool.ts` decides what they do.
 */
import { messageOf } from '../../base/failure';
import { Worker } from 'node:worker_threads';

export interface Thread {
  post(message: unknown): void;
  terminate(): Promise<void>;
}

export interface ThreadEnd {
  /** The thread reached its memory limit, threw an error that nobody caught, or was ended. */
  readonly kind: 'memory' | 'error' | 'ended';
  readonly message: string;
}

export interface ThreadEvents {
  onMessage(message: unknown): void;
  /** Called once, whatever ended the thread. */
  onExit(end: ThreadEnd): void;
}

export interface ThreadOptions {
  readonly data: unknown;
  /** The whole heap, the area for short-lived objects included. */
  readonly maxMemoryMB: number;
  /** The size of the area for short-lived objects: parsing makes so many that a small one would be swept all the time. */
  readonly nurseryMB?: number;
  /** The folder for compiled code, passed to the thread as its first argument. */
  readonly codeCacheFolder?: string | undefined;
}

/** Runs `entry`, a CommonJS file, in its own thread. The thread's output goes to this process's standard error. */
export function startThread(entry: string, options: ThreadOptions, events: ThreadEvents): Thread {
  const nursery = Math.min(options.nurseryMB ?? 96, Math.floor(options.maxMemoryMB / 4));
  const worker = new Worker(entry, {
    workerData: options.data,
    argv: options.codeCacheFolder === undefined ? [] : [options.codeCacheFolder],
    // V8 lets a heap that may become 2 GB grow fourfold between two collections, and a smaller one twofold.
    resourceLimits: {
      maxOldGenerationSizeMb: options.maxMemoryMB - nursery,
      maxYoungGenerationSizeMb: nursery,
    },
    stdout: true,
  });
  let end: ThreadEnd | undefined;
  worker.stdout.pipe(process.stderr);
  worker.on('message', (message) => {
    events.onMessage(message);
  });
  worker.on('error', (error: unknown) => {
    end = { kind: isOutOfMemory(error) ? 'memory' : 'error', message: messageOf(error) };
  });
  worker.on('exit', (code) => {
    events.onExit(end ?? { kind: 'ended', message: `it ended with code ${code}` });
  });
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    terminate: async () => {
      await worker.terminate();
    },
  };
}

/** Runs what it is given one after the other: what runs meanwhile has the memory that the next one needs. */
export function createTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Ends the thread that this runs in by an error, as one that nobody caught does: who started it is told. */
export function failThread(error: unknown): void {
  setImmediate(() => {
    throw error instanceof Error ? error : new Error(messageOf(error));
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
