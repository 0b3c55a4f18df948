/** `jouleline models`: the cost models there are. Sits in `cli/`. */
import { UsageError } from '../../base/failure';
import { listModels } from '../../tasks/load-model';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { createPainter, detectColors, makePrintable, type Terminal } from '../terminal';

export async function runModelsCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
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
