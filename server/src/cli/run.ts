/** Runs a command from its arguments to an exit code, and prints its failures. Sits in `cli/`, under `main.ts`. */
import { Failure, UsageError } from '../base/failure';
import { allCommands } from './definitions/all-commands';
import { ExitCode } from './exit-code';
import { helpText, parseCommandLine } from './program';
import type { Terminal } from './terminal';

/** Never throws, but for a stream that fails. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { output, errors, installation } = terminal;
  try {
    if (args.length === 0) {
      await errors.write(helpText(installation.version));
      return ExitCode.usage;
    }
    const parsed = parseCommandLine(args, installation.version, output.columns);
    if ('text' in parsed) {
      await output.write(parsed.text);
      return ExitCode.ok;
    }
    const run = await parsed.command.load();
    return await run(parsed.given, terminal);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await errors.write(`jouleline: ${error.message}\n`);
    if (!(error instanceof UsageError)) return ExitCode.incomplete;
    const name = allCommands.some((command) => command.name === args[0]) ? `${args[0] ?? ''} ` : '';
    await errors.write(`See: jouleline ${name}--help\n`);
    return ExitCode.usage;
  }
}
