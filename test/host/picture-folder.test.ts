/** Pictures of several windows in one folder. */
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPictureFolder } from '../../server/src/host/files/picture-folder';
import { makeTemporaryFolder } from '../support/temporary-folder';

const longAgo = new Date(2020, 1, 1);
const piece = Buffer.from('p');

test('too many pictures give way, the oldest first, but none that a page was just told of', async () => {
  const folder = makeTemporaryFolder();
  const mine = createPictureFolder(folder);
  const theirs = createPictureFolder(folder);
  const names = Array.from({ length: 30 }, (_, at) => `old${String(at).padStart(2, '0')}`);
  for (const name of names) await theirs.write(name, [piece]);
  for (const [at, name] of names.entries())
    utimesSync(theirs.pathOf(name), longAgo, new Date(longAgo.getTime() + at));
  // Another window shows its oldest picture again.
  expect(await theirs.has('old00')).toBe(true);
  const fresh = Array.from({ length: 20 }, (_, at) => `new${String(at).padStart(2, '0')}`);
  for (const name of fresh) await mine.write(name, [piece]);
  expect(readdirSync(folder).sort()).toEqual([...fresh, 'old00'].map((name) => `${name}.jlsp`).sort());
  expect(await mine.has('old29')).toBe(false);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
  await mine.write('last', [piece]);
  expect(readdirSync(folder)).toHaveLength(12);
});

test('pictures are kept compressed, however many pieces they come in', async () => {
  const folder = createPictureFolder(makeTemporaryFolder());
  const pieces = Array.from({ length: 40 }, (_, at) => new Uint8Array(100_000).fill(at % 3));
  await folder.write('large', pieces);
  const file = readFileSync(folder.pathOf('large'));
  expect(file.length).toBeLessThan(400_000);
  expect(gunzipSync(file).equals(Buffer.concat(pieces))).toBe(true);
  await folder.write('empty', []);
  expect(gunzipSync(readFileSync(folder.pathOf('empty')))).toHaveLength(0);
});
