/** `jouleline models`: the cost models there are. Sits in `cli/commands/`. */
import { UsageError } from '../../base/failure';
import { parseArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { listModels } from '../../tasks/load-model';
import { createPainter, detectColors, makePrintable, type Terminal } from '../terminal';
import { runModelsImport } from './models-import';

export const modelsHelp = `Usage: jouleline models [--json]
       jouleline models import TABLE.csv --out model.json [options]

Lists the cost models that --model takes by name. A file in the model format (docs/cost-model.md) is taken, too.

'models import' makes such a file of a plain table of costs: a row for each JVM instruction (iadd), method
(java.lang.Math.sin; * for all others) and 'invocation', as eCalc's CPU profiles; or for each operation
(Addition_int_int). Columns: name, cost [J], and, where they are known, sd and 'per size'.

  --unit UNIT       of costs, where the column's name doesn't say: J, mJ, uJ, nJ, Wh, or s, ms, us, ns with --watts
  --watts W         what a second stands for: a proxy for a meter
  --id ID, --title TITLE, --machine NAME, --mode interpreter|jit, --local
                    what the model says of itself

Exit codes: 0 all done; 1 no model was made; 2 wrong usage.
`;

export async function runModelsCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (args[0] === 'import' && !args.includes('--help')) return runModelsImport(args.slice(1), terminal);
  const given = parseArguments(args, { json: { type: 'boolean' }, help: { type: 'boolean' } });
  if (given.isSet('help')) {
    await terminal.output.write(modelsHelp);
    return ExitCode.ok;
  }
  if (given.positionals.length > 0) throw new UsageError('models takes no file');
  const models = listModels(terminal.installation.mediaFolder);
  if (given.isSet('json')) {
    await terminal.output.write(JSON.stringify(models, undefined, 2) + '\n');
    return ExitCode.ok;
  }
  const painter = createPainter(detectColors(terminal.output, terminal.environment));
  for (const model of models) {
    const facts = [
      model.title,
      `machine: ${model.machine} (${model.isLocal ? 'this one' : 'not this one'}), ${model.mode} mode`,
      `version ${model.version}; intervals: ${model.intervals}`,
      `source: ${model.source}`,
    ];
    await terminal.output.write(
      `${painter.bold(makePrintable(model.id))}\n${facts.map((fact) => `  ${makePrintable(fact)}\n`).join('')}`,
    );
  }
  return ExitCode.ok;
}
