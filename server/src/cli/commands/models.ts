/** Commands that list cost models, import them, evaluate them and report on them. Sits in `cli/`. */
import { UsageError } from '../../base/failure';
import { listModels } from '../../tasks/load-model';
import {
  createPainter,
  detectColors,
  makePrintable,
  type Terminal,
  type ParsedArguments,
  ExitCode,
} from '../terminal';
import { renderModelReport } from '../../models/report/model-report';
import { policyHash } from '../../host/files/bundled-media';
import { writeWholeFile, findSameFile } from '../../host/files/write-file';
import { readText } from '../files';
import { importCostTable } from '../../models/report/import-cost-table';
import { readIdentity, readUnit } from './fit';
import { evaluateModel, EVALUATION_FORMAT, EVALUATION_VERSION } from '../../models/evaluate/evaluate-model';
import { addTransferError } from '../../cost/model/transfer-error';
import { judgeRecorded } from '../../tasks/judge-recorded';
import { loadProfiles } from '../../tasks/saved-profiles';
import { withDefined } from '../../base/check';

/** `jouleline models`: the cost models there are. */
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

/** `jouleline model-report MODEL --out FILE`: how good a cost model is, as a page. */
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

/** `jouleline models import TABLE.csv`: a plain table of costs as a model file. */
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

/** `jouleline evaluate MODEL DATA`: how well a model predicts measured cases, and methods of recorded programs. */
export async function runEvaluateCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  const { output, errors, installation } = terminal;
  const [model, data, ...others] = given.positionals;
  const out = given.text('out');
  if (model === undefined || data === undefined || others.length > 0)
    throw new UsageError('evaluate needs a model file and a file of cases');
  const folder = await loadProfiles(data);
  const recorded = folder && (await judgeRecorded(data, folder.profiles, model, installation.mediaFolder));
  if (out !== undefined && recorded?.judged === undefined)
    throw new UsageError(`--out needs recordings beside the profiles of ${data}`);
  const text = await readText(model);
  const isMeasured = folder?.profiles.some(({ profile }) => profile.measurement !== undefined);
  const outcome =
    recorded !== undefined && isMeasured === false
      ? { problems: [] }
      : evaluateModel({
          model: { text, fileName: model },
          data: { ...(folder === undefined ? { text: await readText(data) } : folder), fileName: data },
          ...readUnit(given),
        });
  for (const problem of [...(folder?.problems ?? []), ...(recorded?.problems ?? [])])
    await errors.write(`jouleline: warning: ${problem}\n`);
  for (const { severity, message } of outcome.problems)
    await errors.write(`jouleline: ${severity === 'warning' ? 'warning: ' : ''}${message}\n`);
  const evaluation = 'evaluation' in outcome ? outcome.evaluation : undefined;
  if (evaluation === undefined && recorded?.judged === undefined) return ExitCode.incomplete;
  const account = {
    format: EVALUATION_FORMAT,
    version: EVALUATION_VERSION,
    unit: 'J',
    ...evaluation,
    ...withDefined({ methods: recorded?.judged }),
  };
  await output.write(`${JSON.stringify(account, undefined, 2)}\n`);
  if (out !== undefined && recorded?.judged !== undefined)
    await writeWholeFile(out, [addTransferError(text, recorded.judged)]);
  return evaluation === undefined || evaluation.unpriced.length === 0 ? ExitCode.ok : ExitCode.incomplete;
}
