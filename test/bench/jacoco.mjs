/**
 * Lines with executions against the lines that JaCoCo calls covered:
 * `node test/bench/jacoco.mjs`. JaCoCo comes by the user's own Maven. Exits
 * with 1 where they differ and it is not known why.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importWithTests } from './bundle.mjs';
import { formatTable } from './table.mjs';

const version = '0.8.12';
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const work = mkdtempSync(join(tmpdir(), 'jouleline-jacoco-'));
try {
  const agent = fetch('org.jacoco.agent', 'runtime');
  const cli = fetch('org.jacoco.cli', 'nodeps');
  const { compareWithJacoco } = await importWithTests('test/bench/jacoco.ts');
  const rows = [];
  for (const done of await compareWithJacoco(agent, cli)) {
    const { name, lines, covered, leftByException, filtered, unexplained } = done;
    rows.push([name, ...[lines, covered, leftByException, filtered, unexplained.length].map(String)]);
    for (const line of unexplained) console.log(`  ${name} ${line}`);
    if (unexplained.length > 0) process.exitCode = 1;
  }
  const header = ['program', 'lines', 'covered', 'left by an exception', 'filtered by JaCoCo', 'unexplained'];
  console.log(formatTable(header, rows));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fetch(name, classifier) {
  const artifact = `org.jacoco:${name}:${version}:jar:${classifier}`;
  const args = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${work}`];
  const { error, status, stdout, stderr } = spawnSync('mvn', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 600_000,
  });
  if (error !== undefined) throw new Error(`mvn can't be run: ${error.message}`);
  if (status !== 0) throw new Error(`mvn ended with ${status}:\n${stdout}${stderr}`);
  return join(work, `${name}-${version}-${classifier}.jar`);
}
