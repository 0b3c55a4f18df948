/**
 * A language server under a stopwatch: a small raw client over stdio.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const serverPath = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

/** Starts dist/server.js and shakes hands. `settings` is the section `jouleline`. */
export async function startServer({ folders = [], settings = {}, storagePath } = {}) {
  const child = spawn(
    process.execPath,
    [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), serverPath, '--stdio'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let buffer = Buffer.alloc(0);
  let nextId = 1;
  const answers = new Map();
  const waiting = new Set();
  const seen = [];

  child.stdout.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const headerEnd = buffer.indexOf('\r\n\r\n');
      if (headerEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.toString('ascii', 0, headerEnd))?.[1]);
      if (buffer.length < headerEnd + 4 + length) return;
      const message = JSON.parse(buffer.toString('utf8', headerEnd + 4, headerEnd + 4 + length));
      buffer = buffer.subarray(headerEnd + 4 + length);
      receive(message);
    }
  });

  function receive(message) {
    if (message.method !== undefined && message.id !== undefined) {
      send({
        id: message.id,
        result:
          message.method === 'workspace/configuration' ? message.params.items.map(() => settings) : null,
      });
      return;
    }
    if (message.id !== undefined) {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
      return;
    }
    seen.push(message);
    for (const waiter of [...waiting]) {
      if (!waiter.matches(message)) continue;
      waiting.delete(waiter);
      waiter.resolve(message.params);
    }
  }

  function send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8');
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  }

  const session = {
    pid: child.pid,
    request(method, params) {
      const id = nextId++;
      send({ id, method, params });
      return new Promise((resolve, reject) => {
        answers.set(id, (message) =>
          message.error === undefined ? resolve(message.result) : reject(new Error(message.error.message)),
        );
      });
    },
    notify(method, params) {
      send({ method, params });
    },
    /** Resolves with the parameters of the next notification that matches; with `past`, one that came already will do. */
    next(method, matches = () => true, past = false) {
      const fits = (message) => message.method === method && matches(message.params);
      const earlier = past ? seen.find(fits) : undefined;
      if (earlier !== undefined) return Promise.resolve(earlier.params);
      return new Promise((resolve) => waiting.add({ matches: fits, resolve }));
    },
    async stop() {
      await session.request('shutdown', null);
      session.notify('exit', null);
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };

  await session.request('initialize', {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: folders.map((uri) => ({ uri, name: uri })),
    capabilities: { workspace: { configuration: true } },
    initializationOptions: storagePath === undefined ? {} : { storagePath },
  });
  session.notify('initialized', {});
  return session;
}
