/**
 * An import of the command line: in a thread of its own, which an interrupt of
 * the terminal ends. Sits in `cli/`.
 */
import type { ImportOutcome, ImportRequest } from '../worker/import-measurements';
import { importInThread } from '../worker/import-thread';
import { orEndBySignal } from './cancellation';

export type { ImportOutcome, ImportRequest } from '../worker/import-measurements';

export function importMeasurements(request: ImportRequest, bundleFolder: string): Promise<ImportOutcome> {
  return orEndBySignal((cancelled) =>
    importInThread(request, { bundleFolder, cancelled, onBytes: () => undefined }),
  );
}
