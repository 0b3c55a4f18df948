/**
 * `jouleline trace FILE`: the tuples of a profile of times as JSON, described in
 * docs/formats.md. Sits in `cli/commands/`.
 */
import {
  type NamedTuple,
  nonConstantCalls,
  type ProfileDocument,
  readTuples,
} from '../../engine/count-program';
import { parseArguments, UsageError } from '../arguments';
import { ExitCode, PlainError } from '../services';
import type { Services } from '../services';

export const TRACE_FORMAT = 'jouleline-trace';
export const TRACE_VERSION = 1;

export const traceHelp = `Usage: jouleline trace FILE
       jouleline trace --timed-calls

Prints when paths and calls of libraries began and ended in a profile of 'jouleline profile --record trace', as JSON
(docs/formats.md). With --timed-calls: the library methods that are always timed by the true clock, one a line.
`;

export async function runTraceCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const given = parseArguments(args, { 'timed-calls': { type: 'boolean' }, help: { type: 'boolean' } });
  const { output } = services;
  if (given.isSet('help')) {
    await output.write(traceHelp);
    return ExitCode.ok;
  }
  if (given.isSet('timed-calls')) {
    await output.write(nonConstantCalls.map((pattern) => `${pattern}\n`).join(''));
    return ExitCode.ok;
  }
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError('trace needs exactly one profile');
  const profile = services.loadProfile(path);
  const tuples = readTuples(profile);
  if (!tuples.ok) throw new PlainError(`${path} ${tuples.problem.message}`);
  for (const chunk of formatTrace(profile, tuples.value, services.version)) await output.write(chunk);
  return ExitCode.ok;
}

/** One line of text for each tuple. */
export function* formatTrace(
  { counting, coverage, trace }: ProfileDocument,
  tuples: readonly NamedTuple[],
  version: string,
): Generator<string> {
  const head = {
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    generator: { name: 'jouleline', version },
    counting,
    coverage,
    machines: trace?.machines.map((machine) => ({ ...machine, data: undefined })),
  };
  yield '{\n';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield '"tuples": [';
  for (const [index, tuple] of tuples.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(tuple)}`;
  yield '\n]\n}\n';
}
