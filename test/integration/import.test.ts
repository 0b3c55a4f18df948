/** `jouleline import` on the command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ImportCanceled, importInThread } from '../../server/src/tasks/import/import-thread';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { waitFor } from '../support/wait-for';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/imports');

function jouleline(folder: string, ...args: readonly string[]) {
  return runCommand(join(root, 'dist/cli.js'), ['import', ...args], { cwd: folder });
}

/** Reports on the import i.json of a folder. */
function reportOn(folder: string, sources: readonly string[], ...args: readonly string[]) {
  return runCommand(join(root, 'dist/cli.js'), ['report', ...sources, '--profile', 'i.json', ...args], {
    cwd: folder,
  });
}

test('says what was placed, and where the rest is', async () => {
  const folder = makeTemporaryFolder();
  const file = join(fixtures, 'collapsed/nights.collapsed');
  const { status, stdout } = await jouleline(
    folder,
    file,
    '--source',
    join(fixtures, 'program'),
    '--out',
    'i.json',
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /samples: \d+ samples = \d+ samples in the sources \+ \d+ samples in library code that they call \+ \d+ samples native/,
  );
  const parts = [...stdout.matchAll(/([\d.]+) samples/g)].map(([, value]) => Number(value));
  expect(parts.slice(1).reduce((sum, value) => sum + value)).toBe(parts[0]);
  const saved = JSON.parse(readFileSync(join(folder, 'i.json'), 'utf8')) as { readonly format: string };
  expect(saved.format).toBe('jouleline-import');
});

test('a report shows its hottest lines, with the code and what libraries took, as the editor does', async () => {
  const folder = makeTemporaryFolder();
  const sources = ['program', '../sample'].map((path) => join(fixtures, path));
  const file = join(fixtures, 'collapsed/nights-lines.collapsed');
  const given = sources.flatMap((path) => ['--source', path]);
  expect(
    (await jouleline(folder, file, ...given, '--lines', '--energy', '12', '--out', 'i.json')).status,
  ).toBe(0);
  const report = (...args: readonly string[]) => reportOn(folder, sources, ...args);
  const { status, stdout } = await report('--top', '400');
  expect(status).toBe(0);
  const rows = [...stdout.matchAll(/^ +\d+ {2}(\S+):(\d+) {2}([\d.]+) (m?)J(?:, of it ([\d.]+) (m?)J)?/gm)];
  const joules = (value = '0', milli = ''): number => Number(value) / (milli === '' ? 1 : 1000);
  const total = rows.reduce((sum, [, , , value, milli]) => sum + joules(value, milli), 0);
  // Every sample is below a line of the program; each figure has three digits.
  expect(Math.abs(total - 12)).toBeLessThan(0.012 * rows.length);
  const library = rows.reduce((sum, [, , , , , value, milli]) => sum + joules(value, milli), 0);
  expect(library / total).toBeCloseTo(65 / 153, 2);
  const [, path = '', line] = rows[0] ?? [];
  const text = readFileSync(path, 'utf8').split('\n')[Number(line) - 1]?.trim() ?? '';
  expect(text.length).toBeGreaterThan(5);
  expect(stdout).toContain(text);
  expect((await report('--library-energy', 'apart')).stdout).toContain('65 samples library');
  const refused = await report('--blocks');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('recordings of other tools')]);
});

test('components stand beside each other on a line, or one alone', async () => {
  const folder = makeTemporaryFolder();
  const sources = ['program', '../sample'].map((path) => join(fixtures, path));
  const given = sources.flatMap((path) => ['--source', path]);
  expect(
    (await jouleline(folder, join(fixtures, 'energy/nights.csv'), ...given, '--out', 'i.json')).status,
  ).toBe(0);
  const report = (...args: readonly string[]) => reportOn(folder, sources, ...args);
  const line = /Blur\.java:22 {2}(.*) {2}[\d.]+ %\n.*\n(.*)\n/;
  expect(line.exec((await report()).stdout)?.slice(1)).toEqual(['854 mJ', '      CPU 813 mJ, memory 41 mJ']);
  expect((await report('--component', 'Memory')).stdout).toMatch(
    /, memory\), shares of 41 mJ\n {2}Operations of lines: .*\n +1 {2}\S*Blur\.java:22 {2}41 mJ {2}100/,
  );
  // No sum of another component stands beside it.
  expect((await report('--component', 'Memory')).stdout).not.toContain('CPU');
  const refused = await report('--component', 'display');
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining('no energy of display: it has energy of CPU, memory'),
  ]);
});

