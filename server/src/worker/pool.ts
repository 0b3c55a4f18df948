/**
 * Keeps analysis workers busy, in order of urgency, and alive.
 *
 * Sits in `worker/`, used by `lsp/` and `cli/`. One request at a time goes to
 * each worker, so that an urgent one never waits behind a queue: a file on
 * screen goes to the first worker and interrupts what it does in the
 * background. A worker that makes no progress is replaced, the member that it
 * hung on is named and left out, and the file is analysed without it.
 */
import type { AnalysisOptions } from '../engine/analysis-options';
import type { Dependencies } from '../engine/dependencies';
import type { FileOperations, MemberRecord } from '../engine/file-operations';
import type { IdentifiedLibraries } from '../host/identify-libraries';
import type { Thread, ThreadEvents, ThreadOptions } from '../host/threads';
import { joinPieces, type PartialAnswer } from './member-pieces';
import { createQueue, type Urgency } from './queue';
import type {
  AnalysisTimes,
  NumberedAnswer,
  NumberedRequest,
  WorkerAnswer,
  WorkerRequest,
  WorkerSetup,
} from './messages';
import {
  cancelUpTo,
  createSharedControl,
  readHeartbeat,
  readLabel,
  type SharedControl,
} from './shared-control';

export interface PoolOptions {
  readonly size: number;
  readonly entry: string;
  readonly mediaFolder: string;
  readonly maxMemoryMB: number;
  /** A worker that begins no new member for this long is replaced. */
  readonly stuckAfterMs: number;
  readonly startThread: (entry: string, options: ThreadOptions, events: ThreadEvents) => Thread;
  readonly log: (level: 'info' | 'warning' | 'error', message: string) => void;
  /** Told once for all workers, after those of {@link Pool.configure}. */
  readonly onLibraryProblem: (message: string) => void;
  /** All headers anew, for a worker that replaces another. */
  readonly allHeaders: () => Promise<readonly SourceText[]>;
}

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export type AnalysisOutcome =
  | {
      readonly kind: 'analysed';
      readonly file: FileOperations;
      readonly fingerprint: string;
      /** Where they were asked for. */
      readonly dependencies?: Dependencies | undefined;
      readonly took: AnalysisTimes;
    }
  /** A newer request for the same file took its place. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'failed'; readonly message: string };

export interface Pool {
  /** Answers with what could not be read. */
  configure(options: AnalysisOptions, libraries: IdentifiedLibraries): Promise<readonly string[]>;
  /** Gives every worker these files' headers; answers with a hash of all headers known. */
  setHeaders(files: readonly SourceText[], removed: readonly string[]): Promise<string>;
  analyse(
    path: string,
    text: string,
    urgency: Urgency,
    wantsDependencies?: boolean,
  ): Promise<AnalysisOutcome>;
  /** What the last analysis of a file that is on screen depends on, if it was of this text. */
  dependenciesOf(path: string, text: string): Promise<Dependencies | undefined>;
  /** Whether a result with these dependencies, of the text whose headers are known, is still right. */
  stillHolds(path: string, dependencies: Dependencies): Promise<boolean>;
  /** Drops what is kept of a file. */
  forget(path: string): void;
  warmUp(): void;
  dispose(): Promise<void>;
}

interface Job {
  readonly request: WorkerRequest;
  readonly urgency: Urgency;
  readonly path?: string;
  readonly finish: (answer: WorkerAnswer, pieces?: readonly PartialAnswer[]) => void;
  superseded: boolean;
  attempts: number;
}

interface Submitted {
  readonly answer: WorkerAnswer;
  readonly pieces: readonly PartialAnswer[];
}

interface Slot {
  readonly index: number;
  thread: Thread;
  shared: SharedControl;
  current: { readonly id: number; readonly job: Job; readonly pieces: PartialAnswer[] } | undefined;
  /** Jobs for this worker alone: configuration and headers, in order. */
  readonly own: Job[];
  watchdog: NodeJS.Timeout | undefined;
  /** Replacements since the last answer. */
  failures: number;
  /** A new worker gets nothing to do until what it must know first is at hand. */
  isRestoring: boolean;
  isDead: boolean;
}

