/**
 * Counts what `jouleline advise` finds in five libraries, and checks whether their own tests end the same on classes with
 * all its changes, those too that are not shown by default: `node test/bench/advice.mjs`, after a build. The user's own
 * Maven fetches sources, classes and tests.
 *
 * Prints a table, and every change; exits with 1 where a changed file does not compile, or a test ends differently. Where
 * nothing is changed no test runs.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchProject } from './project-sources.mjs';
import { differingTests, fetchLibrary, LIBRARIES, run, runTests } from './published-tests.mjs';
import { formatTable } from './table.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** A test of commons-codec takes all of the heap that a JVM has by default, and its runner dies with it. */
const options = ['-Xmx14g'];
const rows = [];
for (const wanted of LIBRARIES) {
  const work = mkdtempSync(join(tmpdir(), 'jouleline-advice-'));
  try {
    rows.push(tryAdvice(wanted, work));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
const header = ['library', 'hints', 'changes', 'files', 'compile', 'tests', 'end differently'];
console.log(formatTable(header, rows));

function tryAdvice(wanted, work) {
  const library = fetchLibrary(wanted, work);
  const [group, name, version] = wanted.coordinates.split(':');
  const { sources, classPath } = fetchProject({ group, name, version });
  const copy = join(work, 'sources');
  cpSync(sources, copy, { recursive: true });
  const types = ['--no-build-files', '--class-path', classPath];
  const given = [cli, 'advise', copy, ...(classPath === '' ? ['--no-build-files'] : types)];
  const { hints } = JSON.parse(run(process.execPath, [...given, '--format', 'json'], work).stdout);
  const fixing = [...given, '--interpreted', '--fix', '--top', '1'];
  const done = run(process.execPath, fixing, work).stderr;
  const changed = [...done.matchAll(/^jouleline: (.*): (\d+) changes? made/gm)];
  for (const [, path] of changed) printChanges(path.replace(copy, sources), path);
  if (changed.length === 0) return [name, String(hints.length), '0', '0', '-', '-', '-'];
  const classes = join(work, 'classes');
  mkdirSync(classes);
  const paths = changed.map(([, path]) => path);
  const all = [library.subject, ...library.classPath].join(delimiter);
  const javac = ['-g', '-nowarn', '-Xlint:none', '-proc:none', '--release', '8', '-cp', all, '-d', classes];
  const compiled = spawnSync('javac', [...javac, ...paths], { encoding: 'utf8' });
  if (compiled.status !== 0) console.log(compiled.stderr);
  const plain = runTests(library, 'as it is', work, { options });
  const differing = differingTests(plain, runTests(library, 'changed', work, { options, first: [classes] }));
  for (const each of differing) console.log(`  ${each}`);
  if (compiled.status !== 0 || differing.length > 0 || plain.size === 0) process.exitCode = 1;
  const changes = changed.reduce((sum, [, , count]) => sum + Number(count), 0);
  const counts = [hints.length, changes, paths.length].map(String);
  return [
    name,
    ...counts,
    compiled.status === 0 ? 'yes' : 'no',
    String(plain.size),
    String(differing.length),
  ];
}

/** For reading by hand: what a text has that the other has not. */
function printChanges(before, after) {
  const old = new Set(readFileSync(before, 'utf8').split('\n'));
  for (const line of readFileSync(after, 'utf8').split('\n'))
    if (!old.has(line)) console.log(`  ${after.split('/').at(-1)}: ${line.trim()}`);
}
