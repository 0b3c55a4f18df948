/**
 * Keeps analysis workers busy, in order of urgency, and alive.
 *
 * Sits in `threads/`, used by `lsp/` and `cli/`. One request at a time goes to
 * each worker, so that an urgent one never waits behind a queue (and one more,
 * where none is urgent): a file on screen goes to the first worker and
 * interrupts what it does in the background. Where a worker stops, or makes no progress, another one takes
 * its place, the member that it was at is named and left out, and the file is
 * analyzed without it.
 */
import type { AdvisedMember } from '../analysis/advise-members';
import type { AnalysisOptions } from '../analysis/analysis-options';
import type { Dependencies } from '../analysis/dependencies';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import type { IdentifiedLibraries } from '../host/jdk/identify-libraries';
import { describeJob, failJob, newJob, type FinishJob, type Job } from './jobs';
import { createLeftOutMembers, reasonOf } from './left-out';
import { joinPieces, type PartialAnswer } from './member-pieces';
import type { AnalysisTimes, WorkerAnswer, WorkerRequest } from './messages';
import { createQueue, type Queue, type Urgency } from './queue';
import { createWorkerSlot, type SlotOptions, type WorkerEnd, type WorkerSlot } from './worker-slot';

export interface PoolOptions extends SlotOptions {
  readonly size: number;
  /**
   * True where workers get the next file of the background ahead of time: false where somebody may wait for
   * something else.
   */
  readonly givesAhead: boolean;
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
      readonly kind: 'analyzed';
      readonly file: FileOperations;
      readonly fingerprint: string;
      /** The dependencies of the result, where the request asked for them. */
      readonly dependencies?: Dependencies | undefined;
      readonly took: AnalysisTimes;
      /** Names of members that no worker got through. */
      readonly leftOut: readonly string[];
    }
  /** A newer request for the same file took its place. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'failed'; readonly message: string };

export interface AnalysisWishes {
  readonly wantsDependencies?: boolean;
  /**
   * The number of a worker, from 0. Files near each other are best given to the same worker, which then knows most
   * of the types; a file goes to another where that one has nothing else to do.
   */
  readonly seat?: number;
}

export interface Pool {
  /** Answers with what could not be read. */
  configure(options: AnalysisOptions, libraries: IdentifiedLibraries): Promise<readonly string[]>;
  /** Gives every worker these files' headers; answers with a hash of all headers known. */
  setHeaders(files: readonly SourceText[], removed: readonly string[]): Promise<string>;
  analyze(path: string, text: string, urgency: Urgency, wishes?: AnalysisWishes): Promise<AnalysisOutcome>;
  /** The dependencies of the last analysis of a file that is on screen, if it was of this text. */
  dependenciesOf(path: string, text: string): Promise<Dependencies | undefined>;
  /** Advice on a file on screen, if its last analysis was of this text; undefined also where a newer text came meanwhile. */
  advise(path: string, text: string): Promise<readonly AdvisedMember[] | undefined>;
  /** Tells whether a result with these dependencies is still right; the text is the one whose headers are known. */
  stillHolds(path: string, dependencies: Dependencies): Promise<boolean>;
  /** Drops what is kept of a file. */
  forget(path: string): void;
  warmUp(): void;
  dispose(): Promise<void>;
}

/** A worker with what waits for it alone. */
interface Seat {
  readonly index: number;
  readonly slot: WorkerSlot;
  /** Configuration and headers, in order. */
  readonly own: Job[];
  /** Replacements since the last answer. */
  failures: number;
  /** The number of the worker on this seat, counted up with each replacement. */
  generation: number;
  /** A new worker gets nothing to do until what it must know first is at hand. */
  isRestoring: boolean;
  isDead: boolean;
}

const MAX_ATTEMPTS = 3;
/** A worker that fails this often without one answer is given up: its installation is broken. */
const MAX_FAILURES = 5;

