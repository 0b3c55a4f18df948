/**
 * Measures what it costs to know who handed work over: `node test/bench/hand-over.mjs
 * [ROUNDS] [JDK…]`, after a build. Nanoseconds a task of programs as they are,
 * recorded as a tree without that, and with it, one after the other in each
 * round; the least of all rounds.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatTable } from './table.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [rounds = '3', ...homes] = process.argv.slice(2);
const jdks = homes.length > 0 ? homes : [process.env.JAVA_HOME ?? ''];
const cli = join(root, 'dist/cli.js');

/** @param {string} java @param {string} folder @param {readonly string[] | undefined} record */
function run(java, folder, record) {
  const command = ['-cp', folder, 'Tasks'];
  const given = record === undefined ? [] : [cli, 'profile', '--record', 'tree', '--runs', '0', ...record];
  const places = ['--out', join(folder, 'profile.json'), '--class-path', folder, '--', java];
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const output =
    record === undefined
      ? execFileSync(java, command, options)
      : execFileSync(process.execPath, [...given, ...places, ...command], options);
  return output.split('\n').flatMap((line) => {
    const [name, tasks, nanos] = line.split('\t');
    return nanos === undefined ? [] : [{ name, nanos: Number(nanos) / Number(tasks) }];
  });
}

for (const home of jdks) {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-bench-'));
  try {
    const tool = (name) => (home === '' ? name : join(home, 'bin', name));
    execFileSync(tool('javac'), ['-g', '-d', folder, join(root, 'test/bench/programs/Tasks.java')]);
    const least = new Map();
    for (let round = 0; round < Number(rounds); round++)
      for (const [index, record] of [undefined, ['--no-hand-over'], []].entries())
        for (const { name, nanos } of run(tool('java'), folder, record)) {
          const known = least.get(name) ?? [Infinity, Infinity, Infinity];
          known[index] = Math.min(known[index], nanos);
          least.set(name, known);
        }
    const rows = Array.from(least, ([name, nanos]) => [name, ...nanos.map((each) => each.toFixed(0))]);
    console.log(home);
    console.log(formatTable(['ns a task', 'as it is', 'tree', 'and who handed over'], rows));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
