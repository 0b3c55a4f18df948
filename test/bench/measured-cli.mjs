/**
 * The built command (dist/cli.js), or a script, in a process of its own, with
 * the time and memory that it took, as the operating system counts them.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** @param {readonly string[]} args */
export async function runMeasured(args, environment = {}) {
  return runNode(`require(${JSON.stringify(cli)})`, cli, args, environment);
}

/** @param {readonly string[]} args */
export async function runScriptMeasured(script, args) {
  return runNode(`import(${JSON.stringify(pathToFileURL(script).href)})`, script, args, {});
}

async function runNode(start, script, args, environment) {
  const started = performance.now();
  // The child, whose threads are its own, reports its figures on exit: no other tool is needed for them.
  const tail = `process.on('exit', () => require('fs').writeSync(3, JSON.stringify(process.resourceUsage())));`;
  const code = `${tail} process.argv.splice(1, 0, ${JSON.stringify(script)}); ${start};`;
  const child = spawn(process.execPath, ['-e', code, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const texts = ['', '', '', ''];
  for (const index of [1, 2, 3]) child.stdio[index].on('data', (chunk) => (texts[index] += chunk));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  const { maxRSS = NaN, userCPUTime = NaN, systemCPUTime = NaN } = JSON.parse(texts[3] || '{}');
  return {
    code: exitCode,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
    output: texts[1],
    errors: texts[2].slice(0, 2000),
  };
}
