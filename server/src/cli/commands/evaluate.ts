/**
 * `jouleline evaluate MODEL DATA`: how well a model predicts measured cases.
 * Sits in `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { evaluateModel, EVALUATION_FORMAT, EVALUATION_VERSION } from '../../engine/evaluate-model';
import { parseArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { readText } from '../files';
import { loadProfiles } from '../../tasks/profile/load-profiles';
import type { Terminal } from '../terminal';
import { readUnit } from './fit';

export const evaluateHelp = `Usage: jouleline evaluate MODEL.json DATA [--unit UNIT] [--watts W]

Predicts the energy of measured cases from a model file, and prints how far off it is as JSON (docs/formats.md).
DATA is a CSV file as 'jouleline fit' takes it, with its units, or a folder of profiles with measured runs. Cases that the model was fitted to prove nothing.

Exit codes: 0 all done; 1 nothing evaluated, or operations without a price; 2 wrong usage.
`;

export async function runEvaluateCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, {
    unit: { type: 'string' },
    watts: { type: 'string' },
    help: { type: 'boolean' },
  });
  const { output, errors } = terminal;
  if (given.isSet('help')) {
    await output.write(evaluateHelp);
    return ExitCode.ok;
  }
  const [model, data, ...others] = given.positionals;
  if (model === undefined || data === undefined || others.length > 0)
    throw new UsageError('evaluate needs a model file and a file of cases');
  const folder = loadProfiles(data);
  const outcome = evaluateModel({
    model: { text: await readText(model), fileName: model },
    data: {
      ...(folder === undefined ? { text: await readText(data) } : { profiles: folder.profiles }),
      fileName: data,
    },
    ...readUnit(given),
  });
  for (const problem of folder?.problems ?? []) await errors.write(`jouleline: warning: ${problem}\n`);
  for (const { severity, message } of outcome.problems)
    await errors.write(`jouleline: ${severity === 'warning' ? 'warning: ' : ''}${message}\n`);
  if (!('evaluation' in outcome)) return ExitCode.incomplete;
  const account = {
    format: EVALUATION_FORMAT,
    version: EVALUATION_VERSION,
    unit: 'J',
    ...outcome.evaluation,
  };
  await output.write(`${JSON.stringify(account, undefined, 2)}\n`);
  return outcome.evaluation.unpriced.length === 0 ? ExitCode.ok : ExitCode.incomplete;
}
