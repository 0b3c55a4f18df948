/**
 * `jouleline report PATH…`: the energies of files and folders, in one of four
 * formats. Sits in `cli/`.
 */
import { at, withDefined } from '../../base/check';
import { resolve } from 'node:path';
import { Failure, UsageError } from '../../base/failure';
import { LIBRARY_PLACES } from '../../protocol/settings';
import { parseEnergyLimit } from '../../lines/energy-limit';
import { paletteNames } from '../../words/palette';
import type { ReportProgress, ReportRequest, ReportResult } from '../../lines/report';
import { readHeatMapAssets } from '../../host/files/bundled-media';
import { isImport } from '../../tasks/saved-profiles';
import { reportRecordings } from './report-recordings';
import { reportOn } from '../../tasks/report/analyze-files';
import { writeWholeFile, joinSmall, findSameFile } from '../../host/files/write-file';
import { NO_JAVA_FILE } from '../files';
import { formatBlocksCsv, formatBlocksJson, formatBlocksText } from '../format/blocks';
import { formatCsv } from '../format/csv';
import { formatHtml } from '../format/html';
import { formatJson } from '../format/json';
import { formatModelColumnsJson, formatModelColumnsText } from '../format/model-columns';
import { type FormatName, type FormatOptions, FORMATS } from '../format/options';
import { summarize } from '../format/summary';
import { formatText } from '../format/text';
import { readLibraryOptions } from '../run-options';
import {
  analysisPlaces,
  createPainter,
  createProgress,
  detectColors,
  type Terminal,
  type TextStream,
  choose,
  type ParsedArguments,
  readNumber,
  ExitCode,
} from '../terminal';

export async function runReportCommand(given: ParsedArguments, terminal: Terminal): Promise<ExitCode> {
  if (given.positionals.length === 0) throw new UsageError('report needs a file or a folder');
  const format = choose('--format', given.text('format'), FORMATS, 'text');
  const options = readFormatOptions(given, terminal.installation.version);
  const { out, page } = readTargets(given);
  const profile = given.text('profile');
  if (profile !== undefined && isImport(profile))
    return reportRecordings({ path: profile, format, out, options }, given, terminal);
  if (given.text('component') !== undefined)
    throw new UsageError('--component is of recordings: name a file of jouleline import by --profile');
  if (profile === undefined && given.text('library-energy') !== undefined)
    throw new UsageError('--library-energy is of profiles and recordings: name one by --profile');
  const request = readRequest(given, options);
  const models = request.model?.split(',') ?? [];
  if (request.blocks === true && (format === 'html' || page !== undefined || models.length > 1))
    throw new UsageError('--blocks goes with one model, and --format text, json or csv');
  if (request.blocks === true && request.within !== undefined)
    throw new UsageError('--within is of a whole report, --blocks of its parts: run it once with each');
  if (models.length > 1) return compareModels(models, { format, out, page, options }, request, terminal);
  const result = await analyze(request, terminal);
  for (const target of [out, page]) await refuseInput(target, request, result);
  // Nothing was analyzed: a report of nothing would look like one of a program that takes none.
  if (result.files.length === 0 && format === 'text') return complain(result, 'json', terminal.errors);
  await print(format, result, options, out, terminal);
  if (page !== undefined && result.files.length > 0) await print('html', result, options, page, terminal);
  return complain(result, result.blocks === undefined ? format : 'json', terminal.errors);
}

interface ColumnOptions {
  readonly format: FormatName;
  readonly out: string | undefined;
  readonly page: string | undefined;
  readonly options: FormatOptions;
}

/** Reports on the same code or counts by each model in turn. */
async function compareModels(
  models: readonly string[],
  { format, out, page, options }: ColumnOptions,
  request: ReportRequest,
  terminal: Terminal,
): Promise<ExitCode> {
  if (page !== undefined || (format !== 'text' && format !== 'json'))
    throw new UsageError('several models stand side by side as text or json: --format text or --format json');
  if (models.includes('')) throw new UsageError('--model names models, with commas between them');
  const results: ReportResult[] = [];
  for (const model of models) results.push(await analyze({ ...request, model }, terminal));
  for (const [index, result] of results.entries())
    await refuseInput(out, { ...request, model: at(models, index) }, result);
  const text =
    format === 'json'
      ? formatModelColumnsJson(results, options.top)
      : formatModelColumnsText(results, options.unit, options.top);
  if (out === undefined) await terminal.output.write(text);
  else await writeWholeFile(out, [text]);
  const codes: ExitCode[] = [];
  for (const result of results) codes.push(await complain(result, 'json', terminal.errors));
  return codes.find((code) => code !== ExitCode.ok) ?? ExitCode.ok;
}

function readFormatOptions(given: ParsedArguments, version: string): FormatOptions {
  const top = readNumber('--top', given.text('top'), { minimum: 1, whole: true });
  const capacity = readNumber('--battery-capacity', given.text('battery-capacity'), {
    minimum: 0.001,
    whole: false,
  });
  return {
    version,
    frequency: readFrequency(given),
    unit: {
      unit: choose('--unit', given.text('unit'), ['joules', 'watt-hours', 'battery-share'], 'joules'),
      batteryCapacityWattHours: capacity ?? 15,
    },
    palette: choose('--palette', given.text('palette'), paletteNames, 'blue-purple-red'),
    scale: choose('--scale', given.text('scale'), ['rank', 'linear', 'logarithmic'], 'logarithmic'),
    scope: choose('--scope', given.text('scope'), ['method', 'file', 'workspace'], 'workspace'),
    ...withDefined({ top }),
  };
}

