/**
 * The messages between Jouleline and its measuring helper, which is a process of its own.
 *
 * Sits in `host/`. A separate process sees a program end and reads meters in time, however busy the
 * editor's server is. It also ends what it has started when its parent dies.
 */
import type { CpuTime, RunEnd, ThreadUse } from '../../runs/program-run';
import type { Seconds } from '../../base/units';

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
  /** Folders that the helper removes if its parent dies. */
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

/** The contents of the files at a time; a text tells why one could not be read. */
export interface SampleRow {
  readonly time: Seconds;
  readonly values: readonly (number | string)[];
}

/** The variable that marks a program's environment and, by inheritance, that of all that it starts. */
export const RUN_MARK = 'JOULELINE_RUN';
