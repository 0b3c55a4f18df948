/**
 * `jouleline export` on the command line, held against the tools that read its
 * files: Go's pprof, callgrind_annotate, speedscope's schema; and against
 * `jouleline report` for what was counted.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { runJdkTool } from '../support/jdk-tools';
import { findJdks } from '../support/jdks';
import { type Outcome, outputOf, runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');
const cli = join(root, 'dist/cli.js');
const fixtures = join(root, 'test/fixtures');

function jouleline(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return runCommand(cli, args, { cwd: folder });
}

/** An import of a real recording, with energy. */
async function importNights(folder: string): Promise<void> {
  const sources = ['imports/program', 'sample/src/main/java'].flatMap((path) => [
    '--source',
    join(fixtures, path),
  ]);
  const file = join(fixtures, 'imports/jfr/nights-17.json.gz');
  const { status, stderr } = await jouleline(
    folder,
    ...[
      'import',
      '--no-history',
      file,
      ...sources,
      '--lines',
      '--energy',
      '12.5',
      '--deviation',
      '0.5',
      '--out',
      'n.json',
    ],
  );
  expect(stderr).toMatch(/^jouleline: nights-17\.json\.gz: \d+ of 153 samples .*: their lines are biased\n$/);
  expect(status).toBe(0);
}

interface Cells {
  readonly [column: string]: string;
}

function readRows(text: string): readonly Cells[] {
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

/** Joules by method, of the table of the same recording. */
async function energies(folder: string, path: string): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await jouleline(folder, 'export', path, '--format', 'csv', '--library-energy', 'apart');
  const sums = new Map<string, number>();
  for (const { name = '', unit, energy } of readRows(stdout))
    if (unit === 'J') sums.set(name, (sums.get(name) ?? 0) + Number(energy));
  return sums;
}

async function exportTo(
  folder: string,
  format: string,
  out: string,
  ...more: readonly string[]
): Promise<void> {
  const done = await jouleline(folder, 'export', 'n.json', '--format', format, '--out', out, ...more);
  expect(done).toMatchObject({ status: 0, stderr: '' });
}

