/**
 * The requests to a Grafana Pyroscope server.
 *
 * Sits in `tasks/`. Credentials come from environment variables only, so that they get into no file and no list of
 * processes.
 */
import { Failure, UsageError } from '../../base/failure';
import { ask, askJson, FailedExchange } from '../../host/http/http-exchange';

export interface ServerRequest {
  readonly url: string;
  readonly tenant: string | undefined;
  /** The most seconds that an answer may take. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface PyroscopeServer {
  /** Asks in JSON. Throws a {@link Failure}. */
  readonly askJson: (method: string, body: string) => Promise<unknown>;
  /** Asks in protocol buffers. Throws a {@link Failure}. */
  readonly askBytes: (method: string, body: Uint8Array) => AsyncGenerator<Uint8Array>;
}

const TOKEN_VARIABLE = 'JOULELINE_PYROSCOPE_TOKEN';
const USER_VARIABLE = 'JOULELINE_PYROSCOPE_USER';

const MOST_PROFILE = 512e6;
const MOST_JSON = 32e6;

/** Throws a {@link UsageError} if the URL or the credentials can't be used. */
export function connectTo({ url, tenant, timeout, environment }: ServerRequest): PyroscopeServer {
  const base = readUrl(url);
  const headers = {
    ...authorization(environment, base),
    ...(tenant === undefined ? {} : { 'x-scope-orgid': headerValue('--tenant', tenant) }),
  };
  const exchangeOf = (method: string) => ({
    url: new URL(`${base.pathname.replace(/(?<!\/)\/+$/, '')}/${method}`, base),
    timeout: timeout * 1000,
  });
  return {
    askJson: (method, body) =>
      inPlainWords(() =>
        askJson({
          ...exchangeOf(method),
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          mostBytes: MOST_JSON,
        }),
      ),
    async *askBytes(method, body) {
      const answer = ask({
        ...exchangeOf(method),
        headers: { ...headers, 'content-type': 'application/proto' },
        body,
        mostBytes: MOST_PROFILE,
        answers: 'application/proto',
      });
      for (;;) {
        const next = await inPlainWords(() => answer.next());
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
}

async function inPlainWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FailedExchange) throw new Failure(error.message);
    throw error;
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--server needs a URL such as http://localhost:4040');
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `--server can't have a password in it: set ${USER_VARIABLE} and ${TOKEN_VARIABLE} in the environment`,
    );
  if (url.search !== '' || url.hash !== '') throw new UsageError('--server ends with its path');
  return url;
}

function authorization(
  environment: ServerRequest['environment'],
  { protocol, hostname }: URL,
): Readonly<Record<string, string>> {
  const [token, user] = [environment[TOKEN_VARIABLE] ?? '', environment[USER_VARIABLE] ?? ''];
  if (token === '') return {};
  if (protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
    throw new UsageError(
      `${TOKEN_VARIABLE} is not sent over http://, where others could read it: name the server by https://, or forward a local port to it`,
    );
  headerValue(TOKEN_VARIABLE, token);
  const basic = Buffer.from(`${user}:${token}`).toString('base64');
  return { authorization: user === '' ? `Bearer ${token}` : `Basic ${basic}` };
}

/** A value for a header. An error of the HTTP client would repeat a secret, so the value is checked here. */
function headerValue(name: string, value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`${name} has characters that a header can't hold`);
  return value;
}
