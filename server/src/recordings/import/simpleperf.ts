/**
 * Reads samples of Android's simpleperf, as `simpleperf report-sample --protobuf` writes them.
 *
 * Sits in `recordings/`. Specification: report_sample.proto of simpleperf, version 1: a size and a
 * protocol buffer for each record. Events of the CPU's clock are time, and others are counts. There are no
 * lines. Times count from the device's start. Not supported: records of thread switches.
 */
import { ROOT } from '../../base/context-tree';
import type { Measure } from '../../base/measure';
import { at } from '../../base/check';
import type { Seconds } from '../../base/units';
import type { Frame } from '../model/imported-profile';
import { printable, readFrameName } from './frame-names';
import { type Field, fieldsOf, numberIn } from './bytes/protobuf';
import { createRecordStream } from './bytes/record-stream';
import {
  type ByteReader,
  type FormatResult,
  renamePlaces,
  StackImporter,
  atOffset,
  type ImportFormat,
} from './stack-importer';

const MAGIC = 'SIMPLEPERF';
const HEADER_LENGTH = MAGIC.length + 2;
const LARGEST_RECORD = 64 * 1024 * 1024;
const MOST_EVENTS = 64;
const MOST_TIMES = 20_000_000;

export const simpleperfFormat: ImportFormat = {
  id: 'simpleperf',
  title: 'simpleperf samples',
  recognizes: (head) => new TextDecoder('latin1').decode(head.subarray(0, MAGIC.length)) === MAGIC,
  create: (context) => new SimpleperfImporter(context),
};

interface CallChainEntry {
  readonly file: number;
  readonly symbol: number;
}

interface MappedFile {
  readonly path: string;
  readonly symbols: readonly string[];
}

