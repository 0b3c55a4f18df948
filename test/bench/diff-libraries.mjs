/**
 * Two libraries that parse JSON, and two releases of one of them, compared by
 * the command line: `node test/bench/diff-libraries.mjs [RUNS]` (docs/research/comparing-libraries.md;
 * `npm run build` before; JAVA_HOME, and Maven, which fetches the libraries).
 * RUNS are measured (default: 10); with 0 all is only counted. Profiles and
 * reports stay in .cache/diff-libraries.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { fetchProject } from './project-sources.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { findJdks } = await importWithTests('test/support/jdks.ts');
const javaHome = findJdks()[0]?.home ?? '';
const runs = process.argv[2] ?? '10';
const folder = join(process.cwd(), '.cache', 'diff-libraries');
const files = [
  'test/fixtures/pyroscope/exchanges.json',
  'test/fixtures/imports/speedscope/nights-jfr.speedscope.json',
  'test/fixtures/fitting/hier_3480_halfnormal.json',
  'test/fixtures/schemas/speedscope.json',
];
const times = '100';
/** The packages of the JDK that libraries differ in using: readers, writers and collections. */
const followedPackages = ['java.io.*', 'java.util.*', 'java.lang.StringBuffer'];

const jackson = { group: 'com.fasterxml.jackson.core', name: 'jackson-databind', version: '2.18.2' };
const gson = { group: 'com.google.code.gson', name: 'gson', version: '2.11.0' };
const before = { group: 'org.json', name: 'json', version: '20240303' };
const after = { group: 'org.json', name: 'json', version: '20241224' };

const sides = [
  profile('jackson', 'ParseJackson', jackson, 'com.fasterxml.jackson.*'),
  profile('gson', 'ParseGson', gson, 'com.google.gson.*'),
  profile('orgjson', 'ParseAndPrint', before, 'org.json.*'),
  profile('orgjson', 'ParseAndPrint', after, 'org.json.*'),
];
for (const [a, b] of [
  [sides[0], sides[1]],
  [sides[2], sides[3]],
]) {
  for (const alpha of ['auto', '0']) {
    const json = diff(a, b, '--format', 'json', '--alpha', alpha);
    writeFileSync(join(folder, `${a}-${b}-${alpha}.json`), json);
    const { tasks, methods, totals } = JSON.parse(json);
    const matched = tasks.filter((task) => task.matched).length;
    console.log(
      `${a}, ${b}, α ${alpha}: ${matched} of ${tasks.length} tasks matched, ${methods.length} methods, p ${totals.p ?? '-'}`,
    );
  }
  console.log(`\n${diff(a, b)}\nThe library as the framework, and the driver as the application:\n`);
  console.log(diff(a, b, '--app', 'ParseJackson', '--app', 'ParseGson', '--app', 'ParseAndPrint'));
}

/** Counted, and measured so often; the name of its profile. */
function profile(driver, main, library, included) {
  const name = `${library.name}-${library.version}`;
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
  const program = ['--main', main, times, ...files];
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
