/**
 * Each file of integration tests has a cache folder of its own: no test reads
 * or fills that of whoever runs it. Set up by vitest.config.mts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'jouleline-cache-'));
process.env['XDG_CACHE_HOME'] = folder;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
