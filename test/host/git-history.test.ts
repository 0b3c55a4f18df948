/** The questions that git is asked about repositories that may be anybody's. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRepository, foreignRepository } from '../../server/src/host/git/git-history';
import { findProgram, thisMachine } from '../../server/src/host/machine/machine';
import { ask, makeTrap, QUESTIONS, TRAP_COMMITS } from '../faults/git-trap';
import { git, makeRepository } from '../support/git';
import { makeTemporaryFolder } from '../support/temporary-folder';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a repository that somebody prepared', () => {
  it.each(Object.keys(QUESTIONS))('runs nothing when it is asked for %s', async (name) => {
    const { top, mark } = makeTrap(makeRepository(...TRAP_COMMITS));
    await ask(name, top);
    expect(existsSync(mark)).toBe(false);
  });

  it('would be obeyed by git itself', () => {
    const { top, mark } = makeTrap(makeRepository(...TRAP_COMMITS));
    expect(spawnSync('git', ['fetch', 'origin'], { cwd: top }).status).not.toBe(0);
    expect(existsSync(mark)).toBe(true);
  });

  it('runs nothing in a git that knows no GIT_NO_LAZY_FETCH, as all of before May 2024', async () => {
    const old = makeTemporaryFolder();
    const real = findProgram('git', thisMachine()) ?? '';
    writeFileSync(join(old, 'git'), `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec ${real} "$@"\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', [old, process.env['PATH']].join(delimiter));
    const { top, mark } = makeTrap(makeRepository(...TRAP_COMMITS));
    const repository = await findRepository(top, () => undefined);
    await repository?.readBytes(await repository.versionsOf('A.java', 100));
    expect(existsSync(mark)).toBe(false);
  });

  it('still has the texts that are there', async () => {
    const { top } = makeTrap(makeRepository(...TRAP_COMMITS));
    const repository = await findRepository(top, () => undefined);
    const blobs = (await repository?.versionsOf('A.java', 100)) ?? [];
    const texts = await repository?.readBytes(blobs);
    expect(blobs.map((blob) => Buffer.from(texts?.get(blob) ?? []).toString())).toContain('second\n');
  });
});

it('git is not taken from the folder, nor its settings from the environment', async () => {
  const top = makeRepository({ 'A.java': 'first\n' });
  const other = makeRepository({ 'Other.java': 'other\n' });
  const mark = join(top, 'ran');
  mkdirSync(join(top, 'bin'));
  for (const path of ['git', 'bin/git'])
    writeFileSync(join(top, path), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  const real = findProgram('git', thisMachine());
  vi.stubEnv('PATH', [top, join(top, 'bin'), '.', process.env['PATH']].join(delimiter));
  vi.stubEnv('GIT_DIR', join(other, '.git'));
  vi.stubEnv('GIT_WORK_TREE', other);
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor');
  vi.stubEnv('GIT_CONFIG_VALUE_0', join(top, 'git'));
  const repository = await findRepository(top, () => undefined);
  const commit = await repository?.commitNamed('HEAD');
  expect([...((commit && (await repository?.filesAt(commit))) ?? [])].map(([path]) => path)).toEqual([
    'A.java',
  ]);
  expect(existsSync(mark)).toBe(false);
  expect(findProgram('git', thisMachine(), [top])).toBe(real);
});

describe('a repository of somebody else', () => {
  it('is one whose folder, .git, or the folder that .git names another user owns', async () => {
    const top = makeRepository({ 'src/A.java': 'first\n' });
    expect(await foreignRepository(join(top, 'src/A.java'))).toBeUndefined();
    git(top, 'worktree', 'add', '-q', join(top, 'tree'));
    const user = statSync(top).uid;
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(user + 1);
    expect(await foreignRepository(join(top, 'src'))).toBe(top);
    expect(await foreignRepository(join(top, 'tree'))).toBe(join(top, 'tree'));
  });

  it('is none outside of repositories', async () => {
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(12_345);
    const folder = makeTemporaryFolder({ 'A.java': '' });
    expect(readdirSync(folder)).toEqual(['A.java']);
    expect(await foreignRepository(folder)).toBeUndefined();
  });
});
