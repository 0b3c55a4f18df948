/**
 * How work on many members is watched, and given up. Sits in `analysis/`, for
 * whoever runs it in a worker.
 */
export interface ProgressHooks {
  /** Asked between two members. */
  readonly isCanceled: () => boolean;
  readonly begin: (memberName: string) => void;
}

export const NEVER_CANCELED: ProgressHooks = { isCanceled: () => false, begin: () => undefined };
