/** Options of commands that ask a continuous profiler's server. Sits in `cli/`. */
import { UsageError } from '../base/failure';
import { pyroscope } from '../engine/continuous-profile';
import { type ParsedArguments, readNumber } from './arguments';
import { type ServerRequest, TOKEN_VARIABLE, USER_VARIABLE } from '../tasks/pyroscope/pyroscope-server';
import type { Terminal } from './terminal';

export const serverOptions = {
  server: { type: 'string' },
  tenant: { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean' },
} as const;

export const serverHelp = `  --server URL       the server: http://HOST:4040, with the path that is before its API, if there is one
  --tenant ID        of a server with several tenants (X-Scope-OrgID)
  --timeout SECONDS  for each answer as a whole (default: 60)

Who asks is told by the environment: ${TOKEN_VARIABLE}, a bearer's token, or with
${USER_VARIABLE} that user's password.
`;

export function serverOf(given: ParsedArguments, { environment }: Terminal): ServerRequest {
  const url = given.text('server');
  if (url === undefined) throw new UsageError('--server is needed: the URL of the server');
  const timeout = readNumber('--timeout', given.text('timeout'), { minimum: 0.001, whole: false });
  return { url, tenant: given.text('tenant'), timeout: timeout ?? 60, environment };
}

/** Each `NAME=VALUE`. */
export function readLabelOptions(option: string, texts: readonly string[]): pyroscope.Labels {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf('=');
      const name = text.slice(0, Math.max(0, at));
      if (!pyroscope.isLabelName(name))
        throw new UsageError(
          `${option} ${text} is no NAME=VALUE; --service and --type have options of their own`,
        );
      return [name, text.slice(at + 1)];
    }),
  );
}