test('lines of JIT-compiled code are doubted, and those of loops spread where that is asked', async () => {
  const folder = makeTemporaryFolder();
  const file = join(fixtures, 'jfr/nights-17-safepoints.json.gz');
  const sources = ['program', '../sample'].flatMap((path) => ['--source', join(fixtures, path)]);
  const of = async (option: string) => {
    const { status, stderr } = await jouleline(
      folder,
      '--no-history',
      file,
      ...sources,
      option,
      '--out',
      'i.json',
    );
    // Nothing was left out.
    expect(status).toBe(0);
    expect(stderr).toMatch(/\d+ of 86 samples \(\d+ %\) are of JIT-compiled code/);
    expect(stderr).toContain('DebugNonSafepoints was ');
    const text = readFileSync(join(folder, 'i.json'), 'utf8');
    return { stderr, lines: new Set(text.match(/"place":\{"kind":"line","path":"[^"]*","line":\d+/g)).size };
  };
  const [believed, spread] = [await of('--lines'), await of('--spread')];
  expect(believed.stderr).not.toContain('are spread');
  expect(spread.stderr).toContain('samples in loops are spread');
  expect(spread.lines).toBeGreaterThan(believed.lines);
});

test('several files of several kinds, and one that is none', async () => {
  const folder = makeTemporaryFolder({ 'none.txt': 'what is this\n' });
  const files = [
    'pprof/nights-jfr.pprof',
    'speedscope/nights-py-spy.speedscope.json',
    'android/nights.trace',
  ];
  const paths = files.map((path) => join(fixtures, path));
  const { status, stdout, stderr } = await jouleline(folder, ...paths, 'none.txt', '--out', 'i.json');
  expect(status).toBe(1);
  expect(stderr).toContain('none.txt is in no known format');
  expect(['(pprof)', '(speedscope)', '(android-trace)'].every((format) => stdout.includes(format))).toBe(
    true,
  );
});

test('power of a clock of its own is laid where it began', async () => {
  const folder = makeTemporaryFolder({ 'p.csv': 'time,watts\n0,10\n600,10\n' });
  const file = join(fixtures, 'jfr/nights-17.json.gz');
  const without = await jouleline(folder, file, '--power', 'p.csv', '--out', 'i.json');
  expect(without.stderr).toContain('say when the meter began');
  const { stdout } = await jouleline(
    folder,
    ...[file, '--power', 'p.csv', '--power-start', '2026-11-21T17:08:00Z', '--out', 'i.json'],
  );
  expect(stdout).toMatch(/energy by power over time \(CPU, .*\): [\d.]+ J/);
});

test('power that is none is said, and power in the place of a profile, too', async () => {
  const folder = makeTemporaryFolder({ 'p.csv': 'time,watts\n0,10\n600,10\n', 'empty.csv': '' });
  expect(await jouleline(folder, 'p.csv', '--out', 'i.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('p.csv is a recording of power: name it as that (--power)') as string,
  });
  const file = join(fixtures, 'collapsed/nights.collapsed');
  const { stderr } = await jouleline(folder, file, '--power', 'empty.csv', '--out', 'i.json');
  expect(stderr).toBe(
    'jouleline: empty.csv: the file holds no readings\njouleline: nights.collapsed: there is no power to share: it has no energy\n',
  );
});

test('a decompression bomb is refused, and the others are read', async () => {
  const folder = makeTemporaryFolder({ bomb: gzipSync('a/B.c;a/B.d 4\n'.repeat(6_000_000), { level: 9 }) });
  const file = join(fixtures, 'collapsed/nights.collapsed');
  const { status, stdout, stderr } = await jouleline(folder, 'bomb', file, '--out', 'i.json');
  expect(status).toBe(1);
  expect(stderr).toContain('no profile is');
  expect(stdout).toContain('nights.collapsed (collapsed)');
});

test('what is no profile is named once, with what it is', async () => {
  // An archive of one stored entry: its lines look like stacks.
  const zip = `PK\u0003\u0004${'\0'.repeat(26)}../../a.collapsed a/B.c 4\na/B.c;a/B.d 5\n`;
  const folder = makeTemporaryFolder({ 'a.zip': zip, 'cut.gz': '' });
  writeFileSync(join(folder, 'cut.gz'), gzipSync('a/B.c;a/B.d 4\n').subarray(0, 20));
  const { stderr } = await jouleline(folder, 'a.zip', 'cut.gz', '--out', 'i.json');
  expect(stderr.split('\n')).toEqual([
    'jouleline: a.zip is a zip archive: unpack it, and name the folder',
    'jouleline: cut.gz cannot be read: unexpected end of file',
    '',
  ]);
  expect((await jouleline(folder, 'gone', '--out', 'i.json')).stderr).toBe(
    'jouleline: gone does not exist\n',
  );
  expect(existsSync(join(folder, 'i.json'))).toBe(false);
});

test('what makes no sense is said, and nothing is written', async () => {
  const folder = makeTemporaryFolder({ 'a.collapsed': 'a/B.c;a/B.d 4\n' });
  const of = (...args: readonly string[]) => jouleline(folder, 'a.collapsed', ...args);
  expect(await of()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--out is needed') as string,
  });
  expect((await of('--out', 'a.collapsed')).stderr).toContain('is one of the files to read');
  expect((await of('--out', 'i.json', '--energy', '0')).stderr).toContain(
    '--energy 0 makes no sense: every measured run used some energy',
  );
  expect((await of('--out', 'i.json', '--power-start', '2026-01-01T00:00:00Z')).stderr).toContain(
    'belongs to --power',
  );
  expect((await of('--out', 'i.json', '--java-home', 'gone')).stderr).toContain(
    '--java-home: gone is no JDK',
  );
  expect(await of('--out', 'gone/i.json')).toMatchObject({ status: 1, stdout: '' });
  expect((await of('--out', 'i.json', '--format', 'colapsed')).stderr).toContain(
    'joularjx, collapsed, pprof',
  );
});

/** True if a process is there, and no zombie. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test.skipIf(process.platform !== 'linux')(
  'an interrupt ends it, and leaves neither a file nor a process',
  async () => {
    const folder = makeTemporaryFolder({
      'jdk/bin/java': '',
      'jdk/bin/jfr': '#!/bin/sh\necho $$ > begun\nmv begun pid\nexec sleep 600\n',
      'jdk/lib/modules': '',
      'jdk/release': 'JAVA_VERSION="17.0.1"\n',
    });
    for (const name of ['java', 'jfr']) chmodSync(join(folder, 'jdk/bin', name), 0o755);
    const file = join(fixtures, 'jfr/nights-17.jfr');
    const before = readdirSync(folder);
    const child = spawn(
      process.execPath,
      [join(root, 'dist/cli.js'), 'import', file, '--java-home', join(folder, 'jdk'), '--out', 'i.json'],
      { cwd: folder, stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    const isThere = () => Promise.resolve(existsSync(join(folder, 'pid')));
    await waitFor('jfr', isThere, (there) => there);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(runs(pid)).toBe(true);
    child.kill('SIGINT');
    expect((await ended)[1]).toBe('SIGINT');
    await waitFor(
      'jfr',
      () => Promise.resolve(runs(pid)),
      (running) => !running,
    );
    expect(readdirSync(folder).sort()).toEqual([...before, 'pid'].sort());
  },
);

test('an import that is canceled while it reads ends there', async () => {
  const folder = makeTemporaryFolder({ 'a.collapsed': 'a/B.c;a/B.d 4\n'.repeat(4_000_000) });
  const controller = new AbortController();
  const read: number[] = [];
  const importing = importInThread(
    { paths: [join(folder, 'a.collapsed')], sources: [], lines: false, javaHome: '' },
    {
      bundleFolder: join(root, 'dist'),
      canceled: controller.signal,
      onBytes: (_, bytes) => {
        read.push(bytes);
        controller.abort();
      },
    },
  );
  await expect(importing).rejects.toThrow(ImportCanceled);
  expect(Math.max(...read)).toBeLessThan(4_000_000 * 14);
});

test('a merge with a profile of the same program has the total of the recording, whatever its shape', async () => {
  const bench = spawn(process.execPath, [join(root, 'test/bench/merges.mjs'), 'Life']);
  const pieces: string[] = [];
  bench.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  await once(bench, 'close');
  expect(pieces.join('')).toContain("the merge has the recording's total in 8 of 8 merges");
});

test.each(['caller', 'apart'] as const)(
  'exports have the whole run with what libraries took at its %s place',
  async (place) => {
    const folder = makeTemporaryFolder();
    const given = ['program', '../sample'].flatMap((path) => ['--source', join(fixtures, path)]);
    const file = join(fixtures, 'collapsed/nights-lines.collapsed');
    expect(
      (await jouleline(folder, file, ...given, '--lines', '--energy', '12', '--out', 'i.json')).status,
    ).toBe(0);
    const exported = async (format: string): Promise<string> => {
      const args = ['export', 'i.json', '--format', format, '--library-energy', place];
      const done = await runCommand(join(root, 'dist/cli.js'), args, { cwd: folder });
      expect([done.status, done.stderr]).toEqual([0, '']);
      return done.stdout;
    };
    const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
    // 88 of 153 samples end in the program, and 65 in library code below it.
    const [own, library] = [(12 * 88) / 153, (12 * 65) / 153];
    const { recordings } = JSON.parse(await exported('json')) as {
      readonly recordings: readonly { readonly accounts: readonly Account[] }[];
    };
    const account = recordings[0]?.accounts[1];
    expect(account?.placed).toBeCloseTo(own, 9);
    expect(account?.called ?? 0).toBeCloseTo(place === 'caller' ? library : 0, 9);
    expect(account?.unplaced['library']).toBeCloseTo(place === 'apart' ? library : 0, 9);
    expect(await exported('html')).toContain(
      `5.09804 J ${place === 'apart' ? 'library' : 'in library code'}`,
    );
    // Stacks and tables of frames have each frame by itself, and the run as a whole.
    const { profiles } = JSON.parse(await exported('speedscope')) as {
      readonly profiles: readonly { readonly weights: readonly number[] }[];
    };
    expect(sum(profiles[1]?.weights ?? []) * 1e-6).toBeCloseTo(12, 9);
    const rows = (await exported('csv')).split('\r\n').map((row) => row.split(','));
    const joules = rows.filter((row) => row[8] === 'J').map((row) => Number(row[7]));
    expect(sum(joules)).toBeCloseTo(12, 9);
  },
);

interface Account {
  readonly placed: number;
  readonly called?: number;
  readonly unplaced: Readonly<Record<string, number>>;
}
