/** Lists of what is hot: they say what overlays say, in the order that was asked for, a page at a time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { HotListPage, HotListParams, NextHotLine } from '../../server/src/protocol/hot-lists';
import type { Overlay } from '../../server/src/protocol/overlay';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';
import { startSession, type Session } from './server-session';

interface ReportOfRuns {
  readonly totals: { readonly lines: number };
  readonly files: readonly {
    readonly path: string;
    readonly lines: readonly {
      readonly line: number;
      readonly rank: number;
      readonly rankInReport: number;
      readonly run: Readonly<Record<string, number>>;
    }[];
  }[];
}

const loops = `class Loops {
    int least(int n) {
        return n;
    }

    int much(int n) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += Math.abs(i) * n;
        }
        return sum;
    }
}
`;
const flat = `class Flat {
    int one(int n) {
        return n + 1;
    }

    int two(int n) {
        return n + 2;
    }
}
`;

const query = {
  list: 'lines',
  search: '',
  order: 'energy',
  isAscending: false,
  blocks: 'application',
} as const;

function page(session: Session, wish: Partial<HotListParams> = {}): Promise<HotListPage> {
  return session.client.request('jouleline/hotList', { ...query, offset: 0, count: 100, ...wish });
}

/** Lines from the hottest to the coldest, equal ones from top to bottom. */
function orderOf(overlay: Overlay): readonly number[] {
  return overlay.lines.toSorted((a, b) => b.share - a.share || a.line - b.line).map(({ line }) => line);
}

async function open(files: Readonly<Record<string, string>>): Promise<Session> {
  const session = await startSession({ files });
  await session.indexed();
  return session;
}

it('has the lines of the overlay with their shares, in its order', async () => {
  const session = await open({ 'Loops.java': loops });
  session.open('Loops.java', loops);
  const overlay = await session.overlay('Loops.java');
  const { rows, found, all, isComplete, missingFiles, provenance } = await page(session);
  expect(rows.map(({ line }) => line)).toEqual(orderOf(overlay));
  expect([found, all, isComplete, missingFiles]).toEqual([rows.length, rows.length, true, 0]);
  expect(provenance).toMatch(/^estimated, .*Raspberry Pi 5/);
  const [first] = rows;
  expect(first).toMatchObject({ name: 'Loops.much(int)', text: 'sum += Math.abs(i) * n;', executions: 1000 });
  expect(first?.place).toBe('Loops.java:9');
  expect(first?.share).toBeCloseTo(overlay.lines.find(({ line }) => line === 8)?.share ?? 0, 6);
  for (const { energy, low, high } of rows) {
    expect(low).toBeLessThanOrEqual(energy ?? 0);
    expect(high).toBeGreaterThanOrEqual(energy ?? Number.NaN);
  }
  const sum = rows.reduce((total, { share }) => total + (share ?? 0), 0);
  expect(sum).toBeCloseTo(1, 9);
});

it('counts the rounds that a caller tells, as the hover does', async () => {
  const text = `class Told {
    public static void main(String[] args) {
        twice(220);
    }

    static int twice(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.abs(i);
        }
        return sum;
    }
}
`;
  const session = await open({ 'Told.java': text });
  const { rows } = await page(session);
  expect(rows.find(({ place }) => place === 'Told.java:9')).toMatchObject({ executions: 220 });
});

it('lists methods, blocks, operations and library calls', async () => {
  const session = await open({ 'Loops.java': loops });
  const methods = await page(session, { list: 'methods' });
  expect(methods.rows.map(({ name }) => name)).toEqual([
    'Loops.much(int)',
    'Loops.least(int)',
    'Loops.Loops()',
  ]);
  const operations = await page(session, { list: 'operations' });
  expect(operations.rows.find(({ name }) => name === 'Multi_int_int')).toMatchObject({
    executions: 1000,
    line: 8,
  });
  const calls = await page(session, { list: 'library-calls' });
  expect(calls.rows).toMatchObject([{ name: 'java.lang.Math.abs', executions: 1000, place: 'Loops.java:9' }]);
  const parts = [...operations.rows, ...calls.rows].reduce((sum, { energy }) => sum + (energy ?? 0), 0);
  const lines = (await page(session)).rows.reduce((sum, { energy }) => sum + (energy ?? 0), 0);
  expect(parts).toBeCloseTo(lines, 12);
});

