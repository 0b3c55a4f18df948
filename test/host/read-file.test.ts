/** The one reader of whole files: what it takes, and what it leaves alone. */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBuildFileReader } from '../../server/src/host/builds/build-file-reader';
import { fence } from '../../server/src/host/files/fence';
import { accessFile, reasonOf } from '../../server/src/host/files/random-access-file';
import { listBelow, listBelowSync } from '../../server/src/host/files/walk-folder';
import { readBytes, readBytesSync, readPieces, readTextWithin } from '../../server/src/host/files/read-file';
import { makeTemporaryFolder } from '../support/temporary-folder';

/** The bytes as hexadecimal digits, else the reason for none, of both ways to read. */
async function read(path: string, most?: number): Promise<readonly string[]> {
  const now = (): string => {
    try {
      return readBytesSync(path, most).toString('hex');
    } catch (error) {
      return reasonOf(error);
    }
  };
  return [await readBytes(path, most).then((bytes) => bytes.toString('hex'), reasonOf), now()];
}

describe('a file', () => {
  it('is read to its end, whatever its size says', async () => {
    const folder = makeTemporaryFolder({ empty: '', small: 'ä\r\n', large: Buffer.alloc(3_000_001, 7) });
    expect(await read(join(folder, 'empty'))).toEqual(['', '']);
    expect(await read(join(folder, 'small'))).toEqual(['c3a40d0a', 'c3a40d0a']);
    const large = '07'.repeat(3_000_001);
    expect((await read(join(folder, 'large'))).map((each) => each === large)).toEqual([true, true]);
    symlinkSync('small', join(folder, 'link'));
    expect(await read(join(folder, 'link'))).toEqual(['c3a40d0a', 'c3a40d0a']);
    // Linux says that its own files are empty.
    const version = readFileSync('/proc/version').toString('hex');
    expect(await read('/proc/version')).toEqual([version, version]);
  });

  it('is refused above a limit, also when it grows while it is read', async () => {
    const path = join(makeTemporaryFolder({ file: '' }), 'file');
    truncateSync(path, 2 * 1024 * 1024 + 1);
    const message = 'is 3 MB large; files above 2 MB are left out';
    expect(await read(path, 2 * 1024 * 1024)).toEqual([message, message]);
    expect(await readTextWithin(path, 100, 'is too large')).toMatchObject({
      problem: { message: 'is too large' },
    });
    const pieces = readPieces(path, 4 * 1024 * 1024);
    pieces.next();
    truncateSync(path, 64 * 1024 * 1024);
    expect(() => [...pieces]).toThrow('are left out');
    writeFileSync(path, 'x');
    expect(await read(path, 1)).toEqual(['78', '78']);
  });
});

it('links out of folders that nobody trusts are not followed, by any reader', async () => {
  const outside = makeTemporaryFolder({ secret: 'secret', 'pom.xml': '<project/>' });
  const folder = makeTemporaryFolder({ own: 'own' });
  for (const [name, target] of Object.entries({ link: 'secret', 'pom.xml': 'pom.xml', folder: '' }))
    symlinkSync(join(outside, target), join(folder, name));
  symlinkSync('own', join(folder, 'inside'));
  const names = ['link', 'folder/secret', 'inside'];
  const all = (): Promise<readonly (readonly string[])[]> =>
    Promise.all(names.map((name) => read(join(folder, name))));
  onTestFinished(() => {
    fence([]);
  });
  fence([folder]);
  const refused = expect.stringMatching(/^is a link out of the workspace/) as string;
  expect(await all()).toEqual([
    [refused, refused],
    [refused, refused],
    ['6f776e', '6f776e'],
  ]);
  expect(accessFile(join(folder, 'link'))).toMatchObject({ problem: { message: refused } });
  const reader = createBuildFileReader();
  expect(await reader.readText(join(folder, 'pom.xml'))).toBeUndefined();
  expect(await reader.existing(join(folder, 'folder/pom.xml'))).toBeUndefined();
  expect(await reader.list(join(folder, 'folder'))).toEqual([]);
  const walk = { wants: () => true, mostFiles: 9 };
  expect([
    listBelowSync(join(folder, 'folder'), walk),
    await listBelow(join(folder, 'folder'), walk),
  ]).toEqual([[], []]);
  // What the user names is read, and all once the folder is trusted.
  expect(await read(join(outside, 'secret'))).toEqual(['736563726574', '736563726574']);
  fence([]);
  expect((await all())[0]).toEqual(['736563726574', '736563726574']);
});

describe('what is no file', () => {
  it('is not waited for', async () => {
    const folder = makeTemporaryFolder({ 'folder/file': '' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const name of ['ptmx', 'zero', 'tty', 'random']) symlinkSync(`/dev/${name}`, join(folder, name));
    for (const name of ['pipe', 'ptmx', 'zero', 'tty', 'random'])
      expect(await read(join(folder, name))).toEqual(['is not a file', 'is not a file']);
    for (const name of ['pipe', 'ptmx', 'folder'])
      expect(accessFile(join(folder, name))).toMatchObject({ problem: { message: 'is not a file' } });
    expect(await read(join(folder, 'folder'))).toEqual(['is a folder', 'is a folder']);
    expect(await read(join(folder, 'none'))).toEqual(['does not exist', 'does not exist']);
    for (const [at, path] of ['/proc/self/mem', '/proc/version', '/sys/kernel/notes'].entries()) {
      symlinkSync(path, join(folder, `made-up-${at}`));
      expect(await read(join(folder, `made-up-${at}`))).toEqual(['is not a file', 'is not a file']);
    }
    symlinkSync('loop', join(folder, 'loop'));
    expect((await read(join(folder, 'loop')))[0]).toContain('too many symbolic links');
  });
});
