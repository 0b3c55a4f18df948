/**
 * What the server gets from `main.ts`: everything that touches the machine.
 *
 * Sits in `lsp/`.
 */
import type { Pool, PoolOptions } from '../worker/pool';
import type { Compare } from './comparing';
import type { SaveImport } from './importing';

export interface ServerWiring {
  readonly version: string;
  readonly mediaFolder: string;
  /** Of dist/*.js. */
  readonly bundleFolder: string;
  readonly createPool: (
    options: Pick<PoolOptions, 'log' | 'onLibraryProblem' | 'allHeaders' | 'maxMemoryMB'> & {
      /** Where compiled code may be kept. */
      readonly codeCacheFolder: string | undefined;
    },
  ) => Pool;
  readonly saveImport: SaveImport;
  readonly compare: Compare;
}
