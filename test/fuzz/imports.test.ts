/**
 * A part of `npm run fuzz -- imports` and `saved`, the same each time.
 */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importSeeds, runImportCase } from './import-case';
import { runSavedCase } from './saved-case';
import { savedSeeds } from './saved-seeds';

it('no change of a file crashes an importer, or has it lose anything in silence', () => {
  const seeds = importSeeds(resolve(__dirname, '../..'));
  const failures = Array.from({ length: 1800 }, (_, number) => {
    const fault = runImportCase(seeds, 1, number);
    return fault === undefined ? [] : [`${number}: ${fault}`];
  }).flat();
  expect(failures).toEqual([]);
});

it('no change of a build file, budget, model or saved profile crashes its reader', async () => {
  const seeds = savedSeeds(resolve(__dirname, '../..'));
  const failures: string[] = [];
  for (let number = 0; number < 2000; number++) {
    const fault = await runSavedCase(seeds, 1, number).catch(String);
    if (fault !== undefined) failures.push(`${number}: ${fault}`);
  }
  expect(failures).toEqual([]);
});
