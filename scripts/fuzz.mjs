/**
 * `npm run fuzz -- classes|jars|images --count N --seed S`: reads N mutated files in a thread whose memory is
 * limited to 64 MB above what it holds before the first, and watches that each is done with. Before them come the
 * files that are made to cost as much as they can. `--from N` starts at a later case of the same run; `--from N
 * --count 1` is that case alone.
 *
 * Each failure is written to `test/fixtures/fuzz/`, where `npm test` reads it again. The exit code is then 1.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { describeMachine } from '../test/bench/jdk-sources.mjs';

const MEGABYTE = 1024 * 1024;
const MEMORY_MB = 64;
/** Far beyond what any case takes, also on a machine that is busy with other things. */
const HANG_MS = 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' } },
});
const subject = positionals[0] ?? '';
const count = Number(values.count ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const from = Number(values.from ?? 0);
if (!['classes', 'jars', 'images'].includes(subject) || ![count, seed, from].every(Number.isSafeInteger)) {
  console.error('usage: npm run fuzz -- classes|jars|images [--count N] [--seed S] [--from N]');
  process.exit(2);
}

const bundle = join(root, '.cache', 'fuzz', 'class-worker.cjs');
await build({
  entryPoints: ['test/fuzz/class-worker.ts'],
  outfile: bundle,
  alias: { 'java-parser-internals': join(root, 'node_modules/java-parser/src') },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'warning',
});

const failures = new Map();
const written = [];
const slowest = [];
const to = from + count;

const { heap, seeds, hostile } = await answerOf(start({ mode: 'measure' }));
const limit = Math.ceil(heap / MEGABYTE) + MEMORY_MB;
console.log(`${describeMachine()}\n`);
console.log(`${subject}: seed ${seed}, cases ${from} to ${to - 1}, made of ${seeds} files`);
console.log(
  `heap of the thread: ${(heap / MEGABYTE).toFixed(1)} MB before the first case, ${limit} MB at most`,
);

if (values.from === undefined) for (let number = 0; number < hostile; number++) await readHostile(number);
const started = performance.now();
for (let next = from; next < to;) next = await runFrom(next);
const seconds = (performance.now() - started) / 1000;

console.log(`${count} cases in ${seconds.toFixed(0)} s: ${(count / seconds).toFixed(0)} a second`);
console.log(`the process took ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most`);
slowest.sort((one, other) => other.milliseconds - one.milliseconds);
for (const { name, milliseconds, size } of slowest.slice(0, 5))
  console.log(`slow: ${name}, ${milliseconds.toFixed(0)} ms for ${size} bytes`);
for (const [cause, times] of failures) console.log(`failed ${times} times: ${cause}`);
for (const path of written) console.log(`written: ${path}`);
console.log(failures.size === 0 ? 'no failures' : `${failures.size} kinds of failure, seed ${seed}`);
process.exitCode = failures.size === 0 ? 0 : 1;

/** `memory` in MB. */
function start(task, memory) {
  const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 };
  return new Worker(bundle, {
    workerData: { subject, ...task },
    ...(memory === undefined ? {} : { resourceLimits }),
    execArgv: ['--enable-source-maps'],
  });
}

/** What a thread with one thing to say says, or how it ends otherwise. */
function answerOf(worker, isStuck = () => false) {
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (isStuck()) resolve({ cause: 'takes more than a minute' });
    }, 1000);
    worker.on('message', (message) => {
      if (message.kind === 'failure') {
        note(message.cause, 1);
        write(message.number, message.bytes);
      } else resolve(message);
    });
    worker.on('error', (error) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      resolve({ cause: isMemory ? `takes more than ${MEMORY_MB} MB` : `${error.stack}` });
    });
    worker.on('exit', () => {
      clearInterval(watch);
      resolve({ cause: 'ends without an answer' });
    });
  }).finally(() => worker.terminate());
}

/** Made in one thread, and read in another whose memory is limited. */
async function readHostile(number) {
  const { name, bytes, cause: failed } = await answerOf(start({ mode: 'make-hostile', number }));
  if (bytes === undefined) throw new Error(`hostile file ${number} can't be made: ${failed}`);
  const begun = performance.now();
  const { cause } = await answerOf(
    start({ mode: 'read', bytes }, limit + bytes.length / MEGABYTE),
    () => performance.now() - begun > HANG_MS,
  );
  const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  console.log(`  ${name}: ${bytes.length} bytes, ${took}${cause === undefined ? '' : `, ${cause}`}`);
  if (cause !== undefined) note(`${name}: ${cause}`, 1);
}

/** Runs cases until the last, or until one takes too much time or memory; returns the one to go on with. */
async function runFrom(next) {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  let watched = { number: -1, since: performance.now() };
  const isStuck = () => {
    const number = Atomics.load(progress, 0);
    if (number !== watched.number) watched = { number, since: performance.now() };
    return performance.now() - watched.since > HANG_MS;
  };
  const shown = setInterval(() => process.stderr.write(`\r${progress[0]} of ${to} `), 5000);
  const answer = await answerOf(start({ mode: 'run', seed, from: next, to, progress }, limit), isStuck);
  clearInterval(shown);
  if (answer.kind === 'done') {
    for (const [cause, times] of answer.causes) note(cause, times - (failures.get(cause) ?? 0));
    slowest.push(...answer.slowest);
    return to;
  }
  const number = Atomics.load(progress, 0);
  note(answer.cause, 1);
  write(number, (await answerOf(start({ mode: 'make', seed, number }))).bytes);
  return number + 1;
}

function note(cause, times) {
  failures.set(cause, (failures.get(cause) ?? 0) + times);
}

function write(number, bytes) {
  const folder = join('test', 'fixtures', 'fuzz', subject);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `seed-${seed}-case-${number}.bin`);
  writeFileSync(path, bytes);
  written.push(path);
}
