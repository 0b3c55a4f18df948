/**
 * Everything that touches the machine, which `main.ts` gives to the server.
 *
 * Sits in `lsp/`.
 */
import type { Compare } from '../profiles/comparing';
import type { Pool, PoolOptions } from '../../threads/pool';
import type { SaveImport } from '../profiles/importing';

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
