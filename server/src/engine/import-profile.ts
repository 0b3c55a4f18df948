/**
 * Other tools' measurements: read, made energy, and laid on the sources.
 *
 * Sits in `engine/`, the door of `measurement/import/` and `placing/`. Bytes
 * come from whoever opened the files.
 */
import {
  sharePower,
  shareTotal,
  type MeasuredTotal,
  type RecordedTraces,
} from '../measurement/energy-of-samples';
import type { ImportedRecording } from '../measurement/imported-profile';
import { describeForeign, importFormats, recogniseFormat } from '../measurement/import/formats';
import { HEAD_BYTES, type ImportContext, type Importer } from '../measurement/import/importer';
import { joinBytes } from '../measurement/import/join-bytes';
import { isJfrBinary, jfrFormat } from '../measurement/import/jfr-json';
import { parsePowerRecording } from '../measurement/import/power-recording';
import { createPlacer, type Placement } from '../placing/place-frame';
import type { PlacedRecording, PlacedText } from '../placing/placed-values';
import { describeKotlinSource } from '../placing/kotlin-classes';
import { describeJavaSource, type SourceFile } from '../placing/source-classes';
import { hashLines } from './source-lines';

export type { MeasuredTotal, RecordedTraces } from '../measurement/energy-of-samples';
export type { Frame, ImportedRecording, ImportProblem, Measure } from '../measurement/imported-profile';
export { hasLosses } from '../measurement/imported-profile';
export { chooseJoularFiles } from '../measurement/import/joularjx-folder';
export { JFR_EVENTS, JFR_STACK_DEPTH } from '../measurement/import/jfr-json';
export { startAt } from '../measurement/import/power-recording';
export { parsePowerRecording };
export { parseCalendarTime } from '../measurement/import/time-columns';
export { formatImport, readImport, type ImportDocument } from '../placing/import-document';
export { EVIDENCE_KINDS, mergeRecordings } from '../placing/merge-recordings';
export { MERGED_FORMAT } from '../placing/merge-recordings';
export { recordMerge } from '../placing/merged-recording';
export { type BudgetResult, checkBudgets } from '../placing/check-budgets';
export { readBudgets } from '../placing/budget-file';
export { missingOf, placeValues, type PlacedRecording, type PlacedValues } from '../placing/placed-values';

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
      importFormats.find(({ id }) => id === named) ?? recogniseFormat(head.subarray(0, HEAD_BYTES));
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
  const { results } = parsePowerRecording(new TextDecoder().decode(head.subarray(0, HEAD_BYTES)));
  return results.length === 0
    ? 'is in no known format'
    : 'is a recording of power: name it as that (--power) beside a profile of the same time, whose samples share it';
}

export interface EnergyGiven {
  readonly total?: MeasuredTotal;
  readonly power?: RecordedTraces;
}

/** What is energy already stays as it is; without a total or power samples stay shares of time. */
export function makeEnergy(recording: ImportedRecording, { total, power }: EnergyGiven): ImportedRecording {
  if (recording.measures.some(({ unit }) => unit === 'joules')) return recording;
  if (total !== undefined) return shareTotal(recording, total);
  return power === undefined ? recording : sharePower(recording, power);
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
    return { recording, placements, texts: pathsOf(placements).flatMap(textOf) };
  };
}

function pathsOf(placements: readonly Placement[]): readonly string[] {
  return [...new Set(placements.flatMap((each) => (each.kind === 'unplaced' ? [] : [each.path])))];
}
