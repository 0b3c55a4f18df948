/**
 * `jouleline model-report MODEL --out FILE`: how good a cost model is, as a page.
 * Sits in `cli/commands/`.
 */
import { UsageError } from '../../base/failure';
import { renderModelReport } from '../../engine/model-report';
import { policyHash } from '../../host/policy-hash';
import { findSameFile } from '../../host/same-file';
import { parseArguments } from '../arguments';
import { ExitCode } from '../exit-code';
import { readText, writeFile } from '../files';
import type { Terminal } from '../terminal';

export const modelReportHelp = `Usage: jouleline model-report MODEL.json --out FILE.html

Writes a page about a model file: how it was made and checked, what was observed against what it predicts, residuals,
the ranking of operations with intervals, effects by category and the weight of each factor, densities, and chains. The
page is one file that loads nothing and runs no script. What the file does not hold is left out.

Exit codes: 0 all done; 1 the model file can't be read; 2 wrong usage.
`;

export async function runModelReportCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = parseArguments(args, { out: { type: 'string' }, help: { type: 'boolean' } });
  const { output, errors } = terminal;
  if (given.isSet('help')) {
    await output.write(modelReportHelp);
    return ExitCode.ok;
  }
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
  await writeFile(out, [report.html]);
  return ExitCode.ok;
}
