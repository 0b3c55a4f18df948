/**
 * Everything that touches the machine, which `main.ts` gives to the server.
 *
 * Sits in `lsp/`.
 */
import type { Pool, PoolOptions } from '../worker/pool';
import type { Compare } from './comparing';
import type { SaveImport } from './importing';

export interface ServerWiring {
  readonly version: string;
  readonly mediaFolder: string;
  /** The folder of dist/*.js. */
  readonly bundleFolder: string;
  readonly createPool: (
    options: Pick<PoolOptions, 'log' | 'onLibraryProblem' | 'allHeaders' | 'maxMemoryMB'> & {
      /** The folder that may keep compiled code. */
      readonly codeCacheFolder: string | undefined;
    },
  ) => Pool;
  readonly saveImport: SaveImport;
  readonly compare: Compare;
}
