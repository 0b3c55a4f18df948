/** `jouleline report --profile IMPORT PATH…`: what other tools recorded, on the lines of sources. Sits in `cli/`. */
import { UsageError } from '../../base/failure';
import { writeWholeFile, joinSmall } from '../../host/files/write-file';
import { type DivisionRow, formatImport } from '../../recordings/document/import-document';
import { withDefined } from '../../base/check';
import { basisOfDivision, createDivision, type Division } from '../../lines/file-evidence';
import { type PlacedRecording, placeValues } from '../../recordings/place/placed-values';
import { putSideBySide, type ShownEvidence, type ShownMeasure } from '../../recordings/merge/side-by-side';
import { amountOf } from '../../recordings/merge/evidence';
import { scaleToTotals } from '../../recordings/merge/run-total';
import { summarizeRecording } from '../../recordings/model/summarize-recording';
import { reportOn } from '../../tasks/report/analyze-files';
import { chooseRecording, type LoadedRecordings } from '../../tasks/import/load-recordings';
import { formatRecordingCsv } from '../format/recording-csv';
import { formatRecordingHtml } from '../format/recording-html';
import { formatRecordingText } from '../format/recording-text';
import type { FormatName, FormatOptions } from '../format/options';
import { findingPlaceOf } from '../format/sarif';
import { loadAllRecordings } from '../recording-options';
import { readLibraryOptions } from '../run-options';
import {
  analysisPlaces,
  createPainter,
  detectColors,
  ExitCode,
  type ParsedArguments,
  type Terminal,
} from '../terminal';

export interface RecordingsReport {
  /** The file of the import. */
  readonly path: string;
  readonly format: FormatName;
  readonly out: string | undefined;
  readonly options: FormatOptions;
}

const DEFAULT_TOP = 10;
/** Options of reports by a cost model. */
const OF_MODELS = ['blocks', 'within', 'entry', 'page'];

export async function reportRecordings(
  { path, format, out, options }: RecordingsReport,
  given: ParsedArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const option of OF_MODELS)
    if (given.isSet(option) || given.text(option) !== undefined || given.texts(option).length > 0)
      throw new UsageError(`--${option} is of counted profiles, and ${path} has recordings of other tools`);
  const loaded = await loadAllRecordings(path, given, terminal, given.positionals);
  const { order, problems, sources } = loaded;
  const recordings = loaded.recordings.map((each) => ({
    ...each,
    recording: scaleToTotals(each.recording).recording,
  }));
  const texts = new Map(sources.map((source) => [source.path, source.text.split(/\r\n|\r|\n/)]));
  const component = given.text('component') ?? '';
  const device = given.text('device');
  const isText = format === 'text';
  if (component !== '' && !isText)
    throw new UsageError(`--component is of text: ${format} has all components side by side`);
  if (device !== undefined && !isText)
    throw new UsageError(`--device is of text: ${format} has all devices side by side`);
  const shownHere = isText ? recordings : [chooseRecording(recordings, undefined, path)];
  const shown = putSideBySide(shownHere, { order, component, ...withDefined({ device }) });
  if (shown !== undefined && device !== undefined) checkDevice(device, shown.measure, path);
  const division = shown && (await divideShown(shown, { sources, given }, terminal));
  function* formatSideBySide(): Generator<string> {
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
          ...withDefined({ division }),
        },
      );
  }
  function formatOne(): Iterable<string> {
    const placed = chooseRecording(recordings, undefined, path);
    if (format === 'csv') return formatRecordingCsv(placed, division);
    return format === 'json'
      ? formatImport([placed], options.version, undefined, division && rowsOfDivision(placed, division))
      : formatRecordingHtml(placed, options.version, division);
  }
  const chunks = isText ? formatSideBySide() : formatOne();
  if (out !== undefined) await writeWholeFile(out, chunks);
  else for (const chunk of joinSmall(chunks)) await terminal.output.write(chunk);
  return problems.length > 0 ? ExitCode.incomplete : ExitCode.ok;
}

/** The operations of the files that have evidence, by the model as it estimates them. */
async function divideShown(
  { byPath, measure }: ShownEvidence,
  { sources, given }: { readonly sources: LoadedRecordings['sources']; readonly given: ParsedArguments },
  terminal: Terminal,
): Promise<Division | undefined> {
  const paths = sources.flatMap(({ path }) => (byPath.has(path) ? [path] : []));
  if (paths.length === 0) return undefined;
  const { files, model } = await reportOn(
    {
      ...readLibraryOptions(given),
      ...withDefined({ model: given.text('model') }),
      paths,
      frequency: 'estimated',
      exclude: [],
      useCache: !given.isSet('no-cache'),
    },
    analysisPlaces(terminal),
    () => undefined,
  );
  const energies = new Map(files.map(({ path, energy }) => [path, energy] as const));
  return createDivision(model.title, energies, measure);
}

/** The operations of all lines and methods, measure by measure. */
function rowsOfDivision(placed: PlacedRecording, { model, divide }: Division): readonly DivisionRow[] {
  const { places } = placeValues(placed);
  return placed.recording.measures.map((measure, index) => ({
    ...{ measure: index, basis: basisOfDivision(measure), model },
    operations: places.flatMap(({ placement, ...of }) => {
      const amount = amountOf(of, index);
      const { path, line } = findingPlaceOf(placement);
      const { parts, unmodeled } = divide({ placement, amount });
      const without = unmodeled.map((name) => ({ name, mean: null }));
      return [...parts, ...without].map(({ name, mean }) => [path, line, name, mean]);
    }),
  }));
}

function checkDevice(wanted: string, { device, otherDevices }: ShownMeasure, path: string): void {
  if (device.toLowerCase() === wanted.toLowerCase()) return;
  const known = [device, ...otherDevices].filter((name) => name !== '').join(', ');
  throw new UsageError(
    `${path} has nothing of ${wanted}: ${known === '' ? 'it names no device' : `it is of ${known}`}`,
  );
}

function checkComponent(wanted: string, { component, components }: ShownMeasure, path: string): void {
  if (components.includes(component)) return;
  const known =
    components.length === 0
      ? 'it does not tell components apart'
      : `it has energy of ${components.join(', ')}`;
  throw new UsageError(`${path} has no energy of ${wanted}: ${known}`);
}
