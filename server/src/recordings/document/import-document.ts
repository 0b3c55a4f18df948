/**
 * A saved import: recordings of other tools, and where their frames lie.
 *
 * Sits in `recordings/`; docs/reference/formats.md describes it. Contexts are rows of
 * numbers, one a line of text: there may be millions.
 */
import { isAmount } from '../../base/amounts';
import { type Measure, MEASURE_LEVELS, MEASURE_UNITS, readProvenance } from '../../base/measure';
import {
  type RecordingTree,
  type Frame,
  FRAME_KINDS,
  type ImportProblem,
  LINE_TRUSTS,
  type LineTrust,
  type RecordingSource,
} from '../model/imported-profile';
import { isList, isRecord, listIn, numberIn, textIn } from '../import/bytes/json-values';
import type { PowerTrace } from '../../power/power-trace';
import type { Seconds, Watts } from '../../base/units';
import type { EvidenceOrder } from '../merge/merge-recordings';
import { type Placement, UNPLACED_REASONS } from '../place/place-frame';
import {
  type MeasureAccount,
  type PlacedRecording,
  type PlacedText,
  type PlacedValues,
  placeValues,
  type UnplacedValue,
} from '../place/placed-values';

const IMPORT_FORMAT = 'jouleline-import';
const IMPORT_VERSION = 1;

export interface ImportDocument {
  readonly format: typeof IMPORT_FORMAT;
  readonly version: number;
  readonly generator: { readonly name: string; readonly version: string };
  /** Side by side, and never added up: they may tell the same run again. */
  readonly recordings: readonly PlacedRecording[];
  /**
   * The order of evidence by which recordings were merged, the best first; absent if the document is no
   * merge.
   */
  readonly order?: EvidenceOrder;
}

/** The part of a recording that the file has beside the rows. */
interface RecordingHead {
  readonly source: RecordingSource;
  readonly measures: readonly Measure[];
  readonly lineTrust: LineTrust;
  readonly problems: readonly ImportProblem[];
  readonly accounts: readonly MeasureAccount[];
  readonly unplaced: readonly UnplacedValue[];
  readonly texts?: readonly PlacedText[];
  readonly power?: readonly PowerRow[];
}

/** A trace, in JSON: power that is not known is null there. */
type PowerRow = Omit<PowerTrace, 'ends' | 'watts'> & {
  readonly ends: readonly Seconds[];
  readonly watts: readonly (Watts | null)[];
};

type FrameRow = Frame & { readonly place: Placement };

export function* formatImport(
  recordings: readonly PlacedRecording[],
  generator: string,
  order?: EvidenceOrder,
): Generator<string> {
  const head = {
    format: IMPORT_FORMAT,
    version: IMPORT_VERSION,
    generator: { name: 'jouleline', version: generator },
    ...(order === undefined ? {} : { order }),
  };
  // All that takes long stands before the first piece: who writes can be stopped between two.
  const all = recordings.map((placed) => ({ placed, values: placeValues(placed) }));
  yield '{\n';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield '"recordings": [';
  for (const [index, { placed, values }] of all.entries()) {
    yield index === 0 ? '\n' : ',\n';
    yield* formatRecording(placed, values);
  }
  yield '\n]\n}\n';
}

