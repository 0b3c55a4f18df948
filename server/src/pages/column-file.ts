/**
 * Columns of numbers and texts as bytes, and back.
 *
 * Sits at the bottom of `pages/`. Large data crosses to pages as a file, never as JSON: 1.3 million lines are 13 MB of
 * numbers, which a page reads in place.
 *
 *   0  four letters that say what it is
 *   4  version, 32 bits
 *   8  length of the head in bytes, 32 bits
 *  12  the head: JSON in UTF-8, with `columns`: for each column its name, kind, offset and length in bytes
 *      then, from the next multiple of 8, the columns, each at a multiple of 8:
 *      numbers as they lie in memory, texts in UTF-8 with a zero byte between
 *
 * Numbers are little-endian, as on every machine that runs an editor.
 */
import { at } from '../base/check';

const START = 12;

const KINDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

interface ColumnTypes {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly texts: readonly string[];
}

type Kind = keyof ColumnTypes;
type Column = ColumnTypes[Kind];

/** The kind of each column, by its name. */
type Kinds = Readonly<Record<string, Kind>>;

/** The columns of these kinds. */
export type ColumnsOf<K extends Kinds> = { readonly [Name in keyof K]: ColumnTypes[K[Name]] };

interface ColumnLayout<K extends Kinds> {
  /** The four letters at the beginning of the file. */
  readonly magic: string;
  readonly version: number;
  /** The name of the content for people: "picture". */
  readonly what: string;
  readonly columns: K;
}

interface Placed {
  readonly name: string;
  readonly kind: Kind;
  /** The offset from the first column. */
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Encodes columns in pieces that are to be written one after the other: nothing is copied. `head` is anything that
 * JSON can hold.
 */
export function encodeColumns<K extends Kinds>(
  { magic, version, columns: kinds }: ColumnLayout<K>,
  head: object,
  columns: ColumnsOf<K>,
): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const placed: Placed[] = [];
  let offset = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const bytes = bytesOf(columns[name as keyof K]);
    placed.push({ name, kind, offset, bytes: bytes.length });
    const padding = align(bytes.length) - bytes.length;
    pieces.push(bytes, new Uint8Array(padding));
    offset += bytes.length + padding;
  }
  const text = new TextEncoder().encode(JSON.stringify({ ...head, columns: placed }));
  const first = new Uint8Array(align(START + text.length));
  const view = new DataView(first.buffer);
  view.setUint32(0, numberOf(magic), true);
  view.setUint32(4, version, true);
  view.setUint32(8, text.length, true);
  first.set(text, START);
  return [first, ...pieces];
}

/** The columns of a file and its head, whose content is not checked. */
type Decoded<K extends Kinds, Head> = ColumnsOf<K> & { readonly head: Head };

/**
 * Decodes a file. Numbers stay where they are in `buffer`. The result is a text if something is wrong with the file, or
 * if its columns do not fit each other.
 */
export function decodeColumns<K extends Kinds, Head>(
  { magic, version, what, columns: kinds }: ColumnLayout<K>,
  buffer: ArrayBuffer,
  isConsistent: (file: Decoded<K, Head>) => boolean,
): Decoded<K, Head> | string {
  if (buffer.byteLength < START) return `the ${what} is cut short`;
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== numberOf(magic)) return `this is no ${what}`;
  if (view.getUint32(4, true) !== version) return `the ${what} is of version ${view.getUint32(4, true)}`;
  const length = view.getUint32(8, true);
  if (START + length > buffer.byteLength) return `the ${what} is cut short`;
  const start = align(START + length);
  if (start > buffer.byteLength) return `the ${what} is cut short`;
  const head = readHead(new Uint8Array(buffer, START, length));
  if (head === undefined) return `the head of the ${what} can not be read`;
  const columns: Record<string, Column> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const placed = head.columns.find((column) => column.name === name);
    if (placed?.kind !== kind) return `the ${what} has no column ${name}`;
    const column = readColumn(buffer, start, placed);
    if (column === undefined) return `the ${what} is cut short`;
    columns[name] = column;
  }
  // Every column is there, of the kind that the layout says.
  const file = { ...(columns as ColumnsOf<K>), head: head as Head };
  return isConsistent(file) ? file : `the columns of the ${what} do not fit each other`;
}

/** True if every number is an index into something of this length. */
export function isBelow(indices: Uint8Array | Uint32Array, limit: number): boolean {
  return indices.every((index) => index < limit);
}

/** Fills the columns of one table: each column has a value of each item, which its reader gives. */
export function fillColumns<const K extends Kinds, Item>(
  kinds: K,
  items: readonly Item[],
  readers: { readonly [Name in keyof K]: (item: Item) => K[Name] extends 'texts' ? string : number },
): ColumnsOf<K> {
  const columns: Record<string, Column> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const values = items.map(readers[name as keyof K]);
    columns[name] = kind === 'texts' ? (values as string[]) : new KINDS[kind](values as number[]);
  }
  return columns as ColumnsOf<K>;
}

/** True if the columns of one table have as many values as the first of them. */
export function haveOneLength<K extends Kinds>(columns: ColumnsOf<K>, table: K): boolean {
  const lengths = Object.keys(table).map((name) => columns[name as keyof K].length);
  return lengths.every((length) => length === lengths[0]);
}

/** True if `starts` are those of `count` lists that follow each other and are `length` long together. */
export function areStarts(starts: Uint32Array, count: number, length: number): boolean {
  if (starts.length !== count + 1 || starts[0] !== 0 || starts[count] !== length) return false;
  return starts.every((start, index) => index === 0 || start >= at(starts, index - 1));
}

function numberOf(magic: string): number {
  return new DataView(new TextEncoder().encode(magic).buffer).getUint32(0, true);
}

function bytesOf(column: Column): Uint8Array {
  return 'buffer' in column
    ? new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
    : new TextEncoder().encode(column.map((text) => `${text.replaceAll('\0', '')}\0`).join(''));
}

function align(offset: number): number {
  return (offset + 7) & ~7;
}

function readHead(bytes: Uint8Array): { readonly columns: readonly Placed[] } | undefined {
  try {
    const head: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isHead =
      typeof head === 'object' && head !== null && 'columns' in head && Array.isArray(head.columns);
    return isHead ? (head as { readonly columns: readonly Placed[] }) : undefined;
  } catch {
    return undefined; // said by whoever asks
  }
}

function readColumn(buffer: ArrayBuffer, start: number, { kind, offset, bytes }: Placed): Column | undefined {
  if (!(offset >= 0 && bytes >= 0 && start + offset + bytes <= buffer.byteLength)) return undefined;
  if (kind === 'texts') {
    if (bytes === 0) return [];
    return new TextDecoder().decode(new Uint8Array(buffer, start + offset, bytes - 1)).split('\0');
  }
  const Numbers = KINDS[kind];
  if (bytes % Numbers.BYTES_PER_ELEMENT !== 0 || offset % Numbers.BYTES_PER_ELEMENT !== 0) return undefined;
  return new Numbers(buffer, start + offset, bytes / Numbers.BYTES_PER_ELEMENT);
}
