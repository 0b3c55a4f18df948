/**
 * A language server under a stopwatch: a small raw client over stdio.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ownServer = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

/**
 * Starts dist/server.js, or another build of it, and shakes hands. `settings` is the section `jouleline`,
 * `nodeArguments` are those of Node itself.
 */
export async function startServer({
  folders = [],
  settings = {},
  storagePath,
  nodeArguments = [],
  serverPath = ownServer,
} = {}) {
  const child = spawn(
    process.execPath,
    [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), ...nodeArguments, serverPath, '--stdio'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let chunks = [];
  let length = 0;
  /** Bytes of the message that is coming in, header included; 0 while its header is not complete. */
  let wanted = 0;
  let headerLength = 0;
  let nextId = 1;
  const answers = new Map();
  const waiting = new Set();
  const seen = [];

  child.stdout.on('data', (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    // Joined once per message: the stopwatch is not for this client.
    while (length > 0 && (wanted === 0 || length >= wanted)) {
      const buffer = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      chunks = [buffer];
      if (wanted === 0) {
        const headerEnd = buffer.indexOf('\r\n\r\n');
        if (headerEnd < 0) return;
        headerLength = headerEnd + 4;
        wanted =
          headerLength + Number(/Content-Length: (\d+)/i.exec(buffer.toString('ascii', 0, headerEnd))?.[1]);
        continue;
      }
      const message = JSON.parse(buffer.toString('utf8', headerLength, wanted));
      chunks = buffer.length > wanted ? [buffer.subarray(wanted)] : [];
      length -= wanted;
      wanted = 0;
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
    if (message.method !== 'jouleline/overlay') seen.push(message);
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