it('stacks blocks of the eight groups, for one execution, 3,000, and in the application', async () => {
  const session = await open({ 'Loops.java': loops });
  const [once, fixed, application] = await Promise.all(
    (['once', 'fixed', 'application'] as const).map((blocks) => page(session, { list: 'blocks', blocks })),
  );
  const body = (of: HotListPage | undefined): HotListPage['rows'][number] | undefined =>
    of?.rows.find(({ name }) => name === 'Loops.much(int)#for_1');
  expect(once?.groups).toHaveLength(8);
  for (const of of [once, fixed, application]) {
    expect(body(of)?.groups?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(body(of)?.executions).toBe(1000);
  }
  const single = body(once)?.energy ?? 0;
  expect(body(fixed)?.energy).toBeCloseTo(single * 3000, 12);
  expect(body(application)?.energy).toBeCloseTo(single * 1000, 12);
});

it('searches, sorts, and pages what is found', async () => {
  const session = await open({ 'Loops.java': loops, 'Flat.java': flat });
  const found = await page(session, { search: 'FLAT two' });
  expect(found.rows.map(({ place }) => place)).toEqual(['Flat.java:7']);
  expect([found.found, found.all > 1]).toEqual([1, true]);
  const byPlace = await page(session, { order: 'place', isAscending: true });
  expect(byPlace.rows.map(({ place }) => place)[0]).toBe('Flat.java:1');
  const upward = await page(session, { isAscending: true });
  const energies = upward.rows.map(({ energy }) => energy ?? 0);
  expect(energies).toEqual(energies.toSorted((a, b) => a - b));
  const all = await page(session);
  const shares = all.rows.map(({ share }) => share ?? 0).toSorted((a, b) => b - a);
  for (const { hottest } of [all, byPlace, upward]) {
    expect(hottest).toHaveLength(Math.min(30, shares.filter((share) => share > 0).length));
    expect(hottest[1]).toBeCloseTo((shares[0] ?? 0) + (shares[1] ?? 0), 9);
  }
  const pages = [await page(session, { count: 2 }), await page(session, { offset: 2 })];
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
  expect(pages[0]?.remainderText).toBe(pages[1]?.remainderText === '0 J' ? pages[0]?.remainderText : '');
  expect(pages[0]?.remainderText).toMatch(/J$/);
  expect((await page(session, { search: 'nothing-is-called-so' })).rows).toEqual([]);
});

it('walks the list from line to line and round again', async () => {
  const session = await open({ 'Loops.java': loops, 'Flat.java': flat });
  const { rows } = await page(session);
  const walk: string[] = [];
  let from = { uri: session.uriOf('Flat.java'), line: 4 };
  while (walk.length <= rows.length) {
    const next: NextHotLine = await session.client.request('jouleline/nextHotLine', {
      query,
      ...from,
      direction: 'next',
    });
    walk.push(next.row.place);
    expect(next.found).toBe(rows.length);
    from = { uri: session.uriOf(next.row.place.replace(/:\d+$/, '')), line: next.row.line };
  }
  expect(walk).toEqual([...rows, ...rows.slice(0, 1)].map(({ place }) => place));
});

it('tells who asked that there is something newer, and lists what is edited', async () => {
  const session = await open({ 'Loops.java': loops });
  session.open('Loops.java', loops);
  await session.overlay('Loops.java');
  await page(session);
  session.edit('Loops.java', 'i < 1000', 'i < 2000');
  await session.client.waitForNotification('jouleline/listsStale', () => true, 50_000);
  expect((await page(session)).rows[0]).toMatchObject({ executions: 2000 });
  writeFileSync(join(session.folder, 'Flat.java'), flat);
  session.client.notify('workspace/didChangeWatchedFiles', {
    changes: [{ uri: session.uriOf('Flat.java'), type: 1 }],
  });
  await session.client.waitForNotification('jouleline/listsStale', () => true, 50_000);
  expect((await page(session, { search: 'flat' })).found).toBe(3);
});

it('writes what is found to a file', async () => {
  const session = await open({ 'Loops.java': loops });
  const path = join(session.folder, 'list.json');
  const answer = await session.client.request('jouleline/exportHotList', {
    query: { ...query, list: 'blocks' },
    path,
    format: 'json',
  });
  const written = JSON.parse(readFileSync(path, 'utf8')) as { readonly rows: readonly unknown[] };
  const { rows } = await page(session, { list: 'blocks' });
  expect(answer).toEqual({ rows: rows.length });
  expect(written).toMatchObject({
    format: 'jouleline-list',
    version: 1,
    list: 'blocks',
    executions: 'application',
  });
  expect(written.rows).toMatchObject(
    rows.map(({ name, energy, line }) => ({ name, energy, line: line + 1 })),
  );
  await session.client.request('jouleline/exportHotList', { query, path: `${path}.csv`, format: 'csv' });
  const [head, first] = readFileSync(`${path}.csv`, 'utf8').split('\r\n');
  expect(head).toBe('name,file,line,energy,low,high,share,executions,atLeast');
  expect(first).toMatch(/^Loops\.much\(int\),Loops\.java,9,[\d.e-]+,/);
  await expect(
    session.client.request('jouleline/exportHotList', {
      query,
      path: join(session.folder, 'no', 'x.csv'),
      format: 'csv',
    }),
  ).rejects.toThrow(/no folder/);
});

it('says why there is nothing: in an empty workspace, and where nothing takes energy', async () => {
  const empty = await open({ 'readme.txt': 'nothing' });
  expect(await page(empty)).toMatchObject({ rows: [], reason: 'There are no Java files in this workspace.' });
  const idle = await open({ 'Idle.java': 'interface Idle { void wait(int n); }\n' });
  expect(await page(idle)).toMatchObject({ rows: [], reason: 'Nothing in this workspace uses energy.' });
});

it('says that it is complete only with the figures of a run', async () => {
  // Calls are estimated for a while: the list is asked for again and again meanwhile.
  const calls = Array.from(
    { length: 1000 },
    (_, n) => `  int m${n}(int n) { return n * 2 + m${n + 1}(n); }\n`,
  );
  const chain = `class Chain {\n${calls.join('')}  int m${calls.length}(int n) { return n; }\n}\n`;
  const main = 'class Main { public static void main(String[] a) { new Chain().m0(a.length); } }\n';
  const session = await startSession({ files: { 'Chain.java': chain, 'Main.java': main } });
  let answer = await page(session);
  while (!answer.isComplete) answer = await page(session);
  const { stdout } = await jouleline(['report', '.', '--format', 'json'], { cwd: session.folder });
  const report = JSON.parse(stdout) as ReportOfRuns;
  const ofRun = report.files.flatMap(({ lines }) => lines.map(({ run }) => run['mean'] ?? Number.NaN));
  expect(answer.all).toBe(report.totals.lines);
  expect(answer.rows[0]?.energy).toBeCloseTo(Math.max(...ofRun), 12);
});

it('ranks lines that take as much alike, in hovers, reports and its own order, over all files', async () => {
  const files = { 'Loops.java': loops, 'Flat.java': flat, 'Twin.java': flat.replace('Flat', 'Twin') };
  const session = await startSession({ files, settings: { rankScope: 'workspace' } });
  await session.indexed();
  for (const [name, text] of Object.entries(files)) session.open(name, text);
  const { rows, all } = await page(session);
  const ranks = rows.map(
    ({ energy }) => 1 + rows.filter((other) => (other.energy ?? 0) > (energy ?? 0)).length,
  );
  // Four lines take as much, two in each of two files; the next one is ranked behind all of them.
  expect(Math.max(...ranks.map((rank) => ranks.filter((other) => other === rank).length))).toBe(4);
  const { stdout } = await jouleline(['report', '.', '--format', 'json'], { cwd: session.folder });
  const report = JSON.parse(stdout) as ReportOfRuns;
  for (const [index, { place, line }] of rows.entries()) {
    const name = place.replace(/:\d+$/, '');
    const text = files[name as keyof typeof files].split('\n')[line] ?? '';
    expect(await session.hover(name, text)).toContain(`Rank ${ranks[index]} of ${all} in the workspace`);
    const listed = report.files
      .find(({ path }) => path.endsWith(name))
      ?.lines.find((each) => each.line === line + 1);
    expect(listed?.rankInReport).toBe(ranks[index]);
  }
});

it('ranks the lines of a file that is not of the workspace within that file', async () => {
  const session = await startSession({ files: { 'Loops.java': loops } });
  await session.indexed();
  session.open('Loops.java', loops);
  await session.overlay('Loops.java');
  const elsewhere = makeTemporaryFolder({ 'Flat.java': flat });
  for (const name of [pathToFileURL(join(elsewhere, 'Flat.java')).toString(), 'untitled:Flat']) {
    session.open(name, flat);
    const { lines, legend } = await session.overlay(name);
    expect(lines.map(({ rank }) => rank)).toEqual([3, 1, 1]);
    expect(legend.hot).toBe('most energy in the workspace');
    expect(await session.hover(name, 'return n + 1')).toContain('Rank 1 of 3 in the file');
  }
  expect(await session.hover('Loops.java', 'return n;')).toContain('in the workspace');
});

it('counts the lines that hovers and the command line count, with their ranks and energies', async () => {
  const session = await open({ 'Loops.java': loops });
  session.open('Loops.java', loops);
  const { rows, all } = await page(session);
  const run = async (...options: readonly string[]): Promise<string> =>
    (await jouleline(['report', 'Loops.java', ...options], { cwd: session.folder })).stdout;
  expect(await run()).toContain(`1 file, ${all} lines with energy`);
  expect(await run('--format', 'html')).toContain(`<dt>lines with energy</dt><dd>${all}</dd>`);
  const report = JSON.parse(await run('--format', 'json')) as ReportOfRuns;
  expect(report.totals.lines).toBe(all);
  const csv = (await run('--format', 'csv')).split('\r\n').map((row) => row.split(','));
  const column = csv[0]?.indexOf('run_mean_joules') ?? -1;
  for (const { line, energy, low, high } of rows) {
    const listed = report.files[0]?.lines.find((each) => each.line === line + 1);
    for (const [name, figure] of Object.entries({ mean: energy, low, high }))
      expect(listed?.run[name] ?? Number.NaN).toBeCloseTo(figure ?? 0, 8);
    const cells = csv.find((row) => row[1] === String(line + 1));
    expect(Number(cells?.[column])).toBeCloseTo(energy ?? 0, 8);
    const hover = await session.hover('Loops.java', loops.split('\n')[line] ?? '');
    expect(hover).toContain(`Rank ${listed?.rank ?? 0} of ${all} in the workspace`);
  }
});
