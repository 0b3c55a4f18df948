/**
 * A server on this machine that says what another said: exchanges that were
 * recorded are played back, or, with that server named, had from it and
 * recorded anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RecordedExchange {
  readonly method: string;
  /** The text that tells one question from another. */
  readonly question: unknown;
  readonly status: number;
  readonly type: string;
  /** Base 64. */
  readonly answer: string;
}

export interface ExchangeServer {
  readonly url: string;
  /** Questions that were asked, in order, as they came. */
  readonly asked: readonly { readonly method: string; readonly body: Uint8Array }[];
  /** Records what was asked, where it was had from another server. */
  close(): Promise<void>;
}

export interface ExchangePlaces {
  readonly file: string;
  /** The server to ask in the place of what was recorded. */
  readonly real: string | undefined;
  readonly describe: (method: string, body: Uint8Array) => unknown;
}

export async function startExchangeServer({ file, real, describe }: ExchangePlaces): Promise<ExchangeServer> {
  const known =
    real === undefined ? (JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedExchange[]) : [];
  const recorded: RecordedExchange[] = [];
  const asked: { readonly method: string; readonly body: Uint8Array }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bytesOf(request);
      const method = (request.url ?? '').slice(1);
      asked.push({ method, body });
      const question = describe(method, body);
      const answer =
        real === undefined
          ? known.find((each) => each.method === method && isSame(each.question, question))
          : await askReal(`${real}/${method}`, request, body, { method, question });
      if (answer === undefined) {
        response.writeHead(599, { 'content-type': 'text/plain' });
        response.end(`nothing was recorded for ${method} ${JSON.stringify(question)}`);
        return;
      }
      recorded.push(answer);
      response.writeHead(answer.status, { 'content-type': answer.type });
      response.end(Buffer.from(answer.answer, 'base64'));
    })();
  });
  const url = await listen(server);
  return {
    url,
    asked,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      if (real !== undefined) writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
    },
  };
}

async function askReal(
  url: string,
  request: IncomingMessage,
  body: Uint8Array,
  told: Pick<RecordedExchange, 'method' | 'question'>,
): Promise<RecordedExchange> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const answer = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { ...told, status: response.status, type: response.headers.get('content-type') ?? '', answer };
}

/** On a port of this machine that was free. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
