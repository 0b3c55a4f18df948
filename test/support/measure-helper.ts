/** The measuring helper, bundled from its sources once for each process that runs tests. */
import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

let entry: string | undefined;

export function measureHelper(): string {
  if (entry !== undefined) return entry;
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-helper-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  entry = join(folder, 'measure-helper.js');
  buildSync({
    entryPoints: [resolve(import.meta.dirname, '../../server/src/host/run/helper.ts')],
    outfile: entry,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  return entry;
}
