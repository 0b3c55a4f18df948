/** The tests' protocol client, against a server that misbehaves on demand. */
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { LspClient } from './lsp-client';
import { ResponseError, startLspClient } from './lsp-client';

const clients: LspClient[] = [];

function start(): LspClient {
  const client = startLspClient({ arguments: [resolve(import.meta.dirname, 'fake-server.mjs')] });
  clients.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
});

describe('protocol client', () => {
  it('pairs answers with requests', async () => {
    const client = start();
    expect(await Promise.all([client.request('echo', { n: 1 }), client.request('echo', 'µJ')])).toEqual([
      { n: 1 },
      'µJ',
    ]);
  });

  it('gives an error answer with its code', async () => {
    const failure: unknown = await start()
      .request('fail')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ResponseError);
    expect((failure as ResponseError).code).toBe(-32602);
  });

  it('gives each notification once, early or late, and keeps all', async () => {
    const client = start();
    client.notify('test/a', { n: 1 });
    await client.request('echo'); // the first notification is here before anyone waits for it
    const late = client.waitForNotification<{ n: number }>('test/a', ({ n }) => n === 2);
    client.notify('test/a', { n: 2 });
    expect(await late).toEqual({ n: 2 });
    expect(await client.waitForNotification('test/a')).toEqual({ n: 1 });
    await expect(client.waitForNotification('test/a', undefined, 50)).rejects.toThrow('within 50 ms');
    expect(client.notifications().map(({ params }) => params)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('answers the server', async () => {
    const client = start();
    expect(await client.request('ask')).toEqual([null, null]);
    client.answer('workspace/configuration', () => ['x', 'y']);
    expect(await client.request('ask')).toEqual(['x', 'y']);
  });

  it('tells whoever waits when an answer is late, the stream is broken or the server ends', async () => {
    const client = start();
    await expect(client.request('silent', undefined, 50)).rejects.toThrow('no answer to silent within 50 ms');
    await expect(client.request('stray')).rejects.toThrow('not a message header');
    expect(await client.exited).toBe('SIGKILL');
  });

  it('ends the server', async () => {
    expect(await start().dispose()).toBe(0);
  });
});