function readFrequency(given: ParsedArguments): FormatOptions['frequency'] {
  const frequency = given.text('frequency');
  if (given.text('profile') === undefined)
    return choose('--frequency', frequency, ['estimated', 'one-execution', 'worst-case'], 'estimated');
  if (frequency === undefined) return 'counted';
  throw new UsageError('--frequency makes no sense with --profile: executions were counted');
}

function readTargets(given: ParsedArguments): { readonly out?: string; readonly page?: string } {
  const [out, page] = [given.text('out'), given.text('page')];
  if (out === '') throw new UsageError('--out needs the name of a file');
  if (page === '') throw new UsageError('--page needs the name of a file');
  if (out !== undefined && page !== undefined && resolve(out) === resolve(page)) {
    throw new UsageError('--out and --page name the same file; give them one each');
  }
  return { ...withDefined({ out, page }) };
}

/** Refuses to overwrite a source, a model or a jar. */
async function refuseInput(
  target: string | undefined,
  request: ReportRequest,
  result: ReportResult,
): Promise<void> {
  if (target === undefined) return;
  const sources = [...result.files, ...result.failed].map(({ path }) => path);
  const named = [request.model, request.profile].filter((path) => path !== undefined);
  const inputs = [...sources, ...named, ...request.classPath];
  if ((await findSameFile(target, inputs)) === undefined) return;
  throw new Failure(`${target} is one of the files to read, and stays as it is; name another to write`);
}

function readRequest(given: ParsedArguments, options: FormatOptions): ReportRequest {
  const [model, profile, device] = ['model', 'profile', 'device'].map((name) => given.text(name));
  const within = readLimit(given, options);
  return {
    paths: given.positionals,
    ...withDefined({ model, device, profile, within }),
    ...(given.isSet('blocks') ? { blocks: true } : {}),
    libraryEnergy: choose('--library-energy', given.text('library-energy'), LIBRARY_PLACES, 'caller'),
    ...readLibraryOptions(given),
    frequency: options.frequency,
    entries: readEntries(given, options),
    exclude: given.texts('exclude'),
    useCache: !given.isSet('no-cache'),
  };
}

function readEntries(given: ParsedArguments, { frequency }: FormatOptions): readonly string[] {
  const entries = given.texts('entry');
  if (entries.length > 0 && frequency === 'counted')
    throw new UsageError('--entry makes no sense with --profile: the calls of the run were counted');
  if (entries.length > 0 && frequency !== 'estimated')
    throw new UsageError('--entry goes with --frequency estimated: other frequencies need no entry points');
  return entries;
}

function readLimit(given: ParsedArguments, { unit }: FormatOptions): ReportRequest['within'] {
  const text = given.text('within');
  if (text === undefined) return undefined;
  if (given.text('format') === 'csv' && given.text('page') === undefined)
    throw new UsageError('--within goes with --format text, json or html: a CSV has rows of lines');
  const read = parseEnergyLimit(text, unit.batteryCapacityWattHours);
  if ('problem' in read) throw new UsageError(`--within ${read.problem}`);
  return read.limit;
}

async function analyze(request: ReportRequest, terminal: Terminal): Promise<ReportResult> {
  const progress = createProgress(terminal.errors, () => performance.now());
  try {
    return await reportOn(request, analysisPlaces(terminal), (state) => {
      progress.show(describeProgress(state));
    });
  } finally {
    progress.clear();
  }
}

function describeProgress({ done, total, phase }: ReportProgress): string {
  const doing = {
    headers: 'reading declarations',
    bodies: 'reading code',
    calls: 'estimating calls',
    pricing: 'pricing',
  }[phase];
  return `jouleline: ${doing}, ${done} of ${total} files`;
}

async function print(
  format: FormatName,
  result: ReportResult,
  options: FormatOptions,
  out: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const chunks = formatAs(format, result, options, out === undefined, terminal);
  if (out === undefined) {
    for (const chunk of joinSmall(chunks)) await terminal.output.write(chunk);
    return;
  }
  await writeWholeFile(out, chunks);
  if (terminal.errors.isTerminal) await terminal.errors.write(`jouleline: wrote ${out}\n`);
}

function formatAs(
  format: FormatName,
  result: ReportResult,
  options: FormatOptions,
  isForTerminal: boolean,
  { output, environment, installation }: Terminal,
): Iterable<string> {
  const { blocks } = result;
  if (blocks !== undefined && format === 'text') return [formatBlocksText(result, blocks, options)];
  if (blocks !== undefined && format === 'json') return [formatBlocksJson(result, blocks, options)];
  if (blocks !== undefined && format === 'csv') return formatBlocksCsv(blocks, options.top);
  const summary = summarize(result);
  switch (format) {
    case 'text': {
      const painter = createPainter(isForTerminal ? detectColors(output, environment) : 'none');
      return formatText(result, summary, {
        ...options,
        painter,
        columns: (isForTerminal ? output.columns : undefined) ?? 120,
      });
    }
    case 'json':
      return formatJson(result, summary, options);
    case 'csv':
      return formatCsv(result, summary, options);
    case 'html':
      return formatHtml(result, summary, options, readHeatMapAssets(installation.mediaFolder));
  }
}

/** Prints what went wrong on the error stream. The text format has it in the report. */
async function complain(result: ReportResult, format: FormatName, errors: TextStream): Promise<ExitCode> {
  if (format !== 'text') {
    for (const problem of result.problems) await errors.write(`jouleline: ${problem}\n`);
    for (const { path, message } of result.failed) await errors.write(`jouleline: ${path}: ${message}\n`);
  }
  if (result.files.length === 0 && result.failed.length === 0) {
    await errors.write(NO_JAVA_FILE);
  }
  return result.files.length === 0 || !result.isComplete ? ExitCode.incomplete : ExitCode.ok;
}
