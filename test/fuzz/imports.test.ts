/**
 * A part of `npm run fuzz -- imports`, the same each time.
 */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importSeeds, runImportCase } from './import-case';

it('no change of a file crashes an importer, or has it lose anything in silence', () => {
  const seeds = importSeeds(resolve(__dirname, '../..'));
  const failures = Array.from({ length: 1800 }, (_, number) => {
    const fault = runImportCase(seeds, 1, number);
    return fault === undefined ? [] : [`${number}: ${fault}`];
  }).flat();
  expect(failures).toEqual([]);
});
