/**
 * Files of phones, byte by byte as their specifications say: no tool that
 * writes them was to be had (test/fixtures/imports/README.md).
 */
import { createByteWriter } from '../../../server/src/recordings/export/protobuf-bytes';

const METHODS = [
  'nights.Nights\tmain\t([Ljava/lang/String;)V\tNights.java',
  'nights.Nights\tweigh\t(I)D\tNights.java',
  'skysurvey.image.Blur\tgaussian\t(Lskysurvey/image/Frame;I)Lskysurvey/image/Frame;\tBlur.java',
  'java.lang.StrictMath\tcbrt\t(D)D\tStrictMath.java',
];

/** Thread, method, action (0 enter, 1 exit, 2 unwound), thread clock and wall clock in µs. */
export type TraceRecord = readonly [number, number, 0 | 1 | 2, number, number];

export const TRACE_RECORDS: readonly TraceRecord[] = [
  [1, 0, 0, 10, 20],
  [1, 1, 0, 110, 130],
  [1, 3, 0, 310, 340],
  [1, 3, 1, 1310, 1350],
  [1, 1, 1, 1410, 1460],
  [7, 2, 0, 5, 100],
  [7, 2, 2, 4005, 4500],
  [1, 2, 0, 1500, 1600],
  [1, 2, 1, 21_500, 22_600],
  [1, 0, 1, 21_600, 22_800],
];

/** Makes a trace of version 1 (one-byte threads), 2 (one clock) or 3 (both). */
export function androidTrace(
  version: 1 | 2 | 3,
  records: readonly TraceRecord[] = TRACE_RECORDS,
): Uint8Array {
  const clock = version === 3 ? 'dual' : 'thread-cpu';
  const text = [
    `*version\n${version}\ndata-file-overflow=false\nclock=${clock}\nelapsed-time-usec=23000\nvm=art\n`,
    '*threads\n1\tmain\n7\tRenderThread\n*methods\n',
    ...METHODS.map((method, index) => `0x${(index * 4).toString(16)}\t${method}\n`),
    '*end\n',
  ].join('');
  const length = version === 1 ? 9 : version === 2 ? 10 : 14;
  const body = new DataView(new ArrayBuffer(32 + length * records.length));
  body.setUint32(0, 0x574f4c53, true);
  body.setUint16(4, version, true);
  body.setUint16(6, 32, true);
  body.setBigUint64(8, 1_795_280_935_000_000n, true);
  if (version === 3) body.setUint16(16, length, true);
  for (const [index, [thread, method, action, cpu, wall]] of records.entries()) {
    const at = 32 + index * length;
    if (version === 1) body.setUint8(at, thread);
    else body.setUint16(at, thread, true);
    const next = at + (version === 1 ? 1 : 2);
    body.setUint32(next, (method * 4) | action, true);
    body.setUint32(next + 4, cpu, true);
    if (version === 3) body.setUint32(next + 8, wall, true);
  }
  return Buffer.concat([Buffer.from(text), new Uint8Array(body.buffer)]);
}

const FILES = [
  { path: '/data/app/nights/base.odex', symbols: ['double nights.Nights.weigh(int)', 'nights.Nights.main'] },
  { path: '[kernel.kallsyms]', symbols: ['do_page_fault'] },
  { path: '/system/lib64/libm.so', symbols: ['cbrt'] },
  { path: '[JIT app cache]', symbols: ['skysurvey.image.Blur.gaussian'] },
];

/** Nanoseconds of a sample, and its stack from the innermost: file, symbol. */
export type PhoneSample = readonly [number, readonly (readonly [number, number])[]];

export const PHONE_SAMPLES: readonly PhoneSample[] = [
  [5_000_000_000, [[0, 0], [0, 1]]],
  [5_004_000_000, [[2, 0], [0, 0], [0, 1]]],
  [5_008_000_000, [[3, 0], [0, 1]]],
  [5_012_000_000, [[3, 0], [0, 1]]],
  [5_016_000_000, [[1, 0], [3, 0], [0, 1]]],
  [5_020_000_000, [[2, -1], [0, 1]]],
]; // prettier-ignore

const COUNT = 4_000_000;

export function simpleperfFile(samples: readonly PhoneSample[] = PHONE_SAMPLES): Uint8Array {
  const records = samples.map(([time, stack]) => {
    const sample = createByteWriter();
    sample.number(1, time);
    sample.number(2, 77);
    for (const [file, symbol] of stack) {
      const entry = createByteWriter();
      entry.number(1, 4096);
      entry.number(2, file);
      // -1 as an int32 is written with ten bytes.
      entry.bytes(3, new Uint8Array(0));
      const head = entry.take().slice(0, -2);
      const id = symbol < 0 ? [255, 255, 255, 255, 255, 255, 255, 255, 255, 1] : [symbol];
      sample.bytes(3, Uint8Array.from([...head, 3 * 8, ...id]));
    }
    sample.number(4, COUNT);
    return recordOf(1, sample.take());
  });
  const lost = createByteWriter();
  lost.number(1, samples.length);
  const meta = createByteWriter();
  meta.text(1, 'cpu-clock:u');
  meta.text(2, 'app.nights');
  const files = FILES.map(({ path, symbols }, id) => {
    const file = createByteWriter();
    file.number(1, id);
    file.text(2, path);
    for (const symbol of symbols) file.text(3, symbol);
    return recordOf(3, file.take());
  });
  return Buffer.concat([
    Buffer.from('SIMPLEPERF\u0001\u0000', 'latin1'),
    ...[...records, recordOf(2, lost.take()), ...files, recordOf(5, meta.take())],
    new Uint8Array(4),
  ]);
}

function recordOf(field: number, message: Uint8Array): Uint8Array {
  const record = createByteWriter();
  record.bytes(field, message);
  const bytes = record.take();
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, bytes.length, true);
  return Buffer.concat([new Uint8Array(size.buffer), bytes]);
}
