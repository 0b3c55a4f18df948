/**
 * Reads pprof: `Profile` as a protocol buffer, already gunzipped.
 *
 * Sits in `recordings/`. Specification: profile.proto of github.com/google/pprof. Each sample type
 * is a measure. Samples may stand before what they refer to, so the tree is first made of locations. Not
 * supported: labels, drop_frames and keep_frames (nothing is dropped), and the text format of old C++
 * profiles.
 */
import type { Measure } from '../../base/measure';
import { isAmount } from '../../base/amounts';
import { withDefined } from '../../base/check';
import type { Frame, ImportedRecording } from '../model/imported-profile';
import { createContextTree, ROOT } from './context-tree';
import { printable } from './frame-names';
import { createFrameTable, type FrameTable } from './frame-table';
import { atOffset, createProblems, type ImportContext, type Importer, type ImportFormat } from './importer';
import { unitNamed } from './measure-units';
import { createFieldStream, type Cursor, type Field, readField, readNumbers, signed } from './bytes/protobuf';
import { applyNote, findNote, isNote, readFrame, type RecordingNote } from './recording-note';
import { formatCalendarTime } from '../../base/time-columns';

/** The fields of Profile that hold messages or texts; all others are numbers. */
const MESSAGES = new Set([1, 2, 3, 4, 5, 6, 11]);
const LAST_FIELD = 15;
const MOST_TYPES = 64;
const DEEPEST = 100_000;

type Id = number | bigint;

/** The frame of samples without any location. */
const NO_STACK: Frame = { kind: 'native', name: '[no stack]' };

export const pprofFormat: ImportFormat = {
  id: 'pprof',
  title: 'pprof',
  recognizes(head) {
    const cursor: Cursor = { bytes: head, at: 0 };
    let types = 0;
    let fields = 0;
    for (;;) {
      const field = readField(cursor);
      if (field === undefined) break;
      // The last field of a head may be cut off.
      if (field === 'broken') return types > 0 && fields > 3 && head.length - cursor.at < head.length / 2;
      const { number, value } = field;
      if (number < 1 || number > LAST_FIELD) return false;
      if (number !== 13 && MESSAGES.has(number) !== value instanceof Uint8Array) return false;
      fields++;
      // Samples may stand before what they refer to.
      if (number === 1 ? isValueType(value) : number === 2 && isSample(value)) types++;
      else if (number <= 2) return false;
    }
    return types > 0;
  },
  create: createPprofImporter,
};

function isValueType(value: Field['value']): boolean {
  const fields = fieldsOf(value);
  return (
    fields !== undefined &&
    fields.length > 0 &&
    fields.every(({ number, value: each }) => number <= 2 && typeof each === 'number')
  );
}

/** True for a message with values, and with locations or none. */
function isSample(value: Field['value']): boolean {
  const fields = fieldsOf(value);
  return fields?.some(({ number }) => number === 2) === true && fields.every(({ number }) => number <= 3);
}

/** Undefined if the message is broken. */
function fieldsOf(value: Field['value']): readonly Field[] | undefined {
  if (!(value instanceof Uint8Array)) return undefined;
  const cursor: Cursor = { bytes: value, at: 0 };
  const fields: Field[] = [];
  for (;;) {
    const field = readField(cursor);
    if (field === undefined) return fields;
    if (field === 'broken') return undefined;
    fields.push(field);
  }
}

/** The number in field `number`, or 0, which protocol buffers leave out. */
function idIn(fields: readonly Field[], number: number): Id {
  const value = fields.find((field) => field.number === number)?.value;
  return value === undefined || value instanceof Uint8Array ? 0 : value;
}

function numberIn(fields: readonly Field[], number: number): number {
  return signed(idIn(fields, number));
}

interface Line {
  readonly function: Id;
  readonly line: number;
}

interface Location {
  /** The lines of a location, the innermost first: each was inlined into the next. */
  readonly lines: readonly Line[];
  readonly mapping: Id;
}

interface Tables {
  readonly types: { readonly type: number; readonly unit: number }[];
  readonly locations: Map<Id, Location>;
  readonly functions: Map<Id, { readonly name: number; readonly systemName: number; readonly file: number }>;
  readonly mappings: Map<Id, number>;
  readonly strings: string[];
}

