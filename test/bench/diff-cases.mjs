/**
 * The twelve cases of "DiffProf" as small programs, profiled and compared by the
 * command line: `node test/bench/diff-cases.mjs [CASE…]`, by number (`npm run
 * build` before; JAVA_HOME). The target: the cause is the first task of each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { compareCase, compileCases, paperCases } = await importWithTests('test/compare/paper-cases.ts');
const { findJdks } = await importWithTests('test/support/jdks.ts');
const asked = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'jouleline-cases-'));
const tools = { cli: join(process.cwd(), 'dist/cli.js'), javaHome: findJdks()[0]?.home ?? '', folder };
const millijoules = (joules) => (joules * 1000).toPrecision(3);
try {
  await compileCases(tools, join(process.cwd(), 'test/bench/programs/diff-cases'));
  const rows = [];
  for (const [index, each] of paperCases.entries()) {
    if (asked.length > 0 && !asked.includes(index + 1)) continue;
    const tasks = await compareCase(each, tools);
    const [first, second] = tasks;
    const rank = tasks.findIndex(({ method }) => method === each.cause) + 1;
    rows.push([
      each.name,
      each.found,
      first?.method ?? '-',
      `${first?.callsA ?? 0} → ${first?.callsB ?? 0}`,
      `${millijoules(first?.energyA ?? 0)} → ${millijoules(first?.energyB ?? 0)}`,
      millijoules(Math.abs(second?.delta ?? 0)),
      rank === 1 ? 'first' : `cause at ${rank}`,
    ]);
  }
  const header = ['case', 'paper', 'first task', 'calls', 'mJ', 'next differs by', 'cause'];
  console.log(formatTable(header, rows));
  console.log(`\nfirst: ${rows.filter((row) => row.at(-1) === 'first').length} of ${rows.length}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
