/** A comparison that is ended by force while it writes: what was there before stays, and nothing half-written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareInThread } from '../../server/src/tasks/compare/compare-thread';
import type { TasksTask } from '../../server/src/tasks/compare/compare-messages';
import { comparisonWords } from '../../server/src/pages/comparison-words';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

test.each(['json', 'html', 'page'] as const)(
  'nothing is left of a %s that was half written',
  async (kind) => {
    const folder = makeTemporaryFolder({ 'old.json': 'before', '.other.json.1a2b3c4d.part': '' });
    const name = kind === 'page' ? 'old' : 'old.json';
    const part = `.old.${kind === 'page' ? 'jlsp' : 'json'}.0a1b2c3d.part`;
    // Writes as `writeWholeFile` does, and never ends.
    const writer = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, part))}, '{'); setInterval(() => {}, 1000);`;
    const bundleFolder = makeTemporaryFolder({ 'comparer.js': writer });
    const task: TasksTask = {
      kind: 'tasks',
      paths: ['a.json', 'b.json'],
      models: { texts: [], device: '', id: '', mediaFolder: '', place: 'caller' as const },
      alpha: 'auto',
      marks: { application: [], framework: [] },
      output: kind === 'page' ? { kind, folder, name } : { kind, path: join(folder, name), bundleFolder },
      words: comparisonWords({ t: (message) => message }),
      version: '0',
    };
    const stop = new AbortController();
    const compared = compareInThread<'tasks'>(task, { bundleFolder, canceled: stop.signal });
    const names = (): Promise<readonly string[]> => Promise.resolve(readdirSync(folder).sort());
    await waitFor('half of it', names, (found) => found.includes(part));
    // Another one that was asked for the same, and given up, takes nothing away.
    const other = compareInThread<'tasks'>(task, { bundleFolder, canceled: AbortSignal.abort() });
    await expect(other).rejects.toThrow('canceled');
    expect(await names()).toContain(part);
    stop.abort();
    await expect(compared).rejects.toThrow('canceled');
    expect(await names()).toEqual(['.other.json.1a2b3c4d.part', 'old.json']);
    expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('before');
  },
);
