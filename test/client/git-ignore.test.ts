/** Git itself is the referee. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ignoreProfiles, isSeenByGit } from '../../client/src/commands/git-ignore';
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
