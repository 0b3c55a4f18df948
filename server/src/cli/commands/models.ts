/** `jouleline models`: the cost models there are. Sits in `cli/commands/`. */
import { parseArguments, UsageError } from '../arguments';
import { ExitCode } from '../services';
import type { Services } from '../services';
import { createPainter, detectColours, makePrintable } from '../terminal';

export const modelsHelp = `Usage: jouleline models [--json]

Lists the cost models that --model takes by name. A file in the model format (docs/cost-model.md) is taken, too.
`;

export async function runModelsCommand(args: readonly string[], services: Services): Promise<ExitCode> {
  const given = parseArguments(args, { json: { type: 'boolean' }, help: { type: 'boolean' } });
  if (given.isSet('help')) {
    await services.output.write(modelsHelp);
    return ExitCode.ok;
  }
  if (given.positionals.length > 0) throw new UsageError('models takes no file');
  const models = await services.listModels();
  if (given.isSet('json')) {
    await services.output.write(JSON.stringify(models, undefined, 2) + '\n');
    return ExitCode.ok;
  }
  const painter = createPainter(detectColours(services.output, services.environment));
  for (const model of models) {
    const facts = [
      model.title,
      `machine: ${model.machine} (${model.isLocal ? 'this one' : 'not this one'}), ${model.mode} mode`,
      `version ${model.version}; intervals: ${model.intervals}`,
      `source: ${model.source}`,
    ];
    await services.output.write(
      `${painter.bold(makePrintable(model.id))}\n${facts.map((fact) => `  ${makePrintable(fact)}\n`).join('')}`,
    );
  }
  return ExitCode.ok;
}
