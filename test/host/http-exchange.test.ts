/** Servers that answer slowly, wrongly, or never: each is said, and none is waited for without end. */
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { ask, askJson, type Exchange, FailedExchange } from '../../server/src/host/http/http-exchange';
import { listen } from '../support/exchange-server';

async function exchangeWith(answer: RequestListener): Promise<Exchange> {
  const server = createServer(answer);
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: new URL(`${url}/a/Method`),
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: '{}',
    timeout: 60_000,
    mostBytes: 1e6,
    answers: 'application/json',
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function failureOf(exchange: Exchange): Promise<string> {
  const error: unknown = await askJson(exchange).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailedExchange)) throw new Error(`no such failure: ${String(error)}`);
  expect(error.message).not.toContain('secret');
  return error.message.replace(exchange.url.origin, 'SERVER');
}

it('what is asked arrives, and the answer comes back, compressed or not', async () => {
  const exchange = await exchangeWith((request, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify([request.method, request.url, request.headers.authorization])));
  });
  expect(await askJson(exchange)).toEqual(['POST', '/a/Method', 'Bearer secret']);
});

it.each<readonly [string, RequestListener, string]>([
  [
    'refuses, as Connect servers do, also one behind another',
    (_, response) => {
      const inner = JSON.stringify({ code: 'x', message: 'too\nlong' });
      response.writeHead(400, JSON_TYPE);
      response.end(JSON.stringify({ code: 'invalid_argument', message: inner }));
    },
    'SERVER/a/Method answers 400: too long',
  ],
  [
    'refuses in a text of many lines and letters',
    (_, response) => {
      response.writeHead(503);
      response.end(`\u001b[31m${'no '.repeat(1e5)}`);
    },
    `SERVER/a/Method answers 503: ${`[31m${'no '.repeat(1e5)}`.slice(0, 300)}…`,
  ],
  [
    'answers a page',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>');
    },
    'SERVER/a/Method answers text/html, not application/json: is it the right server?',
  ],
  [
    'answers what is no JSON',
    (_, response) => {
      response.writeHead(200, JSON_TYPE);
      response.end('{"a":');
    },
    'SERVER/a/Method answers what is no JSON',
  ],
  [
    'sends elsewhere',
    (_, response) => {
      response.writeHead(307, { location: 'http://elsewhere.example/a' });
      response.end();
    },
    'SERVER/a/Method redirects to http://elsewhere.example/a: name that server, if it is meant',
  ],
  [
    'answers more than there is room for, however small it is compressed',
    (_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(5_000_000)));
    },
    'SERVER/a/Method answers more than 1 MB',
  ],
  [
    'breaks off',
    (_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    },
    'SERVER/a/Method broke the connection off',
  ],
])('a server that %s', async (_, answer, message) => {
  expect(await failureOf(await exchangeWith(answer))).toBe(message);
});

it('a server that never answers, or a little for ever, is given up', async () => {
  const never = await exchangeWith(() => undefined);
  expect(await failureOf({ ...never, timeout: 200 })).toBe('SERVER/a/Method has not answered within 0.2 s');
  const drops = await exchangeWith((_, response) => {
    response.writeHead(200, JSON_TYPE);
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => {
      clearInterval(drip);
    });
  });
  expect(await failureOf({ ...drops, timeout: 300 })).toBe('SERVER/a/Method has not answered within 0.3 s');
});

it('nobody there', async () => {
  const exchange = await exchangeWith(() => undefined);
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(askJson({ ...exchange, url: new URL(url) })).rejects.toThrow('nothing listens there');
});

it('who stops reading ends the connection', async () => {
  let closed: (() => void) | undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const exchange = await exchangeWith((_, response) => {
    response.writeHead(200, JSON_TYPE);
    response.write('1');
    response.once('close', () => closed?.());
  });
  for await (const piece of ask(exchange)) {
    expect(piece.length).toBe(1);
    break;
  }
  await isClosed;
});
