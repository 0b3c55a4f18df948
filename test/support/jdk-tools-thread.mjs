/**
 * The thread that talks to one JVM per JDK (java/JdkTools.java), so that the thread of the tests can wait for an answer.
 * The JVMs end with this process, because their standard input ends.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parentPort, workerData } from 'node:worker_threads';

const { port, signal } = workerData;
const source = join(import.meta.dirname, 'java', 'JdkTools.java');

/** The flags of a short tool: starting quickly counts for more than the best code. */
const flags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx1g', '-Dstdout.encoding=UTF-8'];

const machines = new Map();

port.on('message', ({ home, tool, args }) => {
  const known = machines.get(home);
  const machine = known?.hasEnded === false ? known : startMachine(home);
  machines.set(home, machine);
  machine.ask([tool, ...args.map(encodeURIComponent)].join(' '));
});

function startMachine(home) {
  const child = spawn(join(home, 'bin', 'java'), [...flags, source], { stdio: ['pipe', 'pipe', 'inherit'] });
  let isAsked = false;
  const machine = {
    hasEnded: false,
    ask: (line) => {
      isAsked = true;
      child.stdin.write(`${line}\n`);
    },
  };
  const answer = (outcome) => {
    if (!isAsked) return;
    isAsked = false;
    port.postMessage(outcome);
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
  };
  const end = (reason) => {
    machine.hasEnded = true;
    answer({ status: -1, stdout: '', stderr: `the JVM of ${home} ended: ${reason}` });
  };
  child.stdin.on('error', () => undefined); // its exit says it
  child.once('error', ({ message }) => end(message));
  child.once('exit', (code, killer) => end(killer ?? `exit code ${code}`));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [status, stdout, stderr] = line
      .split(' ')
      .map((word) => decodeURIComponent(word.replaceAll('+', ' ')));
    answer({ status: Number(status), stdout, stderr });
  });
  // Neither keeps the tests' process alive.
  for (const handle of [child, child.stdin, child.stdout]) handle.unref();
  return machine;
}

parentPort?.unref();
