/** The questions that git is asked about repositories that may be anybody's. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  findRepository,
  foreignRepository,
  listRevisions,
  type Repository,
} from '../../server/src/host/git/git-history';
import { hasCommits, resolveCommit } from '../../server/src/host/git/git-worktrees';
import { findProgram, thisMachine } from '../../server/src/host/machine/machine';
import { git, makeRepository } from '../support/git';
import { makeTemporaryFolder } from '../support/temporary-folder';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Settings of a repository that name a command, by git-config's manual. */
const COMMANDS = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'core.askPass',
  'core.sshCommand',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'sequence.editor',
  'credential.helper',
  'diff.external',
  'diff.java.textconv',
  'diff.java.command',
  'difftool.any.cmd',
  'filter.all.smudge',
  'filter.all.clean',
  'filter.all.process',
  'gc.recentObjectsHook',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'guitool.any.cmd',
  'interactive.diffFilter',
  'merge.any.driver',
  'mergetool.any.cmd',
  'pager.log',
  'pager.for-each-ref',
  'receive.procReceiveRefs',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
  'sendemail.smtpServer',
  'trailer.any.command',
  'trailer.any.cmd',
  'uploadpack.packObjectsHook',
  'web.browser',
  'browser.any.cmd',
  ...['cat-file', 'diff-tree', 'for-each-ref', 'log', 'ls-tree', 'rev-list', 'rev-parse'].map(
    (command) => `alias.${command}`,
  ),
];

/** A repository whose settings all name one command, with a file whose bytes only a fetch could bring. */
function makeTrap(): { readonly top: string; readonly mark: string } {
  const top = makeRepository({ 'A.java': 'first\n' }, { 'A.java': 'second\n', 'B.java': 'moved\n' });
  const mark = join(top, 'ran');
  const command = join(top, 'trap.sh');
  writeFileSync(command, `#!/bin/sh\ntouch ${mark}\nexit 1\n`);
  chmodSync(command, 0o755);
  mkdirSync(join(top, 'hooks'));
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
    writeFileSync(join(top, 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  const blob = git(top, 'rev-parse', 'HEAD~1:A.java').trim();
  rmSync(join(top, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  for (const name of COMMANDS) git(top, 'config', name, name.startsWith('alias.') ? `!${command}` : command);
  const settings = {
    'core.hooksPath': join(top, 'hooks'),
    'log.showSignature': 'true',
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
    'remote.origin.url': `ext::${command}`,
    'remote.origin.promisor': 'true',
    'extensions.partialClone': 'origin',
    'core.repositoryFormatVersion': '1',
    'include.path': join(top, 'more'),
  };
  for (const [name, value] of Object.entries(settings)) git(top, 'config', name, value);
  writeFileSync(join(top, '.gitattributes'), '*.java diff=java filter=all merge=any\n');
  return { top, mark };
}

/** Everything that history is asked for. */
const QUESTIONS: Readonly<Record<string, (repository: Repository) => Promise<unknown>>> = {
  commitBefore: ({ commitBefore }) => commitBefore(4e9),
  commitNamed: ({ commitNamed }) => commitNamed('HEAD~1'),
  filesAt: async ({ filesAt, commitNamed }) => filesAt((await commitNamed('HEAD')) ?? { hash: '', time: 0 }),
  renamesSince: async ({ renamesSince, commitNamed }) =>
    renamesSince((await commitNamed('HEAD~1')) ?? { hash: '', time: 0 }),
  versionsOf: ({ versionsOf }) => versionsOf('A.java', 100),
  readBytes: async ({ readBytes, versionsOf }) => readBytes(await versionsOf('A.java', 100)),
  listRevisions: ({ top }) => listRevisions(top),
  resolveCommit: ({ top }) => resolveCommit(top, 'HEAD'),
  hasCommits: ({ top }) => hasCommits(top),
};

describe('a repository that somebody prepared', () => {
  it.each(Object.keys(QUESTIONS))('runs nothing when it is asked for %s', async (name) => {
    const { top, mark } = makeTrap();
    const repository = await findRepository(top, () => undefined);
    if (repository === undefined) throw new Error('there is no repository');
    await QUESTIONS[name]?.(repository);
    expect(existsSync(mark)).toBe(false);
  });

  it('would be obeyed by git itself', () => {
    const { top, mark } = makeTrap();
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
    const { top, mark } = makeTrap();
    const repository = await findRepository(top, () => undefined);
    await repository?.readBytes(await repository.versionsOf('A.java', 100));
    expect(existsSync(mark)).toBe(false);
  });

  it('still has the texts that are there', async () => {
    const { top } = makeTrap();
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