export function createPool(options: PoolOptions): Pool {
  /** The queue of requests for any worker; the one below is that of requests for the first worker. */
  const shared = createQueue<Job>();
  const interactive = createQueue<Job>();
  const kept = new Map<string, ReadonlyMap<string, MemberRecord>>();
  const leftOut = createLeftOutMembers();
  const toldProblems = new Set<string>();
  let configuration: Extract<WorkerRequest, { kind: 'configure' }> | undefined;
  let hasHeaders = false;
  let disposed = false;
  const seats = Array.from({ length: Math.max(1, options.size) }, (_, index) => takeSeat(index));

  return {
    async configure(analysis, libraries) {
      const headers = hasHeaders ? await readHeaders() : [];
      configuration = { kind: 'configure', options: analysis, libraries };
      toldProblems.clear();
      const [[first]] = await Promise.all([
        ask(seats, configuration),
        ...headers.map((request) => ask(seats, request)),
      ]);
      const problems = first?.kind === 'configured' ? first.problems : [];
      for (const problem of problems) toldProblems.add(problem);
      return problems;
    },
    async setHeaders(files, removed) {
      hasHeaders = true;
      const answers = await ask(seats, { kind: 'headers', files, removed });
      const first = answers.find((answer) => answer.kind === 'indexed');
      return first?.fingerprint ?? '';
    },
    async analyze(path, text, urgency, { wantsDependencies = false, seat } = {}) {
      supersede(path);
      const known = kept.get(path) ?? new Map<string, MemberRecord>();
      const request: WorkerRequest = {
        kind: 'analyze',
        path,
        text,
        known: [...known.keys()],
        keep: urgency !== 'background',
        leaveOut: leftOut.of(path),
        wantsDependencies,
      };
      return new Promise((resolve) => {
        const finish: FinishJob = (answer, pieces) => {
          resolve(interpret(path, answer, pieces, known, urgency));
        };
        submit(newJob(request, urgency, finish, seat));
      });
    },
    async dependenciesOf(path, text) {
      const [answer] = await ask(seats.slice(0, 1), { kind: 'dependencies', path, text });
      return answer?.kind === 'dependencies' ? answer.dependencies : undefined;
    },
    advise: (path, text) =>
      new Promise((resolve) => {
        const finish: FinishJob = (answer) => {
          resolve(answer.kind === 'advised' ? answer.members : undefined);
        };
        submit(newJob({ kind: 'advise', path, text }, 'open', finish));
      }),
    stillHolds: (path, dependencies) =>
      new Promise((resolve) => {
        const finish: FinishJob = (answer) => {
          resolve(answer.kind === 'checked' && answer.holds);
        };
        submit(newJob({ kind: 'check', path, dependencies }, 'background', finish));
      }),
    forget(path) {
      kept.delete(path);
      leftOut.forget(path);
      void ask(seats, { kind: 'forget', path });
    },
    warmUp() {
      void ask(seats.slice(0, 1), { kind: 'warm-up' });
    },
    async dispose() {
      disposed = true;
      await Promise.all(seats.map(({ slot }) => slot.dispose()));
    },
  };

  /** Cancels all requests about an older text of the file: nobody needs their results any more. */
  function supersede(path: string): void {
    const isOlder = ({ request }: Job): boolean =>
      (request.kind === 'analyze' || request.kind === 'advise') && request.path === path;
    for (const queue of [shared, interactive])
      for (const older of queue.remove(isOlder)) older.finish({ kind: 'canceled' }, []);
    for (const { slot } of seats) {
      for (const job of [slot.job, slot.next]) {
        if (job === undefined || !isOlder(job)) continue;
        job.superseded = true;
        slot.cancel();
      }
    }
  }

  function interpret(
    path: string,
    answer: WorkerAnswer,
    pieces: readonly PartialAnswer[],
    known: ReadonlyMap<string, MemberRecord>,
    urgency: Urgency,
  ): AnalysisOutcome {
    switch (answer.kind) {
      case 'analyzed': {
        const members = joinPieces(pieces, [...known.values()]);
        if (urgency !== 'background')
          kept.set(path, new Map(members.map((member) => [member.identity, member])));
        const { file, fingerprint, dependencies, took } = answer;
        const without = [...leftOut.of(path).keys()];
        return { kind: 'analyzed', file: { members, ...file }, fingerprint, dependencies, took, leftOut: without }; // prettier-ignore
      }
      case 'canceled':
        return { kind: 'superseded' };
      case 'failed':
        return { kind: 'failed', message: answer.message };
      default:
        return { kind: 'failed', message: `the worker answered "${answer.kind}" to an analysis` };
    }
  }

  function ask(of: readonly Seat[], request: WorkerRequest): Promise<readonly WorkerAnswer[]> {
    return Promise.all(
      of.map(
        (seat) =>
          new Promise<WorkerAnswer>((resolve) => {
            const job = newJob(request, 'visible', resolve);
            if (seat.isDead) failJob(job, givenUp('earlier failures'));
            else seat.own.push(job);
            dispatch(seat);
          }),
      ),
    );
  }

  function submit(job: Job): void {
    const { urgency } = job;
    const usable = urgency === 'background' ? seats : seats.slice(0, 1);
    if (usable.every((seat) => seat.isDead)) {
      failJob(job, givenUp('earlier failures'));
      return;
    }
    queueOf(job).push(job, urgency);
    for (const seat of usable) {
      if (urgency !== 'background' && job.request.kind !== 'advise' && canWait(seat.slot.job))
        seat.slot.cancel();
      dispatch(seat);
    }
    giveAhead();
  }

  function queueOf({ urgency }: Job): Queue<Job> {
    return urgency === 'background' ? shared : interactive;
  }

  function dispatch(seat: Seat): void {
    if (disposed || seat.isDead || seat.isRestoring || seat.slot.job !== undefined) return;
    const urgent = seat.index === 0 ? (): Job | undefined => interactive.take() : (): undefined => undefined;
    const job = seat.own.shift() ?? urgent() ?? shared.take(isNear(seat)) ?? shared.take();
    if (job !== undefined) seat.slot.run(job);
  }

  function isNear({ index }: Seat): (job: Job) => boolean {
    return ({ seat }) => seat === undefined || seat % seats.length === index;
  }

  /** A worker that must first be answered waits for this thread, file after file. */
  function giveAhead(): void {
    const isFree = ({ slot, isDead, isRestoring }: Seat): boolean =>
      !isDead && !isRestoring && slot.job === undefined;
    if (disposed || !options.givesAhead || seats.some(isFree)) return;
    for (const seat of seats) {
      const { slot, own, index } = seat;
      if (index === 0 && interactive.length > 0) continue;
      if (slot.job?.urgency !== 'background' || slot.next !== undefined || own.length > 0) continue;
      const job = shared.take(isNear(seat));
      if (job !== undefined) slot.run(job);
    }
  }

  function takeSeat(index: number): Seat {
    const slot = createWorkerSlot(options, {
      onAnswer: (job, answer, pieces) => {
        seat.failures = 0;
        settle(job, answer, pieces);
        dispatch(seat);
        giveAhead();
      },
      onNotice: (notice) => {
        if (notice.kind === 'library-problem') tellProblem(notice.message);
      },
      onEnd: (end) => replace(seat, end),
    });
    const seat: Seat = {
      index,
      slot,
      own: [],
      failures: 0,
      generation: 0,
      isRestoring: false,
      isDead: false,
    };
    return seat;
  }

  function settle(job: Job, answer: WorkerAnswer, pieces: readonly PartialAnswer[]): void {
    if (answer.kind === 'canceled' && !job.superseded) {
      queueOf(job).pushFront(job, job.urgency);
      return;
    }
    if (answer.kind === 'failed')
      options.log('error', `${describeJob(job)}: ${answer.message}\n${answer.stack}`);
    job.finish(answer, pieces);
  }

  function tellProblem(message: string): void {
    if (!toldProblems.has(message)) options.onLibraryProblem(message);
    toldProblems.add(message);
  }

  /** Tells whether another worker takes the seat. */
  function replace(seat: Seat, end: WorkerEnd): boolean {
    const { message, member, job, next } = end;
    options.log(
      'warning',
      `analysis worker ${seat.index + 1} stopped (${message})${member === '' ? '' : ` at ${member}`}; starting another`,
    );
    seat.failures += 1;
    if (next !== undefined) takeBack(next);
    if (seat.failures > MAX_FAILURES) {
      giveUp(seat, job, message);
      return false;
    }
    if (job !== undefined) retry(job, end);
    void restore(seat);
    return true;
  }

  /** Takes back a job that its worker had not begun. */
  function takeBack(job: Job): void {
    job.attempts -= 1;
    if (job.superseded) job.finish({ kind: 'canceled' }, []);
    else shared.pushFront(job, job.urgency);
  }

  function retry(job: Job, end: WorkerEnd): void {
    const { request } = job;
    if (job.superseded) job.finish({ kind: 'canceled' }, []);
    else if (request.kind !== 'analyze' || job.attempts >= MAX_ATTEMPTS) {
      const times = `the worker was replaced ${job.attempts} times, at last because of: ${end.message}`;
      failJob(job, `${describeJob(job)} could not be finished; ${times}`);
    } else {
      if (end.member !== '') leftOut.add(request.path, end.member, reasonOf(end, options));
      const again: Job = { ...job, request: { ...request, leaveOut: leftOut.of(request.path) } };
      queueOf(again).pushFront(again, again.urgency);
    }
  }

  /**
   * Gives a new worker all headers. It analyzes nothing before it knows them: members would be typed without them.
   */
  async function restore(seat: Seat): Promise<void> {
    const generation = ++seat.generation;
    seat.isRestoring = true;
    const headers = await readHeaders();
    // It stopped meanwhile: the one after it is told.
    if (seat.generation !== generation) return;
    seat.isRestoring = false;
    const requests = [...(configuration === undefined ? [] : [configuration]), ...headers];
    seat.own.unshift(...requests.map((request) => newJob(request, 'visible', () => undefined)));
    dispatch(seat);
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

  /** Ends everything that waits with a message, so that nobody waits for ever. */
  function giveUp(seat: Seat, job: Job | undefined, reason: string): void {
    seat.isDead = true;
    const jobs = [...(job === undefined ? [] : [job]), ...seat.own.splice(0)];
    if (seats.every((other) => other.isDead)) jobs.push(...shared.remove(() => true));
    if (seat.index === 0) jobs.push(...interactive.remove(() => true));
    options.log(
      'error',
      `analysis worker ${seat.index + 1} was given up after ${MAX_FAILURES} failures (${reason})`,
    );
    for (const waiting of jobs) failJob(waiting, givenUp(reason));
  }
}

/** Work that gives way to a file that somebody looks at. */
function canWait(job: Job | undefined): boolean {
  return job?.urgency === 'background' || job?.request.kind === 'advise';
}

function givenUp(reason: string): string {
  return `the analysis worker can't be kept running (${reason}); restart the server or install Jouleline again`;
}
