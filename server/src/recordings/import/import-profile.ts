/**
 * Other tools' measurements: read, made energy, and laid on the sources.
 *
 * Sits in `recordings/`, the door of `recordings/import/` and `recordings/place/`. Bytes
 * come from whoever opened the files.
 */
import { hashLines } from '../../base/line-hashes';
import { sharePower, shareTotal, type MeasuredTotal, type RecordedTraces } from '../model/energy-of-samples';
import type { ImportedRecording } from '../model/imported-profile';
import { HEAD_BYTES, type ImportContext, type Importer, type ImportFormat } from './stack-importer';
import { joinBytes } from './bytes/record-stream';
import { isJfrBinary, jfrFormat } from './jfr-json';
import { parsePowerRecording } from '../../power/formats/power-recording';
import { placeCalls } from '../place/place-calls';
import { createPlacer, type Placement } from '../place/place-frame';
import type { PlacedRecording, PlacedText } from '../place/placed-values';
import { describeKotlinSource } from '../place/kotlin-classes';
import { describeJavaSource, type SourceFile } from '../place/source-classes';
import { androidTraceFormat } from './android-trace';
import { callgrindFormat } from './callgrind';
import { collapsedFormat } from './collapsed';
import { energyCsvFormat, energyJsonFormat, TABLE_PLACES } from './energy-table';
import { joularEvolutionFormat, joularFormat } from './joularjx';
import { pprofFormat } from './pprof';
import { simpleperfFormat } from './simpleperf';
import { speedscopeFormat } from './speedscope';

/** All formats, recognized by structure and never by name. Where one structure is a special case of another, it comes first. */
export const importFormats: readonly ImportFormat[] = [
  jfrFormat,
  androidTraceFormat,
  simpleperfFormat,
  energyJsonFormat,
  speedscopeFormat,
  callgrindFormat,
  energyCsvFormat,
  joularEvolutionFormat,
  joularFormat,
  collapsedFormat,
  pprofFormat,
];

export const formatNames: readonly string[] = importFormats.map(({ id }) => id);

export interface ReadRequest {
  readonly context: ImportContext;
  /** Decompressed. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** One of {@link formatNames}; told by structure where it is absent. */
  readonly format?: string;
  readonly onBytes: (read: number) => void;
}

export type ReadOutcome =
  | { readonly kind: 'read'; readonly recording: ImportedRecording }
  /** A recording of JFR in binary: the JDK's own tool has to print it. */
  | { readonly kind: 'jfr' }
  | { readonly kind: 'refused'; readonly message: string };

