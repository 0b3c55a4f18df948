/**
 * Keeps analysis workers busy, in order of urgency, and alive.
 *
 * Sits in `threads/`, used by `lsp/` and `cli/`. `pool-policy.ts` decides who does what. This file gives the workers
 * their requests, puts answers together, and tells a new worker what the one before it knew.
 */
import type { AdvisedMember } from '../analysis/advise-members';
import type { AnalysisOptions } from '../analysis/analysis-options';
import type { Dependencies } from '../analysis/dependencies';
import type { FileOperations, MemberRecord } from '../analysis/file-operations';
import { at } from '../base/check';
import { describeError } from '../base/failure';
import type { IdentifiedLibraries } from '../host/jdk/identify-libraries';
import { joinPieces, type PartialAnswer } from './member-pieces';
import type { AnalysisTimes, WorkerAnswer, WorkerRequest } from './messages';
import {
  decide,
  newPool,
  NOTHING_LEFT_OUT,
  type Job,
  type LeftOut,
  type PoolEvent,
  type PoolOrder,
  type PoolState,
  type Urgency,
} from './pool-policy';
import { WorkerSlot, type SlotOptions } from './worker-slot';

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

interface AnalysisWishes {
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

/** An answer, with the pieces that came before it. */
interface WholeAnswer {
  readonly answer: WorkerAnswer;
  readonly pieces: readonly PartialAnswer[];
}

const HEADERS_A_REQUEST = 100;

type Wanted = Pick<Job, 'urgency' | 'only' | 'near'>;

export function createPool(options: PoolOptions): Pool {
  return new WorkerPool(options);
}

class WorkerPool implements Pool {
  private readonly options: PoolOptions;
  private readonly slots: readonly WorkerSlot[];
  private state: PoolState;
  private lastId = 0;
  /** The askers of jobs that have no answer yet, by the job's id. */
  private readonly askers = new Map<number, (answer: WholeAnswer) => void>();
  /** The members that this thread holds of files on screen, by path and identity. */
  private readonly kept = new Map<string, ReadonlyMap<string, MemberRecord>>();
  private readonly toldProblems = new Set<string>();
  private configuration: Extract<WorkerRequest, { kind: 'configure' }> | undefined;
  private hasHeaders = false;
  private isDisposed = false;

  constructor(options: PoolOptions) {
    this.options = options;
    this.state = newPool(Math.max(1, options.size), options.givesAhead);
    this.slots = this.state.seats.map((_, seat) => this.createSlot(seat));
  }

  async configure(analysis: AnalysisOptions, libraries: IdentifiedLibraries): Promise<readonly string[]> {
    const headers = this.hasHeaders ? await this.readHeaders() : [];
    this.configuration = { kind: 'configure', options: analysis, libraries };
    this.toldProblems.clear();
    const requests = [this.configuration, ...headers];
    const [[first] = []] = await Promise.all(requests.map((request) => this.askAll(request)));
    const problems = first?.kind === 'configured' ? first.problems : [];
    for (const problem of problems) this.toldProblems.add(problem);
    return problems;
  }

  async setHeaders(files: readonly SourceText[], removed: readonly string[]): Promise<string> {
    this.hasHeaders = true;
    const answers = await this.askAll({ kind: 'headers', files, removed });
    const first = answers.find((answer) => answer.kind === 'indexed');
    return first?.fingerprint ?? '';
  }

  async analyze(
    path: string,
    text: string,
    urgency: Urgency,
    { wantsDependencies = false, seat }: AnalysisWishes = {},
  ): Promise<AnalysisOutcome> {
    this.take({ kind: 'superseded', path });
    const known = this.kept.get(path) ?? new Map<string, MemberRecord>();
    const request: WorkerRequest = {
      kind: 'analyze',
      path,
      text,
      known: [...known.keys()],
      keep: urgency !== 'background',
      leaveOut: this.leftOutOf(path),
      wantsDependencies,
    };
    const { answer, pieces } = await this.ask(request, { urgency, near: seat });
    switch (answer.kind) {
      case 'analyzed': {
        const members = joinPieces(pieces, [...known.values()]);
        if (request.keep) this.kept.set(path, new Map(members.map((member) => [member.identity, member])));
        const file = { members, ...answer.file };
        return { ...answer, file, leftOut: [...this.leftOutOf(path).keys()] };
      }
      case 'canceled':
        return { kind: 'superseded' };
      case 'failed':
        return { kind: 'failed', message: answer.message };
      default:
        return { kind: 'failed', message: `the worker answered "${answer.kind}" to an analysis` };
    }
  }