describe('of an import', () => {
  const go = spawnSync('go', ['version']);
  // Go keeps its tools where it keeps them for everybody, not in this test's own cache.
  const environment = { ...process.env, XDG_CACHE_HOME: undefined };

  test.skipIf(go.status !== 0)('pprof shows the energy of each method, in whole units', async () => {
    const folder = makeTemporaryFolder();
    await importNights(folder);
    await exportTo(folder, 'pprof', 'n.pb.gz');
    const top = await outputOf(
      'go',
      [
        ...['tool', 'pprof', '-top', '-nodecount=1000', '-nodefraction=0', '-edgefraction=0'],
        ...['-sample_index=energy by a measured total', 'n.pb.gz'],
      ],
      { cwd: folder, env: environment },
    );
    const shown = new Map<string, number>();
    for (const line of top.split('\n')) {
      const [flat = '', , , , , ...name] = line.trim().split(/ +/);
      const energy = Number(/^(\d+)nJ$/.exec(flat)?.[1] ?? 0) / 1e9;
      const of = name.filter((part) => part !== '(inline)').join(' ');
      if (energy > 0) shown.set(of, (shown.get(of) ?? 0) + energy);
    }
    const expected = await energies(folder, 'n.json');
    expect([...shown.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [name, energy] of expected) expect(shown.get(name)).toBeCloseTo(energy, 7);
  });

  test.skipIf(go.status !== 0)('pprof’s own tool lists the lines of the sources', async () => {
    const folder = makeTemporaryFolder();
    await importNights(folder);
    await exportTo(folder, 'pprof', 'n.pb.gz');
    const listed = await outputOf('go', ['tool', 'pprof', '-list=gaussian', 'n.pb.gz'], {
      cwd: folder,
      env: environment,
    });
    expect(listed).toMatch(/^\s*\d+\s+\d+\s+22:\s+double share = kernel/m);
  });

  const annotate = spawnSync('callgrind_annotate', ['--version']);

  // It ends with an error after its version.
  test.skipIf(annotate.error !== undefined)(
    'callgrind_annotate shows the energy of each method',
    async () => {
      const folder = makeTemporaryFolder();
      await importNights(folder);
      await exportTo(folder, 'callgrind', 'callgrind.out');
      const shown = await outputOf(
        'callgrind_annotate',
        ['--threshold=100', '--show=nJ_2', '--auto=no', 'callgrind.out'],
        { cwd: folder },
      );
      const sums = new Map<string, number>();
      for (const [, value = '', name = ''] of shown.matchAll(/^\s*([\d,]+) \([\s\d.]+%\)\s+\S+?:([^(\s]+)/gm))
        sums.set(name, (sums.get(name) ?? 0) + Number(value.replaceAll(',', '')) / 1e9);
      const expected = await energies(folder, 'n.json');
      expect(sums.size).toBeGreaterThan(20);
      for (const [name, energy] of sums) expect(expected.get(name), name).toBeCloseTo(energy, 7);
      expect([...sums.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(12.5, 8);
    },
  );

  test('speedscope’s schema admits it', async () => {
    const folder = makeTemporaryFolder();
    await importNights(folder);
    await exportTo(folder, 'speedscope', 'n.speedscope.json');
    const schema = JSON.parse(readFileSync(join(fixtures, 'schemas/speedscope.json'), 'utf8')) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    const file: unknown = JSON.parse(readFileSync(join(folder, 'n.speedscope.json'), 'utf8'));
    expect(validate(file) ? [] : validate.errors).toEqual([]);
  });

  test('CSV and JSON are read again', async () => {
    const folder = makeTemporaryFolder();
    await importNights(folder);
    await exportTo(folder, 'csv', 'n.csv');
    const again = await jouleline(folder, 'import', 'n.csv', '--out', 'again.json');
    expect(again).toMatchObject({ status: 0, stderr: '' });
    // A table has what lines call with these lines, unless that stands apart.
    await exportTo(folder, 'csv', 'apart.csv', '--library-energy', 'apart');
    expect((await jouleline(folder, 'import', 'apart.csv', '--out', 'apart.json')).status).toBe(0);
    expect(await energies(folder, 'apart.json')).toEqual(await energies(folder, 'n.json'));
    const total = async (path: string): Promise<number> =>
      [...(await energies(folder, path)).values()].reduce((all, each) => all + each, 0);
    expect(await total('again.json')).toBeCloseTo(await total('n.json'), 9);
    await exportTo(folder, 'json', 'copy.json');
    expect(readFileSync(join(folder, 'copy.json'), 'utf8')).toBe(
      readFileSync(join(folder, 'n.json'), 'utf8'),
    );
  });

  test('SARIF has the lines and methods over a budget, the hottest first', async () => {
    const folder = makeTemporaryFolder();
    await importNights(folder);
    await exportTo(folder, 'sarif', 'n.sarif', '--over', '1');
    const log = JSON.parse(readFileSync(join(folder, 'n.sarif'), 'utf8')) as Log;
    expect(log.version).toBe('2.1.0');
    const results = log.runs[0]?.results ?? [];
    expect(results.length).toBeGreaterThan(1);
    for (const { ruleId, message, locations } of results) {
      expect(ruleId).toBe('energy-over-budget');
      expect(message.text).toMatch(/took [\d.]+ J \(CPU\), more than 1 J/);
      const place = locations?.[0]?.physicalLocation;
      expect(place?.artifactLocation?.uri).toMatch(/^file:\/\/.*\.java$/);
      expect(place?.region?.startLine).toBeGreaterThan(0);
    }
    const methods = results.flatMap(({ locations }) => locations?.[0]?.logicalLocations ?? []);
    expect(methods.map(({ fullyQualifiedName }) => fullyQualifiedName)).toEqual([
      'skysurvey.image.Blur.gaussian',
      'nights.Nights.inAnonymous',
      'nights.Nights.inLambda',
    ]);
    const joules = results.map(({ message }) => Number(/took ([\d.]+) J/.exec(message.text ?? '')?.[1]));
    expect(joules).toEqual([...joules].sort((a, b) => b - a));
  });
});

test('SARIF has each line and method once, by the sum of its components, and within a stated total', async () => {
  const rows = [
    'file,line,class,method,level,component,api,energy (mJ)',
    'B.java,3,,,line,CPU,,4',
    'B.java,3,,,line,network,,88',
    ',3,B,a,api,network,java.net.Socket.read,80',
    'B.java,4,,,line,CPU,,8',
  ];
  const folder = makeTemporaryFolder({
    'src/B.java': 'class B {\n  void a() {\n    read();\n    sort();\n  }\n}\n',
    'b.csv': [...rows, ''].join('\n'),
    'half.csv': [...rows, ',,,,total,,,50', ''].join('\n'),
  });
  const exported = async (name: string) => {
    await jouleline(folder, 'import', '--no-history', name, '--source', 'src', '--out', `${name}.json`);
    const { stdout, stderr } = await jouleline(
      folder,
      'export',
      `${name}.json`,
      '--format',
      'sarif',
      '--over',
      '0.01',
    );
    const results = (JSON.parse(stdout) as Log).runs[0]?.results ?? [];
    return { stderr, texts: results.map(({ message }) => message.text) };
  };
  expect(await exported('b.csv')).toEqual({
    stderr: '',
    texts: [
      'B.a took 100 mJ (CPU 12 mJ, network 88 mJ), more than 10 mJ',
      'B.a:3 took 92 mJ (CPU 4 mJ, network 88 mJ), more than 10 mJ',
    ],
  });
  const half = await exported('half.csv');
  expect(half.texts).toEqual([
    'B.a took 50 mJ (CPU 6 mJ, network 44 mJ), more than 10 mJ',
    'B.a:3 took 46 mJ (CPU 2 mJ, network 44 mJ), more than 10 mJ',
  ]);
  expect(half.stderr).toContain('half.csv says 0.1 J in all');
});

test('every export and report has the lines of an import within the total that it states', async () => {
  const folder = makeTemporaryFolder({
    'src/B.java': 'class B {\n  void a() {\n    read();\n    sort();\n  }\n}\n',
    'b.csv': 'file,line,level,energy (mJ)\nB.java,3,,10\nB.java,4,,1\n,,total,5\n',
    'budget.json': JSON.stringify({
      ...{ format: 'jouleline-budget', version: 1, unit: 'mJ' },
      budgets: [{ line: 'B', energy: 1 }],
    }),
  });
  await jouleline(folder, 'import', '--no-history', 'b.csv', '--source', 'src', '--out', 'b.json');
  const says = 'b.csv says 0.011 J in all (energy of lines), more than the 0.005 J of its whole';
  const line = (5 * 10) / 11 / 1e3;
  for (const command of [['report', 'src', '--profile'], ['export']]) {
    const run = async (format: string): Promise<string> => {
      const [name = '', ...given] = command;
      const done = await jouleline(folder, name, ...given, 'b.json', '--format', format);
      expect(name === 'report' ? done.stdout : done.stderr).toContain(format === 'csv' ? '' : says);
      return done.stdout;
    };
    const rows = readRows(await run('csv')).map(({ level, energy, provenance }) => [
      level,
      energy,
      provenance,
    ]);
    expect(rows).toContainEqual(['line', String(line), 'modeled']);
    expect(rows).toContainEqual(['total', '0.005', 'measured']);
    expect(await run('html')).toContain('4.55 mJ');
    const { recordings } = JSON.parse(await run('json')) as {
      readonly recordings: readonly { readonly measures: readonly { readonly total: number }[] }[];
    };
    expect(recordings[0]?.measures.map(({ total }) => total)).toEqual([0.005, 0.005]);
  }
  const report = (await jouleline(folder, 'report', '--profile', 'b.json', 'src')).stdout;
  expect(report).toContain(says);
  expect(report).toContain('energy of lines: 0.005 J = 0.005 J in the sources');
  expect(report).toContain('B.java:3  4.55 mJ  90.9 %');
  const check = (await jouleline(folder, 'check', 'b.json', '--budget', 'budget.json', '--source', 'src'))
    .stdout;
  expect(check).toContain('line B: 4.55 mJ');
  const stacks = (await jouleline(folder, 'export', 'b.json', '--format', 'callgrind')).stdout;
  expect(stacks).toContain('totals: 5000000000 5000000000');
});

test('report, check and SARIF have one figure of a line whose calls take more than it is said to', async () => {
  const rows = ['B.java,3,,,,10', ',3,B,a,java.net.Socket.read,25', ',4,B,a,java.util.List.sort,5'];
  const folder = makeTemporaryFolder({
    'src/B.java': 'class B {\n  void a() {\n    read();\n    sort();\n  }\n}\n',
    'b.csv': ['file,line,class,method,api,energy (mJ)', ...rows, ''].join('\n'),
    'budget.json': JSON.stringify({
      ...{ format: 'jouleline-budget', version: 1, unit: 'mJ' },
      budgets: [
        { program: true, energy: 1 },
        { line: 'B.a', energy: 1 },
      ],
    }),
  });
  const doubt =
    'B.java:4: library calls take 0.03 J there, more than the 0.01 J that the lines are said to take';
  const imported = await jouleline(
    folder,
    'import',
    '--no-history',
    'b.csv',
    '--source',
    'src',
    '--out',
    'b.json',
  );
  expect(imported.stderr).toContain(doubt);
  const report = (await jouleline(folder, 'report', '--profile', 'b.json', 'src')).stdout;
  expect(report).toContain(doubt);
  expect(report).toContain('shares of 30 mJ');
  expect(report).toContain('B.java:3  25 mJ, of it 25 mJ in library code  83.3 %');
  expect(report).toContain('B.java:4  5 mJ, of it 5 mJ in library code  16.7 %');
  const check = (await jouleline(folder, 'check', 'b.json', '--budget', 'budget.json', '--source', 'src'))
    .stdout;
  expect(check).toContain('program: 30 mJ');
  expect(check).toContain('line B.a: 25 mJ');
  const { stdout } = await jouleline(folder, 'export', 'b.json', '--format', 'sarif', '--over', '0.001');
  const results = (JSON.parse(stdout) as Log).runs[0]?.results ?? [];
  expect(results.map(({ message }) => message.text?.replace(/ \(.*/, ''))).toEqual([
    'B.a took 30 mJ',
    'B.a:3 took 25 mJ',
    'B.a:4 took 5 mJ',
  ]);
});

describe('of a counted profile', () => {
  const jdk = findJdks()[0];

  test.skipIf(jdk === undefined).each(['counts', 'tree'])(
    'lines have the energies of the report, recorded as %s',
    async (record) => {
      const folder = makeTemporaryFolder();
      mkdirSync(join(folder, 'classes'));
      const source = join(fixtures, 'profile/Contexts.java');
      const home = jdk?.home ?? '';
      runJdkTool(home, 'javac', ['-g', '-d', join(folder, 'classes'), source]);
      const run = ['--', join(home, 'bin/java'), '-cp', 'classes', 'Contexts'];
      const profile = await jouleline(
        folder,
        'profile',
        '--record',
        record,
        '--exact-threads',
        '--runs',
        '0',
        '--out',
        'p.json',
        ...run,
      );
      expect(profile.status).toBe(0);
      const report = await jouleline(folder, 'report', source, '--profile', 'p.json', '--format', 'json');
      const parsed = JSON.parse(report.stdout) as {
        readonly files: readonly {
          readonly lines: readonly { readonly line: number; readonly energy: { readonly mean: number } }[];
        }[];
      };
      const exported = await jouleline(folder, 'export', 'p.json', '--format', 'csv');
      const lines = new Map<number, number>();
      for (const { line, energy } of readRows(exported.stdout))
        lines.set(Number(line), (lines.get(Number(line)) ?? 0) + Number(energy));
      const reported = parsed.files[0]?.lines.filter(({ energy }) => energy.mean > 0) ?? [];
      expect(reported.length).toBeGreaterThan(50);
      expect([...lines.keys()].sort()).toEqual(reported.map(({ line }) => line).sort());
      for (const { line, energy } of reported)
        expect(Math.abs((lines.get(line) ?? 0) / energy.mean - 1)).toBeLessThan(1e-8);
    },
  );
});

test('what makes no sense is said', async () => {
  const folder = makeTemporaryFolder({ 'x.json': '{"format": "other"}' });
  const messageOf = async (...args: readonly string[]) => (await jouleline(folder, 'export', ...args)).stderr;
  expect(await messageOf('x.json', '--format', 'csv')).toContain('is no import of Jouleline');
  expect(await messageOf('x.json')).toContain('--format is needed');
  expect(await messageOf('x.json', '--format', 'sarif')).toContain('belong together');
  expect(await messageOf('x.json', '--format', 'csv', '--out', 'x.json')).toContain('is the file to read');
  expect(await messageOf('none.json', '--format', 'csv')).toContain('none.json');
});
