/**
 * The published tests of libraries, after a build; the user's own Maven fetches them with all they need.
 *
 * `node test/bench/own-tests.mjs` runs those of commons-lang3 on its classes as they are and instrumented, prints how
 * many passed, and exits with 1 where a test ends differently.
 *
 * `node test/bench/own-tests.mjs once [LIBRARY] [TESTS]` profiles some tests (20) of a library (commons-codec) one by
 * one, prints the hottest line of each that ran once, as a share of the measured run, and exits with 1 above 1 %.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { differingTests, fetchLibrary, LIBRARIES, run, runTests } from './published-tests.mjs';

const MOST_SHARE = 0.01;

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'jouleline-own-tests-'));
const [what, name = 'commons-codec', tests = '20'] = process.argv.slice(2);
try {
  if (what === 'once') profileTests(name, Number(tests));
  else compareInstrumented();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function compareInstrumented() {
  const library = fetchLibrary(LIBRARIES[0], work);
  const out = join(work, 'instrumented');
  const given = [cli, 'instrument', library.subject, '--out', out, '--exact-threads'];
  const instrumented = run(process.execPath, given, work);
  console.log(instrumented.stdout);
  const agent = /^agent +(.*)$/m.exec(instrumented.stdout)?.[1] ?? '';
  const plain = runTests(library, 'as it is', work);
  const options = [`-javaagent:${agent}=${out}`, '-Xverify:all'];
  const counted = runTests(library, 'instrumented', work, { options });
  const differing = differingTests(plain, counted);
  for (const each of differing) console.log(`  ${each}`);
  console.log(`${differing.length} of ${plain.size} tests end differently`);
  const machine = readdirSync(out).find((name) => name.startsWith('jvm-')) ?? '';
  const journal = readFileSync(join(out, machine, 'classes.log'), 'utf8');
  for (const event of ['instrumented', 'differs', 'failed'])
    console.log(`classes ${event}: ${journal.split('\n').filter((row) => row.startsWith(event)).length}`);
  if (differing.length > 0 || plain.size === 0) process.exitCode = 1;
}

function profileTests(name, count) {
  const given = LIBRARIES.find(({ coordinates }) => coordinates.includes(`:${name}:`));
  if (given === undefined) throw new Error(`${name} is none of the libraries of published-tests.mjs`);
  const library = fetchLibrary({ ...given, classifiers: ['sources', 'test-sources'] }, work);
  const folders = ['subject', 'tests', 'sources', 'testSources'].map((part) => unpack(library[part], part));
  const [classes, testClasses, ...sources] = folders;
  const others = library.classPath.filter((jar) => !Object.values(library).includes(jar));
  const classPath = [classes, testClasses, library.runner, ...others].join(delimiter);
  const all = listTests(folders[3]);
  const chosen = Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]);
  let largest = 0;
  let done = 0;
  for (const test of chosen) {
    const report = profileTest(test, classPath, sources);
    if (report === undefined) continue;
    done++;
    const { account } = report.measured;
    const lines = report.files.flatMap(({ path, lines }) => lines.map((line) => ({ path, ...line })));
    const once = lines.filter(({ executions }) => executions === 1);
    const [hottest] = once.sort((a, b) => b.energy.mean - a.energy.mean);
    const share = (hottest?.energy.mean ?? 0) / account.total;
    largest = Math.max(largest, share);
    const percent = (part) => `${(100 * part).toFixed(2)} %`;
    const own = percent((account.lines + (account.library ?? 0)) / account.total);
    const place = hottest === undefined ? '' : `${hottest.path.split('/').pop()}:${hottest.line}`;
    console.log(
      `${percent(share).padStart(7)}  ${place}  of ${test}: all counted lines ${own} of ${account.total} J`,
    );
  }
  console.log(`the hottest line that ran once, of ${done} tests: ${(100 * largest).toFixed(2)} %`);
  if (done === 0 || largest > MOST_SHARE) process.exitCode = 1;
}

/** The methods of JUnit 5 that are no templates, of classes that are no templates, by their sources. */
function listTests(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('Test.java'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const owner = file.slice(0, -'.java'.length).replaceAll(sep, '.');
    if (!text.includes('org.junit.jupiter.api.Test;') || /@Disabled|abstract class/.test(text)) return [];
    const methods = text.matchAll(/@Test\s+(?:public\s+)?void\s+(\w+)\(\)/g);
    return Array.from(methods, ([, method]) => `${owner}#${method}`);
  });
}

function unpack(jar, part) {
  const folder = join(work, part);
  mkdirSync(folder);
  execFileSync('jar', ['xf', jar], { cwd: folder });
  // Classes may have been written before the sources' jar was.
  for (const file of readdirSync(folder, { recursive: true }))
    if (file.endsWith('.java')) utimesSync(join(folder, file), 0, 0);
  return folder;
}

function profileTest(test, classPath, sources) {
  const out = join(work, 'p.json');
  rmSync(out, { force: true });
  const program = [
    '--class-path',
    classPath,
    '--no-build-files',
    ...sources.flatMap((each) => ['--source', each]),
  ];
  const runs = ['--runs', '3', '--power', 'cpu-time:10', '--test', test, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, [cli, 'profile', ...program, ...runs], {
    cwd: work,
    encoding: 'utf8',
  });
  if (status !== 0) {
    // Some tests read files that no jar has.
    console.log(`left out: ${/^jouleline: .*failed.*$/m.exec(stderr)?.[0] ?? stderr}`);
    return undefined;
  }
  const shown = ['--profile', out, '--format', 'json', '--no-build-files', ...sources];
  return JSON.parse(run(process.execPath, [cli, 'report', ...shown], work).stdout);
}
