/** Other tools' measurements in the editor: imported by the server, shown on lines, several side by side. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportAnswer, ImportParams } from '../../server/src/protocol/imports';
import type { HotListPage } from '../../server/src/protocol/hot-lists';
import type { ProfileSummary } from '../../server/src/protocol/profiles';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { entryAt, lineOf, startSession, type Session } from './server-session';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/imports');
const name = 'nights/Nights.java';
const nights = readFileSync(join(fixtures, 'program', name), 'utf8');

function workspace(): string {
  const folder = makeTemporaryFolder({ [name]: nights });
  cpSync(join(root, 'test/fixtures/sample'), join(folder, 'sample'), { recursive: true });
  return folder;
}

function importFiles(
  session: Session,
  params: Omit<ImportParams, 'paths'>,
  ...files: readonly string[]
): Promise<ImportAnswer> {
  const paths = files.map((file) => resolve(fixtures, file));
  return session.client.request<ImportAnswer>('jouleline/import', { ...params, paths });
}

async function show(session: Session, ...paths: readonly string[]): Promise<void> {
  expect(await session.client.request('jouleline/showProfiles', { paths })).toBeNull();
}

/** Energies of one line, by hand, so that what is shown can be told. */
function energies(tool: string, device: string, energy: number, uncertainty: number): string {
  const line = lineOf(nights, 'for (double star : sky) sum += star * round;') + 1;
  const entry = { file: name, line, energy, uncertainty };
  return JSON.stringify({
    format: 'jouleline-energy',
    version: 1,
    tool,
    device,
    date: '2026-11-20',
    unit: 'J',
    entries: [entry],
  });
}

/** "41.2 % of the samples, …" */
function shareOfSamples({ status }: { readonly status: string }): number {
  return Number(/^([\d.]+)\s% of the samples/.exec(status)?.[1]);
}

