/**
 * `jouleline push FILE`: energies of a profile or an import to a Grafana
 * Pyroscope server. Sits in `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { parseArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { readMoment } from '../moments';
import { pushProfile } from '../../tasks/pyroscope/push-profile';
import { loadOneRecording, readOnePath, recordingHelp, recordingOptions } from '../recording-options';
import { readLabelOptions, serverHelp, serverOf, serverOptions } from '../server-options';
import type { Terminal } from '../terminal';

export const pushHelp = `Usage: jouleline push FILE --server URL --service NAME [options]

Sends energies of a profile of 'jouleline profile', or of an import, to a Grafana Pyroscope server, in microjoules
(docs/continuous-profilers.md). Labels say how they came about; intervals have no place there.

  --service NAME     whose energy it is
  --label NAME=VALUE a label; may be repeated
  --time TIME        when it counts as taken: ISO 8601, or now (default: its own date)
${recordingHelp}${serverHelp}
Exit codes: 0 all done; 1 the server can't be asked, or did not take it, or it has no energy; 2 wrong usage.
`;

export async function runPushCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, {
    ...serverOptions,
    service: { type: 'string' },
    label: { type: 'string' },
    time: { type: 'string' },
    ...recordingOptions,
  });
  const { output, errors } = terminal;
  if (given.isSet('help')) {
    await output.write(pushHelp);
    return ExitCode.ok;
  }
  const path = readOnePath('push', given);
  const service = given.text('service') ?? '';
  if (service === '') throw new UsageError('--service is needed: whose energy it is');
  const time = given.text('time');
  const date =
    time === undefined ? undefined : new Date(readMoment('--time', time, Date.now())).toISOString();
  const labels = readLabelOptions('--label', given.texts('label'));
  const server = serverOf(given, terminal);
  const { placed, hasProblems } = await loadOneRecording(path, given, terminal);
  const pushed = await pushProfile({ server, placed, service, labels, date });
  for (const problem of pushed.problems) await errors.write(`jouleline: ${problem}\n`);
  for (const type of pushed.types) await output.write(`${service} has ${type}\n`);
  return hasProblems ? ExitCode.incomplete : ExitCode.ok;
}
