/**
 * An independent protocol client for the integration tests: it starts a server, speaks JSON-RPC over its stdio and
 * keeps every notification. It shares no code with the library that the server uses.
 */
import { spawn } from 'node:child_process';
import { createDecoder, encodeMessage } from './framing';

export interface LspClient {
  readonly request: <T = unknown>(method: string, params?: unknown, timeout?: number) => Promise<T>;
  /** Sends a request and gives its id at once, for tests of `$/cancelRequest`. */
  readonly startRequest: (
    method: string,
    params?: unknown,
  ) => { readonly id: number; readonly answer: Promise<unknown> };
  readonly notify: (method: string, params?: unknown) => void;
  /** The next notification of this name that fits, counting those that came before and were not yet taken. */
  readonly waitForNotification: <T = unknown>(
    method: string,
    fits?: (params: T) => boolean,
    timeout?: number,
  ) => Promise<T>;
  /** Every notification so far, taken or not. */
  readonly notifications: () => readonly Notification[];
  /** Answers the server's requests of this name; by default configuration is all null and anything else is null. One that throws is an error. */
  readonly answer: (method: string, answer: (params: unknown) => unknown) => void;
  readonly stderr: () => string;
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Resolves to the exit code, or to the signal's name. */
  readonly exited: Promise<number | string>;
  /** `shutdown`, `exit`; a server that does not end within two seconds is killed. */
  readonly dispose: () => Promise<number | string>;
}

export interface Notification {
  readonly method: string;
  readonly params: unknown;
}

export interface ServerCommand {
  readonly command?: string;
  readonly arguments: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** An error answer of the server: JSON-RPC's code and message. */
export class ResponseError extends Error {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Waiter {
  readonly offer: (notification: Notification) => boolean;
  readonly reject: (error: Error) => void;
}

const requestTimeout = 30_000;
const exitTimeout = 2_000;
/** The error codes of JSON-RPC. */
const internalError = -32603;

/** Starts a server, e.g. `{ arguments: ['dist/server.js', '--stdio'] }`; the command is Node unless named. */
export function startLspClient(server: ServerCommand): LspClient {
  const child = spawn(server.command ?? process.execPath, server.arguments, {
    cwd: server.cwd,
    env: { ...process.env, ...server.environment },
    stdio: 'pipe',
  });
  const decode = createDecoder();
  const pending = new Map<number, Pending>();
  const waiters = new Set<Waiter>();
  const received: Notification[] = [];
  const untaken: Notification[] = [];
  const answers = new Map<string, (params: unknown) => unknown>([['workspace/configuration', nullPerItem]]);
  let errors = '';
  let lastId = 0;

  const send = (message: Message): void => {
    child.stdin.write(encodeMessage({ jsonrpc: '2.0', ...message }));
  };
  const answerTo = (method: string, params: unknown): Pick<Message, 'result' | 'error'> => {
    try {
      return { result: answers.get(method)?.(params) ?? null };
    } catch (error) {
      return { error: { code: internalError, message: String(error) } };
    }
  };
  const failAll = (error: Error): void => {
    for (const waiting of [...pending.values(), ...waiters]) waiting.reject(error);
    pending.clear();
    waiters.clear();
  };
  const accept = ({ id, method, params, result, error }: Message): void => {
    if (method !== undefined && id !== undefined) {
      send({ id, ...answerTo(method, params) });
    } else if (method !== undefined) {
      const notification = { method, params };
      received.push(notification);
      if (![...waiters].some((waiter) => waiter.offer(notification))) untaken.push(notification);
    } else if (typeof id === 'number') {
      const request = pending.get(id);
      pending.delete(id);
      if (error) request?.reject(new ResponseError(request.method, error.code, error.message));
      else request?.resolve(result);
    }
  };

  child.stdout.on('data', (chunk: Buffer) => {
    try {
      for (const message of decode(chunk)) accept(message as Message);
    } catch (error) {
      failAll(error instanceof Error ? error : new Error(String(error)));
      child.kill('SIGKILL');
    }
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  child.stdin.on('error', (error) => {
    failAll(error); // the server closed its input: whoever waits is told
  });
  const exited = new Promise<number | string>((resolve) => {
    child.on('error', (error) => {
      failAll(error);
      resolve(error.message);
    });
    child.on('exit', (code, signal) => {
      failAll(new Error(`the server ended (${code ?? signal ?? 'unknown'}): ${errors.slice(-2_000)}`));
      resolve(code ?? signal ?? 'unknown');
    });
  });

  const startRequest = (method: string, params?: unknown): { id: number; answer: Promise<unknown> } => {
    const id = ++lastId;
    const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { method, resolve, reject }));
    send({ id, method, params });
    return { id, answer };
  };
  const request = async <T>(method: string, params?: unknown, timeout = requestTimeout): Promise<T> =>
    (await withTimeout(startRequest(method, params).answer, timeout, `answer to ${method}`)) as T;
  const notify = (method: string, params?: unknown): void => {
    send({ method, params });
  };

  const waitForNotification = <T>(
    method: string,
    fits: (params: T) => boolean = () => true,
    timeout = requestTimeout,
  ): Promise<T> => {
    const matches = (one: Notification): boolean => one.method === method && fits(one.params as T);
    const early = untaken.findIndex(matches);
    if (early >= 0) return Promise.resolve(untaken.splice(early, 1)[0]?.params as T);
    const next = new Promise<T>((resolve, reject) => {
      const waiter: Waiter = {
        reject,
        offer: (notification) => {
          if (!matches(notification)) return false;
          waiters.delete(waiter);
          resolve(notification.params as T);
          return true;
        },
      };
      waiters.add(waiter);
    });
    return withTimeout(next, timeout, `notification ${method}`);
  };

  const dispose = async (): Promise<number | string> => {
    if (child.exitCode === null && child.signalCode === null) {
      const timer = setTimeout(() => child.kill('SIGKILL'), exitTimeout);
      await request('shutdown', undefined, exitTimeout).catch(() => undefined); // a dead server is killed below
      notify('exit');
      await exited;
      clearTimeout(timer);
    }
    return exited;
  };

  return {
    request,
    startRequest,
    notify,
    waitForNotification,
    notifications: () => received,
    answer: (method, answer) => answers.set(method, answer),
    stderr: () => errors,
    pid: child.pid,
    exited,
    dispose,
  };
}

function nullPerItem(params: unknown): readonly null[] {
  return (params as { readonly items: readonly unknown[] }).items.map(() => null);
}

async function withTimeout<T>(promise: Promise<T>, timeout: number, awaited: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no ${awaited} within ${timeout} ms`));
    }, timeout);
  });
  return Promise.race([promise, tooLate]).finally(() => {
    clearTimeout(timer);
  });
}
