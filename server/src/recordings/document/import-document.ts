/**
 * A saved import: recordings of other tools, and where their frames lie.
 *
 * Sits in `recordings/`; docs/reference/formats.md is made of these definitions. Contexts are rows of numbers, one a
 * line of text: there may be millions.
 */
import * as v from 'valibot';
import type { ContextTree } from '../../base/context-tree';
import { withDefined } from '../../base/check';
import { isAmount, type Measure, measureSchema, readProvenance } from '../../base/measure';
import { type Outcome, succeed } from '../../base/outcome';
import {
  damagedAt,
  type Described,
  flag,
  list,
  number,
  oneOf,
  optional,
  readDocument,
  readShape,
  rows,
  text,
} from '../../base/shapes';
import type { PowerTrace } from '../../power/power-trace';
import type { EvidenceOrder } from '../merge/merge-recordings';
import { frameSchema, LINE_TRUSTS, problemSchema, runSchema, sourceSchema } from '../model/imported-profile';
import { placementSchema } from '../place/place-frame';
import {
  accountSchema,
  type PlacedRecording,
  type PlacedValues,
  placeValues,
  textSchema,
  unplacedSchema,
} from '../place/placed-values';

export const IMPORT_FORMAT = 'jouleline-import';
const IMPORT_VERSION = 1;
/** The message about a file of something else. */
export const NO_IMPORT = 'is no import of Jouleline';

const traceSchema = v.pipe(
  v.object({
    channel: text('`package-0`, `dram`, `watts`, …'),
    inTotal: flag(),
    from: oneOf(['counter', 'reading']),
    start: number('', 's'),
    ends: list(v.number(), 'Ends of intervals that adjoin.'),
    watts: list(v.nullable(v.number()), 'The mean of each; `null` if unknown.'),
  }),
  v.check(({ ends, watts }) => ends.length === watts.length),
);
type PowerRow = Described<typeof traceSchema>;

const recordingSchema = v.object({
  source: sourceSchema,
  measures: list(measureSchema, 'Columns of values.'),
  lineTrust: oneOf(LINE_TRUSTS),
  problems: list(problemSchema),
  accounts: optional(list(accountSchema, 'Of each measure.')),
  unplaced: optional(list(unplacedSchema, 'What has no place in the sources.')),
  run: optional(runSchema),
  texts: optional(list(textSchema, 'The sources as they were.')),
  power: optional(list(traceSchema, 'What a meter recorded meanwhile.')),
  frames: list(v.object({ ...frameSchema.entries, place: placementSchema })),
  contexts: rows<readonly unknown[]>(
    () => true,
    '[parent, frame, value, …]',
    'Without callees; the first is the root.',
  ),
  variances: rows<readonly unknown[]>(() => true, '[context, measure, variance]'),
});
type RecordingRow = Described<typeof recordingSchema>;

const divisionSchema = v.object({
  measure: number('Its index.'),
  basis: text('`modeled division of a measured total`, or of a `recorded` one.'),
  model: text(),
  operations: rows<readonly unknown[]>(
    () => true,
    '[path, line, operation, value]',
    '`null` if not modeled.',
  ),
});
export type DivisionRow = Described<typeof divisionSchema>;

export const importSchema = v.object({
  format: v.literal(IMPORT_FORMAT),
  version: number(),
  generator: v.object({ name: text(), version: text() }),
  order: optional(list(text(), 'Of a merge: kinds of evidence and names, the best first.')),
  divisions: optional(list(divisionSchema, 'Of `report`: lines divided over operations.')),
  recordings: list(recordingSchema, 'Side by side, never added up: they may tell the same run again.'),
});

export type ImportDocument = Omit<Described<typeof importSchema>, 'recordings'> & {
  readonly recordings: readonly PlacedRecording[];
};

