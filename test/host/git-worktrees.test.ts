/** Checkouts beside the user's own work tree, and what is staged there. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addWorktree,
  hasCommits,
  listChanged,
  removeLeftWorktrees,
  resolveCommit,
} from '../../server/src/host/git/git-worktrees';
import { placeOfIds } from '../../server/src/host/processes/process-ids';
import { git, makeRepository } from '../support/git';
import { makeTemporaryFolder } from '../support/temporary-folder';

describe('a worktree', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('leaves what is staged alone, in a hook of git too', async () => {
    const top = realpathSync(makeRepository({ 'file.txt': 'first' }, { 'file.txt': 'second' }));
    writeFileSync(join(top, 'file.txt'), 'staged');
    writeFileSync(join(top, 'new.txt'), 'staged');
    git(top, 'add', '.');
    const staged = git(top, 'ls-files', '--stage');
    vi.stubEnv('GIT_INDEX_FILE', join(top, '.git', 'index'));
    const made = await addWorktree(top, (await resolveCommit(top, 'HEAD~1')) ?? '', 'HEAD~1');
    expect(readFileSync(join(made.folder, 'file.txt'), 'utf8')).toBe('first');
    await made.remove();
    expect(existsSync(made.folder)).toBe(false);
    expect(git(top, 'ls-files', '--stage')).toBe(staged);
  });
});

it('of another machine or container stays, whose process ids are not those of here', async () => {
  const top = realpathSync(makeRepository({ 'file.txt': 'first' }));
  const temporary = realpathSync(makeTemporaryFolder());
  const gone = 2 ** 22 - 1;
  const [theirs, ours] = ['0a1b2c3d', placeOfIds()].map((place) => {
    const folder = join(temporary, `jouleline-revision-${gone}-${place}-abc`, 'tree');
    mkdirSync(join(folder, '..'));
    git(top, 'worktree', 'add', '-q', '--detach', folder, 'HEAD');
    return folder;
  });
  await removeLeftWorktrees(top);
  expect([theirs, ours].map((folder) => existsSync(folder ?? ''))).toEqual([true, false]);
});

it('that cannot be made is named by its revision, with the reason of git', async () => {
  const top = makeRepository({ 'file.txt': 'first' });
  await expect(addWorktree(top, '0'.repeat(40), 'v1')).rejects.toThrow(
    /^v1 can't be checked out among the temporary files: fatal: /,
  );
});

it("has the user's own filters, and none that the repository configures", async () => {
  const top = makeRepository({
    '.gitattributes': '*.txt filter=theirs\n*.md filter=own\n',
    'a.txt': 'a',
    'b.md': 'b',
  });
  for (const name of ['clean', 'smudge'])
    git(top, 'config', `filter.theirs.${name}`, `touch ${join(top, 'ran')}; cat`);
  git(top, 'config', 'filter.theirs.required', 'true');
  const home = makeTemporaryFolder({ '.gitconfig': '[filter "own"]\n\tsmudge = tr b B\n\tclean = cat\n' });
  vi.stubEnv('HOME', home);
  writeFileSync(join(top, 'a.txt'), 'A');
  expect(await listChanged(top)).toEqual(['a.txt']);
  const { folder, remove } = await addWorktree(top, 'HEAD', 'HEAD');
  const texts = ['a.txt', 'b.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
  await remove();
  vi.unstubAllEnvs();
  expect(texts).toEqual(['a', 'B']);
  expect(existsSync(join(top, 'ran'))).toBe(false);
});

describe('a work tree', () => {
  it('has changed files, by the names that they have now, and perhaps no commits', async () => {
    const top = makeRepository({ 'a b.txt': 'first\n', 'c/ä.txt': 'second\n', 'd.txt': 'third\n' });
    expect(await listChanged(top)).toEqual([]);
    writeFileSync(join(top, 'a b.txt'), 'otherwise\n');
    git(top, 'mv', 'c/ä.txt', 'c/moved.txt');
    writeFileSync(join(top, 'untracked.txt'), '');
    expect([...(await listChanged(top))].sort()).toEqual(['a b.txt', 'c/moved.txt']);
    expect(await hasCommits(top)).toBe(true);
    expect(await hasCommits(makeRepository())).toBe(false);
  });
});
