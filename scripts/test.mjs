/**
 * `npm test`: every check of the project, one after the other. A step that fails does not stop the later ones. Each
 * static check counts as one test. On a user's machine a step whose programs are missing is left out and says so;
 * with CI set nothing may be left out. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { howToInstall, tools } from './tools.mjs';
import { countTests, listFailures } from './test-counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCI = Boolean(process.env['CI']);
const reports = join(root, 'test-output');

/**
 * `arguments` are Node's; `project` names a vitest project. Without what it `needs` a step is left out; without what
 * it `uses` only those of its tests are that ask for it.
 */
const steps = [
  { name: 'types', arguments: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'types of pages',
    arguments: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'client/webviews'],
  },
  { name: 'lint', arguments: ['node_modules/eslint/bin/eslint.js', '.'] },
  {
    name: 'format',
    arguments: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
  },
  { name: 'build', arguments: ['esbuild.mjs'] },
  { name: 'unit', project: 'unit', uses: ['neovim', 'JDK', 'JDK sources', 'Maven'] },
  { name: 'integration', project: 'integration', uses: ['neovim', 'JDK', 'JDK sources'] },
  { name: 'package', arguments: ['scripts/package.mjs'] },
  { name: 'ui', project: 'e2e', needs: ['Chromium', 'code-server'] },
];

mkdirSync(reports, { recursive: true });
let running; // ends with us when we are told to end
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    running?.kill('SIGTERM');
    process.exit(1);
  });
}
const results = [];
for (const step of steps) results.push(await runStep(step));
report(results);

async function runStep(step) {
  console.log(`\n=== ${step.name} ===`);
  const started = performance.now();
  const lacking = (step.needs ?? []).filter(isMissing);
  let counts;
  if (lacking.length > 0 && isCI) {
    console.log(`missing: ${lacking.join(', ')}`);
    counts = { passed: 0, failed: 1, leftOut: 0 };
  } else if (lacking.length > 0) {
    console.log(`left out: ${lacking.join(' and ')} missing; to get it: ${howToInstall}`);
    counts = { passed: 0, failed: 0, leftOut: 1 };
  } else {
    counts = step.project === undefined ? await runStatic(step) : await runVitest(step);
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`${step.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(1)} s`);
  return { name: step.name, seconds, ...counts };
}

async function runStatic(step) {
  const code = await runNode(step.arguments);
  return code === 0 ? { passed: 1, failed: 0, leftOut: 0 } : { passed: 0, failed: 1, leftOut: 0 };
}

async function runVitest({ project, uses = [] }) {
  const file = join(reports, `${project}.json`);
  rmSync(file, { force: true });
  const lacking = uses.filter(isMissing);
  if (lacking.length > 0) {
    console.log(`left out: the tests with ${lacking.join(', ')}; to get what is missing: ${howToInstall}`);
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters]);
  const report = readReport(file);
  return { ...countTests(report, code, isCI), failures: listFailures(report) };
}

/** The JSON of vitest's reporter; undefined if vitest ended before it wrote one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.log(`no report of vitest: ${error.message}`);
    return undefined;
  }
}

/** Runs Node with these arguments at the root; gives its exit code. */
function runNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    running = child;
    child.once('error', (error) => {
      console.log(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function isMissing(tool) {
  return tools[tool]() === undefined;
}

function report(rows) {
  // Once more at the end: who reads only that should see what failed.
  for (const failure of rows.flatMap(({ failures = [] }) => failures)) console.log(`\nfailed: ${failure}`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(
    `\n${'step'.padEnd(16)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'left out'.padStart(10)}${'s'.padStart(8)}`,
  );
  for (const { name, passed, failed, leftOut, seconds } of rows) {
    const cells = [String(passed).padStart(8), String(failed).padStart(8), String(leftOut).padStart(10)];
    console.log(`${name.padEnd(16)}${cells.join('')}${seconds.toFixed(1).padStart(8)}`);
  }
  process.exitCode = sum('failed') > 0 ? 1 : 0;
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
}