export function* formatImport(
  recordings: readonly PlacedRecording[],
  generator: string,
  order?: EvidenceOrder,
  divisions?: readonly DivisionRow[],
): Generator<string> {
  const head = {
    format: IMPORT_FORMAT,
    version: IMPORT_VERSION,
    generator: { name: 'jouleline', version: generator },
    ...withDefined({ order, divisions }),
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
  const { source, measures, lineTrust, problems, frames, tree, power, run } = recording;
  const head: Omit<RecordingRow, 'frames' | 'contexts' | 'variances'> = {
    ...{ source, measures, lineTrust, problems, accounts, unplaced },
    ...withDefined({ power: power?.map(rowOfTrace), run, texts }),
  };
  yield '{';
  for (const [name, value] of Object.entries(head))
    yield `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
  yield '"frames": [';
  for (const [index, frame] of frames.entries()) {
    const row: RecordingRow['frames'][number] = {
      ...frame,
      place: placements[index] ?? { kind: 'unplaced', reason: 'no place' },
    };
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

/** Reads a saved import. Such files come from other machines, so every row is checked. */
export function readImport(json: string): Outcome<ImportDocument> {
  const read = readDocument(json, { format: IMPORT_FORMAT, version: IMPORT_VERSION, kind: 'an import' });
  if (!read.ok) return read;
  const shaped = readShape(importSchema, read.value);
  if (!shaped.ok) return shaped;
  const recordings: PlacedRecording[] = [];
  for (const [index, row] of shaped.value.recordings.entries()) {
    const recording = readRecording(row);
    if (typeof recording === 'string') return damagedAt(`recordings[${index}].${recording}`);
    recordings.push(recording);
  }
  const order = shaped.value.order?.map((each) => readProvenance(each) ?? each);
  return succeed({ ...shaped.value, recordings, ...withDefined({ order }) });
}

/** The recording, or the place of a row that is wrong. */
function readRecording(row: RecordingRow): PlacedRecording | string {
  const { source, lineTrust, problems, contexts, variances, texts, power, run } = row;
  const measures = row.measures.map(withProvenance);
  const placed = row.frames.map(({ place, ...frame }) => ({ place, frame }));
  const tree = readTree(contexts, variances, measures.length, row.frames.length);
  if (typeof tree === 'string') return tree;
  return {
    recording: {
      ...{ source, measures, lineTrust, problems, tree },
      frames: placed.map(({ frame }) => frame),
      ...withDefined({ power: power?.map(traceOf), run }),
    },
    placements: placed.map(({ place }) => place),
    ...withDefined({ texts }),
  };
}

/** Files of earlier builds write kinds of evidence in other words. */
function withProvenance(measure: Measure): Measure {
  return { ...measure, provenance: readProvenance(measure.provenance) ?? measure.provenance };
}

function traceOf({ watts, ...trace }: PowerRow): PowerTrace {
  return { ...trace, watts: watts.map((each) => each ?? NaN) };
}

function readTree(
  contexts: RecordingRow['contexts'],
  variances: RecordingRow['variances'],
  measures: number,
  frameCount: number,
): ContextTree | string {
  // Columns are made only for values that the file has: names of many measures alone could ask for terabytes.
  const short = contexts.findIndex(({ length }) => length !== measures + 2);
  if (short !== -1) return `contexts[${short}]`;
  const parents = new Int32Array(contexts.length);
  const frames = new Int32Array(contexts.length);
  const values = Array.from({ length: measures }, () => new Float64Array(contexts.length));
  const spreads: (Float64Array | undefined)[] = values.map(() => undefined);
  for (const [context, row] of contexts.entries()) {
    const [parent, frame, ...own] = row;
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
    const [context, measure, variance] = row;
    if (!isIndex(context, contexts.length) || !isIndex(measure, measures) || !isAmount(variance))
      return `variances[${index}]`;
    const column = (spreads[measure] ??= new Float64Array(contexts.length));
    column[context] = variance;
  }
  return { parents, frames, values, variances: spreads };
}

/** JSON has no NaN, but numbers that are read as endless. */
function isIndex(value: unknown, length: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length;
}
