/** A part of `npm run faults` and `npm run soak`, without their bars of time and memory. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { attachOften } from '../faults/attached';
import { Failures } from '../faults/bars';
import { workBeside } from '../faults/beside';
import { fixBars } from '../faults/fixes';
import { killOften } from '../faults/killed';
import { openMany } from '../faults/many-files';
import { failEach } from '../faults/saves';
import { soak } from '../faults/soak';

const root = resolve(import.meta.dirname, '../..');

it('a source is the old one or the fixed one, whichever call of the save fails', async () => {
  const results = { tried: 0, whole: 0, failures: new Failures() };
  await failEach(root, 'fix', results, ['ENOSPC', 'kill']);
  expect(results.failures.lines).toEqual([]);
  expect(results.tried).toBeGreaterThan(7);
  expect(results.whole).toBe(results.tried);
}, 600_000);

it('fixes change nothing else, over encodings, line ends, modes and links', async () => {
  expect((await fixBars(root, 100)).filter(({ isMet }) => !isMet)).toEqual([]);
}, 600_000);

it('a server that edited, imported, canceled and compared leaves nothing, and logs no error', async () => {
  const { errors, left } = await soak(root, 5, 12);
  expect([...errors.lines, ...left]).toEqual([]);
}, 600_000);

it('two servers and two command lines on one workspace answer alike, and lose no saved file', async () => {
  const { failures, lost } = await workBeside(root, 80);
  expect([...failures.lines, ...lost]).toEqual([]);
}, 600_000);

it('what was finished is there after kills at random moments, and nothing runs on', async () => {
  expect((await killOften(root, 16)).failures.lines).toEqual([]);
}, 600_000);

it('a program that is attached to again and again goes on as it was', async () => {
  expect((await attachOften(root, 3)).failures.lines).toEqual([]);
}, 600_000);

it('every hover is answered while 3,000 files are read, and all of them are', async () => {
  const { unanswered, hovers, took, list } = await openMany(root, 3000, 580);
  expect([unanswered, hovers.length > 0, took !== undefined]).toEqual([0, true, true]);
  // Each has two methods and a constructor that is not written.
  expect(list).toMatchObject({ all: 3 * 3000, isComplete: true, missingFiles: 0 });
}, 600_000);
