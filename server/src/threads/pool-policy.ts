/**
 * Decides what each analysis worker does next, what is interrupted for it, and what becomes of the work of a worker
 * that stopped.
 *
 * Sits in `threads/`, under `pool.ts`, which turns what happens into events and carries out the orders. Pure: the same
 * events give the same orders. The rules:
 *
 * - A worker takes jobs that are for it alone first, then a file on screen, a file in a tab, and the background.
 * - The first worker alone takes what is not background, since it alone keeps trees. It is interrupted for it.
 * - Files near each other go to the same worker, unless that leaves a worker with nothing to do.
 * - A newer text cancels all jobs about an older text of its file.
 * - Where a worker stops at a member, the file is analyzed again without that member.
 */
import { counted } from '../base/counted';
import { at } from '../base/check';
import type { PartialAnswer } from './member-pieces';
import type { WorkerAnswer, WorkerRequest } from './messages';

/** A file on screen, a file open in a tab, the rest of the workspace. */
export type Urgency = 'visible' | 'open' | 'background';

/** A request that waits for its answer. */
export interface Job {
  readonly id: number;
  readonly request: WorkerRequest;
  readonly urgency: Urgency;
  /** The worker that the job is for; undefined where it is for any that may take its urgency. */
  readonly only?: number | undefined;
  /** The worker that has seen what is near this file, where others are not free. */
  readonly near?: number | undefined;
  /** A newer request took its place: nobody waits for its result. */
  readonly isSuperseded: boolean;
  /** The number of workers that stopped at the job. */
  readonly failures: number;
}

interface Seat {
  /** The jobs of the worker: the one that it is at, and one that it goes on with by itself. */
  readonly jobs: readonly Job[];
  /** A `restoring` worker is new, and gets nothing to do until what it must know first is at hand. */
  readonly life: 'ready' | 'restoring' | 'dead';
  /** Replacements since the last answer. */
  readonly failures: number;
  /** The number of the worker on this seat, counted up with each replacement. */
  readonly generation: number;
}

export interface PoolState {
  readonly seats: readonly Seat[];
  /** Jobs that no worker has, in the order in which they are due. */
  readonly waiting: readonly Job[];
  /** The members that workers could not get through, by file, each with the words that go on after its name. */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** True where busy workers get a file of the background to go on with. */
  readonly givesAhead: boolean;
}

export type LeftOut = ReadonlyMap<string, string>;

export type PoolEvent =
  | { readonly kind: 'submitted'; readonly job: Job }
  /** There is a newer text of a file. */
  | { readonly kind: 'superseded'; readonly path: string }
  /** A worker is done with the job that it was at. */
  | {
      readonly kind: 'answered';
      readonly seat: number;
      readonly answer: WorkerAnswer;
      readonly pieces: readonly PartialAnswer[];
    }
  | ({ readonly kind: 'ended'; readonly seat: number } & WorkerEnd)
  /** The jobs that a new worker begins with are at hand. */
  | {
      readonly kind: 'restored';
      readonly seat: number;
      readonly generation: number;
      readonly jobs: readonly Job[];
    }
  /** Nothing need be kept of a file. */
  | { readonly kind: 'forgotten'; readonly path: string };

/** The end of a worker. */
export interface WorkerEnd {
  readonly message: string;
  /** Name of the member that it was analyzing; empty where it was at none. */
  readonly member: string;
  /** The reason to leave the member out, as words that go on after its name: "took longer than 30 s …". */
  readonly reason: string;
}

export type PoolOrder =
  | { readonly kind: 'run'; readonly seat: number; readonly job: Job }
  /** Ask a worker to give up all that it has; it answers all the same. */
  | { readonly kind: 'cancel'; readonly seat: number }
  | {
      readonly kind: 'finish';
      readonly job: Job;
      readonly answer: WorkerAnswer;
      readonly pieces: readonly PartialAnswer[];
    }
  /** Start another worker, and make the jobs that it begins with. */
  | { readonly kind: 'replace'; readonly seat: number; readonly generation: number }
  | { readonly kind: 'log'; readonly level: 'warning' | 'error'; readonly message: string };

type Draft = { -readonly [K in keyof PoolState]: PoolState[K] } & { readonly orders: PoolOrder[] };

const ORDER: readonly Urgency[] = ['visible', 'open', 'background'];
const MAX_ATTEMPTS = 3;
/** A worker that fails this often without one answer is given up: its installation is broken. */
const MAX_FAILURES = 5;
export const NOTHING_LEFT_OUT: LeftOut = new Map();

