/**
 * The built command (dist/cli.js) in a process of its own, with the time and
 * memory that it took, as the operating system counts them.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** @param {readonly string[]} args */
export async function runMeasured(args) {
  const started = performance.now();
  // The child reports its own peak on exit: no other tool is needed for it.
  const tail = `process.on('exit', () => require('fs').writeSync(3, String(process.resourceUsage().maxRSS)));`;
  const start = `${tail} process.argv.splice(1, 0, ${JSON.stringify(cli)}); require(${JSON.stringify(cli)});`;
  const child = spawn(process.execPath, ['-e', start, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const texts = ['', '', '', ''];
  for (const index of [1, 2, 3]) child.stdio[index].on('data', (chunk) => (texts[index] += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return {
    code,
    seconds: (performance.now() - started) / 1000,
    megabytes: Number(texts[3]) / 1024,
    output: texts[1],
    errors: texts[2].slice(0, 2000),
  };
}
