/**
 * Changes to jars (PKWARE APPNOTE 4.3) and to images of modules that know
 * where sizes, counts and places lie.
 */
import { type ByteChange, numberAt, oddNumber, replaceBytes, setNumber } from './byte-edits';
import type { Random } from './random';

/** A number in an archive, in the byte order of its format. */
interface Field {
  readonly at: number;
  readonly size: number;
}

const END = 0x504b0506;
/** The offset and size of each number in a record, by the record's signature as its bytes stand. */
const RECORDS: ReadonlyMap<number, readonly (readonly [number, number])[]> = new Map([
  [0x504b0304, [[6, 2], [8, 2], [14, 4], [18, 4], [22, 4], [26, 2], [28, 2]]],
  [0x504b0102, [[8, 2], [10, 2], [16, 4], [20, 4], [24, 4], [28, 2], [30, 2], [32, 2], [42, 4]]],
  [END, [[8, 2], [10, 2], [12, 4], [16, 4], [20, 2]]],
  [0x504b0606, [[24, 8], [32, 8], [40, 8], [48, 8]]],
  [0x504b0607, [[8, 8], [16, 4]]],
]); // prettier-ignore

function fieldsOfZip(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  for (let at = 0; at + 4 <= bytes.length; at++) {
    if (bytes[at] !== 0x50 || bytes[at + 1] !== 0x4b) continue;
    for (const [offset, size] of RECORDS.get(numberAt(bytes, at, 4)) ?? [])
      fields.push({ at: at + offset, size });
  }
  return fields;
}

function numberOf(bytes: Uint8Array, { at, size }: Field, littleEndian: boolean): number {
  return numberAt(
    littleEndian ? bytes.slice(at, at + size).reverse() : bytes.subarray(at, at + size),
    0,
    size,
  );
}

function withNumber(
  bytes: Uint8Array,
  { at, size }: Field,
  littleEndian: boolean,
  value: number,
): Uint8Array {
  const word = new Uint8Array(size);
  setNumber(word, 0, size, value);
  if (littleEndian) word.reverse();
  const result = bytes.slice();
  for (let i = 0; i < size && at + i < result.length; i++) result[at + i] = word[i] ?? 0;
  return result;
}

function changeFields(
  bytes: Uint8Array,
  fields: readonly Field[],
  littleEndian: boolean,
  random: Random,
): Uint8Array {
  const field = random.among(fields);
  if (field === undefined) return bytes;
  const other = random.among(fields.filter(({ size }) => size === field.size));
  const value =
    other === undefined || random.oneIn(2)
      ? oddNumber(random, field.size, numberOf(bytes, field, littleEndian))
      : numberOf(bytes, other, littleEndian);
  return withNumber(bytes, field, littleEndian, value);
}

const NAMES: readonly [string, ...string[]] = [
  ...([
    '../x.class',
    '/x.class',
    'C:\\x.class',
    'a\0.class',
    'META-INF/MANIFEST.MF',
    '.class',
    'a//b.class',
  ] as const),
  ...(['META-INF/versions/9/a.class', 'META-INF/versions/99999/a.class', '__proto__.class'] as const),
];

/** Another name in place, as long as it fits: lengths are other changes' business. */
function renameEntry(bytes: Uint8Array, random: Random): Uint8Array {
  const places = fieldsOfZip(bytes).filter(
    ({ at, size }) => size === 2 && numberAt(bytes, at - 28, 4) === 0x504b0102,
  );
  const field = random.among(places);
  if (field === undefined) return bytes;
  const start = field.at - 28 + 46;
  const name = new TextEncoder().encode(random.pick(NAMES));
  const length = numberOf(bytes, field, true);
  return withNumber(replaceBytes(bytes, start, Math.min(length, bytes.length - start), name), field, true, name.length); // prettier-ignore
}

/** One entry of the directory many times over, and the count of entries with it. */
function repeatEntry(bytes: Uint8Array, random: Random): Uint8Array {
  const fields = fieldsOfZip(bytes);
  const entry = random.among(fields.filter(({ at }) => numberAt(bytes, at - 8, 4) === 0x504b0102));
  const end = fields.find(({ at }) => numberAt(bytes, at - 8, 4) === END);
  if (entry === undefined || end === undefined) return bytes;
  const start = entry.at - 8;
  const length = 46 + numberOf(bytes, { at: start + 28, size: 2 }, true) + numberOf(bytes, { at: start + 30, size: 2 }, true); // prettier-ignore
  const run = bytes.subarray(start, start + Math.min(length, 1000));
  const times = random.pick([1, 10, 1000]);
  const repeated = new Uint8Array(run.length * times);
  for (let i = 0; i < times; i++) repeated.set(run, i * run.length);
  const count = Math.min(0xffff, numberOf(bytes, { at: end.at + 2, size: 2 }, true) + times);
  const size = numberOf(bytes, { at: end.at + 4, size: 4 }, true) + repeated.length;
  const counted = withNumber(withNumber(bytes, { at: end.at + 2, size: 2 }, true, count), { at: end.at + 4, size: 4 }, true, size); // prettier-ignore
  return replaceBytes(counted, start, 0, repeated);
}

export const changeJar: ByteChange = (bytes, _, random) => {
  if (random.oneIn(8)) return renameEntry(bytes, random);
  if (random.oneIn(12)) return repeatEntry(bytes, random);
  return changeFields(bytes, fieldsOfZip(bytes), true, random);
};

const HEADER_WORDS = 7;

/** The header and the tables of a jimage are words; its locations and strings are bytes, which blind changes hit. */
export const changeImage: ByteChange = (bytes, _, random) => {
  const littleEndian = bytes[0] === 0xda;
  const length = numberOf(bytes, { at: 16, size: 4 }, littleEndian);
  const words = random.oneIn(3) ? HEADER_WORDS : HEADER_WORDS + 2 * Math.min(length, 1000);
  const fields = Array.from({ length: words }, (_word, index) => ({ at: 4 * index, size: 4 }));
  return changeFields(bytes, fields.filter(({ at }) => at + 4 <= bytes.length), littleEndian, random); // prettier-ignore
};
