/** Who asks a server is told by the environment alone, and to that server alone. */
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../../../server/src/tasks/pyroscope/pyroscope-server';
import { listen } from '../../support/exchange-server';

async function headersOf(
  environment: Readonly<Record<string, string>>,
  tenant?: string,
  path = '',
): Promise<unknown> {
  const server = createServer(({ headers, url }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([url, headers.authorization, headers['x-scope-orgid']]));
  });
  const url = (await listen(server)) + path;
  onTestFinished(() => {
    server.close();
  });
  return connectTo({ url, tenant, timeout: 60, environment }).askJson('a.v1.Service/Method', '{}');
}

it('a token, a user’s password, and a tenant', async () => {
  expect(await headersOf({})).toEqual(['/a.v1.Service/Method', null, null]);
  expect(await headersOf({ JOULELINE_PYROSCOPE_TOKEN: 't0k' }, 'team', '/pyro/')).toEqual([
    '/pyro/a.v1.Service/Method',
    'Bearer t0k',
    'team',
  ]);
  const named = { JOULELINE_PYROSCOPE_TOKEN: 't0k', JOULELINE_PYROSCOPE_USER: 'me' };
  expect(await headersOf(named)).toEqual(['/a.v1.Service/Method', `Basic ${btoa('me:t0k')}`, null]);
});

it.each([
  ['http://me:secret@localhost:4040', {}],
  ['http://localhost:4040', { JOULELINE_PYROSCOPE_TOKEN: 'secret\n' }],
  ['secret', {}],
  ['file:///secret', {}],
  ['http://localhost:4040/?token=secret', {}],
  ['http://pyroscope.example:4040', { JOULELINE_PYROSCOPE_TOKEN: 'secret' }],
  ['http://127.0.0.1.example:4040', { JOULELINE_PYROSCOPE_TOKEN: 'secret' }],
])('%s is refused, and no secret is in the message', (url, environment) => {
  const connect = () => connectTo({ url, tenant: undefined, timeout: 1, environment });
  expect(connect).toThrow(/^(?!.*secret)/);
});

it.each(['https://pyroscope.example', 'http://localhost:4040', 'http://127.0.0.1:4040', 'http://[::1]:4040'])(
  'a token is meant for %s',
  (url) => {
    const environment = { JOULELINE_PYROSCOPE_TOKEN: 'secret' };
    expect(() => connectTo({ url, tenant: undefined, timeout: 1, environment })).not.toThrow();
  },
);
