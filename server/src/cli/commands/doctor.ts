/** `jouleline doctor`: what there is on this machine to work with. Sits in `cli/`. */
import { UsageError } from '../../base/failure';
import { runDoctor } from '../../host/machine/doctor';
import {
  createPainter,
  detectColors,
  makePrintable,
  type Terminal,
  type ParsedArguments,
  ExitCode,
} from '../terminal';

export async function runDoctorCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  if (given.positionals.length > 0) throw new UsageError('doctor takes no file');
  const { version, mediaFolder } = terminal.installation;
  const { checks } = await runDoctor({ version, folders: [process.cwd()], mediaFolder });
  const exit = checks.some(({ status }) => status === 'problem') ? ExitCode.incomplete : ExitCode.ok;
  if (given.isSet('json')) {
    await terminal.output.write(JSON.stringify({ version, checks }, undefined, 2) + '\n');
    return exit;
  }
  const painter = createPainter(detectColors(terminal.output, terminal.environment));
  const marks = { ok: 'ok     ', note: 'note   ', problem: painter.warn('problem') } as const;
  await terminal.output.write(`${painter.bold(`jouleline ${version}`)}\n`);
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  for (const { name, status, detail } of checks) {
    await terminal.output.write(`  ${marks[status]}  ${name.padEnd(width)}  ${makePrintable(detail)}\n`);
  }
  return exit;
}
