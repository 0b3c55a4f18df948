/** A workspace of two folders: settings of profiling, profiles, attaching and imports are those of the folder of their code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ImportAnswer } from '../../server/src/protocol/imports';
import type { ProfileTargets, RunningPrograms } from '../../server/src/protocol/profiles';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { startSession, type Session } from './server-session';

const program = (name: string): string =>
  `package app;\nclass ${name} {\n  public static void main(String[] args) { work(); }\n  static void work() { }\n}\n`;

interface Two {
  readonly session: Session;
  /** The folders, each with a class of the package `app`. */
  readonly folders: readonly [string, string];
  readonly uris: readonly [string, string];
}

async function open(): Promise<Two> {
  const second = makeTemporaryFolder({ 'app/Second.java': program('Second') });
  const session = await startSession({
    files: { 'app/First.java': program('First') },
    settings: { profile: { record: 'counts', runs: 3 } },
    second: { folder: second, settings: { profile: { record: 'tree', runs: 3, timedCalls: '' } } },
    initialization: { isTrusted: true },
  });
  await session.indexed();
  const uriIn = (folder: string, name: string) => pathToFileURL(join(folder, 'app', name)).toString();
  return {
    session,
    folders: [session.folder, second],
    uris: [uriIn(session.folder, 'First.java'), uriIn(second, 'Second.java')],
  };
}

const profilesIn = (folder: string): string => join(folder, '.jouleline', 'profiles');

test('a profile is recorded by the settings of its folder, and saved there', async () => {
  const { session, folders, uris } = await open();
  for (const [index, record] of ['counts', 'tree'].entries()) {
    const plan = await session.client.request<ProfileTargets>('jouleline/profileTargets', {
      uri: uris[index],
      line: 3,
    });
    expect(plan.targets.length).toBeGreaterThan(0);
    expect(plan.common.join(' ')).toContain(`--record ${record}`);
    expect(plan.folder).toBe(folders[index]);
    expect(plan.profilesFolder).toBe(profilesIn(folders[index] ?? ''));
  }
});

test('a program is attached to from the folder of the document in sight', async () => {
  const { session, folders, uris } = await open();
  const attach = (params: object) =>
    session.client.request<RunningPrograms>('jouleline/runningPrograms', params);
  expect((await attach({ uri: uris[1] })).profilesFolder).toBe(profilesIn(folders[1]));
  expect((await attach({ uri: uris[0] })).folder).toBe(folders[0]);
  expect((await attach({})).folder).toBe(folders[0]);
  expect((await attach({ uri: 'untitled:1' })).folder).toBe(folders[0]);
});

test('an import is saved in the folder that has its code, and shown on it', async () => {
  const { session, folders } = await open();
  const recordings = makeTemporaryFolder({
    'first.collapsed': 'app.First.main;app.First.work 5\n',
    'second.collapsed': 'app.Second.main;app.Second.work 5\n',
    'neither.collapsed': 'lib.Other.run 5\n',
  });
  for (const [name, folder] of [
    ['second', folders[1]],
    ['first', folders[0]],
    ['neither', folders[0]],
  ] as const) {
    const paths = [join(recordings, `${name}.collapsed`)];
    const answer = await session.client.request<ImportAnswer>('jouleline/import', { paths });
    expect(answer).toMatchObject({
      kind: 'done',
      path: join(profilesIn(folder), `${name}.collapsed.json`),
    });
    expect(existsSync(answer.path)).toBe(true);
    expect(existsSync(join(folders[0], '.jouleline'))).toBe(name !== 'second');
  }
  expect(existsSync(join(profilesIn(folders[0]), 'second.collapsed.json'))).toBe(false);
  const path = join(profilesIn(folders[1]), 'second.collapsed.json');
  expect(await session.client.request('jouleline/showProfiles', { paths: [path] })).toBeNull();
  const second = pathToFileURL(join(folders[1], 'app', 'Second.java')).toString();
  session.open(second, program('Second'));
  const { lines } = await session.overlay(second);
  // All samples were in `work`, on whose name they stand.
  expect(lines.map(({ line }) => line)).toEqual([3]);
});

test('one folder is colored while another one is switched off', async () => {
  const second = makeTemporaryFolder({ 'app/Second.java': program('Second') });
  const session = await startSession({
    files: { 'app/First.java': program('First') },
    settings: { enable: false },
    second: { folder: second, settings: { enable: true } },
  });
  await session.indexed();
  const uriIn = (folder: string, name: string) => pathToFileURL(join(folder, 'app', name)).toString();
  session.open(uriIn(session.folder, 'First.java'), program('First'));
  session.open(uriIn(second, 'Second.java'), program('Second'));
  expect((await session.overlay(uriIn(second, 'Second.java'))).lines.length).toBeGreaterThan(0);
  expect(await session.hover(uriIn(session.folder, 'First.java'), 'main')).toBeUndefined();
});