const MAX_ATTEMPTS = 3;
/** A worker that fails this often without one answer is given up: its installation is broken. */
const MAX_FAILURES = 5;

export function createPool(options: PoolOptions): Pool {
  const shared = createQueue<Job>();
  const interactive = createQueue<Job>();
  const kept = new Map<string, ReadonlyMap<string, MemberRecord>>();
  const leftOut = new Map<string, Set<string>>();
  const toldProblems = new Set<string>();
  let configuration: Extract<WorkerRequest, { kind: 'configure' }> | undefined;
  let nextId = 1;
  let hasHeaders = false;
  let disposed = false;
  const slots = Array.from({ length: Math.max(1, options.size) }, (_, index) => startSlot(index));

  return {
    async configure(analysis, libraries) {
      const headers = hasHeaders ? await readHeaders() : [];
      configuration = { kind: 'configure', options: analysis, libraries };
      toldProblems.clear();
      const [[first]] = await Promise.all([
        ask(slots, configuration),
        ...headers.map((request) => ask(slots, request)),
      ]);
      const problems = first?.kind === 'configured' ? first.problems : [];
      for (const problem of problems) toldProblems.add(problem);
      return problems;
    },
    async setHeaders(files, removed) {
      hasHeaders = true;
      const answers = await ask(slots, { kind: 'headers', files, removed });
      const first = answers.find((answer) => answer.kind === 'indexed');
      return first?.fingerprint ?? '';
    },
    async analyse(path, text, urgency, wantsDependencies = false) {
      for (const queue of [shared, interactive]) {
        for (const older of queue.remove((job) => job.path === path && job.request.kind === 'analyse')) {
          older.finish({ kind: 'cancelled' });
        }
      }
      for (const slot of slots) {
        const job = slot.current?.job;
        if (job?.path === path && job.request.kind === 'analyse' && slot.current !== undefined) {
          job.superseded = true;
          cancelUpTo(slot.shared, slot.current.id);
        }
      }
      const known = kept.get(path) ?? new Map<string, MemberRecord>();
      const { answer, pieces } = await submit(
        {
          kind: 'analyse',
          path,
          text,
          known: [...known.keys()],
          keep: urgency !== 'background',
          leaveOut: [...(leftOut.get(path) ?? [])],
          wantsDependencies,
        },
        urgency,
        path,
      );
      return interpret(path, answer, pieces, known, urgency);
    },
    async dependenciesOf(path, text) {
      const answer = await ask(slots.slice(0, 1), { kind: 'dependencies', path, text });
      return answer[0]?.kind === 'dependencies' ? answer[0].dependencies : undefined;
    },
    async stillHolds(path, dependencies) {
      const { answer } = await submit({ kind: 'check', path, dependencies }, 'background', path);
      return answer.kind === 'checked' && answer.holds;
    },
    forget(path) {
      kept.delete(path);
      leftOut.delete(path);
      for (const slot of slots) enqueueOwn(slot, { kind: 'forget', path }, () => undefined);
    },
    warmUp() {
      const slot = slots[0];
      if (slot !== undefined) enqueueOwn(slot, { kind: 'warm-up' }, () => undefined);
    },
    async dispose() {
      disposed = true;
      for (const slot of slots) clearInterval(slot.watchdog);
      await Promise.all(slots.map((slot) => slot.thread.terminate()));
    },
  };

  function interpret(
    path: string,
    answer: WorkerAnswer,
    pieces: readonly PartialAnswer[],
    known: ReadonlyMap<string, MemberRecord>,
    urgency: Urgency,
  ): AnalysisOutcome {
    switch (answer.kind) {
      case 'analysed': {
        const members = joinPieces(pieces, [...known.values()]);
        if (urgency !== 'background')
          kept.set(path, new Map(members.map((member) => [member.identity, member])));
        const { file, fingerprint, dependencies, took } = answer;
        return { kind: 'analysed', file: { ...file, members }, fingerprint, dependencies, took };
      }
      case 'cancelled':
        return { kind: 'superseded' };
      case 'failed':
        return { kind: 'failed', message: answer.message };
      default:
        return { kind: 'failed', message: `the worker answered "${answer.kind}" to an analysis` };
    }
  }

  function ask(of: readonly Slot[], request: WorkerRequest): Promise<readonly WorkerAnswer[]> {
    return Promise.all(
      of.map(
        (slot) =>
          new Promise<WorkerAnswer>((resolve) => {
            enqueueOwn(slot, request, resolve);
          }),
      ),
    );
  }

  function enqueueOwn(slot: Slot, request: WorkerRequest, finish: (answer: WorkerAnswer) => void): void {
    if (slot.isDead) {
      finish(gaveUp('earlier failures'));
      return;
    }
    slot.own.push(newJob(request, 'visible', finish));
    dispatch(slot);
  }

  function submit(request: WorkerRequest, urgency: Urgency, path: string): Promise<Submitted> {
    return new Promise((resolve) => {
      const usable = urgency === 'background' ? slots : slots.slice(0, 1);
      if (usable.every((slot) => slot.isDead)) {
        resolve({ answer: gaveUp('earlier failures'), pieces: [] });
        return;
      }
      const finish: Job['finish'] = (answer, pieces = []) => {
        resolve({ answer, pieces });
      };
      const job = newJob(request, urgency, finish, path);
      if (urgency === 'background') {
        shared.push(job, urgency);
        for (const slot of slots) dispatch(slot);
        return;
      }
      interactive.push(job, urgency);
      const slot = slots[0];
      if (slot === undefined) return;
      if (slot.current?.job.urgency === 'background') cancelUpTo(slot.shared, slot.current.id);
      dispatch(slot);
    });
  }

  function takeJob(slot: Slot): Job | undefined {
    const own = slot.own.shift();
    if (own !== undefined) return own;
    if (slot.index === 0) return interactive.take() ?? shared.take();
    return shared.take();
  }

  function dispatch(slot: Slot): void {
    if (disposed || slot.isDead || slot.isRestoring || slot.current !== undefined) return;
    const job = takeJob(slot);
    if (job === undefined) return;
    const id = nextId++;
    slot.current = { id, job, pieces: [] };
    job.attempts += 1;
    const message: NumberedRequest = { id, request: job.request };
    slot.thread.post(message);
    watch(slot);
  }

  function receive(slot: Slot, message: NumberedAnswer): void {
    const { current } = slot;
    if (current?.id !== message.id) return;
    if (message.answer.kind === 'partial') {
      current.pieces.push(message.answer);
      return;
    }
    if (message.answer.kind === 'library-problem') {
      const problem = message.answer.message;
      if (!toldProblems.has(problem)) options.onLibraryProblem(problem);
      toldProblems.add(problem);
      return;
    }
    clearInterval(slot.watchdog);
    slot.current = undefined;
    slot.failures = 0;
    const { job } = current;
    if (message.answer.kind === 'cancelled' && !job.superseded) {
      shared.pushFront(job, job.urgency);
    } else {
      if (message.answer.kind === 'failed')
        options.log('error', `${describe(job)}: ${message.answer.message}\n${message.answer.stack}`);
      job.finish(message.answer, current.pieces);
    }
    dispatch(slot);
  }

  /** Replaces a worker that stands still. Cheap: one atomic read a second while a request runs. */
  function watch(slot: Slot): void {
    let last = readHeartbeat(slot.shared);
    let stillFor = 0;
    const period = Math.min(1000, options.stuckAfterMs);
    slot.watchdog = setInterval(() => {
      const beat = readHeartbeat(slot.shared);
      stillFor = beat === last ? stillFor + period : 0;
      last = beat;
      if (stillFor < options.stuckAfterMs) return;
      clearInterval(slot.watchdog);
      void slot.thread.terminate();
    }, period);
    slot.watchdog.unref();
  }

  function startSlot(index: number): Slot {
    const control = createSharedControl();
    const slot: Slot = {
      index,
      shared: control,
      thread: start(control, () => slot),
      current: undefined,
      own: [],
      watchdog: undefined,
      failures: 0,
      isRestoring: false,
      isDead: false,
    };
    return slot;
  }

  function start(control: SharedControl, slot: () => Slot): Thread {
    const setup: WorkerSetup = { ...control, mediaFolder: options.mediaFolder };
    return options.startThread(
      options.entry,
      { data: setup, maxMemoryMB: options.maxMemoryMB },
      {
        onMessage: (message) => {
          receive(slot(), message as NumberedAnswer);
        },
        onExit: (reason) => {
          if (!disposed) replace(slot(), reason);
        },
      },
    );
  }

  function replace(slot: Slot, reason: string): void {
    clearInterval(slot.watchdog);
    const { current } = slot;
    const label = readLabel(slot.shared);
    options.log(
      'warning',
      `analysis worker ${slot.index + 1} stopped (${reason})${label === '' ? '' : ` at ${label}`}; starting another`,
    );
    slot.current = undefined;
    slot.failures += 1;
    if (slot.failures > MAX_FAILURES) {
      giveUp(slot, current?.job, reason);
      return;
    }
    slot.shared = createSharedControl();
    slot.thread = start(slot.shared, () => slot);
    if (current !== undefined) retry(current.job, label);
    void restore(slot);
  }

  /** Nothing is analysed before the headers are known: it would be typed without them. */
  async function restore(slot: Slot): Promise<void> {
    const { thread } = slot;
    slot.isRestoring = true;
    const headers = await readHeaders();
    // It stopped meanwhile: the one after it is told.
    if (slot.thread !== thread) return;
    slot.isRestoring = false;
    const requests = [...(configuration === undefined ? [] : [configuration]), ...headers];
    slot.own.unshift(...requests.map((request) => newJob(request, 'visible', () => undefined)));
    dispatch(slot);
  }

  /** None where they can't be read. */
  async function readHeaders(): Promise<readonly WorkerRequest[]> {
    try {
      return [{ kind: 'headers', files: await options.allHeaders(), removed: [] }];
    } catch (error) {
      options.log('error', `types of other files are unknown until they change: ${String(error)}`);
      return [];
    }
  }

  function newJob(request: WorkerRequest, urgency: Urgency, finish: Job['finish'], path?: string): Job {
    return {
      request,
      urgency,
      finish,
      superseded: false,
      attempts: 0,
      ...(path === undefined ? undefined : { path }),
    };
  }

  /** Ends everything that waits with a message, so that nobody waits for ever. */
  function giveUp(slot: Slot, job: Job | undefined, reason: string): void {
    slot.isDead = true;
    const jobs = [...(job === undefined ? [] : [job]), ...slot.own.splice(0)];
    if (slots.every((other) => other.isDead)) jobs.push(...shared.remove(() => true));
    if (slot.index === 0) jobs.push(...interactive.remove(() => true));
    options.log(
      'error',
      `analysis worker ${slot.index + 1} was given up after ${MAX_FAILURES} failures (${reason})`,
    );
    for (const waiting of jobs) waiting.finish(gaveUp(reason));
  }

  function gaveUp(reason: string): WorkerAnswer {
    return {
      kind: 'failed',
      message: `the analysis worker can't be kept running (${reason}); restart the server or install Jouleline again`,
      stack: '',
    };
  }

  function retry(job: Job, label: string): void {
    if (job.superseded) {
      job.finish({ kind: 'cancelled' });
      return;
    }
    if (job.request.kind !== 'analyse' || job.path === undefined || job.attempts >= MAX_ATTEMPTS) {
      job.finish({
        kind: 'failed',
        message: `${describe(job)} could not be finished; the worker was replaced ${job.attempts} times`,
        stack: '',
      });
      return;
    }
    const names = leftOut.get(job.path) ?? new Set<string>();
    if (label !== '') names.add(label);
    leftOut.set(job.path, names);
    const again: Job = { ...job, request: { ...job.request, leaveOut: [...names] } };
    (job.urgency === 'background' ? shared : interactive).pushFront(again, job.urgency);
  }

  function describe(job: Job): string {
    return job.path === undefined ? job.request.kind : `${job.request.kind} ${job.path}`;
  }
}
