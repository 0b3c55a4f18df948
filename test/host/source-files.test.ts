/** Reading and finding sources, with what real workspaces hold beside plain UTF-8 files. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  linksWithin,
  createFilter,
  findSources,
  MAX_SOURCE_BYTES,
  readSource,
} from '../../server/src/host/files/source-files';
import type { FileFilter } from '../../server/src/host/files/source-files';
import { asPlainUser } from '../support/plain-user';
import { makeTemporaryFolder, writeFiles } from '../support/temporary-folder';
import type { FolderContent } from '../support/temporary-folder';

const everything: FileFilter = { include: ['**/*.java'], exclude: [] };

describe('readSource', () => {
  async function check(
    data: Uint8Array,
    expected: { readonly text: string; readonly note?: RegExp } | RegExp,
  ): Promise<void> {
    const path = join(makeTemporaryFolder({ 'A.java': data }), 'A.java');
    const read = await readSource(path);
    if (expected instanceof RegExp) {
      expect(read).toEqual({ kind: 'unreadable', message: expect.stringMatching(expected) as string });
      expect(read.kind === 'unreadable' && read.message.startsWith(path)).toBe(true);
      return;
    }
    const note = expected.note === undefined ? {} : { note: expect.stringMatching(expected.note) as string };
    expect(read).toEqual({ kind: 'text', text: expected.text, ...note });
  }

  it('reads UTF-8, with a byte order mark or without', async () => {
    await check(Buffer.from('class Größe {} // ⚡'), { text: 'class Größe {} // ⚡' });
    await check(Buffer.from('\uFEFFclass A {}'), { text: 'class A {}' });
    await check(Buffer.from('a\r\nb\rc'), { text: 'a\r\nb\rc' });
  });

  it('reads an empty file', () => check(Buffer.alloc(0), { text: '' }));

  it('reads other encodings, and says so', async () => {
    await check(Buffer.from('class Größe {}', 'latin1'), {
      text: 'class Größe {}',
      note: /A\.java is not UTF-8/,
    });
    const utf16 = Buffer.from('\uFEFFclass Größe {}', 'utf16le');
    await check(utf16, { text: 'class Größe {}', note: /A\.java is UTF-16/ });
    await check(Buffer.from(utf16).swap16(), { text: 'class Größe {}', note: /A\.java is UTF-16/ });
  });

  it('refuses binary data, also behind the mark of UTF-16', async () => {
    await check(Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 65]), /A\.java is binary/);
    await check(Buffer.from([0xff, 0xfe, 0, 0xd8, 0, 0xd8, 1]), /A\.java is binary/);
  });

  it('refuses a file above the limit without reading it', async () => {
    const path = join(makeTemporaryFolder({ 'A.java': '' }), 'A.java');
    truncateSync(path, MAX_SOURCE_BYTES + 1);
    expect(await readSource(path)).toEqual({
      kind: 'unreadable',
      message: `${path} is 33 MB large; files above 32 MB are left out`,
    });
  });

  it('names what is no file', async () => {
    const folder = makeTemporaryFolder({ 'A.java/B.java': '', file: '' });
    execFileSync('mkfifo', [join(folder, 'Pipe.java')]);
    const messages = await Promise.all(
      ['A.java', 'Pipe.java', 'Gone.java', 'file/A.java'].map(async (name) => {
        const read = await readSource(join(folder, name));
        return read.kind === 'unreadable' ? relative(folder, read.message) : read.text;
      }),
    );
    expect(messages).toEqual([
      'A.java is a folder',
      'Pipe.java is not a file',
      'Gone.java does not exist',
      'file/A.java does not exist: a part of its path is not a folder',
    ]);
  });

  it('names what may not be read', async () => {
    const path = join(makeTemporaryFolder({ 'A.java': 'class A {}' }), 'A.java');
    chmodSync(path, 0);
    const read = await asPlainUser(() => readSource(path));
    expect(read).toEqual({ kind: 'unreadable', message: `${path} may not be read: permission denied` });
  });
});

