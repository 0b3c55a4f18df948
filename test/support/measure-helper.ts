/** The measuring helper, bundled from its sources once for each file of tests. */
import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';

let entry: string | undefined;
const folders: string[] = [];

// At the end of the file of tests that imports this.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function measureHelper(): string {
  if (entry !== undefined) return entry;
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-helper-'));
  folders.push(folder);
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
