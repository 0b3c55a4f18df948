/**
 * `jouleline trace FILE`: the tuples of a profile of times as JSON, described in
 * docs/reference/formats.md. Sits in `cli/`.
 */
import type { ProfileDocument } from '../../profile/document/profile-document';
import { nonConstantCalls } from '../../profile/plan/library-calls';
import { type NamedTuple, readTuples } from '../../profile/document/describe-trace';
import { Failure } from '../../base/failure';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { formatJsonHead, loadNamedProfile } from '../format/profile-json';
import type { Terminal } from '../terminal';

const TRACE_FORMAT = 'jouleline-trace';
const TRACE_VERSION = 1;

export async function runTraceCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output } = terminal;
  if (given.isSet('timed-calls')) {
    await output.write(nonConstantCalls.map((pattern) => `${pattern}\n`).join(''));
    return ExitCode.ok;
  }
  const { path, profile } = await loadNamedProfile('trace', given);
  const tuples = readTuples(profile);
  if (!tuples.ok) throw new Failure(`${path} ${tuples.problem.message}`);
  for (const chunk of formatTrace(profile, tuples.value, terminal.installation.version))
    await output.write(chunk);
  return ExitCode.ok;
}

/** One line of text for each tuple. */
function* formatTrace(
  profile: ProfileDocument,
  tuples: readonly NamedTuple[],
  toolVersion: string,
): Generator<string> {
  const own = { machines: profile.trace?.machines.map((machine) => ({ ...machine, data: undefined })) };
  yield* formatJsonHead({ format: TRACE_FORMAT, version: TRACE_VERSION, toolVersion, own }, profile);
  yield '"tuples": [';
  for (const [index, tuple] of tuples.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(tuple)}`;
  yield '\n]\n}\n';
}
