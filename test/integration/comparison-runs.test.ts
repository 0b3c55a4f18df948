/** The runs that an editor offers to profile and compare: revisions and programs. */
import { expect, it } from 'vitest';
import type { ComparablePrograms, Revisions } from '../../server/src/protocol/comparisons';
import { git, makeRepository } from '../support/git';
import { sums } from '../support/java-projects';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { startSession } from './server-session';

const file = 'src/demo/Sums.java';

it('revisions are branches, tags and commits of the repository around a file', async () => {
  const folder = makeRepository({ [file]: sums }, { [file]: `${sums}\n` });
  git(folder, 'tag', '-a', 'v1', '-m', 'first release', 'HEAD~1');
  const session = await startSession({ folder, initialization: { isTrusted: true } });
  const uri = session.uriOf(file);
  const { revisions, problem } = await session.client.request<Revisions>('jouleline/revisions', { uri });
  expect(problem).toBe('');
  const [first, second] = git(folder, 'log', '--reverse', '--format=%H').trim().split('\n');
  expect(
    revisions.map(({ name, hash }) => [name, hash]).filter(([name]) => !/^[0-9a-f]{7,}$/.test(name ?? '')),
  ).toEqual(
    expect.arrayContaining([
      ['main', second],
      ['v1', first],
    ]),
  );
  expect(revisions.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['commit 1', 'commit 2']));
});

it('outside of a repository, and in one without commits, it is said why there are none', async () => {
  const empty = makeTemporaryFolder({ [file]: sums });
  const session = await startSession({ folder: empty, initialization: { isTrusted: true } });
  const ask = (): Promise<Revisions> =>
    session.client.request<Revisions>('jouleline/revisions', { uri: session.uriOf(file) });
  expect(await ask()).toEqual({
    revisions: [],
    problem: 'Sums.java is not in a Git repository that can be read.',
  });
  git(empty, 'init', '-q');
  expect((await ask()).problem).toBe('The Git repository of Sums.java has no commits yet.');
});

it('programs are the classes of the workspace with a main method', async () => {
  const folder = makeTemporaryFolder({
    [file]: sums,
    'src/demo/Other.java': 'package demo; class Other { void run() { Sums.sum(3); } }',
    'app/Tool.java': 'public class Tool { public static void main(String[] args) { } }',
  });
  const session = await startSession({ folder, settings: { profile: { runs: 3 } } });
  await session.indexed();
  const found = await session.client.request<ComparablePrograms>('jouleline/comparablePrograms');
  expect(found.programs.map(({ main, place }) => [main, place])).toEqual([
    ['Tool', 'app/Tool.java'],
    ['demo.Sums', file],
  ]);
  expect(found.common.slice(0, 2)).toEqual(['--runs', '3']);
});
