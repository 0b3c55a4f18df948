/**
 * `jouleline model-report MODEL --out FILE`: how good a cost model is, as a page.
 * Sits in `cli/`.
 */
import { UsageError } from '../../base/failure';
import { renderModelReport } from '../../models/report/model-report';
import { policyHash } from '../../host/files/policy-hash';
import { findSameFile } from '../../host/files/same-file';
import type { ParsedArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { writeWholeFile } from '../../host/files/write-file';
import { readText } from '../files';
import type { Terminal } from '../terminal';

export async function runModelReportCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { errors } = terminal;
  const [path, ...others] = given.positionals;
  const out = given.text('out');
  if (path === undefined || out === undefined || others.length > 0)
    throw new UsageError('model-report needs a model file, and --out for the page');
  if ((await findSameFile(out, [path])) !== undefined)
    throw new UsageError(`--out ${out} is the model file itself`);
  const report = renderModelReport(await readText(path), path, { hashOf: policyHash });
  if ('problems' in report) {
    for (const problem of report.problems) await errors.write(`jouleline: ${problem}\n`);
    return ExitCode.incomplete;
  }
  await writeWholeFile(out, [report.html]);
  return ExitCode.ok;
}
