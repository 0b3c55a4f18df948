/**
 * Keeps results of analyses on disk once typing pauses: writing a result takes longer than making it.
 *
 * Sits in `lsp/`, under `client-session.ts`, over the workers' cache.
 */
import type { FileOperations } from '../../analysis/file-operations';
import type { Pool } from '../../threads/pool';
import type { ResultsCache } from '../../threads/results-cache';
import { inBackground, type Log } from './log';

const STORE_DELAY_MS = 2000;

export interface StoringResults {
  /** @param under the fingerprint of the headers that the file was analyzed under. */
  storeSoon(path: string, text: string, file: FileOperations, under: string): void;
  dispose(): void;
}

export function createStoringResults(
  pool: Pick<Pool, 'dependenciesOf'>,
  results: Pick<ResultsCache, 'write'>,
  log: Log,
): StoringResults {
  const timers = new Map<string, NodeJS.Timeout>();

  async function store(path: string, text: string, file: FileOperations, under: string): Promise<void> {
    const dependencies = await pool.dependenciesOf(path, text);
    await results.write(path, text, { file, fingerprint: under, dependencies });
  }

  return {
    storeSoon(path, text, file, under) {
      clearTimeout(timers.get(path));
      const timer = setTimeout(() => {
        timers.delete(path);
        inBackground(store(path, text, file, under), log);
      }, STORE_DELAY_MS);
      timers.set(path, timer);
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
