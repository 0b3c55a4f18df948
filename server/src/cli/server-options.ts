/** Options of commands that ask a continuous profiler's server. Sits in `cli/`. */
import { UsageError } from '../base/failure';
import * as pyroscope from '../recordings/model/pyroscope';
import { type ParsedArguments, readNumber } from './arguments';
import { type ServerRequest } from '../tasks/pyroscope/pyroscope-server';
import type { Terminal } from './terminal';

export function serverOf(given: ParsedArguments, { environment }: Terminal): ServerRequest {
  const url = given.text('server');
  if (url === undefined) throw new UsageError('--server is needed: the URL of the server');
  const timeout = readNumber('--timeout', given.text('timeout'), { minimum: 0.001, whole: false });
  return { url, tenant: given.text('tenant'), timeout: timeout ?? 60, environment };
}

/** The labels of options that are `NAME=VALUE` each. */
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