function* formatRecording(
  { recording, placements, texts }: PlacedRecording,
  { accounts, unplaced }: PlacedValues,
): Generator<string> {
  const { source, measures, lineTrust, problems, frames, tree, power } = recording;
  const head: RecordingHead = {
    ...{ source, measures, lineTrust, problems, accounts, unplaced },
    ...(power === undefined ? {} : { power: power.map(rowOfTrace) }),
    ...(texts === undefined ? {} : { texts }),
  };
  yield '{';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield '"frames": [';
  for (const [index, frame] of frames.entries()) {
    const row: FrameRow = { ...frame, place: placements[index] ?? { kind: 'unplaced', reason: 'no place' } };
    yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`;
  }
  yield '\n],\n"contexts": [';
  for (let context = 0; context < tree.parents.length; context++) {
    const values = tree.values.map((column) => column[context] ?? 0);
    const row = [tree.parents[context], tree.frames[context], ...values].join(',');
    yield `${context === 0 ? '\n' : ',\n'}[${row}]`;
  }
  yield '\n],\n"variances": [';
  let separator = '\n';
  for (const [measure, column] of tree.variances.entries()) {
    for (const [context, variance] of column?.entries() ?? []) {
      if (variance === 0) continue;
      yield `${separator}[${context},${measure},${variance}]`;
      separator = ',\n';
    }
  }
  yield '\n]}';
}

function rowOfTrace(trace: PowerTrace): PowerRow {
  const watts = Array.from(trace.watts, (value) => (Number.isFinite(value) ? value : null));
  return { ...trace, ends: Array.from(trace.ends), watts };
}

export type ReadImport =
  | { readonly ok: true; readonly document: ImportDocument }
  /** `isOther`: it is JSON of something else. */
  | { readonly ok: false; readonly message: string; readonly isOther: boolean };

const refuse = (message: string, isOther = false): ReadImport => ({ ok: false, message, isOther });

/** Every row that is used is checked: such files come from other machines. */
export function readImport(text: string): ReadImport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isRecord(value) || value['format'] !== IMPORT_FORMAT) return refuse('is no import of Jouleline', true);
  const { version, generator, recordings, order } = value;
  if (typeof version !== 'number' || version < 1) return refuse('is an import without a version');
  if (version > IMPORT_VERSION)
    return refuse(`is an import of version ${version}; this Jouleline reads up to ${IMPORT_VERSION}`);
  if (!Array.isArray(recordings)) return refuse('is damaged: it has no recordings');
  const read: PlacedRecording[] = [];
  for (const [index, each] of recordings.entries()) {
    const recording = isRecord(each) ? readRecording(each) : 'it is none';
    if (typeof recording === 'string') return refuse(`is damaged: recordings[${index}]: ${recording}`);
    read.push(recording);
  }
  return {
    ok: true,
    document: {
      format: IMPORT_FORMAT,
      version,
      generator: { name: textIn(generator, 'name') ?? '', version: textIn(generator, 'version') ?? '' },
      recordings: read,
      ...(isList(order)
        ? {
            order: order
              .filter((each) => typeof each === 'string')
              .map((each) => readProvenance(each) ?? each),
          }
        : {}),
    },
  };
}

function withProvenance(measure: Measure): Measure {
  return { ...measure, provenance: readProvenance(measure.provenance) ?? measure.provenance };
}

function readRecording(value: Readonly<Record<string, unknown>>): PlacedRecording | string {
  const { source, measures, lineTrust, problems, frames, contexts, variances, texts } = value;
  const isSource =
    isRecord(source) &&
    typeof source['format'] === 'string' &&
    typeof source['name'] === 'string' &&
    ['date', 'device', 'tool'].every((name) => isTextOrNothing(source[name]));
  if (!isSource) return 'source';
  const isMeasure = (each: unknown): boolean =>
    isRecord(each) &&
    typeof each['name'] === 'string' &&
    isOneOf(MEASURE_UNITS, each['unit']) &&
    readProvenance(each['provenance']) !== undefined &&
    ['component', 'device'].every((name) => isTextOrNothing(each[name])) &&
    (each['level'] === undefined || isOneOf(MEASURE_LEVELS, each['level'])) &&
    isAmount(each['total']);
  if (!Array.isArray(measures) || !measures.every(isMeasure)) return 'measures';
  const isFrame = (each: unknown): boolean =>
    isRecord(each) &&
    isOneOf(FRAME_KINDS, each['kind']) &&
    typeof each['name'] === 'string' &&
    ['class', 'method', 'descriptor', 'file'].every((name) => isTextOrNothing(each[name])) &&
    (each['line'] === undefined || typeof each['line'] === 'number') &&
    isPlacement(each['place']);
  if (!Array.isArray(frames) || !frames.every(isFrame)) return 'frames';
  if (!Array.isArray(problems) || !Array.isArray(contexts) || !Array.isArray(variances)) return 'contexts';
  const tree = readTree(contexts, variances, measures.length, frames.length);
  if (typeof tree === 'string') return tree;
  const rows = frames as readonly FrameRow[];
  const traces = isList(value['power']) ? value['power'].map(readTrace) : undefined;
  if (traces?.includes(undefined) === true) return 'power';
  return {
    recording: {
      source: source as unknown as RecordingSource,
      measures: (measures as readonly Measure[]).map(withProvenance),
      frames: rows.map(withoutPlace),
      tree,
      lineTrust: LINE_TRUSTS.find((each) => each === lineTrust) ?? 'none',
      ...(traces === undefined ? {} : { power: traces.filter((trace) => trace !== undefined) }),
      problems: problems.filter(
        (each): each is ImportProblem => isRecord(each) && typeof each['message'] === 'string',
      ),
    },
    placements: rows.map(({ place }) => place),
    ...(Array.isArray(texts) ? { texts: texts.filter(isText) } : {}),
  };
}

function isText(value: unknown): value is PlacedText {
  return isRecord(value) && typeof value['path'] === 'string' && typeof value['lines'] === 'string';
}

function readTrace(value: unknown): PowerTrace | undefined {
  const channel = textIn(value, 'channel');
  const [start, ends, watts] = [numberIn(value, 'start'), listIn(value, 'ends'), listIn(value, 'watts')];
  if (channel === undefined || start === undefined || ends === undefined) return undefined;
  if (watts?.length !== ends.length || !ends.every((end) => typeof end === 'number')) return undefined;
  return {
    channel,
    inTotal: isRecord(value) && value['inTotal'] === true,
    from: textIn(value, 'from') === 'counter' ? 'counter' : 'reading',
    start,
    ends,
    watts: watts.map((each) => (typeof each === 'number' ? each : NaN)),
  };
}

function withoutPlace(row: FrameRow): Frame {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'place')) as unknown as Frame;
}

function isPlacement(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const hasPath = typeof value['path'] === 'string';
  switch (value['kind']) {
    case 'line':
      return hasPath && typeof value['line'] === 'number';
    case 'method':
      return hasPath && isMethodPlace(value['method']);
    case 'overloads':
      return hasPath && Array.isArray(value['methods']) && value['methods'].every(isMethodPlace);
    case 'class':
      return hasPath && typeof value['class'] === 'string';
    case 'unplaced':
      return (
        isOneOf(UNPLACED_REASONS, value['reason']) &&
        (value['candidates'] === undefined || isTexts(value['candidates']))
      );
    default:
      return false;
  }
}

function isMethodPlace(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    isNumber(value['first']) &&
    isNumber(value['last'])
  );
}

function readTree(
  contexts: readonly unknown[],
  variances: readonly unknown[],
  measures: number,
  frameCount: number,
): RecordingTree | string {
  const parents = new Int32Array(contexts.length);
  const frames = new Int32Array(contexts.length);
  const values = Array.from({ length: measures }, () => new Float64Array(contexts.length));
  const spreads: (Float64Array | undefined)[] = values.map(() => undefined);
  for (const [context, row] of contexts.entries()) {
    if (!Array.isArray(row) || row.length !== measures + 2) return `contexts[${context}]`;
    const [parent, frame, ...own] = row as readonly unknown[];
    const isRoot = context === 0 && parent === -1 && frame === -1;
    if (typeof parent !== 'number' || typeof frame !== 'number') return `contexts[${context}]`;
    if (!isRoot && !(isIndex(parent, context) && isIndex(frame, frameCount))) return `contexts[${context}]`;
    parents[context] = parent;
    frames[context] = frame;
    for (const [measure, value] of own.entries()) {
      const column = values[measure];
      if (column === undefined || !isAmount(value)) return `contexts[${context}]`;
      column[context] = value;
    }
  }
  for (const [index, row] of variances.entries()) {
    if (!Array.isArray(row)) return `variances[${index}]`;
    const [context, measure, variance] = row as readonly unknown[];
    if (!isIndex(context, contexts.length) || !isIndex(measure, measures) || !isAmount(variance))
      return `variances[${index}]`;
    const column = (spreads[measure] ??= new Float64Array(contexts.length));
    column[context] = variance;
  }
  return { parents, frames, values, variances: spreads };
}

function isOneOf(names: readonly string[], value: unknown): boolean {
  return names.some((name) => name === value);
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return isList(value) && value.every((each) => typeof each === 'string');
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

/** JSON has no NaN, but numbers that are read as endless. */
function isIndex(value: unknown, length: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length;
}
