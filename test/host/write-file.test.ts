import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../../server/src/base/failure';
import {
  expectWithin,
  expectWritable,
  newToken,
  removePart,
  writeNewFile,
  writeWholeFile,
} from '../../server/src/host/files/write-file';
import { makeTemporaryFolder } from '../support/temporary-folder';

describe('writing a whole file', () => {
  test('removes parts that killed processes left of it, and no others', async () => {
    const gone = String(2 ** 22 - 1);
    const [theirs, running, ours, others] = [
      newToken()
        .replace(/^[^-]*/, '0a1b2c3d')
        .replace(String(process.pid), gone),
      newToken(),
      newToken().replace(String(process.pid), gone),
      newToken().replace(String(process.pid), gone),
    ];
    const parts = [`.a.json.${theirs}.part`, `.a.json.${running}.part`, `.b.json.${others}.part`];
    const left = Object.fromEntries([...parts, `.a.json.${ours}.part`].map((name) => [name, '']));
    const folder = makeTemporaryFolder(left);
    await writeWholeFile(join(folder, 'a.json'), ['x']);
    expect(readdirSync(folder).sort()).toEqual([...parts, 'a.json'].sort());
  });

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

  test('keeps the mode of the file whose place it takes, and never shows a part to others', async () => {
    const path = join(makeTemporaryFolder({ 'out.txt': 'old' }), 'out.txt');
    for (const mode of [0o600, 0o644, 0o755, 0o606]) {
      chmodSync(path, mode);
      let part = 0;
      function* pieces(): Generator<string> {
        yield 'x'.repeat(70_000);
        const [name = ''] = readdirSync(join(path, '..')).filter((each) => each.endsWith('.part'));
        part = statSync(join(path, '..', name)).mode & 0o077;
        yield 'y';
      }
      await writeWholeFile(path, pieces());
      expect([statSync(path).mode & 0o777, part]).toEqual([mode, 0]);
    }
  });

  test('does not replace a file that is read-only', async () => {
    const path = join(makeTemporaryFolder({ 'out.txt': 'old' }), 'out.txt');
    chmodSync(path, 0o444);
    for (const write of [() => writeWholeFile(path, ['new']), () => expectWritable(path)])
      expect((await failureOf(write()))?.message).toMatch(/out\.txt can't be written: it is read-only$/);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  test('is on the disk before it has its name', async () => {
    const folder = makeTemporaryFolder();
    const calls: string[] = [];
    vi.resetModules();
    vi.doMock('node:fs/promises', () => ({
      ...files,
      rename: (from: string, to: string) => {
        calls.push('rename');
        return files.rename(from, to);
      },
      open: async (path: string, ...more: [string, number]) => {
        const file = await files.open(path, ...more);
        const datasync = file.datasync.bind(file);
        file.datasync = () => {
          calls.push('datasync');
          return datasync();
        };
        return file;
      },
    }));
    onTestFinished(() => {
      vi.doUnmock('node:fs/promises');
      vi.resetModules();
    });
    const { writeWholeFile: write } = await import('../../server/src/host/files/write-file');
    await write(join(folder, 'out.txt'), ['text']);
    await write(join(folder, 'picture'), ['text'], { lasts: false });
    expect(calls).toEqual(['datasync', 'rename', 'rename']);
  });

  test.each(['realpath', 'stat', 'access'] as const)(
    'also takes the place of a file that another process removes just before %s',
    async (call) => {
      const folder = makeTemporaryFolder({ 'out.txt': 'old' });
      const really = files[call] as (path: string) => Promise<unknown>;
      let calls = 0;
      vi.resetModules();
      vi.doMock('node:fs/promises', () => ({
        ...files,
        [call]: async (path: string) => {
          // The first state says that there is a file.
          if (path.endsWith('out.txt') && (call !== 'stat' || calls++ > 0))
            await files.rm(path, { force: true });
          return really(path);
        },
      }));
      onTestFinished(() => {
        vi.doUnmock('node:fs/promises');
        vi.resetModules();
      });
      const { writeWholeFile: write } = await import('../../server/src/host/files/write-file');
      await write(join(folder, 'out.txt'), ['new']);
      expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('new');
      expect(readdirSync(folder)).toEqual(['out.txt']);
    },
  );

  test('writes straight to what is no regular file', async () => {
    expect(await failureOf(writeWholeFile('/dev/null', ['x']))).toBeUndefined();
  });
});

describe('a new file', () => {
  test('of eight that are written at once under one name is there, whole, and under a name of its own', async () => {
    const folder = makeTemporaryFolder({ 'a.json': 'before', 'a-3.json': 'before' });
    const pathOf = (number: number): string => join(folder, number === 1 ? 'a.json' : `a-${number}.json`);
    const texts = Array.from({ length: 8 }, (_, at) => `text ${at}`);
    const paths = await Promise.all(texts.map((text) => writeNewFile(pathOf, [text], newToken())));
    expect(new Set(paths).size).toBe(8);
    expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(texts);
    expect(readdirSync(folder)).toHaveLength(10);
    for (const name of ['a.json', 'a-3.json'])
      expect(readFileSync(join(folder, name), 'utf8')).toBe('before');
  });

  test('is made where there are no hard links, too', async () => {
    const folder = makeTemporaryFolder({ 'a.json': 'before' });
    const refused = Object.assign(new Error('not supported'), { code: 'ENOTSUP' });
    vi.resetModules();
    vi.doMock('node:fs/promises', () => ({ ...files, link: () => Promise.reject(refused) }));
    onTestFinished(() => {
      vi.doUnmock('node:fs/promises');
      vi.resetModules();
    });
    const without = await import('../../server/src/host/files/write-file');
    const path = await without.writeNewFile(
      (number) => join(folder, `a${number === 1 ? '' : number}.json`),
      ['x'],
      't',
    );
    expect([path, readFileSync(path, 'utf8')]).toEqual([join(folder, 'a2.json'), 'x']);
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'a2.json']);
  });

  test('that broke off leaves nothing', async () => {
    const folder = makeTemporaryFolder();
    function* pieces(): Generator<string> {
      yield 'new';
      throw new Error('the report broke off');
    }
    await expect(writeNewFile(() => join(folder, 'a.json'), pieces(), 't')).rejects.toThrow('broke off');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('takes only its own part away', async () => {
    const folder = makeTemporaryFolder({ '.a.json.mine.part': '', '.a.json.theirs.part': '' });
    await removePart(join(folder, 'a.json'), 'mine');
    expect(readdirSync(folder)).toEqual(['.a.json.theirs.part']);
  });
});

test('a folder that nobody trusts leads nothing that is written out of it', () => {
  const [folder, outside] = [makeTemporaryFolder({ 'own/file': '' }), makeTemporaryFolder()];
  symlinkSync(outside, join(folder, '.jouleline'));
  symlinkSync(join(folder, 'own'), join(folder, 'inside'));
  for (const path of ['.jouleline', '.jouleline/profiles'])
    expect(() => {
      expectWithin(folder, join(folder, path));
    }).toThrow(`it leads out of ${folder}`);
  for (const path of ['', 'own/new/deep', 'inside/new'])
    expect(() => {
      expectWithin(folder, join(folder, path));
    }).not.toThrow();
});
