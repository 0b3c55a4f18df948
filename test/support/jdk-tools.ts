/**
 * Runs javac and javap without starting a JVM each time: one JVM per JDK answers all requests of a test process. The
 * caller waits for the answer, as with `execFileSync`.
 */
import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export type JdkTool = 'javac' | 'javap';

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Thread {
  readonly port: MessagePort;
  /** The number of answers so far. */
  readonly signal: Int32Array;
}

/** How long one tool may take; only a failing test waits for it. */
const patience = 100_000;

let thread: Thread | undefined;

/**
 * Runs a tool of the JDK in this folder and returns what it printed; throws what it complained about when it fails.
 * Relative paths are relative to the folder that the tests run in.
 */
export function runJdkTool(home: string, tool: JdkTool, args: readonly string[]): string {
  const { status, stdout, stderr } = ask(home, tool, args);
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

function ask(home: string, tool: JdkTool, args: readonly string[]): Outcome {
  const { port, signal } = (thread ??= startThread());
  const answers = Atomics.load(signal, 0);
  port.postMessage({ home, tool, args });
  if (Atomics.wait(signal, 0, answers, patience) === 'timed-out') throw new Error(`${tool} takes too long`);
  const received = receiveMessageOnPort(port) as { readonly message: Outcome } | undefined;
  if (received === undefined) throw new Error(`${tool} gave no answer`);
  return received.message;
}

function startThread(): Thread {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(join(import.meta.dirname, 'jdk-tools-thread.mjs'), {
    workerData: { port: port2, signal },
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { port: port1, signal };
}
