/** The measuring helper, bundled from its sources once for each process of tests, and kept by content. */
import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const kept = resolve(import.meta.dirname, '../../.cache/test-helpers');
let entry: string | undefined;

export function measureHelper(): string {
  if (entry !== undefined) return entry;
  const { outputFiles } = buildSync({
    entryPoints: [resolve(import.meta.dirname, '../../server/src/host/processes/helper.ts')],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  const text = outputFiles.map((file) => file.text).join('');
  const path = join(kept, `${createHash('sha256').update(text).digest('hex').slice(0, 40)}.js`);
  if (!existsSync(path)) {
    mkdirSync(kept, { recursive: true });
    writeFileSync(`${path}-${process.pid}`, text);
    renameSync(`${path}-${process.pid}`, path);
  }
  return (entry = path);
}
