import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../server/src/base/failure';
import { writeWholeFile } from '../../server/src/host/files/write-file';
import { makeTemporaryFolder } from '../support/temporary-folder';

describe('writing a whole file', () => {
  test('joins the pieces, in place of what was there', async () => {
    const folder = makeTemporaryFolder({ 'out.txt': 'old' });
    await writeWholeFile(join(folder, 'out.txt'), ['a', '', 'ü€😀']);
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('aü€😀');
    expect(readdirSync(folder)).toEqual(['out.txt']);
  });

  test('leaves the old file, and nothing else, when the pieces end half-way', async () => {
    const folder = makeTemporaryFolder({ 'out.txt': 'old' });
    function* pieces(): Generator<string> {
      yield 'new';
      throw new Error('the report broke off');
    }
    await expect(writeWholeFile(join(folder, 'out.txt'), pieces())).rejects.toThrow(
      "out.txt can't be written: the report broke off",
    );
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out.txt']);
  });

  test('names a folder, a missing folder, and a file where a folder should be', async () => {
    const folder = makeTemporaryFolder({ 'file.txt': '' });
    mkdirSync(join(folder, 'inner'));
    const messageOf = async (path: string): Promise<string | undefined> =>
      (await failureOf(writeWholeFile(path, ['x'])))?.message;
    expect(await messageOf(join(folder, 'inner'))).toMatch(/inner is a folder; name a file in it$/);
    expect(await messageOf(join(folder, 'none', 'out.txt'))).toContain(
      `there is no folder ${join(folder, 'none')}`,
    );
    expect(await messageOf(join(folder, 'file.txt', 'out.txt'))).toContain('there is no folder');
  });

  test('says when it may not write, and keeps what is there', async () => {
    const folder = makeTemporaryFolder();
    mkdirSync(join(folder, 'closed'));
    writeFileSync(join(folder, 'closed', 'out.txt'), 'old');
    chmodSync(join(folder, 'closed'), 0o555);
    const failure = await failureOf(writeWholeFile(join(folder, 'closed', 'out.txt'), ['new']));
    // Root may write everywhere.
    const isRoot = process.getuid?.() === 0;
    expect(failure === undefined).toBe(isRoot);
    expect(readFileSync(join(folder, 'closed', 'out.txt'), 'utf8')).toBe(isRoot ? 'new' : 'old');
    chmodSync(join(folder, 'closed'), 0o755);
  });

  test('writes straight to what is no regular file', async () => {
    expect(await failureOf(writeWholeFile('/dev/null', ['x']))).toBeUndefined();
  });
});