function createPprofImporter({ name, device }: ImportContext): Importer {
  const problems = createProblems();
  const tree = createContextTree();
  const tables: Tables = {
    types: [],
    locations: new Map(),
    functions: new Map(),
    mappings: new Map(),
    strings: [],
  };
  /** Locations in the order in which samples named them. */
  const numbers = new Map<Id, number>();
  const ids: Id[] = [];
  const totals: number[] = [];
  const comments: number[] = [];
  const stack: number[] = [];
  const values: number[] = [];
  const decoder = new TextDecoder();
  let time = 0;
  let beyond = 0;
  let samples = 0;

  function numberOf(id: Id): number {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, ids.length);
    return ids.push(id) - 1;
  }

  function readSample(bytes: Uint8Array, offset: number): void {
    stack.length = 0;
    values.length = 0;
    const cursor: Cursor = { bytes, at: 0 };
    for (;;) {
      const field = readField(cursor);
      if (field === undefined) break;
      const isRead =
        field !== 'broken' &&
        (field.number === 1
          ? readNumbers(field.value, (id) => stack.length < DEEPEST && stack.push(numberOf(id)))
          : field.number === 2
            ? readNumbers(field.value, (value) => values.length < MOST_TYPES && values.push(signed(value)))
            : true);
      if (!isRead) {
        problems.add(atOffset(offset, 'a sample is damaged: left out'));
        return;
      }
    }
    samples++;
    let context = ROOT;
    for (let i = stack.length - 1; i >= 0 && context >= 0; i--)
      context = tree.childWithin(context, stack[i] ?? 0);
    if (context < 0) {
      beyond++;
      context = tree.child(ROOT, stack[0] ?? 0);
    }
    if (values.length === 0) problems.add(atOffset(offset, 'a sample has no values'));
    for (const [measure, value] of values.entries()) {
      if (!isAmount(value)) {
        problems.add(atOffset(offset, `a value of ${value} is left out`));
        continue;
      }
      totals[measure] = (totals[measure] ?? 0) + value;
      tree.add(context, measure, value);
    }
  }

  function readTable({ number, value }: Field, offset: number): void {
    if (number === 6) {
      if (value instanceof Uint8Array) tables.strings.push(decoder.decode(value));
      return;
    }
    const fields = fieldsOf(value);
    if (fields === undefined) {
      problems.add(atOffset(offset, 'an entry of a table is damaged: left out'));
      return;
    }
    const id = idIn(fields, 1);
    if (number === 1) tables.types.push({ type: numberIn(fields, 1), unit: numberIn(fields, 2) });
    else if (number === 3) tables.mappings.set(id, numberIn(fields, 5));
    else if (number === 5)
      tables.functions.set(id, {
        name: numberIn(fields, 2),
        systemName: numberIn(fields, 3),
        file: numberIn(fields, 4),
      });
    else if (number === 4) {
      const lines = fields
        .filter((field) => field.number === 4)
        .map((field): Line => {
          const line = fieldsOf(field.value) ?? [];
          return { function: idIn(line, 1), line: numberIn(line, 2) };
        });
      tables.locations.set(id, { lines, mapping: idIn(fields, 2) });
    }
  }

  const stream = createFieldStream(
    (field, offset) => {
      const { number, value } = field;
      if (number === 2 && value instanceof Uint8Array) readSample(value, offset);
      else if (number <= 6) readTable(field, offset);
      else if (number === 9 && !(value instanceof Uint8Array)) time = signed(value) / 1e9;
      else if (number === 13)
        readNumbers(value, (comment) => comments.length < 10 && comments.push(signed(comment)));
    },
    (offset) => {
      problems.add(atOffset(offset, 'no field of a profile: what follows is not read'));
    },
  );

  return {
    push(chunk) {
      stream.push(chunk);
    },
    end(): ImportedRecording {
      if (!stream.end()) problems.add({ message: 'the file ends in the middle: what stands before is read' });
      if (samples === 0) problems.add({ message: 'the profile holds no samples' });
      if (beyond > 0)
        problems.add({
          message: `${beyond} stacks are kept by their innermost frame only: there are too many`,
        });
      const described = totals.map((total, index) => describeMeasure(tables, index, total, device));
      for (const { problem } of described) if (problem !== undefined) problems.add({ message: problem });
      const table = createFrameTable();
      const located = tree.build(totals.length);
      const built = createContextTree();
      const contexts = new Int32Array(located.parents.length);
      const remarks = comments.map((comment) => tables.strings[comment] ?? '');
      const note = findNote(remarks);
      const framesOf = ids.map((id) => describeLocation(tables, id, table, note));
      for (let context = 0; context < contexts.length; context++) {
        const parent = located.parents[context] ?? -1;
        let at = parent < 0 ? ROOT : (contexts[parent] ?? ROOT);
        const location = located.frames[context] ?? -1;
        for (const frame of location < 0 ? [] : (framesOf[location] ?? [])) at = built.child(at, frame);
        contexts[context] = at;
        for (const [measure, { scale }] of described.entries()) {
          const value = located.values[measure]?.[context] ?? 0;
          if (value > 0)
            built.add(
              context === ROOT ? built.child(ROOT, table.numberOf(NO_STACK)) : at,
              measure,
              value * scale,
            );
        }
      }
      const frames = table.list();
      const tool = remarks.filter((remark) => !isNote(remark)).join('; ');
      const recording: ImportedRecording = {
        source: {
          format: pprofFormat.id,
          name,
          ...(tool === '' ? {} : { tool: printable(tool) }),
          ...withDefined({ device }),
          ...(time > 0 && time < 1e11 ? { date: formatCalendarTime(time) } : {}),
        },
        measures: described.map(({ measure }) => measure),
        frames,
        tree: built.build(totals.length),
        lineTrust: frames.some(({ kind, line }) => kind === 'java' && line !== undefined) ? 'biased' : 'none',
        problems: problems.list(),
      };
      return applyNote(recording, note);
    },
  };
}

