/** Folders that can be made, and those that can't. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../server/src/host/files/write-file';
import { makeTemporaryFolder } from '../support/temporary-folder';

it('is made with what is above it, and may be there', () => {
  const folder = join(makeTemporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it('is refused below a file', () => {
  const file = join(makeTemporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => {
    makeFolder(join(file, 'a', 'b'));
  }).toThrow('ENOTDIR');
});

it.runIf(existsSync('/proc/self'))('is refused, and soon, where nothing can be made', () => {
  expect(() => {
    makeFolder('/proc/jouleline/results/v1');
  }).toThrow('ENOENT');
});
