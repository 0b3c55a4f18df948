/**
 * `npm test`: every check of the project. The static checks run beside each other; then the tests take all cores, one
 * project after the other. A step that fails does not stop the later ones. Each static check counts as one test. On a
 * user's machine a step whose programs are missing is left out and says so; with CI set nothing may be left out. The
 * last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { howToInstall, tools } from './tools.mjs';
import { countTests, failedFiles, listFailures, listSlowest, withSecondTry } from './test-counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCI = Boolean(process.env['CI']);
const reports = join(root, 'test-output');

/**
 * `arguments` are Node's; `project` names a vitest project. Without what it `needs` a step is left out; without what
 * it `uses` only those of its tests are that ask for it. A step that `mayTryAgain` drives an editor in a browser or
 * measures programs on a busy machine: its failed files run a second time, and the end names what failed only once.
 */
const staticSteps = [
  { name: 'lint', arguments: ['node_modules/eslint/bin/eslint.js', '.'] },
  { name: 'types', arguments: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { name: 'package', arguments: ['scripts/package.mjs'] },
  { name: 'house', arguments: ['scripts/house.mjs'] },
  {
    name: 'types of pages',
    arguments: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'client/webviews'],
  },
  {
    name: 'format',
    arguments: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
  },
];
const testSteps = [
  { name: 'unit', project: 'unit', uses: ['neovim', 'JDK', 'JDK sources', 'Maven'] },
  {
    name: 'integration',
    project: 'integration',
    uses: ['neovim', 'JDK', 'JDK sources'],
    mayTryAgain: true,
  },
  { name: 'ui', project: 'e2e', needs: ['Chromium', 'code-server'], mayTryAgain: true },
];
/** More failed files than this are no accident: they don't run again. */
const MOST_TRIED_AGAIN = 3;

mkdirSync(reports, { recursive: true });
const running = new Set(); // these end with us when we are told to end
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  });
}
const started = performance.now();
await runNode(['scripts/yardstick.mjs']);
const results = await runBeside(staticSteps, availableParallelism());
for (const step of testSteps) results.push(await runStep(step));
report(results);

/** Runs steps, so many at a time; returns their results in the order of the steps. */
async function runBeside(steps, atOnce) {
  const rows = [];
  const left = [...steps.entries()];
  const runRest = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, step] = next;
      rows[index] = await runStep(step);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, steps.length) }, runRest));
  return rows;
}

async function runStep(step) {
  const began = performance.now();
  const lacking = (step.needs ?? []).filter(isMissing);
  let counts;
  if (lacking.length > 0 && isCI) {
    console.log(`\n=== ${step.name} ===\nmissing: ${lacking.join(', ')}`);
    counts = { passed: 0, failed: 1, leftOut: 0 };
  } else if (lacking.length > 0) {
    console.log(
      `\n=== ${step.name} ===\nleft out: ${lacking.join(' and ')} missing; to get it: ${howToInstall}`,
    );
    counts = { passed: 0, failed: 0, leftOut: 1 };
  } else {
    counts = step.project === undefined ? await runStatic(step) : await runVitest(step);
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`${step.name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(1)} s`);
  return { name: step.name, seconds, ...counts };
}

/** The output waits for the end, because other steps run beside this one. */
async function runStatic(step) {
  const output = [];
  const code = await runNode(step.arguments, (chunk) => output.push(chunk));
  console.log(`\n=== ${step.name} ===\n${Buffer.concat(output).toString('utf8').trimEnd()}`.trimEnd());
  return code === 0 ? { passed: 1, failed: 0, leftOut: 0 } : { passed: 0, failed: 1, leftOut: 0 };
}

async function runVitest({ name, project, uses = [], mayTryAgain = false }) {
  console.log(`\n=== ${name} ===`);
  const lacking = uses.filter(isMissing);
  if (lacking.length > 0) {
    console.log(`left out: the tests with ${lacking.join(', ')}; to get what is missing: ${howToInstall}`);
  }
  const first = await runProject(project, []);
  const again = mayTryAgain ? failedFiles(first.found) : [];
  if (again.length === 0 || again.length > MOST_TRIED_AGAIN) return countRun(first, []);
  console.log(`\n=== ${name}, a second time: ${again.map((file) => relative(root, file)).join(', ')} ===`);
  const second = await runProject(project, again);
  const found = withSecondTry(first.found, second.found);
  const left = new Set(failedFiles(found));
  const once = listFailures({
    testResults: first.found.testResults.filter((file) => again.includes(file.name) && !left.has(file.name)),
  });
  return countRun({ found, code: second.code }, once);
}

/** Runs the test files of a vitest project, or those of them that are named. */
async function runProject(project, files) {
  const file = join(reports, `${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...reporters,
    ...files,
  ]);
  return { found: readReport(file), code };
}

function countRun({ found, code }, failedOnce) {
  return {
    ...countTests(found, code, isCI),
    failures: listFailures(found),
    failedOnce,
    slowest: listSlowest(found, 10),
  };
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

/** Runs Node with these arguments at the root and returns its exit code. `take` gets the output, which else is ours. */
function runNode(args, take) {
  return new Promise((resolve) => {
    const stdio = take === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'];
    const child = spawn(process.execPath, args, { cwd: root, stdio });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', take);
    running.add(child);
    const end = (code) => {
      running.delete(child);
      resolve(code);
    };
    child.once('error', (error) => {
      console.log(error.message);
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

function isMissing(tool) {
  return tools[tool]() === undefined;
}

function report(rows) {
  for (const { name, slowest = [] } of rows) {
    if (slowest.length > 0) console.log(`\nthe slowest files of ${name}:`);
    for (const { name: file, seconds } of slowest) {
      console.log(`${seconds.toFixed(1).padStart(8)} s  ${relative(root, file)}`);
    }
  }
  for (const failure of rows.flatMap(({ failedOnce = [] }) => failedOnce)) {
    console.log(`\nfailed once, passed the second time: ${failure}`);
  }
  // Failures come once more at the end, for those who read only that.
  for (const failure of rows.flatMap(({ failures = [] }) => failures)) console.log(`\nfailed: ${failure}`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(
    `\n${'step'.padEnd(16)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'left out'.padStart(10)}${'s'.padStart(8)}`,
  );
  for (const { name, passed, failed, leftOut, seconds } of rows) {
    const cells = [String(passed).padStart(8), String(failed).padStart(8), String(leftOut).padStart(10)];
    console.log(`${name.padEnd(16)}${cells.join('')}${seconds.toFixed(1).padStart(8)}`);
  }
  console.log(`\nall in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}
