/**
 * `npm run fuzz -- classes|jars|images|edits|imports|saved|folders [--count N] [--seed S] [--from N]`: N cases of a run that its seed
 * tells apart from all others; the first of them is case `--from`. Prints the seed, what was done at which rate,
 * and what failed. The exit code is 1 where anything did.
 *
 * Each failure is written to `test/fixtures/fuzz/`, where `npm test` tries it again.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../test/bench/jdk-sources.mjs';
import { fuzzClasses } from './fuzz-classes.mjs';
import { fuzzEdits } from './fuzz-edits.mjs';
import { fuzzFolders } from './fuzz-folders.mjs';
import { fuzzImports, fuzzSaved } from './fuzz-imports.mjs';

const RUNS = {
  classes: fuzzClasses,
  jars: fuzzClasses,
  images: fuzzClasses,
  edits: fuzzEdits,
  imports: fuzzImports,
  saved: fuzzSaved,
  folders: fuzzFolders,
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' } },
});
const [subject = ''] = positionals;
const run = Object.hasOwn(RUNS, subject) ? RUNS[subject] : undefined;
const count = Number(values.count ?? 10_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const from = Number(values.from ?? 0);
if (run === undefined || ![count, seed, from].every(Number.isSafeInteger)) {
  console.error(`usage: npm run fuzz -- ${Object.keys(RUNS).join('|')} [--count N] [--seed S] [--from N]`);
  process.exit(2);
}

console.log(`${describeMachine()}\n${subject}, seed ${seed}, ${count} from ${from} on`);
const { failures, written } = await run({ subject, count, seed, from, isWhole: values.from === undefined });
for (const [cause, times] of failures) console.log(`failed ${times} times: ${cause}`);
for (const path of written) console.log(`written: ${path}`);
console.log(failures.size === 0 ? 'no failures' : `${failures.size} kinds of failure, seed ${seed}`);
process.exitCode = failures.size === 0 ? 0 : 1;
