/** `jouleline doctor`: what there is on this machine to work with. Sits in `cli/commands/`. */
import { parseArguments, UsageError } from '../arguments';
import { ExitCode } from '../services';
import type { Services } from '../services';
import { createPainter, detectColors, makePrintable } from '../terminal';

export const doctorHelp = `Usage: jouleline doctor [--json]

Says what Jouleline finds here: versions, JDK, power source, build tools. Sends nothing anywhere.
Exit code 1 if there is a problem.
`;

export async function runDoctorCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const given = parseArguments(args, { json: { type: 'boolean' }, help: { type: 'boolean' } });
  if (given.isSet('help')) {
    await services.output.write(doctorHelp);
    return ExitCode.ok;
  }
  if (given.positionals.length > 0) throw new UsageError('doctor takes no file');
  const checks = await services.diagnose();
  const exit = checks.some(({ status }) => status === 'problem') ? ExitCode.incomplete : ExitCode.ok;
  if (given.isSet('json')) {
    await services.output.write(JSON.stringify({ version: services.version, checks }, undefined, 2) + '\n');
    return exit;
  }
  const painter = createPainter(detectColors(services.output, services.environment));
  const marks = { ok: 'ok     ', note: 'note   ', problem: painter.warn('problem') } as const;
  await services.output.write(`${painter.bold(`jouleline ${services.version}`)}\n`);
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  for (const { name, status, detail } of checks) {
    await services.output.write(`  ${marks[status]}  ${name.padEnd(width)}  ${makePrintable(detail)}\n`);
  }
  return exit;
}
