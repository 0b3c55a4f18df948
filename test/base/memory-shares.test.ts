/** The threads of the server together have the memory that one setting gives them, and no more. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shareMemory } from '../../server/src/base/memory-shares';
import { createTurns, startThread } from '../../server/src/host/machine/threads';
import { makeTemporaryFolder } from '../support/temporary-folder';

it('shares add up to the limit at most, on any machine', () => {
  for (const total of [256, 300, 1024, 4096, 65_536])
    for (const cores of [1, 2, 3, 4, 64]) {
      const { main, workers, worker, task, bodies, builds } = shareMemory(total, cores);
      const sum = main + workers * worker + task + bodies + builds;
      expect(sum).toBeLessThanOrEqual(total);
      expect(sum).toBeGreaterThan(total - 9);
      expect(workers).toBeLessThanOrEqual(Math.max(1, cores - 1));
    }
});

it.each([12, 100, 819, 2048])('a thread of %d MB is limited to that', async (maxMemoryMB) => {
  const folder = makeTemporaryFolder({});
  const entry = join(folder, 'tell.js');
  writeFileSync(
    entry,
    `const w = require('node:worker_threads'); w.parentPort.postMessage(w.resourceLimits);`,
  );
  const limits = await new Promise<Record<string, number>>((resolve) => {
    let told: Record<string, number> = {};
    startThread(
      entry,
      { data: {}, maxMemoryMB },
      {
        onMessage: (message) => {
          told = message as Record<string, number>;
        },
        onExit: () => {
          resolve(told);
        },
      },
    );
  });
  const { maxOldGenerationSizeMb = NaN, maxYoungGenerationSizeMb = NaN } = limits;
  expect(maxOldGenerationSizeMb + maxYoungGenerationSizeMb).toBe(maxMemoryMB);
});

it('what shares memory runs one after the other, whatever becomes of it', async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const run = (name: string, fails: boolean) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const [a, b] = [inTurn(run('a', true)), inTurn(run('b', false))];
  await expect(a).rejects.toThrow('a');
  expect(await b).toBe('b');
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
