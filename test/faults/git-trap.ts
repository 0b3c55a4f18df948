/** A repository that somebody prepared to start a program of theirs, and everything that git is asked for. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRepository, listRevisions, type Repository } from '../../server/src/host/git/git-history';
import {
  addWorktree,
  hasCommits,
  listChanged,
  removeLeftWorktrees,
  resolveCommit,
} from '../../server/src/host/git/git-worktrees';
import { commitAll, git } from '../support/git';
import { type Bar, none } from './bars';

/** Settings of a repository that name a command, by git-config's manual. */
export const COMMANDS = [
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

/** The files of the repository before it is prepared. */
export const TRAP_COMMITS = [{ 'A.java': 'first\n' }, { 'A.java': 'second\n', 'B.java': 'moved\n' }] as const;

/** Prepares a repository: its settings name one command, and a fetch alone could bring the bytes of a file. */
export function makeTrap(
  top: string,
  commands: readonly string[] = COMMANDS,
): { readonly top: string; readonly mark: string } {
  const mark = join(top, 'ran');
  const command = join(top, 'trap.sh');
  writeFileSync(command, `#!/bin/sh\ntouch ${mark}\nexit 1\n`);
  chmodSync(command, 0o755);
  mkdirSync(join(top, 'hooks'));
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
    writeFileSync(join(top, 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  const blob = git(top, 'rev-parse', 'HEAD~1:A.java').trim();
  rmSync(join(top, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  for (const name of commands) git(top, 'config', name, name.startsWith('alias.') ? `!${command}` : command);
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
  // Both versions differ, so that filters are asked.

  // Filters are asked about files that changed.
  writeFileSync(join(top, 'A.java'), 'third\n');
  writeFileSync(join(top, '.gitattributes'), '*.java diff=java filter=all merge=any\n');
  return { top, mark };
}

/** Everything that git is asked for. */
export const QUESTIONS: Readonly<Record<string, (repository: Repository) => Promise<unknown>>> = {
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
  listChanged: ({ top }) => listChanged(top),
  addWorktree: async ({ top }) => (await addWorktree(top, 'HEAD', 'HEAD')).remove(),
  removeLeftWorktrees: ({ top }) => removeLeftWorktrees(top),
};

/** Asks a repository by its folder. */
export async function ask(name: string, top: string): Promise<void> {
  const repository = await findRepository(top, () => undefined);
  if (repository === undefined) throw new Error('there is no repository');
  await QUESTIONS[name]?.(repository);
}

/** Each setting alone, and all together, at each question. */
export async function gitBars(): Promise<readonly Bar[]> {
  const questions = Object.keys(QUESTIONS);
  const place = mkdtempSync(join(tmpdir(), 'jouleline-trap-'));
  const plain = join(place, 'plain');
  mkdirSync(plain);
  commitAll(plain, TRAP_COMMITS);
  let ran = 0;
  for (const commands of [...COMMANDS.map((name) => [name]), COMMANDS])
    for (const question of questions) {
      const copy = join(place, 'copy');
      cpSync(plain, copy, { recursive: true });
      const { top, mark } = makeTrap(copy, commands);
      await ask(question, top).catch(() => undefined);
      if (existsSync(mark)) {
        ran++;
        console.log(`${commands.join(', ')} ran at ${question}`);
      }
      rmSync(copy, { recursive: true, force: true });
    }
  rmSync(place, { recursive: true, force: true });
  const bar = `git: ${COMMANDS.length} settings that start something, and all together × ${questions.length} questions`;
  return [none(`${bar}: programs that ran`, ran)];
}
