/** `jouleline report --profile IMPORT PATH…`: what other tools recorded, on the lines of sources. Sits in `cli/`. */
import { UsageError } from '../../base/failure';
import { writeWholeFile, joinSmall } from '../../host/files/write-file';
import { formatImport } from '../../recordings/document/import-document';
import { putSideBySide, type ShownMeasure } from '../../recordings/merge/side-by-side';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import { chooseRecording } from '../../tasks/import/load-recordings';
import { formatRecordingCsv } from '../format/recording-csv';
import { formatRecordingHtml } from '../format/recording-html';
import { formatRecordingText } from '../format/recording-text';
import type { FormatName, FormatOptions } from '../format/options';
import { loadAllRecordings } from '../recording-options';
import { createPainter, detectColors, ExitCode, type ParsedArguments, type Terminal } from '../terminal';

export interface RecordingsReport {
  /** The file of the import. */
  readonly path: string;
  readonly format: FormatName;
  readonly out: string | undefined;
  readonly options: FormatOptions;
}

const DEFAULT_TOP = 10;
/** Options of reports by a cost model. */
const OF_MODELS = ['blocks', 'within', 'entry', 'device', 'page'];

export async function reportRecordings(
  { path, format, out, options }: RecordingsReport,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const option of OF_MODELS)
    if (given.isSet(option) || given.text(option) !== undefined || given.texts(option).length > 0)
      throw new UsageError(`--${option} is of counted profiles, and ${path} has recordings of other tools`);
  const loaded = await loadAllRecordings(path, given, terminal, given.positionals);
  const { recordings, order, problems, sources } = loaded;
  const texts = new Map(sources.map((source) => [source.path, source.text.split(/\r\n|\r|\n/)]));
  const component = given.text('component') ?? '';
  if (component !== '' && format !== 'text')
    throw new UsageError(`--component is of text: ${format} has all components side by side`);
  function* formatSideBySide(): Generator<string> {
    const shown = putSideBySide(recordings, { order, component });
    if (shown !== undefined && component !== '') checkComponent(component, shown.measure, path);
    if (shown === undefined) yield `${path} has nothing of these sources\n`;
    else
      yield* formatRecordingText(
        recordings.map((each) => summarizeRecording(each, shown.measure.component)),
        shown,
        {
          painter: createPainter(
            out === undefined ? detectColors(terminal.output, terminal.environment) : 'none',
          ),
          unit: options.unit,
          top: options.top ?? DEFAULT_TOP,
          textAt: (file, line) => texts.get(file)?.[line - 1] ?? '',
        },
      );
  }
  function formatOne(): Iterable<string> {
    const placed = chooseRecording(recordings, undefined, path);
    if (format === 'csv') return formatRecordingCsv(placed);
    return format === 'json'
      ? formatImport([placed], options.version)
      : formatRecordingHtml(placed, options.version);
  }
  const chunks = format === 'text' ? formatSideBySide() : formatOne();
  if (out !== undefined) await writeWholeFile(out, chunks);
  else for (const chunk of joinSmall(chunks)) await terminal.output.write(chunk);
  return problems.length > 0 ? ExitCode.incomplete : ExitCode.ok;
}

function checkComponent(wanted: string, { component, components }: ShownMeasure, path: string): void {
  if (components.includes(component)) return;
  const known =
    components.length === 0
      ? 'it does not tell components apart'
      : `it has energy of ${components.join(', ')}`;
  throw new UsageError(`${path} has no energy of ${wanted}: ${known}`);
}