export async function readMeasurements(request: ReadRequest): Promise<ReadOutcome> {
  const { context, chunks, format: named, onBytes } = request;
  let importer: Importer | undefined;
  let head: Uint8Array = new Uint8Array(0);
  let read = 0;

  /** Once the head is whole, or the file has ended. */
  function begin(): Importer | Exclude<ReadOutcome, { readonly kind: 'read' }> {
    if (isJfrBinary(head) && (named === undefined || named === jfrFormat.id)) return { kind: 'jfr' };
    // First: what is packed in an archive may look like a profile.
    const foreign = describeForeign(head);
    if (foreign !== undefined) return { kind: 'refused', message: foreign };
    const format =
      importFormats.find(({ id }) => id === named) ?? recognizeFormat(head.subarray(0, HEAD_BYTES));
    if (format === undefined) return { kind: 'refused', message: describeUnknown(head) };
    const created = format.create(context);
    created.push(head);
    return created;
  }

  for await (const chunk of chunks) {
    read += chunk.length;
    onBytes(read);
    if (importer !== undefined) importer.push(chunk);
    else {
      head = joinBytes([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      const begun = begin();
      if ('kind' in begun) return begun;
      importer = begun;
    }
  }
  const whole = importer ?? begin();
  return 'kind' in whole ? whole : { kind: 'read', recording: whole.end() };
}

function describeUnknown(head: Uint8Array): string {
  const text = new TextDecoder().decode(head.subarray(0, HEAD_BYTES));
  const { results } = parsePowerRecording(text);
  if (results.some(({ trace }) => trace.ends.length > 0))
    return 'is a recording of power: name it as that (--power) beside a profile of the same time, whose samples share it';
  const titles = (text.split(/\r?\n/, 1)[0] ?? '').split(/[,;\t]/);
  const isTable =
    titles.length > 1 && titles.every((title) => /^[\s"]*[\p{L}_][\p{L}\w\s"()[\]-]*$/u.test(title));
  return isTable
    ? `is in no known format: a table of energies needs the title energy, such as "energy (J)", and one of ${[...TABLE_PLACES].join(', ')}`
    : 'is in no known format';
}

export interface EnergyGiven {
  readonly total?: MeasuredTotal;
  readonly power?: RecordedTraces;
}

/**
 * Turns samples into energy. A recording that has energy already keeps it, and says so if another was given; without a
 * total or power, samples stay shares of time.
 */
export function makeEnergy(recording: ImportedRecording, { total, power }: EnergyGiven): ImportedRecording {
  if (recording.measures.some(({ unit }) => unit === 'joules'))
    return total === undefined && power === undefined ? recording : withEnergyUnused(recording);
  if (total !== undefined) return shareTotal(recording, total);
  return power === undefined ? recording : sharePower(recording, power);
}

function withEnergyUnused(recording: ImportedRecording): ImportedRecording {
  const message =
    'it tells energies itself, so the measured total or power that was given is not used: give one only for samples or times';
  return { ...recording, problems: [...recording.problems, { message, isDoubt: true }] };
}

export interface ImportSource {
  readonly path: string;
  readonly text: string;
}

export type Placer = (recording: ImportedRecording) => PlacedRecording;

/** `lines`: also those that a JIT compiler may have moved. Else they count where they are exact. */
export function createRecordingPlacer(sources: Iterable<ImportSource>, lines: boolean): Placer {
  const files = Array.from(sources, ({ path, text }): SourceFile => {
    const isKotlin = /\.kts?$/.test(path);
    return isKotlin ? describeKotlinSource(path, text) : describeJavaSource(path, text);
  });
  const place = createPlacer(files);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const hashes = new Map<string, string>();
  const textOf = (path: string): readonly PlacedText[] => {
    const text = byPath.get(path)?.text;
    if (text === undefined) return [];
    const known = hashes.get(path) ?? hashLines(text);
    hashes.set(path, known);
    return [{ path, lines: known }];
  };
  return (recording) => {
    const level = lines || recording.lineTrust === 'exact' ? 'line' : 'method';
    const placements = recording.frames.map((frame) => place(frame, level));
    return placeCalls({ recording, placements, texts: pathsOf(placements).flatMap(textOf) });
  };
}

function pathsOf(placements: readonly Placement[]): readonly string[] {
  return [...new Set(placements.flatMap((each) => (each.kind === 'unplaced' ? [] : [each.path])))];
}

export function recognizeFormat(head: Uint8Array): ImportFormat | undefined {
  return importFormats.find(({ recognizes }) => recognizes(head));
}

/** Says, for people, what a file is that is not a profile by itself. */
function describeForeign(head: Uint8Array): string | undefined {
  const starts = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (head.length === 0) return 'is empty';
  if (starts(0x50, 0x4b, 3, 4)) return 'is a zip archive: unpack it, and name the folder';
  if (starts(0x1f, 0x8b)) return 'is compressed twice';
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) return 'is UTF-16: save it as UTF-8';
  if (starts(0x53, 0x4c, 0x4f, 0x57) && head[5] === 0)
    return 'is a method trace of Android that was streamed: record it without streaming';
  if (starts(0xca, 0xfe, 0xba, 0xbe)) return 'is a class file';
  return undefined;
}