export function newPool(size: number, givesAhead: boolean): PoolState {
  const seat: Seat = { jobs: [], life: 'ready', failures: 0, generation: 0 };
  return { seats: new Array<Seat>(size).fill(seat), waiting: [], leftOut: new Map(), givesAhead };
}

export function decide(
  before: PoolState,
  event: PoolEvent,
): { readonly state: PoolState; readonly orders: readonly PoolOrder[] } {
  const draft: Draft = { ...before, orders: [] };
  takeIn(draft, event);
  giveWork(draft);
  const { orders, ...state } = draft;
  return { state, orders };
}

function takeIn(draft: Draft, event: PoolEvent): void {
  switch (event.kind) {
    case 'submitted':
      submit(draft, event.job);
      break;
    case 'superseded':
      supersede(draft, event.path);
      break;
    case 'answered':
      settle(draft, event);
      break;
    case 'ended':
      replace(draft, event.seat, event);
      break;
    case 'restored': {
      const { life, generation } = at(draft.seats, event.seat);
      // It stopped meanwhile: the one after it is told.
      if (life === 'dead' || generation !== event.generation) break;
      change(draft, event.seat, { life: 'ready' });
      for (const job of event.jobs.toReversed()) putBack(draft, job);
      break;
    }
    case 'forgotten':
      draft.leftOut = new Map([...draft.leftOut].filter(([path]) => path !== event.path));
  }
}

function submit(draft: Draft, job: Job): void {
  if (!draft.seats.some((seat, index) => seat.life !== 'dead' && mayTake(index, job))) {
    fail(draft, job, givenUp('earlier failures'));
    return;
  }
  const index = draft.waiting.findLastIndex((other) => rankOf(other) <= rankOf(job));
  draft.waiting = draft.waiting.toSpliced(index + 1, 0, job);
  const canInterrupt =
    job.only === undefined && job.urgency !== 'background' && job.request.kind !== 'advise';
  const [current] = at(draft.seats, 0).jobs;
  if (canInterrupt && (current?.urgency === 'background' || current?.request.kind === 'advise'))
    draft.orders.push({ kind: 'cancel', seat: 0 });
}

/** Cancels all requests about an older text of the file: nobody needs their results any more. */
function supersede(draft: Draft, path: string): void {
  const isOlder = ({ request }: Job): boolean =>
    (request.kind === 'analyze' || request.kind === 'advise') && request.path === path;
  const older = draft.waiting.filter(isOlder);
  if (older.length > 0) draft.waiting = draft.waiting.filter((job) => !isOlder(job));
  for (const job of older) finish(draft, job, { kind: 'canceled' });
  for (const [index, { jobs }] of draft.seats.entries()) {
    if (!jobs.some(isOlder)) continue;
    change(draft, index, {
      jobs: jobs.map((job) => (isOlder(job) ? { ...job, isSuperseded: true } : job)),
    });
    draft.orders.push({ kind: 'cancel', seat: index });
  }
}

function settle(
  draft: Draft,
  { seat, answer, pieces }: Extract<PoolEvent, { readonly kind: 'answered' }>,
): void {
  const [job, ...next] = at(draft.seats, seat).jobs;
  if (job === undefined) return;
  change(draft, seat, { jobs: next, failures: 0 });
  if (answer.kind === 'canceled' && !job.isSuperseded) {
    putBack(draft, job);
    return;
  }
  if (answer.kind === 'failed')
    log(draft, 'error', `${describeJob(job)}: ${answer.message}\n${answer.stack}`);
  finish(draft, job, answer, pieces);
}

function replace(draft: Draft, index: number, end: WorkerEnd): void {
  const seat = at(draft.seats, index);
  const [job, next] = seat.jobs;
  const place = end.member === '' ? '' : ` at ${end.member}`;
  log(draft, 'warning', `analysis worker ${index + 1} stopped (${end.message})${place}; starting another`);
  const failures = seat.failures + 1;
  change(draft, index, { jobs: [], failures });
  if (next?.isSuperseded === true) finish(draft, next, { kind: 'canceled' });
  else if (next !== undefined) putBack(draft, next);
  if (failures > MAX_FAILURES) {
    giveUp(draft, index, job, end.message);
    return;
  }
  if (job !== undefined) retry(draft, { ...job, failures: job.failures + 1 }, end);
  const generation = seat.generation + 1;
  change(draft, index, { life: 'restoring', generation });
  draft.orders.push({ kind: 'replace', seat: index, generation });
}

