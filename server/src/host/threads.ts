/**
 * Starts worker threads. Sits in `host/`; `worker/pool.ts` decides what they do.
 */
import { Worker } from 'node:worker_threads';

export interface Thread {
  post(message: unknown): void;
  terminate(): Promise<void>;
}

export interface ThreadEvents {
  onMessage(message: unknown): void;
  /** Called once, whatever ended the thread: an uncaught error, its memory limit, or `terminate`. */
  onExit(reason: string): void;
}

export interface ThreadOptions {
  readonly data: unknown;
  readonly maxMemoryMB: number;
  /** The thread's first argument: where it may keep compiled code. */
  readonly codeCacheFolder?: string | undefined;
}

/** Runs `entry`, a CommonJS file, in a thread of its own. Its output goes to this process's standard error. */
export function startThread(entry: string, options: ThreadOptions, events: ThreadEvents): Thread {
  const worker = new Worker(entry, {
    workerData: options.data,
    argv: options.codeCacheFolder === undefined ? [] : [options.codeCacheFolder],
    // Parsing makes much that is soon garbage: a small nursery would be swept all the time.
    resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMB, maxYoungGenerationSizeMb: 96 },
    stdout: true,
  });
  let reason: string | undefined;
  worker.stdout.pipe(process.stderr);
  worker.on('message', (message) => {
    events.onMessage(message);
  });
  worker.on('error', (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  worker.on('exit', (code) => {
    events.onExit(reason ?? `it ended with code ${code}`);
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
