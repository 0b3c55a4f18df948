/** Saved profiles in the editor: compared with each other, and listed as lines, methods and blocks that ran. */
import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ComparedProfiles } from '../../server/src/protocol/comparisons';
import type { HotListPage } from '../../server/src/protocol/hot-lists';
import type { ProfileSummary } from '../../server/src/protocol/profiles';
import { findJdks } from '../support/jdks';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { startSession, type Session } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const work = (times: number): string => `public class Work {
    public static void main(String[] arguments) {
        long sum = 0;
        for (int i = 0; i < ${times}; i++) {
            sum += i * 3L;
        }
        System.out.println(sum);
    }

    static int idle(int n) {
        return n + 1;
    }
}
`;

it('are compared with their dates and machines, and their counts are listed', async () => {
  const folder = makeTemporaryFolder({});
  const profiles = join(folder, '.jouleline', 'profiles');
  mkdirSync(profiles, { recursive: true });
  for (const [name, times] of [
    ['old', 5000],
    ['new', 700],
  ] as const) {
    writeFileSync(join(folder, 'Work.java'), work(times));
    const options = [
      '--source',
      '.',
      '--runs',
      '0',
      '--out',
      join(profiles, `${name}.json`),
      '--main',
      'Work',
    ];
    const environment = { ...process.env, JAVA_HOME: findJdks()[0]?.home ?? '' };
    const done = await runCommand(cli, ['profile', ...options], { cwd: folder, env: environment });
    if (done.status !== 0) throw new Error(done.stderr);
  }
  const session = await startSession({ folder });
  await session.indexed();
  const listed = await session.client.request<readonly ProfileSummary[]>('jouleline/profiles');
  expect(listed.map(({ name }) => name)).toEqual(['old', 'new']);
  for (const { machine } of listed) expect(machine).toMatch(/VM.*\d/);
  const paths = listed.map(({ path }) => path);
  const compared = await session.client.request<ComparedProfiles>('jouleline/comparisonReport', { paths });
  expect(compared.sides).toEqual(
    listed.map(({ path, name, started, machine }) => ({ path, name, started, machine })),
  );
  expect(compared.headline).toMatch(/^old .*J, new .*J a run.*−/);
  expect(compared.markdown).toContain('Work.main');
  const gone = session.client.request('jouleline/comparisonReport', {
    paths: [paths[0], join(profiles, 'gone.json')],
  });
  await expect(gone).rejects.toThrow(/The comparison is not possible: .*gone\.json does not exist/);

  expect(await session.client.request('jouleline/showProfiles', { paths: [paths[1]] })).toBeNull();
  const page = (list: string): Promise<HotListPage> =>
    session.client.request('jouleline/hotList', {
      ...{ list, search: '', order: 'energy', isAscending: false, blocks: 'application' },
      ...{ offset: 0, count: 100 },
    });
  const lines = await page('lines');
  expect(lines).toMatchObject({
    source: 'new',
    provenance: expect.stringMatching(/^modeled: counts measured/) as string,
  });
  // The condition of the loop runs once more than its body.
  expect(lines.rows.find(({ place }) => place === 'Work.java:4')).toMatchObject({ executions: 701 });
  expect(lines.rows.find(({ place }) => place === 'Work.java:5')).toMatchObject({ executions: 700 });
  expect(lines.rows.map(({ place }) => place)).not.toContain('Work.java:11');
  expect((await page('methods')).rows[0]).toMatchObject({ name: 'Work.main(String[])', executions: 1 });
  const body = (await page('blocks')).rows.find(({ name }) => name.endsWith('#for_1'));
  expect(body).toMatchObject({ executions: 700 });
  expect((await page('operations')).rows.find(({ name }) => name.startsWith('Multi'))).toMatchObject({
    executions: 700,
  });

  // A file that nobody named is called by the program that ran.
  const unnamed = join(profiles, 'Work-20261121-153000.json');
  copyFileSync(join(profiles, 'new.json'), unnamed);
  expect(await session.client.request('jouleline/showProfiles', { paths: [unnamed] })).toBeNull();
  expect(await page('lines')).toMatchObject({ source: 'Work' });

  // Several as one are evidence, of lines and methods alone.
  expect(await session.client.request('jouleline/showProfiles', { paths })).toBeNull();
  expect((await page('lines')).rows[0]).toMatchObject({
    executions: null,
    place: expect.stringContaining('Work.java') as string,
  });
  expect(await page('blocks')).toMatchObject({
    rows: [],
    reason: expect.stringContaining('contain no blocks') as string,
  });
});

