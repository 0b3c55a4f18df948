/**
 * Counters where the plan wants them, and those of paths, say what one before
 * every instruction says: `node test/bench/same-counts.mjs [COUNT] [SEED]`, on 1,000 random
 * programs if nothing is said, and on those of test/bench/programs. Exits with
 * 1 where they differ.
 */
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const [count = '1000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
console.log(`${count} random programs, seed ${seed}`);
const { compareAll } = await importWithTests('test/bench/same-counts.ts');
const rows = [];
await compareAll(Number(count), Number(seed), (done) => {
  const { name, programs, methods, instructions, executions, leftOut, differing } = done;
  rows.push([name, ...[programs, methods, instructions, executions, leftOut, differing.length].map(String)]);
  console.error(`${name}: ${executions} executions compared, ${differing.length} methods differ`);
  for (const method of differing) console.log(`  ${name}: ${method}`);
  if (differing.length > 0 || executions === 0) process.exitCode = 1;
});
const header = ['what', 'programs', 'methods', 'instructions', 'executions', 'too large', 'differing'];
console.log(formatTable(header, rows));
const differing = rows.reduce((sum, row) => sum + Number(row[6]), 0);
console.log(`${differing} methods differ`);
