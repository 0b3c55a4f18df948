/**
 * `jouleline report` over a whole module of the JDK: time and memory of the
 * process, as the operating system counts them.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export async function benchReport(folder) {
  const started = performance.now();
  // The child reports its own peak on exit: no other tool is needed for it.
  const tail = `process.on('exit', () => require('fs').writeSync(3, String(process.resourceUsage().maxRSS)));`;
  const child = spawn(
    process.execPath,
    [
      '-e',
      `${tail} process.argv.splice(1, 0, ${JSON.stringify(cli)}); require(${JSON.stringify(cli)});`,
      'report',
      folder,
      '--top',
      '3',
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let errors = '';
  let peak = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdio[3].on('data', (chunk) => (peak += chunk));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return {
    code,
    seconds: (performance.now() - started) / 1000,
    megabytes: Number(peak) / 1024,
    firstLine: output.split('\n')[0] ?? '',
    errors: errors.slice(0, 500),
  };
}