describe('an import', () => {
  it('is saved among the profiles, listed, and colors lines by shares that are no joules', async () => {
    const folder = workspace();
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const answer = await importFiles(session, { lines: true }, 'collapsed/nights-lines.collapsed');
    expect(answer).toMatchObject({
      kind: 'done',
      path: join(folder, '.jouleline', 'profiles', 'nights-lines.collapsed.json'),
    });
    expect(answer.report).toMatch(
      /Source code of this workspace \| \d+\ssamples[^]*Library code that it calls \| \d+\ssamples/,
    );
    await show(session, answer.path);
    const isMeasured = (overlay: { readonly statusTooltip: string }): boolean =>
      overlay.statusTooltip.includes('collapsed');
    const overlay = await session.overlay(name, isMeasured);
    expect(overlay.status).toMatch(/^[\d.]+ % of the samples$/);
    expect(entryAt(overlay, nights, 'sum += star * round').text).toMatch(/^[\d.]+ % of the samples/);
    const hover = await session.hover(name, 'sum += star * round');
    expect(hover).toContain('nights-lines.collapsed');
    expect(hover).toContain('sampled: shares, no energy');
    expect(hover).not.toMatch(/\d\s?[mµn]?J\b/);
    const listed = await session.client.request<readonly ProfileSummary[]>('jouleline/profiles', undefined);
    expect(listed).toEqual([expect.objectContaining({ kind: 'import', isShown: true, problem: '' })]);
    expect(listed[0]?.energy.join('\n')).toMatch(/samples: \d+ samples = \d+ samples in the sources/);
    const share = shareOfSamples(overlay);
    expect(await session.hover(name, 'sum += Math.cbrt(star + sum)')).toMatch(
      /of it \d+ samples in library code that it calls/,
    );
    session.changeSettings({ libraryEnergy: 'apart' });
    const own = await session.overlay(name, (each) => isMeasured(each) && shareOfSamples(each) < share);
    expect(own.lines.length).toBeLessThanOrEqual(overlay.lines.length);
    expect(await session.hover(name, 'sum += star * round')).not.toContain('library code');
    await show(session);
    const estimate = await session.overlay(name, ({ legend }) => legend.provenance === 'estimated');
    expect(estimate.lines.length).toBeGreaterThan(0);
  });

  it('of biased samples can be spread over the lines of loops', async () => {
    const session = await startSession({ folder: workspace() });
    const answer = await importFiles(session, { spread: true }, 'jfr/nights-17-safepoints.json.gz');
    expect(answer.report).toContain('samples in loops are spread over the lines of the loop');
    expect(readFileSync(answer.path, 'utf8')).toContain('"place":{"kind":"line"');
  });

  it('becomes energy by a measured total, and is that of the command line', async () => {
    const folder = workspace();
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const file = 'collapsed/nights-lines.collapsed';
    const { path } = await importFiles(session, { energy: 12, device: 'board' }, file);
    await show(session, path);
    const overlay = await session.overlay(name, ({ statusTooltip }) =>
      statusTooltip.includes('of 12 J (`board`)'),
    );
    expect(overlay.legend.provenance).toBe('modeled');
    const given = ['--energy', '12', '--device', 'board'];
    const args = ['import', resolve(fixtures, file), '--source', '.', ...given, '--out', 'i.json'];
    expect(await runCommand(join(root, 'dist/cli.js'), args, { cwd: folder })).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(
      JSON.parse(readFileSync(join(folder, 'i.json'), 'utf8')),
    );
  });

  it('of components shows all together, or the one that the settings name', async () => {
    const folder = workspace();
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const line = lineOf(nights, 'for (double star : sky) sum += star * round;') + 1;
    const at = { file: name, line, uncertainty: 0.1 };
    const entries = [
      { ...at, energy: 4, component: 'CPU' },
      { ...at, energy: 1, component: 'network' },
    ];
    const file = join(folder, 'parts.json');
    const head = { format: 'jouleline-energy', version: 1, device: 'Pi 5', unit: 'J' };
    writeFileSync(file, JSON.stringify({ ...head, entries }));
    const { path } = await importFiles(session, {}, file);
    await show(session, path);
    await session.overlay(name, ({ statusTooltip }) =>
      statusTooltip.includes('5 J of 5 J (`Pi 5`), measured'),
    );
    expect(await session.hover(name, 'sum += star * round')).toContain('of it `CPU` 4 J, `network` 1 J');
    const query = { list: 'lines', search: '', order: 'energy', isAscending: false, blocks: 'once' };
    const listed = async (): Promise<HotListPage> =>
      session.client.request<HotListPage>('jouleline/hotList', { ...query, offset: 0, count: 10 });
    const parts = [
      { name: 'CPU', energy: 4, energyText: '4 J' },
      { name: 'network', energy: 1, energyText: '1 J' },
    ];
    const all = await listed();
    expect([all.components, all.component]).toEqual([['CPU', 'network'], '']);
    expect(all.rows.map(({ energy, components }) => [energy, components])).toEqual([[5, parts]]);
    const csv = join(folder, 'lines.csv');
    await session.client.request('jouleline/exportHotList', { query, path: csv, format: 'csv' });
    expect(readFileSync(csv, 'utf8')).toMatch(/,atLeast,CPU,network\r\n.*,false,4,1\r\n$/);
    session.changeSettings({ component: 'network' });
    const network = await session.overlay(name, ({ status }) => status.startsWith('1 J'));
    expect(network.statusTooltip).toContain('1 J of 1 J (`Pi 5`, `network`), measured');
    const alone = await listed();
    expect([alone.components, alone.component, alone.rows.map(({ energy }) => energy)]).toEqual([
      ['CPU', 'network'],
      'network',
      [1],
    ]);
    session.changeSettings({ component: 'display' });
    const none = await session.overlay(name, ({ status }) => status.startsWith('no energy'));
    expect([none.status, none.lines]).toEqual(['no energy', []]);
    expect(await session.hover(name, 'sum += star * round')).toContain('no energy of `display`');
  });

  it('of vLens and eLens meets the operations of a model that was fitted here', async () => {
    const [feed, vlens, elens] = [
      'program/feed/Feed.java',
      'energy/feed-vlens.jouleline-energy.json',
      'energy/feed-elens.jouleline-energy.json',
    ].map((file) => readFileSync(join(fixtures, file), 'utf8')) as [string, string, string];
    const costs = { Multi_int_int: 3e-9, Addition_int_int: 1e-9, Modulo_char_int: 6e-9 };
    const model = {
      ...{ format: 'jouleline-cost-model', version: 1, kind: 'per-operation', id: 'mine', title: 'Mine' },
      ...{ machine: 'LEAP', mode: 'interpreter', source: 'fitted here', local: true },
      operations: Object.entries(costs).map(([operation, mean]) => ({ name: operation, mean, sd: 0 })),
    };
    const folder = makeTemporaryFolder({
      'feed/Feed.java': feed,
      'vlens.json': vlens,
      'elens.json': elens,
      'model.json': JSON.stringify(model),
    });
    const settings = { modelFiles: ['model.json'], model: 'mine' };
    const session = await startSession({ folder, settings });
    session.open('feed/Feed.java', feed);
    await session.overlay('feed/Feed.java');
    const answers = [
      await importFiles(session, {}, join(folder, 'vlens.json')),
      await importFiles(session, {}, join(folder, 'elens.json')),
    ];
    await show(session, ...answers.map(({ path }) => path));
    const overlay = await session.overlay('feed/Feed.java', ({ statusTooltip }) =>
      statusTooltip.includes('(`LEAP node'),
    );
    // The total of the run by vLens, of which events of the machine have no line.
    expect(overlay.statusTooltip).toContain('323 mJ of 361 mJ (`LEAP node');
    const [hottest, second] = [...overlay.lines].sort((one, other) => one.rank - other.rank);
    expect([hottest?.line, second?.line]).toEqual(
      ['in.read(buffer)', 'sum = sum * 31'].map((text) => lineOf(feed, text)),
    );
    expect(hottest?.step).toBeGreaterThan(entryAt(overlay, feed, 'new byte[64]').step);
    const read = ((await session.hover('feed/Feed.java', 'in.read(buffer)')) ?? '').replaceAll('\u00a0', ' ');
    expect(read).toContain('of it `CPU` 5.1 mJ, `network` 88.5 mJ');
    expect(read).toContain('of it 90.2 mJ in library code that it calls');
    expect(read).toContain('calls InputStream.read | 90.2 mJ |');
    expect(read).toMatch(/not modeled \| 6\.2 mJ/);
    expect(read).toMatch(/`vlens\.json` \(`vLens`\) \| 90\.2 mJ, energy of APIs/);
    const partsOf = (hover: string): readonly (readonly [string | undefined, number])[] =>
      [...hover.matchAll(/^\| [^|]*\| ([^|]+) \| ([\d.]+) mJ \|/gm)].map(
        ([, words, energy]) => [words, Number(energy)] as const,
      );
    const hoverOfSum = async (): Promise<string> =>
      ((await session.hover('feed/Feed.java', 'sum = sum * 31')) ?? '').replaceAll('\u00a0', ' ');
    const sum = await hoverOfSum();
    expect(sum).toContain('Modeled division of this amount, in the proportions of the cost model');
    // Two additions of 1 nJ, a multiplication of 3 nJ and a remainder of 6 nJ, and what a call is guessed to cost.
    let parts = partsOf(sum);
    const energyOf = (name: string): number => parts.find(([each]) => each === name)?.[1] ?? NaN;
    expect(energyOf('takes the remainder of a char and an int') / energyOf('multiplies ints')).toBeCloseTo(
      2,
      1,
    );
    expect(energyOf('multiplies ints') / energyOf('adds ints')).toBeCloseTo(3, 1);
    expect(parts.reduce((all, [, energy]) => all + energy, 0)).toBeCloseTo(88.6, 0);

    const listed = async (list: string): Promise<HotListPage> =>
      session.client.request<HotListPage>('jouleline/hotList', {
        ...{ list, search: '', order: 'energy', isAscending: false, blocks: 'once', offset: 0, count: 1000 },
      });
    const totalOf = (...pages: readonly HotListPage[]): number =>
      pages.flatMap(({ rows }) => rows).reduce((all, { energy }) => all + (energy ?? 0), 0);
    const rowOf = ({ rows }: HotListPage, name: string): HotListPage['rows'][number] | undefined =>
      rows.find((each) => each.name === name);
    for (const libraryEnergy of ['caller', 'apart'] as const) {
      if (libraryEnergy === 'apart') {
        session.changeSettings({ ...settings, libraryEnergy });
        // 323.438 mJ, but for the calls of APIs: 90.2 + 14 + 9.5 + 0.2 mJ.
        await session.overlay('feed/Feed.java', ({ statusTooltip }) =>
          statusTooltip.includes('210 mJ of 361 mJ'),
        );
        // What the line took itself is divided over its own operations: the call's stand apart.
        parts = partsOf(await hoverOfSum());
        expect(parts.reduce((all, [, energy]) => all + energy, 0)).toBeCloseTo(88.6, 0);
      }
      const [lines, operations, calls] = [
        await listed('lines'),
        await listed('operations'),
        await listed('library-calls'),
      ];
      expect(totalOf(operations, calls)).toBeCloseTo(totalOf(lines), 9);
      for (const page of [operations, calls])
        expect(page.provenance).toMatch(/^modeled division of a recorded total: modeled, LEAP node/);
      // It stands on one line alone, which calls no API that was measured.
      const remainder = rowOf(operations, 'Modulo_char_int');
      expect(remainder).toMatchObject({
        ...{ executions: null, low: null, high: null, text: 'arithmetic' },
        line: lineOf(feed, 'sum = sum * 31'),
      });
      expect((remainder?.energy ?? 0) * 1e3).toBeCloseTo(
        energyOf('takes the remainder of a char and an int'),
        0,
      );
      if (libraryEnergy === 'apart') continue;
      expect(rowOf(calls, 'java.io.InputStream.read')).toMatchObject({ energyText: '90.2 mJ' });
      // The rest of the line of `read`, whose other operations the model does not have.
      expect(rowOf(operations, 'not modeled')?.energy).toBeGreaterThanOrEqual(6.2e-3 - 1e-9);
    }
    expect((await listed('blocks')).reason).toContain('contain no blocks');
  });

  it('moves with the text; of a method that changed the whole is told, and said to be old', async () => {
    const folder = workspace();
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const { path } = await importFiles(session, { lines: true }, 'collapsed/nights-lines.collapsed');
    await show(session, path);
    const before = await session.overlay(name, ({ statusTooltip }) => statusTooltip.includes('collapsed'));
    const text = session.edit(name, 'public final class', '\n\npublic final class');
    const moved = await session.overlay(name);
    expect(moved.lines.map(({ line }) => line - 2)).toEqual(before.lines.map(({ line }) => line));
    expect(entryAt(moved, text, 'sum += star * round')).toMatchObject({
      share: entryAt(before, nights, 'sum += star * round').share,
    });
    const changed = session.edit(name, 'sum += star * round;', 'sum += star * round * 1;');
    const after = await session.overlay(name);
    expect(after.lines.map(({ line }) => line)).not.toContain(lineOf(changed, 'star * round * 1'));
    // Two methods have the name: which of them it was, nothing says any more.
    expect(entryAt(after, changed, 'weigh(int rounds)').text).toMatch(/one of 2 overloads.*changed since/);
    expect(entryAt(after, changed, 'sum += star / (round + 1)').share).toBeCloseTo(
      entryAt(before, nights, 'sum += star / (round + 1)').share,
    );
  });

  it('that is none, or cut off, or gone is said, and what was shown stays', async () => {
    const folder = workspace();
    const whole = readFileSync(join(fixtures, 'jfr/nights-17.jfr'));
    writeFileSync(join(folder, 'cut.jfr'), whole.subarray(0, 5000));
    writeFileSync(join(folder, 'none.txt'), 'what is this\n');
    writeFileSync(join(folder, 'zero.json'), energies('t', 'd', 0, 0));
    const session = await startSession({ folder, initialization: { isTrusted: true } });
    session.open(name, nights);
    await session.overlay(name);
    expect(await importFiles(session, {}, join(folder, 'none.txt'))).toMatchObject({
      kind: 'failed',
      path: '',
      message: expect.stringContaining('none.txt is in no known format') as unknown,
    });
    expect(await importFiles(session, {}, join(folder, 'gone.jfr'))).toMatchObject({ kind: 'failed' });
    expect(await importFiles(session, {}, join(folder, 'cut.jfr'))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/cut\.jfr/) as unknown,
    });
    expect(await importFiles(session, { energy: 0 }, join(folder, 'none.txt'))).toMatchObject({
      kind: 'failed',
    });
    expect(existsSync(join(folder, '.jouleline'))).toBe(false);
    const zero = await importFiles(session, {}, join(folder, 'zero.json'));
    expect(zero.kind).toBe('done');
    await show(session, zero.path);
    await session.client.waitForNotification('jouleline/overlayCleared');
    // What is written anew is shown anew.
    writeFileSync(zero.path, readFileSync(zero.path, 'utf8').replaceAll('zero.json', 'other.json'));
    session.client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: `file://${zero.path}`, type: 2 }],
    });
    await session.client.waitForNotification('jouleline/overlayCleared');
    rmSync(zero.path);
    session.client.notify('workspace/didChangeWatchedFiles', {
      changes: [{ uri: `file://${zero.path}`, type: 3 }],
    });
    await session.overlay(name, ({ legend }) => legend.provenance === 'estimated');
    expect(await session.client.request('jouleline/showProfiles', { paths: [zero.path] })).toEqual({
      message: `${zero.path} could not be read: it does not exist`,
    });
  });

  it('opens no file that is not of the workspace, whatever a document names', async () => {
    const folder = workspace();
    const outside = makeTemporaryFolder({ 'Nights.java': nights });
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const { path } = await importFiles(
      session,
      { lines: true, energy: 12 },
      'collapsed/nights-lines.collapsed',
    );
    await show(session, path);
    const before = await session.overlay(name, ({ statusTooltip }) => statusTooltip.includes('of 12 J'));
    expect(before.statusTooltip).not.toContain('J no place');
    const document = readFileSync(path, 'utf8');
    for (const other of [join(outside, 'Nights.java'), relative(folder, join(outside, 'Nights.java'))]) {
      writeFileSync(
        path,
        document.replace('"path":"nights/Nights.java","line":56', `"path":"${other}","line":56`),
      );
      await show(session, path);
      const after = await session.overlay(name, ({ statusTooltip }) => statusTooltip.includes('no place'));
      expect(after.lines.map(({ line }) => line)).not.toContain(55);
    }
  });

  it('of a binary recording needs trust, since a program reads it', async () => {
    const session = await startSession({ folder: workspace() });
    const file = 'jfr/nights-17.jfr';
    expect(await importFiles(session, {}, file)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('restricted workspace') as unknown,
    });
    session.client.notify('jouleline/trust', { isTrusted: true });
    const trusted = await importFiles(session, {}, file);
    expect(trusted.kind).toBe('done');
    expect(trusted.report).toMatch(/Source code of this workspace \| 88\ssamples/);
  });

  it('has a name of its own beside another that is made of the same file at the same time', async () => {
    const folder = workspace();
    const two = await Promise.all([startSession({ folder }), startSession({ folder })]);
    const answers = await Promise.all(
      [...two, ...two].map((session) => importFiles(session, {}, 'collapsed/nights-lines.collapsed')),
    );
    const names = answers.map(({ path }) => relative(join(folder, '.jouleline/profiles'), path));
    expect(names.sort()).toEqual(
      ['', '-2', '-3', '-4'].map((number) => `nights-lines.collapsed${number}.json`).sort(),
    );
    expect(readdirSync(join(folder, '.jouleline/profiles')).sort()).toEqual(names);
  });

  it('is canceled at once, leaves nothing, and hovers are answered meanwhile', async () => {
    const folder = workspace();
    const big = join(folder, 'big.collapsed');
    writeFileSync(big, 'nights/Nights.main:26;nights/Nights.weigh:56 7\n'.repeat(1_500_000));
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const { id, answer } = session.client.startRequest('jouleline/import', {
      paths: [big],
      workDoneToken: 'import',
    });
    await session.client.waitForNotification<{ readonly token: string }>(
      '$/progress',
      ({ token }) => token === 'import',
    );
    expect(await session.hover(name, 'sum += star * round')).toContain('estimated');
    session.client.notify('$/cancelRequest', { id });
    expect(await answer).toMatchObject({ kind: 'canceled' });
    // It was answered long before all was read.
    const read = session.client
      .notifications()
      .map(({ params }) => /big\.collapsed: (\d+) MB/.exec(JSON.stringify(params))?.[1])
      .filter((megabytes) => megabytes !== undefined);
    expect(read).not.toEqual([]);
    expect(Math.max(...read.map(Number))).toBeLessThan(0.9 * (statSync(big).size / 1e6));
    expect(existsSync(join(folder, '.jouleline'))).toBe(false);
  });
});

