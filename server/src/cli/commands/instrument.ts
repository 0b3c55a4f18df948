/**
 * `jouleline instrument CLASSES_OR_JAR`: class files with counters in them.
 * Sits in `cli/`.
 */
import { recordKinds } from '../../profile/plan/plan';
import { UsageError } from '../../base/failure';
import { instrumentTo } from '../../tasks/profile/instrument-files';
import { choose, type ParsedArguments, ExitCode } from '../terminal';
import type { Terminal } from '../terminal';

export async function runInstrumentCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const [path, ...others] = given.positionals;
  const out = given.text('out');
  if (path === undefined || others.length > 0)
    throw new UsageError('instrument needs exactly one folder, jar or class file');
  if (out === undefined || out === '') throw new UsageError('--out is needed');
  const record = choose('--record', given.text('record'), recordKinds, 'counts');
  const threads = given.isSet('exact-threads') ? 'per thread' : 'shared';
  const { instrumentation, problems, seconds, agentJar } = instrumentTo(
    {
      path,
      out,
      threads,
      record,
    },
    terminal.installation.mediaFolder,
  );
  const { figures, leftOut } = instrumentation;
  for (const problem of problems) await errors.write(`jouleline: ${problem}\n`);
  for (const { class: name, method = '', reason } of leftOut)
    await errors.write(`jouleline: skipped ${name}${method === '' ? '' : `.${method}`}: ${reason}\n`);
  const rows: readonly (readonly [string, number | string])[] = [
    ['classes', figures.classes],
    ['methods', figures.methods],
    ['bytecodes', figures.bytecodes],
    ['probes', figures.probes],
    ['skipped', leftOut.length + problems.length],
    ['seconds', seconds.toFixed(2)],
  ];
  await output.write(rows.map(([name, value]) => `${name.padEnd(10)}${value}\n`).join(''));
  await output.write(`agent     ${agentJar}\n`);
  const isWhole =
    problems.length === 0 && figures.classes > 0 && leftOut.every(({ method }) => method !== undefined);
  return isWhole ? ExitCode.ok : ExitCode.incomplete;
}
