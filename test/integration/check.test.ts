/** `jouleline check` and `merge` on the command line: exit codes, and what code hosts get. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command';
import { makeTemporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures');

function jouleline(folder: string, ...args: readonly string[]) {
  return runCommand(join(root, 'dist/cli.js'), args, { cwd: folder });
}

const budgetsOf = (...energies: readonly number[]): string =>
  JSON.stringify({
    format: 'jouleline-budget',
    version: 1,
    budgets: [
      { method: 'skysurvey.image.Blur.gaussian', energy: energies[0] },
      { class: 'nights.Nights', energy: energies[1] },
    ],
  });

async function prepare(...energies: readonly number[]): Promise<string> {
  const folder = makeTemporaryFolder({ 'b.json': budgetsOf(...energies) });
  const sources = ['imports/program', 'sample/src/main/java'].flatMap((path) => [
    '--source',
    join(fixtures, path),
  ]);
  const file = join(fixtures, 'imports/jfr/nights-17.json.gz');
  const energy = ['--energy', '12.5', '--deviation', '0.5', '--device', 'server'];
  const read = await jouleline(
    folder,
    'import',
    '--no-history',
    file,
    ...sources,
    ...energy,
    '--out',
    'n.json',
  );
  expect(read.status).toBe(0);
  return folder;
}

test('within budgets all is well', async () => {
  // Nights has 1.55 J itself, and 4.17 J of the library code that it calls.
  const folder = await prepare(5, 6.2);
  const { status, stdout } = await jouleline(folder, 'check', 'n.json', '--budget', 'b.json');
  expect(stdout).toMatch(
    /^within {2}method skysurvey\.image\.Blur\.gaussian: 4\.33 J \(4\.0\d J to 4\.6\d J\) of 5 J$/m,
  );
  expect(status).toBe(0);
});

test('what can’t be told of a task hides no verdict', async () => {
  const folder = makeTemporaryFolder({
    'l.csv': 'class,method,energy (J)\napp.Feed,load,3\n',
    'b.json': JSON.stringify({
      format: 'jouleline-budget',
      version: 1,
      budgets: [
        { task: 'app.Feed.load', energy: 1 },
        { method: 'app.Feed.load', energy: 4 },
        { class: 'app.Feed', energy: 2 },
      ],
    }),
  });
  expect((await jouleline(folder, 'import', '--no-history', 'l.csv', '--out', 'l.json')).status).toBe(0);
  const { status, stdout } = await jouleline(folder, 'check', 'l.json', '--budget', 'b.json');
  expect(stdout).toMatch(/^unknown task app\.Feed\.load: the recording has no stacks: record a tree/);
  expect(stdout).toMatch(/^within {2}method app\.Feed\.load: 3 J of 4 J$/m);
  expect(stdout).toMatch(/^over {4}class app\.Feed: 3 J of 2 J$/m);
  expect(status).toBe(3);
});

test('no part of an import exceeds its stated total', async () => {
  const folder = makeTemporaryFolder({
    'src/B.java': 'class B {\n  void a() {\n    read();\n    sort();\n  }\n}\n',
    't.csv': 'file,line,level,energy (mJ)\n,,total,5\nB.java,3,line,10\nB.java,4,line,1\n',
    'b.json': JSON.stringify({
      format: 'jouleline-budget',
      version: 1,
      unit: 'mJ',
      budgets: [{ program: true }, { class: 'B' }, { line: 'B' }].map((each) => ({ ...each, energy: 4.8 })),
    }),
  });
  await jouleline(folder, 'import', '--no-history', 't.csv', '--source', 'src', '--out', 't.json');
  const { stdout, stderr } = await jouleline(folder, 'check', 't.json', '--budget', 'b.json');
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
    'over    program: 5 mJ of 4.8 mJ',
    'over    class B: 5 mJ of 4.8 mJ',
    'within  line B: 4.55 mJ of 4.8 mJ',
  ]);
  expect(stderr).toContain('t.csv says 0.011 J in all (energy of lines), more than the 0.005 J of its whole');
  // The same figures as in its report.
  expect((await jouleline(folder, 'report', '--profile', 't.json', 'src')).stdout).toMatch(
    /B\.java:3 {2}4\.55 mJ/,
  );
});

test('over a budget it ends with 3, and code hosts are told where', async () => {
  const folder = await prepare(4.2, 1);
  const run = await jouleline(folder, 'check', 'n.json', '--budget', 'b.json', '--sarif', 'o.sarif');
  expect(run.status).toBe(3);
  expect(run.stdout).toMatch(/^maybe {3}method/m);
  expect(run.stdout).toMatch(/^over {4}class nights\.Nights/m);
  const results = (JSON.parse(readFileSync(join(folder, 'o.sarif'), 'utf8')) as Log).runs[0]?.results ?? [];
  expect(results.map(({ level }) => level)).toEqual(['note', 'error']);
  expect(results[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toMatch(/image\/Blur\.java$/);
  expect(results.map(({ locations }) => locations?.[0]?.logicalLocations)).toEqual([
    [{ fullyQualifiedName: 'skysurvey.image.Blur.gaussian', kind: 'function' }],
    [{ fullyQualifiedName: 'nights.Nights', kind: 'type' }],
  ]);
  const strict = await jouleline(folder, 'check', 'n.json', '--budget', 'b.json', '--strict');
  expect(strict.status).toBe(3);
});

test('a merge is checked like a recording', async () => {
  // Nights has 1.55 J itself, and 4.17 J of the library code that it calls.
  const folder = await prepare(5, 6.2);
  const joular = join(fixtures, 'imports/joularjx/joularjx-result');
  const sources = [
    '--source',
    join(fixtures, 'sample/src/main/java'),
    '--source',
    join(fixtures, 'imports/program'),
  ];
  await jouleline(folder, 'import', joular, ...sources, '--device', 'server', '--out', 'j.json');
  const merge = await jouleline(folder, 'merge', 'n.json', 'j.json', '--out', 'm.json');
  expect(merge.stdout).toContain('merged (server)');
  const { stdout } = await jouleline(folder, 'check', 'm.json', '--budget', 'b.json');
  const alone = await jouleline(folder, 'check', 'j.json', '--budget', 'b.json');
  const energyOf = (text: string) => /gaussian: ([\d.]+ m?J)/.exec(text)?.[1];
  expect(energyOf(stdout)).toBe(energyOf(alone.stdout));
  expect(energyOf(stdout)).toMatch(/J$/);
});

test('what makes no sense is said', async () => {
  const folder = makeTemporaryFolder({ 'b.json': budgetsOf(1, 1), 'x.json': '{}' });
  const of = (...args: readonly string[]) => jouleline(folder, 'check', ...args);
  expect(await of('x.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--budget') as string,
  });
  expect((await of('x.json', '--budget', 'x.json')).status).toBe(1);
  expect((await of('x.json', '--budget', 'b.json')).stderr).toContain('is no import of Jouleline');
});

const bounded = (bound: string, body = 'return n * 3;'): string =>
  `package app;\nclass A {\n  // jouleline: ${bound}\n  int m(int n) { ${body} }\n}\n`;

test('bounds in sources have rows, exit codes and SARIF as budgets have', async () => {
  const folder = makeTemporaryFolder({
    'over/A.java': bounded('at most 1 nJ at 90 %'),
    'within/A.java': bounded('at most 1 mJ'),
    'unknown/A.java': bounded('at most 1 mJ', 'return n < 2 ? 1 : m(n - 1);'),
    'wrong/A.java': bounded('at most 1 mWh'),
    'none/A.java': 'class A { }',
  });
  const check = (...args: readonly string[]) => jouleline(folder, 'check', '--no-build-files', ...args);
  const over = await check('over', '--sarif', 'o.sarif');
  expect(over.stdout).toMatch(
    /^over {4}method app\.A\.m over\/A\.java:3: [\d.]+ nJ \([\d.]+ nJ to [\d.]+ nJ\) of 1 nJ at 90 %, [\d.]+ %\n$/,
  );
  expect(over.status).toBe(3);
  const sarif = JSON.parse(readFileSync(join(folder, 'o.sarif'), 'utf8')) as Log;
  expect(sarif.runs[0]?.results?.[0]).toMatchObject({
    level: 'error',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'over/A.java' }, region: { startLine: 3 } } }],
  });
  const within = await check('within/A.java');
  expect(within.stdout).toMatch(/^within {2}method app\.A\.m within\/A\.java:3: .* of 1 mJ at 95 %/);
  expect(within.status).toBe(0);
  const unknown = await check('unknown');
  expect(unknown.stdout).toBe(
    'unknown method app.A.m unknown/A.java:3: a method calls itself, and the text does not tell how often\n',
  );
  expect(unknown.status).toBe(1);
  const wrong = await check('wrong');
  expect(wrong.stderr).toContain(
    'wrong/A.java:3:3 no energy bound is written so: write // jouleline: at most 2 mJ at 95 %',
  );
  expect(wrong.status).toBe(1);
  const none = await check('none');
  expect(none.stderr).toContain('no energy bound was found');
  expect(none.status).toBe(1);
});