describe('several sources', () => {
  it('stand side by side: the better one is shown, and where they disagree is said', async () => {
    const folder = workspace();
    writeFileSync(join(folder, 'a.json'), energies('meter `<b>[x](http://y)', 'Nexus 5', 4, 0.1));
    writeFileSync(join(folder, 'b.json'), energies('other | meter', 'Nexus 5', 9, 0.5));
    writeFileSync(join(folder, 'c.json'), energies('board', 'Pi 5', 70, 1));
    const session = await startSession({ folder });
    session.open(name, nights);
    await session.overlay(name);
    const paths: string[] = [];
    for (const file of ['a.json', 'b.json', 'c.json', 'collapsed/nights-lines.collapsed'])
      paths.push((await importFiles(session, {}, file.endsWith('.json') ? join(folder, file) : file)).path);
    await show(session, ...paths);
    const overlay = await session.overlay(name, ({ statusTooltip }) => statusTooltip.includes('measured'));
    // The surest; energies of another device are in no sum.
    expect(overlay.statusTooltip).toContain('70 J of 70 J (`Pi 5`), measured');
    await show(session, ...paths.filter((path) => !path.includes('c.json')));
    expect((await session.overlay(name, ({ status }) => status === '4 J')).statusTooltip).toContain(
      '4 J of 4 J (`Nexus 5`), measured',
    );
    const hover = ((await session.hover(name, 'sum += star * round')) ?? '').replaceAll('\u00a0', ' ');
    expect(hover).toMatch(/\*\*`a\.json`\*\*.*\| 4 J \|/);
    expect(hover).toMatch(/`b\.json`.*\| 9 J, \*\*disagrees\*\* \|/);
    expect(hover).toContain('These differ from what is shown by more than their intervals');
    // Without trust in its lines it tells the method.
    expect(hover).toMatch(/`nights-lines\.collapsed`.* samples, whole method \|/);
    expect(hover).toContain("`meter '<b>[x](http://y)`");
    expect(hover).toContain('`other \\| meter`');
    session.changeSettings({ evidenceOrder: ['b.json'] });
    const other = await session.overlay(name, ({ status }) => status.startsWith('9 J'));
    expect(other.statusTooltip).toContain('9 J of 9 J');
  });

  it('a counted profile beside an import', async () => {
    const folder = workspace();
    const profile = ['profile', '--runs', '0', '--out', '.jouleline/profiles/run.json', '--source', '.'];
    const program = `package demo;
public class Work {
    static int often(int n) {
        return n + 1;
    }
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 5000; i++) sum = often(sum);
        System.out.println(sum);
    }
}
`;
    const files = makeTemporaryFolder({ 'demo/Work.java': program, '.jouleline/profiles/.keep': '' });
    rmSync(folder, { recursive: true });
    expect(
      await runCommand(join(root, 'dist/cli.js'), [...profile, '--main', 'demo.Work'], { cwd: files }),
    ).toMatchObject({ status: 0 });
    writeFileSync(
      join(files, 'meter.json'),
      JSON.stringify({
        format: 'jouleline-energy',
        version: 1,
        unit: 'J',
        device: 'board',
        entries: [{ class: 'demo.Work', method: 'often', energy: 3, uncertainty: 0.1 }],
      }),
    );
    const session = await startSession({ folder: files });
    session.open('demo/Work.java', program);
    await session.overlay('demo/Work.java');
    const imported = await importFiles(session, {}, join(files, 'meter.json'));
    await show(session, imported.path, join(files, '.jouleline/profiles/run.json'));
    const overlay = await session.overlay('demo/Work.java', ({ statusTooltip }) =>
      statusTooltip.includes('`board`'),
    );
    // The profile knows the line, the meter the method's energy.
    expect(entryAt(overlay, program, 'return n + 1').text).toMatch(/^3 J/);
    const hover = await session.hover('demo/Work.java', 'return n + 1');
    expect(hover).toContain('scaled to the total of `meter.json`');
    expect(hover).toContain('`run`');
  });
});
