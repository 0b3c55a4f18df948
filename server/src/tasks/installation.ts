/** The place where this Jouleline is installed. Sits in `tasks/`. */

export interface Installation {
  readonly version: string;
  /** The folder `dist`, with the code of threads and helpers. */
  readonly bundleFolder: string;
  /** The folder `media`, with models, signatures, the agent and pages. */
  readonly mediaFolder: string;
}
