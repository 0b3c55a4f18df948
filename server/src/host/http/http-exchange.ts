/**
 * Asks a server one question over HTTP: the answer is bounded in time and size, and failures are told in
 * words for people.
 *
 * Sits in `host/`. Redirects are not followed: they would take the request, and the right to send it, to
 * another server. No message holds anything of the request's headers.
 */
import { messageOf } from '../../base/failure';
import { UNSEEN } from '../../base/split-words';

export class FailedExchange extends Error {
  override readonly name = 'FailedExchange';
}

export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The milliseconds from the question to the last byte of the answer. */
  readonly timeout: number;
  /** The most bytes of the answer, decompressed. */
  readonly mostBytes: number;
  /** The content type that the answer must have. */
  readonly answers: string;
}

/** The most that is read of what a server says when it refuses. */
const MOST_COMPLAINT = 64 * 1024;

/** Yields the answer in pieces, decompressed. Throws a {@link FailedExchange}. */
export async function* ask(exchange: Exchange): AsyncGenerator<Uint8Array> {
  const { url, headers, body, timeout, mostBytes, answers } = exchange;
  const where = `${url.origin}${url.pathname}`;
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    if (response.status >= 300 && response.status < 400) {
      const to = response.headers.get('location') ?? 'nowhere';
      throw new FailedExchange(`${where} redirects to ${printed(to)}: name that server, if it is meant`);
    }
    const type = response.headers.get('content-type') ?? 'something without a type';
    if (response.status !== 200)
      throw new FailedExchange(`${where} answers ${response.status}: ${await complaintOf(response)}`);
    if (!type.startsWith(answers))
      throw new FailedExchange(`${where} answers ${printed(type)}, not ${answers}: is it the right server?`);
    yield* limited(response, mostBytes, where);
  } catch (error) {
    if (error instanceof FailedExchange) throw error;
    throw new FailedExchange(`${where} ${whyFailed(error, timeout)}`);
  }
}

/** Reads the whole answer as JSON. Throws a {@link FailedExchange}. */
export async function askJson(exchange: Omit<Exchange, 'answers'>): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of ask({ ...exchange, answers: 'application/json' })) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw new FailedExchange(`${exchange.url.origin}${exchange.url.pathname} answers what is no JSON`);
  }
}

async function* limited(response: Response, most: number, where: string): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    read += piece.length;
    if (read > most) throw new FailedExchange(`${where} answers more than ${Math.round(most / 1e6)} MB`);
    yield piece;
  }
}

/** The server's reason: Connect servers give it in JSON; of any other text the beginning is told. */
async function complaintOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let read = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    read += piece.length;
    if (read > MOST_COMPLAINT) break;
  }
  const text = Buffer.concat(pieces).toString('utf8');
  let message = text;
  // A proxy may repeat the JSON of the server behind it within its own.
  for (let depth = 0; depth < 3; depth++) {
    const inner = messageIn(message);
    if (inner === undefined) break;
    message = inner;
  }
  const shown = printed(message);
  return shown === '' ? response.statusText : shown;
}

function messageIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isTold = typeof value === 'object' && value !== null && 'message' in value;
    return isTold && typeof value.message === 'string' ? value.message : undefined;
  } catch {
    return undefined; // a text as it is
  }
}

/** Cuts a text to one short line: what a server says must not control the terminal. */
function printed(text: string): string {
  const line = text.replace(UNSEEN, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function whyFailed(error: unknown, timeout: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `has not answered within ${timeout / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'can’t be reached: nothing listens there',
    ENOTFOUND: 'can’t be reached: there is no such host',
    EAI_AGAIN: 'can’t be reached: the name of its host could not be looked up',
    ECONNRESET: 'broke the connection off',
    UND_ERR_SOCKET: 'broke the connection off',
  };
  return known[code] ?? `could not be asked: ${printed(messageOf(cause))}`;
}
