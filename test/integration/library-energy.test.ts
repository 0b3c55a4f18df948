/**
 * Lines have what they call of libraries, or these stand apart: one switch for every view and every export. A sixth
 * of a run is idling by construction; of the rest samples give three quarters to the counted code and a quarter to a jar.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HotListPage } from '../../server/src/protocol/hot-lists';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { recordOf, type RunValues } from '../runs/measurement-records';
import { newAnalyzer, operationsOf } from '../support/analyze-text';
import { countedProfile } from '../support/counted-java';
import { inWork, readMarks } from '../support/marked-java';
import { importBytes } from '../recordings/import/import-file';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jouleline } from './built-command';
import { startSession } from './server-session';

const java = readMarks(
  inWork(`
    static int work(int[] values, String text) { /*×1*/
      int sum = 0; /*×1*/
      for (int value : values) sum += value * value; /*×90000*/
      java.util.Arrays.sort(values); /*×40*/
      int size = text.length() + sum; /*×5000*/
      String all = text + size; /*×300*/
      return all.indexOf("x"); /*×7*/
    }
  `),
);
const measured = (total: number): MeasurementRecord =>
  recordOf({
    ...{ runs: [1, 1].map(() => ({ energy: (total * 5) / 6, total, user: 1, system: 0 })), baseline: [] },
    ...{ isProxy: false, mode: 'interpreted mode' },
    sampled: {
      ...{ counted: 3, uncounted: 1, unknown: 0, start: 0, samples: 4000, largest: [] },
      called: [
        { class: 'demo.Work', method: 'work', line: 7, callee: 'jar.Other.burn', seconds: 1, samples: 1000 },
      ],
    },
  });

/** A run that takes no more than a `main` that does nothing. */
const asItsStart: MeasurementRecord = recordOf({
  ...{ runs: [0.41, 0.41, 0.41].map(startOf), baseline: [0.41, 0.42, 0.43].map(startOf) },
  ...{ isProxy: false, mode: 'interpreted mode' },
});

function startOf(energy: number): RunValues {
  return { energy, user: 0.4, system: 0 };
}

/** A folder with the program, and its profile: with measured runs, or only counted. */
function savedIn(measurement: MeasurementRecord | undefined): string {
  const folder = makeTemporaryFolder({
    'src/demo/Work.java': java.text,
    '.jouleline/profiles/notes.txt': '',
  });
  const file = operationsOf(newAnalyzer(), 'Work.java', java.text);
  const document = countedProfile(java, file, measurement === undefined ? {} : { measurement });
  writeFileSync(join(folder, PROFILE), JSON.stringify(document));
  return folder;
}

const PROFILE = join('.jouleline', 'profiles', 'run.json');
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const MODEL = ['--model', 'rpi5-openjdk21-xint'];

interface Energy {
  readonly mean: number;
}

interface Report {
  readonly totals: { readonly energy: Energy; readonly apart?: { readonly energy: Energy } };
  readonly files: readonly { readonly lines: readonly { readonly energy: Energy }[] }[];
  readonly measured?: {
    readonly factor: number | null;
    readonly account: Readonly<
      Record<'total' | 'lines' | 'library' | 'uncounted' | 'idle' | 'unattributed', number>
    > & { readonly runtime: Readonly<Record<string, number | null>> };
  };
}

interface Exported {
  readonly recordings: readonly {
    readonly accounts: readonly {
      readonly total: number;
      readonly placed: number;
      readonly called?: number;
      readonly unplaced: Readonly<Record<string, number>>;
    }[];
  }[];
}

interface RankedBlocks {
  readonly sharesOf: string;
  readonly blocks: readonly { readonly share: number; readonly energy: { readonly mean: number } }[];
}

describe.each(['caller', 'apart'] as const)('what libraries took, at its %s place', (place) => {
  const isApart = place === 'apart';
  const close = (value: number | undefined, expected: number, digits = 9): void => {
    expect((value ?? NaN) / expected).toBeCloseTo(1, digits);
  };

  async function output(folder: string, ...args: readonly string[]): Promise<string> {
    const given = [...args, '--library-energy', place, ...MODEL];
    const { status, stdout, stderr } = await jouleline(given, { cwd: folder });
    expect(status, stderr).toBe(0);
    return stdout;
  }

  const reportIn = async (folder: string, format: string): Promise<string> =>
    output(folder, 'report', 'src', '--profile', PROFILE, '--format', format);

  /** The table's rows: whose energy, and how much. */
  const cells = (table: string, name: number, value: number): readonly (readonly [string, number])[] =>
    table
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.match(/(?<=^|,)(?:"[^"]*"|[^,]*)/g) ?? [])
      .map((row) => [row[name] ?? '', Number(row[value])] as const);

  it.each([
    ['scaled', 1.2],
    // The model says less than a hundredth of what is left.
    ['not scaled', 120],
  ])('is on lines or apart, and a run whose lines are %s stays whole', async (how, TOTAL) => {
    const JAR = ((5 / 6) * TOTAL) / 4;
    const folder = savedIn(measured(TOTAL));
    const { files, totals, measured: of } = JSON.parse(await reportIn(folder, 'json')) as Report;
    if (of === undefined) throw new Error('nothing was measured');
    expect(of.factor !== null).toBe(how === 'scaled');
    const { runtime, total, lines, library, uncounted, idle, unattributed } = of.account;
    close(total, TOTAL);
    close(sum([lines, library, uncounted, idle, unattributed, ...Object.values(runtime).map(Number)]), TOTAL);
    const shown = sum(files.flatMap((file) => file.lines.map(({ energy }) => energy.mean)));
    close(shown, isApart ? lines : lines + library);
    close(totals.energy.mean, shown);
    // What the JDK took; the jar has a row of its own.
    const ofJdk = isApart ? library : library - JAR;
    if (isApart) close(totals.apart?.energy.mean, library);
    else expect(totals.apart).toBeUndefined();
    expect(ofJdk).toBeGreaterThan(0.01 * lines);

    const account = cells(await reportIn(folder, 'csv'), 2, 3).slice(-10);
    close(sum(account.slice(0, -1).map(([, energy]) => energy)), TOTAL, 8);
    expect(await reportIn(folder, 'html')).toMatch(isApart ? /Apart: .* of library calls/ : /^(?!.*Apart: )/);
    expect(await reportIn(folder, 'text')).toMatch(isApart ? /^apart: .* of library calls/m : /^(?!apart)/);

    const own = ['export', PROFILE, '--source', 'src'];
    const exported = async (format: string, ...more: readonly string[]): Promise<string> =>
      output(folder, ...own, '--format', format, ...more);
    const [recording] = (JSON.parse(await exported('json')) as Exported).recordings;
    const [json] = recording?.accounts ?? [];
    const { placed = NaN, called = 0, unplaced = {} } = json ?? {};
    close(json?.total, TOTAL);
    close(sum([placed, called, ...Object.values(unplaced)]), TOTAL);
    close(placed, lines);
    if (isApart) close(unplaced['library'], ofJdk + JAR);
    else close(called, library);
    expect(await exported('html')).toMatch(isApart ? / J library/ : / J in library code that they call/);

    for (const table of [await exported('csv'), await output(folder, 'export', PROFILE, '--format', 'csv')]) {
      const rows = cells(table, 2, 7);
      close(sum(rows.map(([, energy]) => energy)), TOTAL);
      const ofWork = rows.flatMap(([owner, energy]) => (owner === 'demo/Work' ? [energy] : []));
      close(sum(ofWork), isApart ? lines : lines + library);
    }
    const sarif = JSON.parse(await exported('sarif', '--over', '0')) as {
      readonly runs: readonly {
        readonly results: readonly { readonly message: { readonly text: string } }[];
      }[];
    };
    const ofMethod = sarif.runs[0]?.results
      .map(({ message: { text } }) => text)
      .find((text) => text.startsWith('demo.Work.work took'));
    const joules = /took ([\d.]+) (m?J)/.exec(ofMethod ?? '');
    close(Number(joules?.[1]) * (joules?.[2] === 'mJ' ? 1e-3 : 1), isApart ? lines : lines + library, 2);
    // Stacks have both, and their readers add up.
    const { profiles } = JSON.parse(await exported('speedscope')) as {
      readonly profiles: readonly { readonly weights: readonly number[] }[];
    };
    close(sum(profiles[0]?.weights ?? []) * 1e-6, TOTAL);
    for (const [format, name] of [
      ['pprof', 'run.pb.gz'],
      ['callgrind', 'callgrind.out.1'],
    ] as const) {
      await exported(format, '--out', name);
      const bytes = readFileSync(join(folder, name));
      const read = importBytes(format === 'pprof' ? gunzipSync(bytes) : bytes);
      close(read.measures[0]?.total, TOTAL, 6);
      expect(read.frames.map((frame) => frame.name)).toContain('java.util.Arrays.sort');
    }

    const budget = {
      format: 'jouleline-budget',
      version: 1,
      budgets: [{ method: 'demo.Work.work', energy: 99 }],
    };
    writeFileSync(join(folder, 'energy.json'), JSON.stringify(budget));
    const checked = /: ([\d.]+) (m?J)/.exec(
      await output(folder, 'check', PROFILE, '--budget', 'energy.json'),
    );
    close(Number(checked?.[1]) * (checked?.[2] === 'mJ' ? 1e-3 : 1), isApart ? lines : lines + library, 2);
    await output(folder, 'merge', PROFILE, '--out', 'merged.json');

    const session = await startSession({ folder, settings: { libraryEnergy: place } });
    await session.indexed();
    session.open('src/demo/Work.java', java.text);
    const paths = [join(folder, PROFILE)];
    expect(await session.client.request('jouleline/showProfiles', { paths })).toBeNull();
    await session.overlay('src/demo/Work.java', ({ legend }) => legend.provenance === 'modeled');
    const listed = async (list: string): Promise<number> => {
      const page = await session.client.request<HotListPage>('jouleline/hotList', {
        ...{ list, search: '', order: 'energy', isAscending: false, blocks: 'application' },
        ...{ offset: 0, count: 100 },
      });
      return sum(page.rows.map(({ energy }) => energy ?? 0));
    };
    const ofLines = await listed('lines');
    const ofAll = (await listed('operations')) + (await listed('library-calls'));
    close(ofLines, isApart ? lines : lines + library);
    close(ofAll, isApart ? lines + library : ofLines);
  });

  it('has shares of the run in blocks, as lines have', async () => {
    const blocksOf = async (folder: string): Promise<RankedBlocks> =>
      JSON.parse(
        await output(folder, 'report', 'src', '--profile', PROFILE, '--blocks', '--format', 'json'),
      ) as RankedBlocks;
    const ofRun = await blocksOf(savedIn(measured(1.2)));
    expect([ofRun.sharesOf, ofRun.blocks.length > 3]).toEqual(['of the run', true]);
    for (const { share, energy } of ofRun.blocks) expect(share).toBeCloseTo(energy.mean / 1.2, 12);
    const ofAll = await blocksOf(savedIn(undefined));
    expect(ofAll.sharesOf).toBe('of all');
    expect(sum(ofAll.blocks.map(({ share }) => share))).toBeCloseTo(1, 9);
  });

  it('is the same energy with lines where nothing was measured', async () => {
    const folder = savedIn(undefined);
    const { files, totals } = JSON.parse(await reportIn(folder, 'json')) as Report;
    const shown = sum(files.flatMap((file) => file.lines.map(({ energy }) => energy.mean)));
    const whole = shown + (totals.apart?.energy.mean ?? 0);
    expect(totals.apart === undefined).toBe(!isApart);
    const rows = cells(await reportIn(folder, 'csv'), 2, 3);
    if (isApart) expect(rows.slice(-3).map(([name]) => name)).toEqual(['lines', 'library', 'total']);
    close(isApart ? rows.at(-1)?.[1] : sum(rows.map(([, energy]) => energy)), whole, 8);
    const table = await output(folder, 'export', PROFILE, '--format', 'csv');
    close(sum(cells(table, 2, 7).map(([, energy]) => energy)), whole);
  });
});

it('a run that takes no more than its start has one energy in every command and the editor', async () => {
  const folder = savedIn(asItsStart);
  const output = async (...args: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await jouleline([...args, ...MODEL], { cwd: folder });
    expect(status, stderr).toBeLessThan(2);
    return stdout;
  };
  const said = '410 mJ';
  expect(await output('report', 'src', '--profile', PROFILE)).toContain(`= ${said}`);
  const program = { format: 'jouleline-budget', version: 1, budgets: [{ program: true, energy: 9 }] };
  writeFileSync(join(folder, 'energy.json'), JSON.stringify(program));
  expect(await output('check', PROFILE, '--budget', 'energy.json')).toContain(said);
  expect(await output('diff', PROFILE, PROFILE)).toContain(said);
  expect(await output('merge', PROFILE, '--out', 'merged.json')).toContain('energy: 0.41 J');
  const { recordings } = JSON.parse(
    await output('export', PROFILE, '--source', 'src', '--format', 'json'),
  ) as Exported;
  expect(recordings[0]?.accounts[0]?.total).toBeCloseTo(0.41, 9);
  const session = await startSession({ folder });
  await session.indexed();
  session.open('src/demo/Work.java', java.text);
  expect(
    await session.client.request('jouleline/showProfiles', { paths: [join(folder, PROFILE)] }),
  ).toBeNull();
  const overlay = await session.overlay(
    'src/demo/Work.java',
    ({ legend }) => legend.provenance === 'modeled',
  );
  expect(overlay.statusTooltip).toContain(said);
});