class SimpleperfImporter extends StackImporter {
  protected readonly format = simpleperfFormat.id;
  private readonly stream = createRecordStream((bytes) => this.readSome(bytes));
  protected readonly reader: ByteReader = {
    push: (chunk) => {
      if (!this.isDone) this.stream.push(chunk);
    },
    end: () => this.isDone,
  };
  private readonly entries: CallChainEntry[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly files = new Map<number, MappedFile>();
  private readonly events: string[] = [];
  private readonly times: Seconds[] = [];
  private readonly sampled: { readonly context: number; readonly event: number }[] = [];
  private app = '';
  private lost = 0;
  private hasHeader = false;
  private isDone = false;

  protected finish(): FormatResult {
    const { totals, entries, files, sampled, app } = this;
    if (totals.length === 0) this.note('the file holds no samples');
    this.noteCount(this.lost, 'samples were lost as they were taken');
    const measures = Array.from({ length: Math.ceil(totals.length / 2) }, (_, event) =>
      this.describeEvent(event),
    ).flat();
    const frames = entries.map((entry) => this.table.numberOf(frameOf(entry, files.get(entry.file))));
    const tree = renamePlaces(this.tree.build(measures.length), (entry) => at(frames, entry));
    for (const [measure, { unit }] of measures.entries())
      if (unit === 'seconds')
        at(tree.values, measure).forEach((value, context, column) => (column[context] = value * 1e-9));
    const main = sampled[0]?.event ?? 0;
    const kept = Array.from(sampled.keys()).filter((index) => at(sampled, index).event === main);
    return {
      tool: app === '' ? 'simpleperf' : `simpleperf of ${app}`,
      measures,
      tree,
      lineTrust: 'none',
      timed: {
        measure: 2 * main,
        clock: 'device',
        times: Float64Array.from(kept, (index) => at(this.times, index)),
        contexts: Int32Array.from(kept, (index) => at(sampled, index).context),
        weights: new Float64Array(kept.length).fill(1),
      },
    };
  }

  /** The measures of an event: its samples, and what it counts. */
  private describeEvent(event: number): readonly Measure[] {
    const title = printable(this.events[event] ?? `event ${event + 1}`);
    const isTime = /^(?:cpu|task)-clock(?::|$)/.test(title);
    const count = this.totalOf(2 * event + 1);
    const component = { component: 'CPU' };
    return [
      this.measure(`samples of ${title}`, 'samples', this.totalOf(2 * event), component),
      this.measure(title, isTime ? 'seconds' : 'share', isTime ? count * 1e-9 : count, component),
    ];
  }

  private textsIn(fields: readonly Field[], number: number): readonly string[] {
    return fields.flatMap(({ number: each, value }) =>
      each === number && value instanceof Uint8Array ? [this.decoder.decode(value)] : [],
    );
  }

  private entryOf(file: number, symbol: number): number {
    const key = `${file} ${symbol}`;
    const known = this.numbers.get(key) ?? this.entries.push({ file, symbol }) - 1;
    this.numbers.set(key, known);
    return known;
  }

  private readSample(fields: readonly Field[]): void {
    const stack = fields.flatMap(({ number, value }) => {
      const entry = number === 3 ? fieldsOf(value) : undefined;
      if (entry === undefined) return [];
      const hasSymbol = entry.some((field) => field.number === 3);
      return [this.entryOf(numberIn(entry, 2), hasSymbol ? numberIn(entry, 3) : -1)];
    });
    let context = ROOT;
    for (const entry of stack.reverse()) {
      const inner = this.tree.childWithin(context, entry);
      if (inner >= 0) context = inner;
    }
    if (context === ROOT) context = this.tree.child(ROOT, this.entryOf(-1, -1));
    const event = numberIn(fields, 5);
    if (event < 0 || event >= MOST_EVENTS) {
      this.problems.add(
        atOffset(this.stream.offset(), 'a sample of an event that it does not name: left out'),
      );
      return;
    }
    this.add(context, 2 * event, 1);
    this.add(context, 2 * event + 1, Math.max(0, numberIn(fields, 4)));
    if (this.times.length === MOST_TIMES) return;
    this.times.push(numberIn(fields, 1) * 1e-9);
    this.sampled.push({ context, event });
  }

  private readRecord(bytes: Uint8Array): void {
    const record = fieldsOf(bytes)?.[0];
    const fields = record === undefined ? undefined : fieldsOf(record.value);
    if (record === undefined || fields === undefined) {
      this.problems.add(atOffset(this.stream.offset(), 'a record is damaged: left out'));
      return;
    }
    if (record.number === 1) this.readSample(fields);
    else if (record.number === 2) this.lost = numberIn(fields, 2);
    else if (record.number === 3) {
      const [path = ''] = this.textsIn(fields, 2);
      this.files.set(numberIn(fields, 1), { path, symbols: this.textsIn(fields, 3) });
    } else if (record.number === 5) {
      this.events.push(...this.textsIn(fields, 1));
      [this.app = ''] = this.textsIn(fields, 2);
    }
  }

  /** Returns how many bytes it read. */
  private readSome(bytes: Uint8Array): number {
    if (!this.hasHeader) {
      if (bytes.length < HEADER_LENGTH) return 0;
      this.hasHeader = true;
      const version = at(bytes, MAGIC.length) | (at(bytes, MAGIC.length + 1) << 8);
      if (version !== 1) this.problems.add(atOffset(MAGIC.length, `is of version ${version}; 1 is known`));
      return HEADER_LENGTH;
    }
    if (bytes.length < 4) return 0;
    const size = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
    if (size === 0 || size > LARGEST_RECORD) {
      if (size > 0) this.problems.add(atOffset(this.stream.offset(), 'no record: what follows is not read'));
      this.isDone = true;
      return bytes.length;
    }
    if (bytes.length < 4 + size) return 0;
    this.readRecord(bytes.subarray(4, 4 + size));
    return 4 + size;
  }
}

/** Matches files that hold code of Android's own runtime. */
const JAVA_FILE = /\.(?:odex|oat|art|vdex|dex|apk|jar)(?:$|!)|jit[- ]?(?:app|zygote)?[- ]?cache|^\[?JIT/i;

/** Names of methods begin with their return type: `void app.Feed.load(int)`. */
function frameOf({ symbol }: CallChainEntry, file: MappedFile | undefined): Frame {
  const path = file?.path ?? '';
  const named = file?.symbols[symbol];
  const base = path.slice(path.lastIndexOf('/') + 1);
  if (named === undefined || named === '')
    return { kind: 'native', name: printable(base === '' ? '[unknown]' : `[${base}]`) };
  if (path.startsWith('[kernel')) return { kind: 'kernel', name: printable(named) };
  const frame = readFrameName(named.replace(/^\S+ (?=[^ (]+\()/, ''));
  return frame.kind === 'java' && !JAVA_FILE.test(path) ? { kind: 'native', name: frame.name } : frame;
}
