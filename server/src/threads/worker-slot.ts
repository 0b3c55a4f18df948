/**
 * The place of one worker: starts its thread, gives it one request to be at
 * and one to go on with, and starts another when it stops or stands still.
 *
 * Sits in `threads/`, under `pool.ts`, which decides what it gets to do.
 */
import type { Thread, ThreadEnd, ThreadEvents, ThreadOptions } from '../host/machine/threads';
import type { Job } from './jobs';
import type { PartialAnswer } from './member-pieces';
import type { NumberedAnswer, NumberedRequest, WorkerAnswer, WorkerSetup } from './messages';
import { cancelUpTo, clearLabel, createSharedControl, readHeartbeat, readLabel } from './shared-control';

export interface SlotOptions {
  readonly entry: string;
  readonly mediaFolder: string;
  readonly maxMemoryMB: number;
  /** A worker that begins no new member for this long is replaced. */
  readonly stuckAfterMs: number;
  readonly startThread: (entry: string, options: ThreadOptions, events: ThreadEvents) => Thread;
}

/** The end of a worker: how it ended, and the request that it was at. */
export interface WorkerEnd {
  readonly kind: ThreadEnd['kind'] | 'stuck';
  readonly message: string;
  /** Name of the member that it was analyzing; empty where it was at none. */
  readonly member: string;
  readonly job: Job | undefined;
  /** The request that the worker had not begun; undefined where there was none. */
  readonly next: Job | undefined;
}

export interface SlotEvents {
  /** The answer that ends a request. The next may be given from within. */
  readonly onAnswer: (job: Job, answer: WorkerAnswer, pieces: readonly PartialAnswer[]) => void;
  /** An answer that belongs to no request. */
  readonly onNotice: (answer: WorkerAnswer) => void;
  /** Another worker is started after this, unless it answers false. */
  readonly onEnd: (end: WorkerEnd) => boolean;
}

export interface WorkerSlot {
  /** The request that the worker is at; undefined where it is idle. */
  readonly job: Job | undefined;
  /** The request that the worker goes on with by itself, without waiting for this thread to have time for it. */
  readonly next: Job | undefined;
  /** There must be nothing that it goes on with. */
  run(job: Job): void;
  /** Asks the worker to give up what it is at, and what comes next; it answers all the same. */
  cancel(): void;
  dispose(): Promise<void>;
}

const WATCH_EVERY_MS = 1000;

interface Given {
  readonly id: number;
  readonly job: Job;
  readonly pieces: PartialAnswer[];
}

export function createWorkerSlot(options: SlotOptions, events: SlotEvents): WorkerSlot {
  let shared = createSharedControl();
  let current: Given | undefined;
  let next: Given | undefined;
  let nextId = 1;
  let watchdog: NodeJS.Timeout | undefined;
  let isStuck = false;
  let disposed = false;
  let thread = start();

  function start(): Thread {
    const setup: WorkerSetup = { ...shared, mediaFolder: options.mediaFolder };
    return options.startThread(
      options.entry,
      { data: setup, maxMemoryMB: options.maxMemoryMB },
      {
        onMessage: (message) => {
          receive(message as NumberedAnswer);
        },
        onExit: (end) => {
          if (!disposed) replace(end);
        },
      },
    );
  }

  function receive({ id, answer }: NumberedAnswer): void {
    if (current?.id !== id) return;
    if (answer.kind === 'partial') current.pieces.push(answer);
    else if (answer.kind === 'library-problem') events.onNotice(answer);
    else {
      clearInterval(watchdog);
      const { job, pieces } = current;
      current = next;
      next = undefined;
      if (current !== undefined) watch();
      events.onAnswer(job, answer, pieces);
    }
  }

  /** Cheap: one atomic read a second while a request runs. */
  function watch(): void {
    let last = readHeartbeat(shared);
    let stillFor = 0;
    const period = Math.min(WATCH_EVERY_MS, options.stuckAfterMs);
    watchdog = setInterval(() => {
      const beat = readHeartbeat(shared);
      stillFor = beat === last ? stillFor + period : 0;
      last = beat;
      if (stillFor < options.stuckAfterMs) return;
      clearInterval(watchdog);
      isStuck = true;
      void thread.terminate();
    }, period);
    watchdog.unref();
  }

  function replace({ kind, message }: ThreadEnd): void {
    clearInterval(watchdog);
    const end: WorkerEnd = {
      kind: isStuck ? 'stuck' : kind,
      message: isStuck ? `no progress for ${options.stuckAfterMs / 1000} s` : message,
      member: readLabel(shared),
      job: current?.job,
      next: next?.job,
    };
    current = undefined;
    next = undefined;
    isStuck = false;
    shared = createSharedControl();
    if (events.onEnd(end)) thread = start();
  }

  return {
    get job() {
      return current?.job;
    },
    get next() {
      return next?.job;
    },
    run(job) {
      const given = { id: nextId++, job, pieces: [] };
      job.attempts += 1;
      if (current === undefined) clearLabel(shared);
      thread.post({ id: given.id, request: job.request } satisfies NumberedRequest);
      if (current === undefined) {
        current = given;
        watch();
      } else next = given;
    },
    cancel() {
      const last = next ?? current;
      if (last !== undefined) cancelUpTo(shared, last.id);
    },
    async dispose() {
      disposed = true;
      clearInterval(watchdog);
      await thread.terminate();
    },
  };
}