function retry(draft: Draft, job: Job, { message, member, reason }: WorkerEnd): void {
  const { request, failures } = job;
  if (job.isSuperseded) finish(draft, job, { kind: 'canceled' });
  else if (request.kind !== 'analyze' || failures >= MAX_ATTEMPTS) {
    const times = `the worker was replaced ${counted(failures, 'time')}, at last because of: ${message}`;
    fail(draft, job, `${describeJob(job)} could not be finished; ${times}`);
  } else {
    const known = draft.leftOut.get(request.path) ?? NOTHING_LEFT_OUT;
    const leaveOut = member === '' ? known : new Map([...known, [member, reason]]);
    if (leaveOut !== known) draft.leftOut = new Map([...draft.leftOut, [request.path, leaveOut]]);
    putBack(draft, { ...job, request: { ...request, leaveOut } });
  }
}

/** Ends everything that waits for the worker with a message, so that nobody waits for ever. */
function giveUp(draft: Draft, index: number, job: Job | undefined, reason: string): void {
  change(draft, index, { life: 'dead' });
  log(draft, 'error', `analysis worker ${index + 1} was given up after ${MAX_FAILURES} failures (${reason})`);
  const canBeDone = (waiting: Job): boolean =>
    draft.seats.some((seat, other) => seat.life !== 'dead' && mayTake(other, waiting));
  const lost = draft.waiting.filter((waiting) => !canBeDone(waiting));
  draft.waiting = draft.waiting.filter(canBeDone);
  for (const each of [...(job === undefined ? [] : [job]), ...lost]) fail(draft, each, givenUp(reason));
}

/** Gives free workers what is due. Once all are busy, those at the background get the next file of their own ahead. */
function giveWork(draft: Draft): void {
  const isFree = ({ life, jobs }: Seat): boolean => life === 'ready' && jobs.length === 0;
  for (const [index, seat] of draft.seats.entries()) {
    const job = isFree(seat) ? nextJob(draft, index) : undefined;
    if (job !== undefined) give(draft, index, job);
  }
  if (!draft.givesAhead || draft.seats.some(isFree)) return;
  for (const [index, { jobs }] of draft.seats.entries()) {
    if (jobs.length !== 1 || jobs[0]?.urgency !== 'background') continue;
    const job = nextJob(draft, index);
    if (job?.urgency === 'background' && isNear(draft, index, job)) give(draft, index, job);
  }
}

function give(draft: Draft, index: number, job: Job): void {
  draft.waiting = draft.waiting.toSpliced(draft.waiting.indexOf(job), 1);
  change(draft, index, { jobs: [...at(draft.seats, index).jobs, job] });
  draft.orders.push({ kind: 'run', seat: index, job });
}

function nextJob(draft: Draft, index: number): Job | undefined {
  const { waiting } = draft;
  const isOwn = (job: Job): boolean => mayTake(index, job) && isNear(draft, index, job);
  return waiting.find(isOwn) ?? waiting.find((job) => mayTake(index, job));
}

function mayTake(index: number, { only, urgency }: Job): boolean {
  return only === undefined ? index === 0 || urgency === 'background' : only === index;
}

function isNear({ seats }: Draft, index: number, { near, urgency }: Job): boolean {
  return near === undefined || urgency !== 'background' || near % seats.length === index;
}

/** Puts a job ahead of its equals. */
function putBack(draft: Draft, job: Job): void {
  const index = draft.waiting.findIndex((other) => rankOf(other) >= rankOf(job));
  draft.waiting = draft.waiting.toSpliced(index < 0 ? draft.waiting.length : index, 0, job);
}

function rankOf({ only, urgency }: Job): number {
  return only === undefined ? ORDER.indexOf(urgency) : -1;
}

function change(draft: Draft, index: number, to: Partial<Seat>): void {
  draft.seats = draft.seats.with(index, { ...at(draft.seats, index), ...to });
}

function finish(draft: Draft, job: Job, answer: WorkerAnswer, pieces: readonly PartialAnswer[] = []): void {
  draft.orders.push({ kind: 'finish', job, answer, pieces });
}

function fail(draft: Draft, job: Job, message: string): void {
  finish(draft, job, { kind: 'failed', message, stack: '' });
}

function log(draft: Draft, level: 'warning' | 'error', message: string): void {
  draft.orders.push({ kind: 'log', level, message });
}

function describeJob({ request }: Job): string {
  return 'path' in request ? `${request.kind} ${request.path}` : request.kind;
}

function givenUp(reason: string): string {
  return `the analysis worker can't be kept running (${reason}); restart the server or install Jouleline again`;
}
