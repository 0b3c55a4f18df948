/**
 * Reads samples of Android's simpleperf, as `simpleperf report-sample --protobuf` writes them.
 *
 * Sits in `recordings/`. Specification: report_sample.proto of simpleperf, version 1: a size and a
 * protocol buffer for each record. Events of the CPU's clock are time, and others are counts. There are no
 * lines. Times count from the device's start. Not supported: records of thread switches.
 */
import type { Measure } from '../../base/measure';
import { withDefined } from '../../base/check';
import type { Seconds } from '../../base/units';
import type { Frame, ImportedRecording } from '../model/imported-profile';
import { createContextTree, ROOT } from './context-tree';
import { printable, readFrameName } from './frame-names';
import { createFrameTable } from './frame-table';
import { atOffset, createProblems, type ImportContext, type Importer, type ImportFormat } from './importer';
import { type Cursor, type Field, readField, signed } from './bytes/protobuf';
import { createRecordStream } from './bytes/record-stream';

const MAGIC = 'SIMPLEPERF';
const HEADER_LENGTH = MAGIC.length + 2;
const LARGEST_RECORD = 64 * 1024 * 1024;
const MOST_EVENTS = 64;
const MOST_TIMES = 20_000_000;

export const simpleperfFormat: ImportFormat = {
  id: 'simpleperf',
  title: 'simpleperf samples',
  recognizes: (head) => new TextDecoder('latin1').decode(head.subarray(0, MAGIC.length)) === MAGIC,
  create: createSimpleperfImporter,
};

interface Entry {
  readonly file: number;
  readonly symbol: number;
}

interface MappedFile {
  readonly path: string;
  readonly symbols: readonly string[];
}

