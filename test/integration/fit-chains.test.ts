/** Chains of the method bayes, drawn in threads by the bundles, and interrupted. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fitLevels } from '../../server/src/models/fit/fit-levels';
import { sampleInTurn } from '../support/sample-in-turn';
import { createChainSampler } from '../../server/src/tasks/calibrate/sample-chains';
import { makeTemporaryFolder } from '../support/temporary-folder';

const bundles = resolve(import.meta.dirname, '../../dist');
const table = resolve(import.meta.dirname, '../fixtures/fitting/hier_3480.csv');

describe('chains in threads', () => {
  it('are those of one thread, however many there are', async () => {
    const request = {
      tables: [{ text: readFileSync(table, 'utf8'), fileName: 'hier.csv' }],
      seed: 3,
      chains: 4,
      warmup: 5,
      draws: 20,
    };
    const accounts = [];
    for (const sample of [
      sampleInTurn,
      ...[1, 2, 3, 8].map((threads) => createChainSampler(bundles, threads)),
    ]) {
      const outcome = await fitLevels(request, sample);
      if (!('account' in outcome)) throw new Error('not fitted');
      accounts.push(JSON.stringify(outcome.account));
    }
    expect(new Set(accounts).size).toBe(1);
  });

  it('that can’t be drawn are an error, and not a shorter list', async () => {
    const broken = createChainSampler(join(bundles, 'not-there'), 2);
    const request = {
      tables: [{ text: readFileSync(table, 'utf8'), fileName: '' }],
      seed: 1,
      chains: 4,
      warmup: 1,
      draws: 10,
    };
    await expect(fitLevels(request, broken)).rejects.toThrow(/draws from the posterior/);
  });

  it.runIf(process.platform !== 'win32')('end with an interrupt, and leave no model behind', async () => {
    const folder = makeTemporaryFolder({});
    const out = join(folder, 'model.json');
    const args = [
      join(bundles, 'cli.js'),
      'fit',
      table,
      '--method',
      'bayes',
      '--draws',
      '1000000',
      '--out',
      out,
    ];
    const fit = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = once(fit, 'exit');
    await delay(1000);
    fit.kill('SIGINT');
    const [, signal] = (await ended) as [number | null, string | null];
    expect(signal).toBe('SIGINT');
    expect(existsSync(out)).toBe(false);
  });
});