describe('findSources', () => {
  async function check(
    folder: string,
    filter: FileFilter,
    expected: readonly string[],
    problems: readonly RegExp[] = [],
  ): Promise<void> {
    const found = await findSources(folder, filter);
    expect(found.paths.map((path) => relative(folder, path))).toEqual(expected);
    expect(found.problems).toEqual(problems.map((problem) => expect.stringMatching(problem) as string));
  }

  const files = (...names: readonly string[]): FolderContent =>
    Object.fromEntries(names.map((name) => [name, '']));

  it('finds sources at any depth, sorted, and nothing else', async () => {
    const folder = makeTemporaryFolder(
      files('src/b/B.java', 'A.java', 'src/A.java', 'src/A.class', 'A.java.orig', '.hidden/C.java'),
    );
    await check(folder, everything, ['.hidden/C.java', 'A.java', 'src/A.java', 'src/b/B.java']);
  });

  it('takes a folder of that name for a folder', async () => {
    await check(makeTemporaryFolder(files('A.java/B.java')), everything, ['A.java/B.java']);
  });

  it('follows links to folders once, under the real name where it has one inside', async () => {
    const outside = makeTemporaryFolder(files('lib/L.java'));
    const folder = makeTemporaryFolder(files('src/A.java'));
    symlinkSync('src', join(folder, 'alias'));
    symlinkSync('..', join(folder, 'src/up'));
    symlinkSync('.', join(folder, 'src/self'));
    symlinkSync(join(outside, 'lib'), join(folder, 'lib'));
    await check(folder, everything, ['lib/L.java', 'src/A.java']);
  });

  it('stays out of the folders around', async () => {
    const outer = makeTemporaryFolder(files('other/O.java', 'inner/A.java'));
    symlinkSync(outer, join(outer, 'inner/outer'));
    symlinkSync('/', join(outer, 'inner/root'));
    await check(join(outer, 'inner'), everything, ['A.java']);
  });

  it('lists a link that leads nowhere, whose reading then names it', async () => {
    const folder = makeTemporaryFolder(files('A.java'));
    symlinkSync('gone', join(folder, 'B.java'));
    symlinkSync('loop', join(folder, 'loop'));
    await check(folder, everything, ['A.java', 'B.java']);
  });

  it('names a folder that vanished and one that may not be read, and goes on', async () => {
    const folder = makeTemporaryFolder(files('A.java', 'closed/B.java', 'open/C.java'));
    chmodSync(join(folder, 'closed'), 0);
    await asPlainUser(() =>
      check(folder, everything, ['A.java', 'open/C.java'], [/closed may not be read: permission denied$/]),
    );
    chmodSync(join(folder, 'closed'), 0o755);
    rmSync(folder, { recursive: true });
    await check(folder, everything, [], [/does not exist/]);
  });

  it('looks into folders whose own name the patterns do not match', async () => {
    const folder = makeTemporaryFolder(files('src/main/java/A.java', 'src/test/java/B.java', 'C.java'));
    await check(folder, { include: ['src/main/java/**'], exclude: [] }, ['src/main/java/A.java']);
    await check(folder, { include: ['**/B.java'], exclude: [] }, ['src/test/java/B.java']);
    await check(folder, { include: ['**/*.java'], exclude: ['**/x.java'] }, [
      'C.java',
      'src/main/java/A.java',
      'src/test/java/B.java',
    ]);
  });

  it('never opens an excluded folder', async () => {
    const folder = makeTemporaryFolder(files('A.java'));
    mkdirSync(join(folder, 'target'));
    writeFiles(folder, files('target/B.java'));
    chmodSync(join(folder, 'target'), 0);
    await asPlainUser(() => check(folder, { ...everything, exclude: ['**/target/**'] }, ['A.java']));
  });

  it('finds the files that the filter accepts, however patterns are written', async () => {
    const names = [
      'A.java',
      'gen/G.java',
      'src/A.java',
      'src/gen/G.java',
      'src/gen/deep/H.java',
      'srcgen/I.java',
    ];
    const folder = makeTemporaryFolder(files(...names));
    for (const exclude of [
      ['**/gen/**'],
      ['**/gen'],
      ['gen/**'],
      ['src/**/H.java'],
      ['src/*/deep'],
      ['{gen,src}/**'],
      ['*'],
      [''],
    ]) {
      const accepts = createFilter({ ...everything, exclude });
      await check(folder, { ...everything, exclude }, names.filter(accepts));
    }
  });
});

it('findSources follows links out of the folders of a workspace only if that is trusted', async () => {
  const away = makeTemporaryFolder({ 'Away.java': '' });
  const second = makeTemporaryFolder({ 'Second.java': '' });
  const folder = makeTemporaryFolder({ 'src/A.java': '' });
  for (const [name, target] of Object.entries({
    'src/away': away,
    'src/second': second,
    'src/in': '../src',
    'B.java': 'src/A.java',
    'C.java': join(away, 'Away.java'),
    'Gone.java': 'gone',
  }))
    symlinkSync(target, join(folder, name));
  const find = async (isTrusted: boolean): Promise<unknown> => {
    const { paths, problems } = await findSources(folder, {
      ...{ include: [], exclude: [] },
      ...linksWithin([folder, second], isTrusted),
    });
    return [paths.map((path) => relative(folder, path)), problems];
  };
  const own = ['B.java', 'Gone.java', 'src/A.java', 'src/second/Second.java'];
  const leadOut = `links lead out of ${folder} 2 times: they are followed once it is trusted`;
  expect(await find(false)).toEqual([own, [leadOut]]);
  expect(await find(true)).toEqual([[...own, 'C.java', 'src/away/Away.java'].sort(), []]);
});

describe('createFilter', () => {
  function check(filter: Partial<FileFilter>, path: string, expected: boolean): void {
    expect([path, createFilter({ ...everything, ...filter })(path)]).toEqual([path, expected]);
  }

  it('excludes all below a folder that a pattern names', () => {
    check({ exclude: ['**/target/**'] }, 'a/target/b/A.java', false);
    check({ exclude: ['**/target'] }, 'a/target/b/A.java', false);
    check({ exclude: ['**/target'] }, 'a/targets/A.java', true);
    check({ exclude: ['**/*Test.java'] }, 'a/ATest.java', false);
  });

  it('includes what one of the patterns matches, or everything without patterns', () => {
    check({ include: ['src/**', 'gen/*.java'] }, 'gen/A.java', true);
    check({ include: ['src/**', 'gen/*.java'] }, 'gen/a/A.java', false);
    check({ include: ['.config/**'] }, '.config/A.java', true);
    check({ include: [] }, 'A.java', true);
  });

  it('takes any text for a pattern', () => {
    for (const pattern of ['', ' ', '[', '(', '{a,', '**/[z-a]*', '\\', '!', '\u0000']) {
      expect(() => createFilter({ include: [pattern], exclude: [pattern] })('src/A.java')).not.toThrow();
    }
  });
});
