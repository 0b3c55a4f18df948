/**
 * `jouleline models import TABLE.csv`: a plain table of costs as a model file.
 * Sits in `cli/`, under `models.ts`.
 */
import { UsageError } from '../../base/failure';
import { importCostTable } from '../../models/report/import-cost-table';
import { findSameFile } from '../../host/files/same-file';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { writeWholeFile } from '../../host/files/write-file';
import { readText } from '../files';
import type { Terminal } from '../terminal';
import { readIdentity, readUnit } from './fit';

export async function runModelsImport(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const [path, ...others] = given.positionals;
  if (path === undefined || others.length > 0) throw new UsageError('models import needs exactly one table');
  const out = given.text('out');
  if (out === undefined || out === '') throw new UsageError('--out is needed: the file that gets the model');
  if ((await findSameFile(out, [path])) !== undefined)
    throw new UsageError(`--out ${out} is the table itself`);
  const outcome = importCostTable({
    text: await readText(path),
    fileName: path,
    identity: readIdentity(given, out, 'interpreter'),
    ...readUnit(given),
  });
  for (const { severity, message } of outcome.problems)
    await terminal.errors.write(`jouleline: ${severity === 'warning' ? 'warning: ' : ''}${message}\n`);
  if (!('model' in outcome)) return ExitCode.incomplete;
  await writeWholeFile(out, [outcome.model]);
  const what = outcome.kind === 'ecalc' ? 'JVM instructions and library methods' : 'operations';
  await terminal.errors.write(`jouleline: ${outcome.costs} costs of ${what}, wrote ${out}\n`);
  return ExitCode.ok;
}