  async dependenciesOf(path: string, text: string): Promise<Dependencies | undefined> {
    const { answer } = await this.ask({ kind: 'dependencies', path, text }, { urgency: 'visible', only: 0 });
    return answer.kind === 'dependencies' ? answer.dependencies : undefined;
  }

  async advise(path: string, text: string): Promise<readonly AdvisedMember[] | undefined> {
    const { answer } = await this.ask({ kind: 'advise', path, text }, { urgency: 'open' });
    return answer.kind === 'advised' ? answer.members : undefined;
  }

  async stillHolds(path: string, dependencies: Dependencies): Promise<boolean> {
    const { answer } = await this.ask({ kind: 'check', path, dependencies }, { urgency: 'background' });
    return answer.kind === 'checked' && answer.holds;
  }

  forget(path: string): void {
    this.kept.delete(path);
    this.take({ kind: 'forgotten', path });
    this.askAll({ kind: 'forget', path }).catch(this.failed);
  }

  warmUp(): void {
    this.ask({ kind: 'warm-up' }, { urgency: 'visible', only: 0 }).catch(this.failed);
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await Promise.all(this.slots.map((slot) => slot.dispose()));
  }

  private readonly failed = (error: unknown): void => {
    this.options.log('error', describeError(error));
  };

  private leftOutOf(path: string): LeftOut {
    return this.state.leftOut.get(path) ?? NOTHING_LEFT_OUT;
  }

  private ask(request: WorkerRequest, wanted: Wanted): Promise<WholeAnswer> {
    return new Promise((resolve) => {
      const job = this.newJob(request, wanted);
      this.askers.set(job.id, resolve);
      this.take({ kind: 'submitted', job });
    });
  }

  /** Asks every worker. */
  private async askAll(request: WorkerRequest): Promise<readonly WorkerAnswer[]> {
    const asked = this.slots.map((_, only) => this.ask(request, { urgency: 'visible', only }));
    return (await Promise.all(asked)).map(({ answer }) => answer);
  }

  private newJob(request: WorkerRequest, wanted: Wanted): Job {
    return { ...wanted, id: ++this.lastId, request, isSuperseded: false, failures: 0 };
  }

  private take(event: PoolEvent): void {
    if (this.isDisposed) return;
    const { state, orders } = decide(this.state, event);
    this.state = state;
    for (const order of orders) this.carryOut(order);
  }

  private carryOut(order: PoolOrder): void {
    switch (order.kind) {
      case 'run':
        at(this.slots, order.seat).run(order.job.request);
        break;
      case 'cancel':
        at(this.slots, order.seat).cancel();
        break;
      case 'finish': {
        const { job, answer, pieces } = order;
        this.askers.get(job.id)?.({ answer, pieces });
        this.askers.delete(job.id);
        break;
      }
      case 'replace':
        at(this.slots, order.seat).restart();
        this.restore(order.seat, order.generation).catch(this.failed);
        break;
      case 'log':
        this.options.log(order.level, order.message);
    }
  }

  private createSlot(seat: number): WorkerSlot {
    return new WorkerSlot(this.options, {
      onAnswer: (answer, pieces) => {
        this.take({ kind: 'answered', seat, answer, pieces });
      },
      onLibraryProblem: (message) => {
        if (!this.toldProblems.has(message)) this.options.onLibraryProblem(message);
        this.toldProblems.add(message);
      },
      onEnd: (end) => {
        this.take({ kind: 'ended', seat, ...end });
      },
    });
  }

  /** Tells a new worker all headers. It analyzes nothing before it knows them: members would be typed without them. */
  private async restore(seat: number, generation: number): Promise<void> {
    const headers = await this.readHeaders();
    const requests = [...(this.configuration === undefined ? [] : [this.configuration]), ...headers];
    const jobs = requests.map((request) => this.newJob(request, { urgency: 'visible', only: seat }));
    this.take({ kind: 'restored', seat, generation, jobs });
  }

  /** Makes the requests that tell all headers, none of which takes long to send; there are none where they can't be read. */
  private async readHeaders(): Promise<readonly WorkerRequest[]> {
    try {
      const all = await this.options.allHeaders();
      return Array.from({ length: Math.ceil(all.length / HEADERS_A_REQUEST) }, (_, index): WorkerRequest => {
        const start = index * HEADERS_A_REQUEST;
        return { kind: 'headers', files: all.slice(start, start + HEADERS_A_REQUEST), removed: [] };
      });
    } catch (error) {
      this.options.log('error', `types of other files are unknown until they change: ${String(error)}`);
      return [];
    }
  }
}
