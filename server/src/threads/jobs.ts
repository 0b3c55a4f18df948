/**
 * Requests to a worker that wait for their answer. Sits in `threads/`, under
 * `pool.ts`.
 */
import type { PartialAnswer } from './member-pieces';
import type { WorkerAnswer, WorkerRequest } from './messages';
import type { Urgency } from './queue';

/** `pieces` came before the answer. */
export type FinishJob = (answer: WorkerAnswer, pieces: readonly PartialAnswer[]) => void;

export interface Job {
  readonly request: WorkerRequest;
  readonly urgency: Urgency;
  /** The path of the file that the request is about; undefined where it is about none. */
  readonly path: string | undefined;
  readonly finish: FinishJob;
  /** The worker that has seen what is near this file, where others are not free. */
  readonly seat: number | undefined;
  /** A newer request took its place: nobody waits for its result. */
  superseded: boolean;
  /** The number of times that the job was given to a worker. */
  attempts: number;
}

export function newJob(request: WorkerRequest, urgency: Urgency, finish: FinishJob, seat?: number): Job {
  const path = 'path' in request ? request.path : undefined;
  return { request, urgency, path, finish, seat, superseded: false, attempts: 0 };
}

export function failJob(job: Job, message: string): void {
  job.finish({ kind: 'failed', message, stack: '' }, []);
}

export function describeJob({ request, path }: Job): string {
  return path === undefined ? request.kind : `${request.kind} ${path}`;
}