it('have nothing of what another profile counted, in files that were open meanwhile and are closed', async () => {
  const program = (name: string, times: number): string => work(times).replace('class Work', `class ${name}`);
  const folder = makeTemporaryFolder({
    'First.java': program('First', 90),
    'Second.java': program('Second', 70),
  });
  const profiles = join(folder, '.jouleline', 'profiles');
  mkdirSync(profiles, { recursive: true });
  const pathOf = (name: string): string => join(profiles, `${name}.json`);
  for (const name of ['First', 'Second']) {
    const options = ['--source', '.', '--runs', '0', '--out', pathOf(name), '--main', name];
    const environment = { ...process.env, JAVA_HOME: findJdks()[0]?.home ?? '' };
    const done = await runCommand(cli, ['profile', ...options], { cwd: folder, env: environment });
    if (done.status !== 0) throw new Error(done.stderr);
  }
  const session = await startSession({ folder });
  await session.indexed();
  const show = (name: string): Promise<unknown> =>
    session.client.request('jouleline/showProfiles', { paths: [pathOf(name)] });
  const files = async (): Promise<ReadonlySet<string>> => {
    const page = await session.client.request<HotListPage>('jouleline/hotList', {
      ...{ list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'application' },
      ...{ offset: 0, count: 100 },
    });
    return new Set(page.rows.map(({ place }) => place.replace(/:.*/, '')));
  };
  await show('First');
  session.open('First.java', program('First', 90));
  await session.overlay('First.java');
  expect(await files()).toEqual(new Set(['First.java']));
  await show('Second');
  expect(await files()).toEqual(new Set(['Second.java']));
  await show('First');
  await session.overlay('First.java');
  session.client.notify('textDocument/didClose', { textDocument: { uri: session.uriOf('First.java') } });
  await show('Second');
  expect(await files()).toEqual(new Set(['Second.java']));
});

describe('of two files with the same package and name', () => {
  const countedIn = async (copy: string): Promise<{ session: Session; places: readonly string[] }> => {
    const folder = makeTemporaryFolder({ 'b/Work.java': work(700) });
    const saved = join(folder, '.jouleline', 'profiles', 'work.json');
    mkdirSync(dirname(saved), { recursive: true });
    const given = ['--source', 'b', '--runs', '0', '--out', saved, '--main', 'Work'];
    const environment = { ...process.env, JAVA_HOME: findJdks()[0]?.home ?? '' };
    const done = await runCommand(cli, ['profile', ...given], { cwd: folder, env: environment });
    if (done.status !== 0) throw new Error(done.stderr);
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'Work.java'), copy);
    utimesSync(join(folder, 'a', 'Work.java'), new Date(0), new Date(0));
    const session = await startSession({ folder });
    await session.indexed();
    await session.client.request('jouleline/showProfiles', { paths: [saved] });
    const page = await session.client.request<HotListPage>('jouleline/hotList', {
      ...{ list: 'methods', search: '', order: 'energy', isAscending: false, blocks: 'application' },
      ...{ offset: 0, count: 100 },
    });
    return { session, places: page.rows.map(({ place }) => place) };
  };

  it('only the one that ran has counts, and the other says which it was', async () => {
    const copy = work(700).replace('* 3L', '* 5L');
    const { session, places } = await countedIn(copy);
    expect(places).toEqual(['b/Work.java:2']);
    session.open('a/Work.java', copy);
    expect(await session.client.waitForNotification('jouleline/overlayCleared')).toEqual({
      uri: session.uriOf('a/Work.java'),
      status: 'not in the profile',
      reason: expect.stringMatching(
        /^The profile that is shown is of .*Work\.java, which has the same package and name\.$/,
      ) as string,
    });
  });

  it('both have them where they are alike, with a warning', async () => {
    const { session, places } = await countedIn(work(700));
    expect([...places].sort()).toEqual(['a/Work.java:2', 'b/Work.java:2']);
    await session.message(/have the same package and name, and nothing tells which of them ran/);
  });
});
