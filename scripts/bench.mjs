/**
 * `npm run bench`: builds, measures, and prints one table with a row for each
 * target. Alternatives are measured in the same run. Needs a JDK with sources;
 * what else is missing is left out and said.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchAgreement, formatAgreement } from '../test/bench/agreement.mjs';
import { benchClassReader } from '../test/bench/class-reader.mjs';
import { benchColdStart } from '../test/bench/cold-start.mjs';
import { benchAnswers, benchEdit } from '../test/bench/edit.mjs';
import { benchEditMemory, formatMemory, growthOf, meanHeap } from '../test/bench/edit-memory.mjs';
import { describeMachine, findJdksWithSources, unpackModule } from '../test/bench/jdk-sources.mjs';
import { benchFitting } from '../test/bench/fitting.mjs';
import { benchProfile, profileRows } from '../test/bench/profile.mjs';
import { benchReport, reportRows } from '../test/bench/report.mjs';
import { formatTable, milliseconds, summarize } from '../test/bench/table.mjs';

/** Times as much in the second half of the edits as in the first: what a collection leaves varies by as much. */
const FLAT = 1.1;

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const rows = [];
const tables = [];
const row = (what, target, measured, met) =>
  rows.push([what, target, measured, met === undefined ? '' : met ? 'met' : 'not met']);

const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

execFileSync(process.execPath, ['esbuild.mjs', '--minify'], { stdio: 'inherit' });

const jdk = findJdksWithSources()[0];
if (jdk === undefined) {
  console.log('left out: edits and reports need a JDK with lib/src.zip; set JAVA_HOME to one');
} else {
  const folder = unpackModule(jdk, 'java.base', '.cache/corpus');

  const edit = await benchEdit(folder);
  const ratio = edit.stock.median / edit.ours.median;
  row(
    `edit in a file of ${edit.lines} lines: didChange to overlay, median`,
    '<= 25 ms',
    milliseconds(edit.ours.median),
    edit.ours.median <= 25,
  );
  row('  the same, 95th percentile', '<= 100 ms', milliseconds(edit.ours.p95), edit.ours.p95 <= 100);
  row('  java-parser on the whole text, median, same run', '', milliseconds(edit.stock.median));
  row('  times faster', '>= 8', ratio.toFixed(1), ratio >= 8);

  const memory = await benchEditMemory(folder);
  const [early, late] = [meanHeap(memory.slice(1, 6)), meanHeap(memory.slice(6))];
  row(
    `heaps of all threads, mean after 1,000 to 5,000 edits and after 6,000 to ${memory.at(-1).edits}`,
    'flat',
    `${megabytes(early)} and ${megabytes(late)}`,
    late <= early * FLAT,
  );
  row('  grow by', '', `${growthOf(memory).toFixed(0)} bytes an edit`);
  tables.push(formatMemory(memory));

  const reader = await benchClassReader(jdk);
  row(
    `class files of JDK ${jdk.release} java.base read with their code, classes a second, median`,
    '>= 20000',
    reader.ours.median.toFixed(0),
    reader.ours.median >= 20_000,
  );
  if (reader.theirs !== undefined)
    row('  java.lang.classfile, same run', '', reader.theirs.median.toFixed(0));

  const start = await benchColdStart(folder);
  row(
    `first overlay of a file of ${start.lines} lines from a cold start, median`,
    '<= 3 s',
    milliseconds(start.cold.median),
    start.cold.median <= 3000,
  );
  for (const [part, median] of start.parts)
    row(`  of which (parts overlap): ${part}`, '', milliseconds(median));
  row('  with compiled code of the session before', '', milliseconds(start.compiled.median));
  row(
    '  with its results from the cache',
    '<= 0.5 s',
    milliseconds(start.cached.median),
    start.cached.median <= 500,
  );

  const answers = await benchAnswers();
  row(
    `hovers answered while ${answers.lines} lines are analyzed (${(answers.total / 1000).toFixed(1)} s), median`,
    '',
    milliseconds(answers.waits.median),
  );
  row('  longest wait', '', milliseconds(answers.waits.max));

  for (const cells of reportRows(jdk.release, await benchReport(folder))) row(...cells);
}

for (const cells of profileRows(await benchProfile())) row(...cells);
for (const cells of await benchFitting()) row(...cells);

const agreement = await benchAgreement();
for (const { name, figures, setAside, seconds, isMet } of agreement) {
  if (figures === undefined) continue;
  const least = (side) => Math.min(...figures.map((figure) => figure[side])).toFixed(4);
  row(
    `source against classes of ${name}: least recall, least precision, set aside (${seconds.toFixed(0)} s)`,
    'see below',
    `${least('recall')}, ${least('precision')}, ${(100 * setAside.share).toFixed(2)} %`,
    isMet,
  );
}

const packaged = spawnSync(process.execPath, ['scripts/package.mjs'], { encoding: 'utf8' });
const vsix = 'dist/jouleline.vsix';
if (packaged.status === 0 && existsSync(vsix)) {
  const size = statSync(vsix).size / 1024 / 1024;
  row('size of the .vsix', '<= 2 MB', `${size.toFixed(2)} MB`, size <= 2);
} else console.log(`left out: the .vsix could not be made\n${packaged.stderr}`);

const activation = 'test-output/activation.json';
rmSync(activation, { force: true });
spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'bench'], {
  stdio: 'ignore',
});
if (existsSync(activation)) {
  const { median, max, n } = summarize(JSON.parse(readFileSync(activation, 'utf8')));
  row(
    `activation in VS Code, by its own word, median of ${n} (longest ${max} ms)`,
    '<= 200 ms',
    `${median} ms`,
    median <= 200,
  );
} else console.log('left out: activation needs code-server and Chromium (bash scripts/install-ui-tools.sh)');

console.log(`\n${describeMachine()}\n`);
console.log(formatTable(['what', 'target', 'measured', ''], rows));
console.log(`\n${formatAgreement(agreement)}`);
for (const table of tables) console.log(`\n${table}`);
