/**
 * `jouleline push FILE`: energies of a profile or an import to a Grafana
 * Pyroscope server. Sits in `cli/`.
 */
import { UsageError } from '../../base/failure';
import { pushProfile } from '../../tasks/pyroscope/push-profile';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { readMoment, readLabelOptions, serverOf } from '../server-options';
import { loadOneRecording, readOnePath } from '../recording-options';

import type { Terminal } from '../terminal';

export async function runPushCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const path = readOnePath('push', given);
  const service = given.text('service') ?? '';
  if (service === '')
    throw new UsageError('--service is needed: the name of the service that used the energy');
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
