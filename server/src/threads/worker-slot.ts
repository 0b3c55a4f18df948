/**
 * The place of one worker: starts its thread, gives it requests, and ends it when it stands still.
 *
 * Sits in `threads/`, under `pool.ts`, which tells it what to do.
 */
import { messageOf } from '../base/failure';
import type { Thread, ThreadEnd, ThreadEvents, ThreadOptions } from '../host/machine/threads';
import type { PartialAnswer } from './member-pieces';
import {
  type NumberedAnswer,
  type NumberedRequest,
  type WorkerAnswer,
  type WorkerRequest,
  type WorkerSetup,
  cancelUpTo,
  clearLabel,
  createSharedControl,
  readHeartbeat,
  readLabel,
} from './messages';
import type { WorkerEnd } from './pool-policy';

export interface SlotOptions {
  readonly entry: string;
  readonly mediaFolder: string;
  readonly maxMemoryMB: number;
  /** A worker that begins no new member for this long is replaced. */
  readonly stuckAfterMs: number;
  readonly startThread: (entry: string, options: ThreadOptions, events: ThreadEvents) => Thread;
}

interface SlotEvents {
  /** The answer to the first request that has none yet. */
  readonly onAnswer: (answer: WorkerAnswer, pieces: readonly PartialAnswer[]) => void;
  /** A message of a worker at work that is no answer to its request. */
  readonly onLibraryProblem: (message: string) => void;
  /** The worker is gone with all that it was given. */
  readonly onEnd: (end: WorkerEnd) => void;
}

const WATCH_EVERY_MS = 1000;

export class WorkerSlot {
  private readonly options: SlotOptions;
  private readonly events: SlotEvents;
  /** The numbers of the requests that have no answer yet. */
  private given: readonly number[] = [];
  private lastId = 0;
  /** The pieces that came of the answer to the first of them. */
  private pieces: PartialAnswer[] = [];
  private shared = createSharedControl();
  private watchdog: NodeJS.Timeout | undefined;
  private isStuck = false;
  private isDisposed = false;
  private thread: Thread;

  constructor(options: SlotOptions, events: SlotEvents) {
    this.options = options;
    this.events = events;
    this.thread = this.startThread();
  }

  /** Starts another worker after the end of one. */
  restart(): void {
    this.shared = createSharedControl();
    this.thread = this.startThread();
  }

  /** Gives the worker a request. It goes on with a second one by itself, without waiting for this thread. */
  run(request: WorkerRequest): void {
    const id = ++this.lastId;
    const isIdle = this.given.length === 0;
    if (isIdle) clearLabel(this.shared);
    this.thread.post({ id, request } satisfies NumberedRequest);
    this.given = [...this.given, id];
    if (isIdle) this.watch();
  }

  /** Asks the worker to give up all that it was given; it answers all the same. */
  cancel(): void {
    cancelUpTo(this.shared, this.lastId);
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    clearInterval(this.watchdog);
    await this.thread.terminate();
  }

  private startThread(): Thread {
    const { entry, mediaFolder, maxMemoryMB } = this.options;
    const data: WorkerSetup = { ...this.shared, mediaFolder };
    return this.options.startThread(
      entry,
      { data, maxMemoryMB },
      {
        onMessage: (message) => {
          this.receive(message as NumberedAnswer);
        },
        onExit: (end) => {
          if (!this.isDisposed) this.end(end);
        },
      },
    );
  }

  private receive({ id, answer }: NumberedAnswer): void {
    if (this.given[0] !== id) return;
    if (answer.kind === 'partial') this.pieces.push(answer);
    else if (answer.kind === 'library-problem') this.events.onLibraryProblem(answer.message);
    else {
      const { pieces } = this;
      this.reset(this.given.slice(1));
      if (this.given.length > 0) this.watch();
      this.events.onAnswer(answer, pieces);
    }
  }

  private reset(given: readonly number[]): void {
    clearInterval(this.watchdog);
    this.given = given;
    this.pieces = [];
  }

  /** Cheap: one atomic read a second while a request runs. */
  private watch(): void {
    const { stuckAfterMs } = this.options;
    let last = readHeartbeat(this.shared);
    let stillFor = 0;
    const period = Math.min(WATCH_EVERY_MS, stuckAfterMs);
    this.watchdog = setInterval(() => {
      const beat = readHeartbeat(this.shared);
      stillFor = beat === last ? stillFor + period : 0;
      last = beat;
      if (stillFor < stuckAfterMs) return;
      clearInterval(this.watchdog);
      this.isStuck = true;
      this.thread.terminate().catch((error: unknown) => {
        this.end({ kind: 'error', message: messageOf(error) });
      });
    }, period);
    this.watchdog.unref();
  }

  private end({ kind, message }: ThreadEnd): void {
    const { stuckAfterMs } = this.options;
    const wasStuck = this.isStuck;
    this.isStuck = false;
    this.reset([]);
    this.events.onEnd({
      message: wasStuck ? `no progress for ${stuckAfterMs / 1000} s` : message,
      // One that was ended from outside is no fault of what it was at.
      member: kind === 'ended' && !wasStuck ? '' : readLabel(this.shared),
      reason: this.whyLeftOut(wasStuck ? 'stuck' : kind, message),
    });
  }

  private whyLeftOut(kind: ThreadEnd['kind'] | 'stuck', message: string): string {
    const { stuckAfterMs, maxMemoryMB } = this.options;
    switch (kind) {
      case 'stuck':
        return `took longer than ${stuckAfterMs / 1000} s to analyze and was left out`;
      case 'memory':
        return `took more than ${maxMemoryMB} MB of memory to analyze and was left out`;
      default:
        return `ended its analysis (${message}) and was left out`;
    }
  }
}
