/**
 * Two libraries that parse JSON, and two releases of one of them, compared by
 * the command line: `node test/bench/diff-libraries.mjs [RUNS]` (docs/research/comparing-libraries.md;
 * `npm run build` before; JAVA_HOME, and Maven, which fetches the libraries).
 * RUNS are measured (default: 10); with 0 all is only counted. Profiles and
 * reports stay in .cache/diff-libraries.
 *
 * With --table it prints Table 2 of "DiffProf" for more pairs instead: how many tasks are matched, and how long
 * comparing takes, by α. Nothing is measured for it, and calls are followed into the JDK. With --table --kept it compares
 * the profiles of the last time.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { describeMachine } from './jdk-sources.mjs';
import { fetchProject } from './project-sources.mjs';
import { formatTable } from './table.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { findJdks } = await importWithTests('test/support/jdks.ts');
const { endedChildrenCpu } = await importWithTests('server/src/host/processes/process-group.ts');
const { cpuSeconds } = await importWithTests('server/src/runs/program-run.ts');
/** Where the system does not tell what commands took. */
const none = { user: NaN, system: NaN };
const javaHome = findJdks()[0]?.home ?? '';
const isTable = process.argv[2] === '--table';
const runs = isTable ? '0' : (process.argv[2] ?? '10');
const folder = join(process.cwd(), '.cache', 'diff-libraries');
const files = [
  'test/fixtures/pyroscope/exchanges.json',
  'test/fixtures/imports/speedscope/nights-jfr.speedscope.json',
  'test/fixtures/fitting/hier_3480_halfnormal.json',
  'test/fixtures/schemas/speedscope.json',
];
const times = isTable ? '3' : '100';
/** The packages of the JDK that libraries differ in using: readers, writers and collections. */
const followedPackages = isTable ? ['called'] : ['java.io.*', 'java.util.*', 'java.lang.StringBuffer'];

const jackson = { group: 'com.fasterxml.jackson.core', name: 'jackson-databind', version: '2.18.2' };
const gson = { group: 'com.google.code.gson', name: 'gson', version: '2.11.0' };
const before = { group: 'org.json', name: 'json', version: '20240303' };
const after = { group: 'org.json', name: 'json', version: '20241224' };

const json = {
  jackson: () => profile('jackson', 'ParseJackson', jackson, 'com.fasterxml.jackson.*'),
  gson: () => profile('gson', 'ParseGson', gson, 'com.google.gson.*'),
  before: () => profile('orgjson', 'ParseAndPrint', before, 'org.json.*'),
  after: () => profile('orgjson', 'ParseAndPrint', after, 'org.json.*'),
};
if (isTable) printTable();
else comparePairs();

function comparePairs() {
  const sides = Object.values(json).map((make) => make());
  for (const [a, b] of [
    [sides[0], sides[1]],
    [sides[2], sides[3]],
  ]) {
    for (const alpha of ['auto', '0']) {
      const report = diff(a, b, '--format', 'json', '--alpha', alpha);
      writeFileSync(join(folder, `${a}-${b}-${alpha}.json`), report);
      const { tasks, methods, totals } = JSON.parse(report);
      const matched = tasks.filter((task) => task.matched).length;
      console.log(
        `${a}, ${b}, α ${alpha}: ${matched} of ${tasks.length} tasks matched, ${methods.length} methods, p ${totals.p ?? '-'}`,
      );
    }
    console.log(`\n${diff(a, b)}\nThe library as the framework, and the driver as the application:\n`);
    console.log(diff(a, b, '--app', 'ParseJackson', '--app', 'ParseGson', '--app', 'ParseAndPrint'));
  }
}

/** Similar applications, and versions of one, as in section 4.1 of the paper. */
function printTable() {
  const [one, other, old, recent] = Object.values(json).map((make) => make());
  const page = join(folder, 'page.html');
  writeFileSync(page, jouleline('report', 'test/bench/applications', '--format', 'html'));
  const jsoup = ['1.15.3', '1.18.3'].map((version) =>
    profile('jsoup', 'ParsePages', { group: 'org.jsoup', name: 'jsoup', version }, 'org.jsoup.*', [page]),
  );
  const pairs = [[one, other], [one, recent], [other, recent], [old, recent], jsoup];
  const alphas = ['0', '1', '2', '3', '4', '5', 'auto'];
  const shares = [];
  const seconds = [];
  for (const [a, b] of pairs) {
    const found = alphas.map((alpha) => {
      const before = cpuSeconds(endedChildrenCpu() ?? none);
      const { tasks } = JSON.parse(diff(a, b, '--format', 'json', '--alpha', alpha));
      const took = cpuSeconds(endedChildrenCpu() ?? none) - before;
      return {
        share: tasks.filter(({ matched }) => matched).length / tasks.length,
        tasks: tasks.length,
        took,
      };
    });
    const name = `${a}, ${b} (${found[0].tasks} tasks)`;
    shares.push([name, ...found.map(({ share }) => 100 * share)]);
    seconds.push([name, ...found.map(({ took }) => took)]);
  }
  const print = (title, rows, paper) => {
    const mean = alphas.map((_, index) => rows.reduce((sum, row) => sum + row[index + 1], 0) / rows.length);
    const cells = [...rows, ['mean', ...mean]].map(([name, ...values]) => [
      name,
      ...values.map((value) => value.toFixed(1)),
    ]);
    const header = [title, ...alphas.map((alpha) => (alpha === 'auto' ? 'dynamic' : `α ${alpha}`))];
    console.log(`${formatTable(header, [...cells, ['paper, mean', ...paper]])}\n`);
  };
  console.log(`${describeMachine()}\n`);
  print('tasks matched [%]', shares, ['10.8', '', '', '', '', '22.9', '>= 20']);
  print('whole command, processor time [s]', seconds, ['', '', '', '', '', '< 30', '']);
}

/** Counted, and measured so often; the name of its profile. */
function profile(driver, main, library, included, inputs = files) {
  const name = `${library.name}-${library.version}${isTable ? '-called' : ''}`;
  if (process.argv[3] === '--kept') return name;
  const classes = join(folder, name);
  mkdirSync(classes, { recursive: true });
  const { classes: jar, classPath } = fetchProject(library);
  const libraries = [jar, classPath].filter((path) => path !== '').join(delimiter);
  const sources = join('test/bench/programs/diff-libraries', driver);
  const texts = readdirSync(sources).map((file) => join(sources, file));
  run(join(javaHome, 'bin', 'javac'), ['-g', '-cp', libraries, '-d', classes, ...texts]);
  const followed = followedPackages.flatMap((each) => ['--follow-jdk', each]);
  const recorded = [
    ...followed,
    '--record',
    'tree',
    '--runs',
    runs,
    '--include',
    included,
    '--include',
    main,
  ];
  const program = ['--main', main, times, ...inputs];
  jouleline(
    'profile',
    '--class-path',
    `${classes}${delimiter}${libraries}`,
    ...recorded,
    '--out',
    join(folder, `${name}.json`),
    ...program,
  );
  return name;
}

function diff(a, b, ...options) {
  return jouleline('diff', join(folder, `${a}.json`), join(folder, `${b}.json`), ...options);
}

function jouleline(...args) {
  return run(process.execPath, ['dist/cli.js', ...args]);
}

function run(command, args) {
  const env = { ...process.env, JAVA_HOME: javaHome };
  return execFileSync(command, args, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
}
