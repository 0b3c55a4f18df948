/**
 * The hooks by which work on many members is watched and given up. Sits in `analysis/`, for the code that runs such
 * work in a worker.
 */
export interface ProgressHooks {
  /** Asked between two members. */
  readonly isCanceled: () => boolean;
  readonly begin: (memberName: string) => void;
}

export const NEVER_CANCELED: ProgressHooks = { isCanceled: () => false, begin: () => undefined };