interface DescribedMeasure {
  readonly measure: Measure;
  readonly scale: number;
  readonly problem?: string;
}

function describeMeasure(
  { types, strings }: Tables,
  index: number,
  total: number,
  device: string | undefined,
): DescribedMeasure {
  const type = types[index];
  const [name = '', unit = ''] = type === undefined ? [] : [strings[type.type], strings[type.unit]];
  const known = unitNamed(unit);
  const scale = known?.scale ?? 1;
  const measure: Measure = {
    name: printable(name === '' ? `values ${index + 1}` : name),
    unit: known?.unit ?? 'share',
    provenance: 'measured',
    ...withDefined({ device }),
    total: total * scale,
  };
  if (known !== undefined) return { measure, scale };
  const shown = unit === '' ? 'no unit' : `the unit ${printable(unit)}`;
  return { measure, scale, problem: `values of ${measure.name} have ${shown}: they are taken as shares` };
}

/** The frames of a location, the outermost first. */
function describeLocation(
  tables: Tables,
  id: Id,
  table: FrameTable,
  note: RecordingNote | undefined,
): readonly number[] {
  const location = tables.locations.get(id);
  const lines = location?.lines ?? [];
  if (lines.length === 0) {
    const mapping = tables.strings[tables.mappings.get(location?.mapping ?? 0) ?? -1] ?? '';
    const base = mapping.slice(mapping.lastIndexOf('/') + 1);
    return [table.numberOf({ kind: 'native', name: base === '' ? '[unknown]' : printable(`[${base}]`) })];
  }
  return lines.map((line) => table.numberOf(describeLine(tables, line, note))).reverse();
}

function describeLine(
  { functions, strings }: Tables,
  { function: id, line }: Line,
  note: RecordingNote | undefined,
): Frame {
  const named = functions.get(id);
  const name = strings[named?.name ?? -1] ?? '';
  const systemName = strings[named?.systemName ?? -1] ?? '';
  const file = strings[named?.file ?? -1] ?? '';
  // The linker's name of a Java method, if there is one, is its name with its descriptor.
  const spelled = systemName.startsWith(`${name}(`) ? systemName : name;
  return readFrame(spelled, { file, line }, note);
}
