/**
 * Reads method traces of Android (`Debug.startMethodTracing`, `am profile start`): a text that names
 * threads and methods, then a binary record for each entry and exit.
 *
 * Sits in `recordings/`. Specification: "Dmtracedump" of the Android documentation and ART's
 * trace.cc, versions 1 to 3 (`SLOW`, little-endian). A method's own time is a measure for each clock; there
 * are no lines. Tracing itself takes time, mostly in small methods. Not supported: streamed traces, and
 * versions 4 and 5.
 */
import { ROOT } from '../../base/context-tree';
import { at, last } from '../../base/check';
import type { Frame } from '../model/imported-profile';
import { javaFrame, printable } from './frame-names';
import { createRecordStream } from './bytes/record-stream';
import {
  type ByteReader,
  type FormatResult,
  StackImporter,
  atOffset,
  type ImportFormat,
} from './stack-importer';

const MAGIC = 0x574f4c53;
const HEADER_LENGTH = 32;
const LONGEST_LINE = 64 * 1024;
const DEEPEST = 100_000;
/** The clocks count microseconds in 32 bits. */
const CLOCK_RANGE = 2 ** 32;

type Clock = 'thread-cpu' | 'wall';

export const androidTraceFormat: ImportFormat = {
  id: 'android-trace',
  title: 'Android method trace',
  recognizes: (head) => /^\*version\n\d+\n/.test(new TextDecoder('latin1').decode(head.subarray(0, 64))),
  create: (context) => new AndroidTraceImporter(context),
};

interface TracedThread {
  readonly methods: number[];
  readonly contexts: number[];
  /** The last time of each clock. */
  last: readonly number[] | undefined;
}

/** The layout of the binary part. */
interface RecordLayout {
  readonly version: number;
  readonly recordLength: number;
}

const UNKNOWN_METHOD: Frame = { kind: 'native', name: '[unknown method]' };

class AndroidTraceImporter extends StackImporter {
  protected readonly format = androidTraceFormat.id;
  private readonly stream = createRecordStream((bytes) => this.readSome(bytes));
  protected readonly reader: ByteReader = {
    push: (chunk) => {
      if (!this.isBroken) this.stream.push(chunk);
    },
    end: () => this.isBroken || (this.stream.pending() === 0 && this.layout !== undefined),
  };
  private readonly threadNames = new Map<number, string>();
  private readonly methods = new Map<number, number>();
  private readonly threads = new Map<number, TracedThread>();
  private clocks: readonly Clock[] = ['thread-cpu'];
  private section = '';
  private layout: RecordLayout | undefined;
  private isInText = true;
  private isBroken = false;
  private records = 0;
  private unknown = 0;
  private unmatched = 0;
  private backwards = 0;

  protected finish(): FormatResult {
    if (this.records === 0) this.note('the trace holds no records');
    this.noteCount(this.unknown, 'records are of methods that it does not name');
    this.noteCount(this.unmatched, 'exits are of methods that were entered before it began');
    this.noteCount(this.backwards, 'times go back: left out');
    const measures = this.clocks.map((clock, index) =>
      clock === 'wall'
        ? this.measure('time', 'seconds', this.totalOf(index))
        : this.measure('CPU time', 'seconds', this.totalOf(index), { component: 'CPU' }),
    );
    return {
      tool: 'Android method tracing',
      measures,
      tree: this.tree.build(measures.length),
      lineTrust: 'none',
    };
  }

  private fail(message: string): number {
    this.problems.add(atOffset(this.stream.offset(), message));
    this.isBroken = true;
    return 0;
  }

  private readLine(line: string): void {
    if (line.startsWith('*')) {
      this.section = line;
      this.isInText = line !== '*end';
    } else if (this.section === '*version') {
      const clock = /^clock=(.*)$/.exec(line)?.[1];
      if (clock === 'dual') this.clocks = ['thread-cpu', 'wall'];
      else if (clock === 'wall' || clock === 'thread-cpu') this.clocks = [clock];
      if (line === 'data-file-overflow=true') this.note('its buffer was full: what ran later is not in it');
    } else if (this.section === '*threads') {
      const [id, given = ''] = line.split('\t', 2);
      this.threadNames.set(Number(id), given);
    } else if (this.section === '*methods') this.readMethod(line);
  }

