/** A comparison that is ended by force while it writes: what was there before stays, and nothing half-written. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    const folder = makeTemporaryFolder({ 'old.json': 'before' });
    const name = kind === 'page' ? 'old' : 'old.json';
    const beginning = `.old.${kind === 'page' ? 'jlsp' : 'json'}.`;
    // Another window, or the command line, is just writing the same file.
    const theirs = `${beginning}0a1b2c3d.part`;
    writeFileSync(join(folder, theirs), '');
    // Writes as `writeWholeFile` does, and never ends.
    const writer = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, beginning))} + require('node:worker_threads').workerData.token + '.part', '{'); setInterval(() => {}, 1000);`;
    const bundleFolder = makeTemporaryFolder({ 'comparer.js': writer });
    const task: TasksTask = {
      kind: 'tasks',
      paths: ['a.json', 'b.json'],
      models: {
        texts: [],
        device: '',
        id: '',
        mediaFolder: '',
        place: 'caller' as const,
        metric: 'energy' as const,
      },
      alpha: 'auto',
      marks: { application: [], framework: [] },
      output: kind === 'page' ? { kind, folder, name } : { kind, path: join(folder, name), bundleFolder },
      words: comparisonWords({ t: (message) => message }),
      version: '0',
    };
    const stop = new AbortController();
    const compared = compareInThread<'tasks'>(task, { bundleFolder, canceled: stop.signal });
    const names = (): Promise<readonly string[]> => Promise.resolve(readdirSync(folder).sort());
    await waitFor('half of it', names, (found) => found.length === 3);
    // Another one that was asked for the same, and given up, takes nothing away.
    const other = compareInThread<'tasks'>(task, { bundleFolder, canceled: AbortSignal.abort() });
    await expect(other).rejects.toThrow('canceled');
    expect(await names()).toHaveLength(3);
    stop.abort();
    await expect(compared).rejects.toThrow('canceled');
    expect(await names()).toEqual([theirs, 'old.json']);
    expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('before');
  },
);