function createSimpleperfImporter({ name, device }: ImportContext): Importer {
  const problems = createProblems();
  const tree = createContextTree();
  const entries: Entry[] = [];
  const numbers = new Map<string, number>();
  const files = new Map<number, MappedFile>();
  const events: string[] = [];
  /** The number of samples, then of counts, for each event. */
  const totals: number[] = [];
  const times: number[] = [];
  const sampled: { readonly context: number; readonly event: number }[] = [];
  const decoder = new TextDecoder();
  let app = '';
  let lost = 0;
  let hasHeader = false;
  let isDone = false;

  function fieldsOf(bytes: Uint8Array): readonly Field[] | undefined {
    const cursor: Cursor = { bytes, at: 0 };
    const fields: Field[] = [];
    for (;;) {
      const field = readField(cursor);
      if (field === undefined) return fields;
      if (field === 'broken') return undefined;
      fields.push(field);
    }
  }

  const numberIn = (fields: readonly Field[], number: number): number => {
    const value = fields.find((field) => field.number === number)?.value;
    return value === undefined || value instanceof Uint8Array ? 0 : signed(value);
  };
  const textsIn = (fields: readonly Field[], number: number): readonly string[] =>
    fields.flatMap(({ number: each, value }) =>
      each === number && value instanceof Uint8Array ? [decoder.decode(value)] : [],
    );

  function entryOf(file: number, symbol: number): number {
    const key = `${file} ${symbol}`;
    const known = numbers.get(key) ?? entries.push({ file, symbol }) - 1;
    numbers.set(key, known);
    return known;
  }

  function readSample(fields: readonly Field[]): void {
    const stack = fields.flatMap(({ number, value }) => {
      const entry = number === 3 && value instanceof Uint8Array ? fieldsOf(value) : undefined;
      if (entry === undefined) return [];
      const hasSymbol = entry.some((field) => field.number === 3);
      return [entryOf(numberIn(entry, 2), hasSymbol ? numberIn(entry, 3) : -1)];
    });
    let context = ROOT;
    for (const entry of stack.reverse()) {
      const inner = tree.childWithin(context, entry);
      if (inner >= 0) context = inner;
    }
    if (context === ROOT) context = tree.child(ROOT, entryOf(-1, -1));
    const event = numberIn(fields, 5);
    if (event < 0 || event >= MOST_EVENTS) {
      problems.add(atOffset(stream.offset(), 'a sample of an event that it does not name: left out'));
      return;
    }
    const count = Math.max(0, numberIn(fields, 4));
    for (const [measure, value] of [
      [2 * event, 1],
      [2 * event + 1, count],
    ] as const) {
      tree.add(context, measure, value);
      totals[measure] = (totals[measure] ?? 0) + value;
    }
    if (times.length === MOST_TIMES) return;
    times.push(numberIn(fields, 1) * 1e-9);
    sampled.push({ context, event });
  }

  function readRecord(bytes: Uint8Array): void {
    const record = fieldsOf(bytes)?.[0];
    const fields = record?.value instanceof Uint8Array ? fieldsOf(record.value) : undefined;
    if (record === undefined || fields === undefined) {
      problems.add(atOffset(stream.offset(), 'a record is damaged: left out'));
      return;
    }
    if (record.number === 1) readSample(fields);
    else if (record.number === 2) lost = numberIn(fields, 2);
    else if (record.number === 3)
      files.set(numberIn(fields, 1), { path: textsIn(fields, 2)[0] ?? '', symbols: textsIn(fields, 3) });
    else if (record.number === 5) {
      events.push(...textsIn(fields, 1));
      app = textsIn(fields, 2)[0] ?? '';
    }
  }

  /** Returns how many bytes it read. */
  function readSome(bytes: Uint8Array): number {
    if (!hasHeader) {
      if (bytes.length < HEADER_LENGTH) return 0;
      hasHeader = true;
      const version = (bytes[MAGIC.length] ?? 0) | ((bytes[MAGIC.length + 1] ?? 0) << 8);
      if (version !== 1) problems.add(atOffset(MAGIC.length, `is of version ${version}; 1 is known`));
      return HEADER_LENGTH;
    }
    if (bytes.length < 4) return 0;
    const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
    if (size === 0 || size > LARGEST_RECORD) {
      if (size > 0) problems.add(atOffset(stream.offset(), 'no record: what follows is not read'));
      isDone = true;
      return bytes.length;
    }
    if (bytes.length < 4 + size) return 0;
    readRecord(bytes.subarray(4, 4 + size));
    return 4 + size;
  }

  const stream = createRecordStream(readSome);
  return {
    push(chunk) {
      if (!isDone) stream.push(chunk);
    },
    end(): ImportedRecording {
      if (!isDone) problems.add({ message: 'the file ends in the middle: what stands before is read' });
      if (totals.length === 0) problems.add({ message: 'the file holds no samples' });
      if (lost > 0) problems.add({ message: `${lost} samples were lost as they were taken` });
      const count = Math.ceil(totals.length / 2);
      const measures = Array.from({ length: count }, (_, event) => describeEvent(event)).flat();
      const table = createFrameTable();
      const frames = entries.map((entry) => table.numberOf(frameOf(entry, files.get(entry.file))));
      const built = tree.build(measures.length);
      built.frames.forEach((entry, context) => {
        if (context !== ROOT) built.frames[context] = frames[entry] ?? 0;
      });
      for (const [measure, { unit }] of measures.entries())
        if (unit === 'seconds')
          built.values[measure]?.forEach((value, at, column) => (column[at] = value * 1e-9));
      const main = sampled[0]?.event ?? 0;
      const kept = Array.from(sampled.keys()).filter((index) => sampled[index]?.event === main);
      return {
        source: {
          format: simpleperfFormat.id,
          name,
          tool: app === '' ? 'simpleperf' : printable(`simpleperf of ${app}`),
          ...withDefined({ device }),
        },
        measures,
        frames: table.list(),
        tree: built,
        lineTrust: 'none',
        timed: {
          measure: 2 * main,
          clock: 'device',
          times: Float64Array.from(kept, (index): Seconds => times[index] ?? NaN),
          contexts: Int32Array.from(kept, (index) => sampled[index]?.context ?? 0),
          weights: new Float64Array(kept.length).fill(1),
        },
        problems: problems.list(),
      };
    },
  };

  function describeEvent(event: number): readonly Measure[] {
    const title = printable(events[event] ?? `event ${event + 1}`);
    const isTime = /^(?:cpu|task)-clock(?::|$)/.test(title);
    const common = {
      provenance: 'measured',
      component: 'CPU',
      ...withDefined({ device }),
    } as const;
    return [
      { ...common, name: `samples of ${title}`, unit: 'samples', total: totals[2 * event] ?? 0 },
      {
        ...common,
        name: title,
        unit: isTime ? 'seconds' : 'share',
        total: (totals[2 * event + 1] ?? 0) * (isTime ? 1e-9 : 1),
      },
    ];
  }
}

/** Matches files that hold code of Android's own runtime. */
const JAVA_FILE = /\.(?:odex|oat|art|vdex|dex|apk|jar)(?:$|!)|jit[- ]?(?:app|zygote)?[- ]?cache|^\[?JIT/i;

/** Names of methods begin with their return type: `void app.Feed.load(int)`. */
function frameOf({ symbol }: Entry, file: MappedFile | undefined): Frame {
  const path = file?.path ?? '';
  const named = file?.symbols[symbol];
  const base = path.slice(path.lastIndexOf('/') + 1);
  if (named === undefined || named === '')
    return { kind: 'native', name: printable(base === '' ? '[unknown]' : `[${base}]`) };
  if (path.startsWith('[kernel')) return { kind: 'kernel', name: printable(named) };
  const frame = readFrameName(named.replace(/^\S+ (?=[^ (]+\()/, ''));
  return frame.kind === 'java' && !JAVA_FILE.test(path) ? { kind: 'native', name: frame.name } : frame;
}
