/**
 * `jouleline evaluate MODEL DATA`: how well a model predicts measured cases.
 * Sits in `cli/`.
 */
import { UsageError } from '../../base/failure';
import { evaluateModel, EVALUATION_FORMAT, EVALUATION_VERSION } from '../../models/evaluate/evaluate-model';
import { loadProfiles } from '../../tasks/saved-profiles';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { readText } from '../files';
import type { Terminal } from '../terminal';
import { readUnit } from './fit';

export async function runEvaluateCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors } = terminal;
  const [model, data, ...others] = given.positionals;
  if (model === undefined || data === undefined || others.length > 0)
    throw new UsageError('evaluate needs a model file and a file of cases');
  const folder = await loadProfiles(data);
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