  /** Reads `id class method signature file [line]`, or `id name file line` for methods without a class. */
  private readMethod(line: string): void {
    const [id = '', owner = '', method = '', signature = '', file = ''] = line.split('\t');
    const number = Number.parseInt(id, 16);
    if (!Number.isFinite(number)) return;
    const folder = owner.replaceAll('.', '/').replace(/[^/]*$/, '');
    const frame = signature.startsWith('(')
      ? {
          ...javaFrame({ class: owner, method, descriptor: printable(signature) }),
          ...(file === '' ? {} : { file: printable(file.includes('/') ? file : folder + file) }),
        }
      : ({ kind: 'native', name: printable(owner === '' ? '[unknown]' : owner) } as const);
    this.methods.set(number, this.table.numberOf(frame));
  }

  private threadOf(id: number): TracedThread {
    const known = this.threads.get(id);
    if (known !== undefined) return known;
    const name = printable(`[${this.threadNames.get(id) ?? `thread ${id}`}]`);
    const base = this.tree.child(ROOT, this.table.numberOf({ kind: 'thread', name }));
    const thread: TracedThread = { methods: [-1], contexts: [base], last: undefined };
    this.threads.set(id, thread);
    return thread;
  }

  /** Gives the time since the thread's last record to the method that it was in. */
  private spend(thread: TracedThread, context: number, times: readonly number[]): void {
    for (const [clock, time] of times.entries()) {
      const before = thread.last?.[clock];
      if (before === undefined) continue;
      const apart = time - before;
      const spent = (apart < -CLOCK_RANGE / 2 ? apart + CLOCK_RANGE : apart) * 1e-6;
      if (spent < 0) this.backwards++;
      else if (spent > 0) this.add(context, clock, spent);
    }
    thread.last = times;
  }

  private readRecord(view: DataView, { version }: RecordLayout): void {
    const isNarrow = version === 1;
    const start = isNarrow ? 1 : 2;
    const thread = this.threadOf(isNarrow ? view.getUint8(0) : view.getUint16(0, true));
    const word = view.getUint32(start, true);
    const action = word & 3;
    const method = (word & ~3) >>> 0;
    const times = this.clocks.map((_, clock) => view.getUint32(start + 4 + 4 * clock, true));
    const frame = this.methods.get(method) ?? this.table.numberOf(UNKNOWN_METHOD);
    if (!this.methods.has(method)) this.unknown++;
    this.records++;
    const { methods: open, contexts } = thread;
    const depth = action === 0 ? -1 : open.lastIndexOf(method);
    // A method that was entered before the trace began is now left: the thread was in it until here.
    const isUnseen = action !== 0 && depth < 0;
    const top = last(contexts);
    this.spend(thread, isUnseen ? this.tree.child(at(contexts, 0), frame) : top, times);
    if (isUnseen) this.unmatched++;
    else if (action !== 0) open.length = contexts.length = depth;
    else if (open.length < DEEPEST) {
      open.push(method);
      contexts.push(this.tree.childWithin(top, frame) < 0 ? top : this.tree.child(top, frame));
    }
  }

  private readHeader(view: DataView): number {
    const version = view.getUint16(4, true);
    if (view.getUint32(0, true) !== MAGIC || version < 1 || version > 3)
      return this.fail(`records of version ${version} are not supported`);
    const given = version === 3 ? view.getUint16(16, true) : version === 2 ? 10 : 9;
    const needed = (version === 1 ? 5 : 6) + 4 * this.clocks.length;
    if (given < needed) return this.fail(`records of ${given} bytes are too short`);
    const length = Math.max(HEADER_LENGTH, view.getUint16(6, true));
    if (view.byteLength < length) return 0;
    this.layout = { version, recordLength: given };
    return length;
  }

  /** Returns how many bytes it read. */
  private readSome(bytes: Uint8Array): number {
    if (this.isBroken) return 0;
    if (this.isInText) {
      const end = bytes.indexOf(10);
      if (end < 0) return bytes.length > LONGEST_LINE ? this.fail('a line is too long') : 0;
      this.readLine(this.decoder.decode(bytes.subarray(0, end)).replace(/\r$/, ''));
      return end + 1;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.layout === undefined) return bytes.length < HEADER_LENGTH ? 0 : this.readHeader(view);
    if (bytes.length < this.layout.recordLength) return 0;
    this.readRecord(view, this.layout);
    return this.layout.recordLength;
  }
}
