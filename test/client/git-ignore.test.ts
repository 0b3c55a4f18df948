/** Git itself is the referee. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ignoreProfiles, isSeenByGit, makeProfilesFolder } from '../../client/src/commands/git-ignore';
import { makeTemporaryFolder } from '../support/temporary-folder';

const profile = '.jouleline/profiles/run.json';

function untracked(folder: string): string {
  const words = ['status', '--porcelain', '--untracked-files=all'];
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
}

test('profiles of a repository are seen by Git until they are ignored', () => {
  const folder = makeTemporaryFolder({ [`app/${profile}`]: '{}', 'app/.jouleline/models/mine.json': '{}' });
  const profiles = join(folder, 'app', '.jouleline', 'profiles');
  expect(isSeenByGit(profiles)).toBe(false);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  expect(untracked(folder)).toContain(profile);
  expect(isSeenByGit(profiles)).toBe(true);
  ignoreProfiles(profiles);
  expect(isSeenByGit(profiles)).toBe(false);
  expect(untracked(folder)).not.toContain(profile);
  expect(untracked(folder)).toContain('models/mine.json');
  expect(() => {
    ignoreProfiles(profiles);
  }).toThrow(/EEXIST/);
});

test('profiles that the repository ignores already are left alone', () => {
  const folder = makeTemporaryFolder({ [profile]: '{}', '.gitignore': '/.jouleline/\n' });
  execFileSync('git', ['init', '-q'], { cwd: folder });
  expect(untracked(folder)).not.toContain(profile);
  expect(isSeenByGit(join(folder, '.jouleline', 'profiles'))).toBe(false);
});

test('a folder that is made for profiles keeps them out of Git, and one that was there is left as it is', () => {
  const folder = makeTemporaryFolder({ 'old/.jouleline/models/mine.json': '{}', 'new/Main.java': '' });
  execFileSync('git', ['init', '-q'], { cwd: folder });
  for (const name of ['old', 'new']) {
    const profiles = join(folder, name, '.jouleline', 'profiles');
    makeProfilesFolder(profiles);
    makeProfilesFolder(profiles);
    writeFileSync(join(profiles, 'run.json'), '{}');
  }
  expect(untracked(folder).split('\n').sort()).toEqual([
    '',
    '?? new/Main.java',
    '?? old/.jouleline/models/mine.json',
    '?? old/.jouleline/profiles/run.json',
  ]);
});
