/**
 * Reads method traces of Android (`Debug.startMethodTracing`, `am profile start`): a text that names
 * threads and methods, then a binary record for each entry and exit.
 *
 * Sits in `recordings/`. Specification: "Dmtracedump" of the Android documentation and ART's
 * trace.cc, versions 1 to 3 (`SLOW`, little-endian). A method's own time is a measure for each clock; there
 * are no lines. Tracing itself takes time, mostly in small methods. Not supported: streamed traces, and
 * versions 4 and 5.
 */
import type { Measure } from '../../base/measure';
import { withDefined } from '../../base/check';
import type { ImportedRecording } from '../model/imported-profile';
import { createContextTree, ROOT } from './context-tree';
import { javaFrame, printable } from './frame-names';
import { createFrameTable } from './frame-table';
import { atOffset, createProblems, type ImportContext, type Importer, type ImportFormat } from './importer';
import { createRecordStream } from './bytes/record-stream';

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
  create: createAndroidTraceImporter,
};

interface Thread {
  readonly methods: number[];
  readonly contexts: number[];
  /** The last time of each clock. */
  last: readonly number[] | undefined;
}

/** The layout of the binary part. */
interface Layout {
  readonly version: number;
  readonly recordLength: number;
}

function createAndroidTraceImporter({ name, device }: ImportContext): Importer {
  const problems = createProblems();
  const table = createFrameTable();
  const tree = createContextTree();
  const threadNames = new Map<number, string>();
  const methods = new Map<number, number>();
  const threads = new Map<number, Thread>();
  const decoder = new TextDecoder();
  const totals: number[] = [0, 0];
  let clocks: readonly Clock[] = ['thread-cpu'];
  let section = '';
  let layout: Layout | undefined;
  let isInText = true;
  let isBroken = false;
  let records = 0;
  let unknown = 0;
  let unmatched = 0;
  let backwards = 0;

  function fail(message: string): void {
    problems.add(atOffset(stream.offset(), message));
    isBroken = true;
  }

  function readLine(line: string): void {
    if (line.startsWith('*')) {
      section = line;
      isInText = line !== '*end';
    } else if (section === '*version') {
      const clock = /^clock=(.*)$/.exec(line)?.[1];
      if (clock === 'dual') clocks = ['thread-cpu', 'wall'];
      else if (clock === 'wall' || clock === 'thread-cpu') clocks = [clock];
      if (line === 'data-file-overflow=true')
        problems.add({ message: 'its buffer was full: what ran later is not in it' });
    } else if (section === '*threads') {
      const [id, given = ''] = line.split('\t', 2);
      threadNames.set(Number(id), given);
    } else if (section === '*methods') readMethod(line);
  }

  /** Reads `id class method signature file [line]`, or `id name file line` for methods without a class. */
  function readMethod(line: string): void {
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
    methods.set(number, table.numberOf(frame));
  }

  function threadOf(id: number): Thread {
    const known = threads.get(id);
    if (known !== undefined) return known;
    const frame = table.numberOf({
      kind: 'thread',
      name: printable(`[${threadNames.get(id) ?? `thread ${id}`}]`),
    });
    const thread: Thread = { methods: [-1], contexts: [tree.child(ROOT, frame)], last: undefined };
    threads.set(id, thread);
    return thread;
  }

  /** Gives the time since the thread's last record to the method that it was in. */
  function spend(thread: Thread, context: number, times: readonly number[]): void {
    for (const [clock, time] of times.entries()) {
      const before = thread.last?.[clock];
      if (before === undefined) continue;
      const apart = time - before;
      const spent = (apart < -CLOCK_RANGE / 2 ? apart + CLOCK_RANGE : apart) * 1e-6;
      if (spent < 0) backwards++;
      else if (spent > 0) {
        tree.add(context, clock, spent);
        totals[clock] = (totals[clock] ?? 0) + spent;
      }
    }
    thread.last = times;
  }

  function readRecord(view: DataView, { version }: Layout): void {
    const isNarrow = version === 1;
    const at = isNarrow ? 1 : 2;
    const thread = threadOf(isNarrow ? view.getUint8(0) : view.getUint16(0, true));
    const word = view.getUint32(at, true);
    const action = word & 3;
    const method = (word & ~3) >>> 0;
    const times = clocks.map((_, clock) => view.getUint32(at + 4 + 4 * clock, true));
    const frame = methods.get(method) ?? table.numberOf({ kind: 'native', name: '[unknown method]' });
    if (!methods.has(method)) unknown++;
    records++;
    const { methods: open, contexts } = thread;
    const depth = action === 0 ? -1 : open.lastIndexOf(method);
    // A method that was entered before the trace began is now left: the thread was in it until here.
    const isUnseen = action !== 0 && depth < 0;
    const top = contexts.at(-1) ?? ROOT;
    spend(thread, isUnseen ? tree.child(contexts[0] ?? ROOT, frame) : top, times);
    if (isUnseen) unmatched++;
    else if (action !== 0) open.length = contexts.length = depth;
    else if (open.length < DEEPEST) {
      open.push(method);
      contexts.push(tree.childWithin(top, frame) < 0 ? top : tree.child(top, frame));
    }
  }

  function readHeader(view: DataView): number {
    const version = view.getUint16(4, true);
    if (view.getUint32(0, true) !== MAGIC || version < 1 || version > 3) {
      fail(`records of version ${version} are not supported`);
      return 0;
    }
    const given = version === 3 ? view.getUint16(16, true) : version === 2 ? 10 : 9;
    const needed = (version === 1 ? 5 : 6) + 4 * clocks.length;
    if (given < needed) {
      fail(`records of ${given} bytes are too short`);
      return 0;
    }
    const length = Math.max(HEADER_LENGTH, view.getUint16(6, true));
    if (view.byteLength < length) return 0;
    layout = { version, recordLength: given };
    return length;
  }

  /** Returns how many bytes it read. */
  function readSome(bytes: Uint8Array): number {
    if (isBroken) return 0;
    if (isInText) {
      const end = bytes.indexOf(10);
      if (end < 0 && bytes.length > LONGEST_LINE) fail('a line is too long');
      if (end < 0) return 0;
      readLine(decoder.decode(bytes.subarray(0, end)).replace(/\r$/, ''));
      return end + 1;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (layout === undefined) {
      if (bytes.length < HEADER_LENGTH) return 0;
      return readHeader(view);
    }
    if (bytes.length < layout.recordLength) return 0;
    readRecord(view, layout);
    return layout.recordLength;
  }

  const stream = createRecordStream(readSome);
  return {
    push(chunk) {
      if (!isBroken) stream.push(chunk);
    },
    end(): ImportedRecording {
      if (!isBroken && (stream.pending() > 0 || layout === undefined))
        problems.add({ message: 'the file ends in the middle: what stands before is read' });
      if (records === 0) problems.add({ message: 'the trace holds no records' });
      const counted: readonly (readonly [number, string])[] = [
        [unknown, 'records are of methods that it does not name'],
        [unmatched, 'exits are of methods that were entered before it began'],
        [backwards, 'times go back: left out'],
      ];
      for (const [count, what] of counted) if (count > 0) problems.add({ message: `${count} ${what}` });
      const measures = clocks.map((clock, index): Measure => ({
        name: clock === 'wall' ? 'time' : 'CPU time',
        unit: 'seconds',
        provenance: 'measured',
        ...(clock === 'wall' ? {} : { component: 'CPU' }),
        ...withDefined({ device }),
        total: totals[index] ?? 0,
      }));
      return {
        source: {
          format: androidTraceFormat.id,
          name,
          tool: 'Android method tracing',
          ...withDefined({ device }),
        },
        measures,
        frames: table.list(),
        tree: tree.build(measures.length),
        lineTrust: 'none',
        problems: problems.list(),
      };
    },
  };
}
