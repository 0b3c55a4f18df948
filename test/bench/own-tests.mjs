/**
 * The tests of commons-lang3 on its classes as they are and instrumented:
 * `node test/bench/own-tests.mjs`, after a build. The user's own Maven fetches
 * them with all they need. Prints how many passed, and exits with 1 where a
 * test ends differently.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { differingTests, fetchLibrary, LIBRARIES, run, runTests } from './published-tests.mjs';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'jouleline-own-tests-'));
try {
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
} finally {
  rmSync(work, { recursive: true, force: true });
}
