/** Small git repositories, made for a test. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FolderContent, makeTemporaryFolder } from './temporary-folder';

export function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}

/** One commit for each of the contents, which are written over what is there; the branch is `main`. */
export function makeRepository(...commits: readonly FolderContent[]): string {
  const folder = makeTemporaryFolder();
  commitAll(folder, commits);
  return folder;
}

/** The same in a folder that is there. */
export function commitAll(folder: string, commits: readonly FolderContent[]): void {
  git(folder, 'init', '-q', '-b', 'main');
  for (const [index, content] of commits.entries()) {
    for (const [name, text] of Object.entries(content)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', `commit ${index + 1}`);
  }
}
