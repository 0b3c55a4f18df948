/**
 * What Jouleline and its measuring helper, a process of its own, say to each
 * other.
 *
 * Sits in `host/run/`. The helper is a process because it must see a program
 * end, and read meters in time, however busy the editor's server is; and
 * because it ends what it has started when whoever asked for it dies.
 */
import type { CpuTime, RunEnd, ThreadUse } from '../../measurement/program-run';
import type { Seconds } from '../../units';

export type HelperRequest =
  | RunRequest
  | { readonly kind: 'stop'; readonly end: RunEnd }
  | { readonly kind: 'sample'; readonly files: readonly string[]; readonly every: Seconds }
  | { readonly kind: 'finish-sampling' }
  | { readonly kind: 'switch-threads' }
  | { readonly kind: 'work'; readonly chips: readonly number[]; readonly chip: Seconds };

export interface RunRequest {
  readonly kind: 'run';
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds: Seconds;
  /** Removed should the helper be left alone. */
  readonly temporaryFolders: readonly string[];
}

export type HelperAnswer =
  | RunAnswer
  | { readonly kind: 'samples'; readonly rows: readonly SampleRow[]; readonly isLast: boolean }
  | { readonly kind: 'worked'; readonly start: Seconds }
  | { readonly kind: 'switched'; readonly cost?: Seconds };

export interface RunAnswer {
  readonly kind: 'ended';
  readonly start: Seconds;
  readonly end: Seconds;
  readonly how: RunEnd;
  readonly cpu?: CpuTime;
  readonly threads?: ThreadUse;
  readonly slept: Seconds;
  readonly leftRunning: number;
}

/** What each file held at a time; a text where it could not be read. */
export interface SampleRow {
  readonly time: Seconds;
  readonly values: readonly (number | string)[];
}

/** In the environment of a program and, by inheritance, of all that it starts. */
export const RUN_MARK = 'JOULELINE_RUN';
