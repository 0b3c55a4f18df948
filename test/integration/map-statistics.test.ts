/** The energy map of a counted run: the lines of all files, open or not, and the statistics that can color them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../server/src/base/check';
import { PAPER_GROUPS } from '../../server/src/operations/catalogue/catalogue';
import { decodePicture, FileState, type Picture } from '../../server/src/pages/picture';
import { decodeStatistic, type Statistic, type StatisticName } from '../../server/src/pages/statistic';
import type { DrawnPicture, HotListPage } from '../../server/src/protocol/hot-lists';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { readPacked, startSession, type Session } from './server-session';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

const main = `package demo;

public class Main {
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < rounds; i++) {
            Other.often(i);
        }
        Other.once();
    }
}
`;
const other = `package demo;

class Other {
    static int sum;

    static void often(int i) {
        sum = sum + i;
    }

    static void once() {
        System.out.println(sum);
    }

    static int never(int i) {
        return i - 1;
    }
}
`;
const ROUNDS = [10, 100_000];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jouleline-map-'));
  for (const each of ['demo', '.jouleline/profiles']) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'demo/Main.java'), main);
  writeFileSync(join(folder, 'demo/Other.java'), other);
  for (const rounds of ROUNDS) {
    const out = join('.jouleline', 'profiles', `rounds-${rounds}.json`);
    const given = ['profile', '--runs', '0', '--out', out, '--source', '.', '--main', 'demo.Main'];
    const { status, stderr } = await runCommand(cli, [...given, '--', String(rounds)], { cwd: folder });
    expect(status, stderr).toBe(0);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function open(isProfile: boolean): Promise<Session> {
  const session = await startSession({ folder, storagePath: makeTemporaryFolder() });
  await session.indexed();
  const paths = [join(folder, '.jouleline', 'profiles', 'rounds-100000.json')];
  if (isProfile) expect(await session.client.request('jouleline/showProfiles', { paths })).toBeNull();
  return session;
}

async function mapOf(session: Session): Promise<Picture> {
  const { path } = await session.client.request<DrawnPicture>('jouleline/picture', { fresh: true });
  const picture = decodePicture(readPacked(path));
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}

async function statisticOf(session: Session, statistic: StatisticName): Promise<Statistic> {
  const { path } = await session.client.request<{ path: string }>('jouleline/pictureStatistic', {
    statistic,
  });
  const read = decodeStatistic(readPacked(path));
  if (typeof read === 'string') throw new Error(read);
  return read;
}

/** The number of the line of a map that holds a text. */
function lineOf({ paths, fileStart }: Picture, text: string): number {
  const [path, source] = main.includes(text) ? ['demo/Main.java', main] : ['demo/Other.java', other];
  const line = source.split('\n').findIndex((each) => each.includes(text));
  return at(fileStart, paths.indexOf(path)) + line;
}

/** The value of a line in a frame; undefined where it is unknown. */
function valueAt({ frameStart, line, value }: Statistic, wanted: number, frame = 0): number | undefined {
  const [from, to] = [at(frameStart, frame), at(frameStart, frame + 1)];
  const index = line.subarray(from, to).indexOf(wanted);
  return index < 0 ? undefined : at(value, from + index);
}

describe('the map of a profile', () => {
  it('has every line that ran, also of files that no editor shows', async () => {
    const session = await open(true);
    const picture = await mapOf(session);
    expect([...picture.fileState]).toEqual([FileState.modeled, FileState.modeled]);
    const drawn = [...picture.energy.keys()].filter((line) => at(picture.energy, line) > 0);
    const query = { list: 'lines', search: '', order: 'place', isAscending: true, blocks: 'application' };
    const { rows } = await session.client.request<HotListPage>('jouleline/hotList', {
      ...query,
      ...{ offset: 0, count: 1000 },
    });
    const listed = rows.flatMap(({ path, line, energy }) =>
      (energy ?? 0) > 0 ? [at(picture.fileStart, path.endsWith('Main.java') ? 0 : 1) + line] : [],
    );
    expect(drawn).toEqual(listed.toSorted((a, b) => a - b));
    for (const text of ['i < rounds', 'Other.often', 'sum + i', 'println'])
      expect(drawn, text).toContain(lineOf(picture, text));
    expect(drawn).not.toContain(lineOf(picture, 'i - 1'));
    // The line that runs most often, in a file that is not open, is as hot as it gets.
    expect(at(picture.heat, lineOf(picture, 'sum + i'))).toBeGreaterThan(22);
  });

  it('can show executions, what was measured, groups of operations, and the age of the evidence', async () => {
    const session = await open(true);
    const picture = await mapOf(session);
    const valueOf = async (name: StatisticName, text: string): Promise<number | undefined> =>
      valueAt(await statisticOf(session, name), lineOf(picture, text));
    expect(await valueOf('executions', 'sum + i')).toBe(100_000);
    expect(await valueOf('executions', 'println')).toBe(1);
    // Nothing was sampled or recorded: energies are counts times costs of a model.
    expect(await valueOf('measured', 'sum + i')).toBe(0);
    const group = await statisticOf(session, 'group');
    expect(group.head.names).toEqual(PAPER_GROUPS);
    expect(group.head.names[valueAt(group, lineOf(picture, 'println')) ?? -1]).toBe('Lib Functions');
    const days = (await valueOf('age', 'sum + i')) ?? 0;
    expect(Math.abs(days - Date.now() / 86_400_000)).toBeLessThan(1);
    // What did not run has no value, and no file has a line too many.
    for (const name of ['executions', 'measured', 'group', 'age'] as const) {
      const read = await statisticOf(session, name);
      expect(read.head.lineCount).toBe(picture.heat.length);
      expect(valueAt(read, lineOf(picture, 'package demo'))).toBeUndefined();
    }
  });

  it('has the saved profiles in the order of time, on one scale', async () => {
    const session = await open(false);
    const picture = await mapOf(session);
    const time = await statisticOf(session, 'time');
    expect(time.head.frames.map(({ name }) => name)).toEqual(['rounds-10', 'rounds-100000']);
    const [few, many] = [0, 1].map((frame) => valueAt(time, lineOf(picture, 'sum + i'), frame) ?? 0);
    expect((many ?? 0) / (few ?? 1)).toBeCloseTo(10_000, -1);
    // The hottest line of all profiles is at the hot end of each.
    expect(time.head.hotEnergy / (many ?? 0)).toBeCloseTo(1, 5);
    const [first, second] = time.head.frames;
    expect(first && second && first.started < second.started).toBe(true);
  });

  it('of estimates, has no evidence that could have an age', async () => {
    const session = await open(false);
    await mapOf(session);
    expect((await statisticOf(session, 'age')).line).toHaveLength(0);
    expect((await statisticOf(session, 'executions')).line.length).toBeGreaterThan(4);
  });
});
