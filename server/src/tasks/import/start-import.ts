/** Imports files for the command line, in a thread that a signal ends. Sits in `tasks/`. */
import { UsageError } from '../../base/failure';
import { chooseJdk } from '../../host/jdk/choose-jdk';
import type { ImportOutcome, ImportRequest } from './import-measurements';
import { importInThread } from './import-thread';
import { orEndBySignal } from '../cancellation';

export async function importMeasurements(
  request: ImportRequest,
  bundleFolder: string,
): Promise<ImportOutcome> {
  const { javaHome } = request;
  const [wrong] = chooseJdk({ configured: javaHome, suggested: [], environment: process.env }).problems;
  if (wrong !== undefined) throw new UsageError(`--java-home: ${wrong}`);
  return orEndBySignal((canceled) =>
    importInThread(request, { bundleFolder, canceled, onBytes: () => undefined }),
  );
}
