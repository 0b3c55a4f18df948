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
const START = 12;

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const KINDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

type Kind = keyof typeof KINDS | 'texts';

/** A layout of files: `C` has a column of numbers or texts by each of these names. */
export interface ColumnLayout<C> {
  /** The four letters at the beginning of the file. */
  readonly magic: string;
  readonly version: number;
  /** The name of the content for people: "picture". */
  readonly what: string;
  readonly columns: Readonly<Record<keyof C & string, Kind>>;
}

type Columns<C> = Readonly<Record<keyof C & string, Numbers | readonly string[]>>;

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
export function encodeColumns<C extends Columns<C>>(
  { magic, version, columns: kinds }: ColumnLayout<C>,
  head: object,
  columns: C,
): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const placed: Placed[] = [];
  let offset = 0;
  for (const name of namesOf(kinds)) {
    const bytes = bytesOf(columns[name]);
    placed.push({ name, kind: kinds[name], offset, bytes: bytes.length });
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

/**
 * Decodes a file. Numbers stay where they are in `buffer`, and the content of the head is not checked. The result is
 * a text if something is wrong with the file.
 */
export function decodeColumns<C>(
  { magic, version, what, columns: kinds }: ColumnLayout<C>,
  buffer: ArrayBuffer,
): { readonly head: unknown; readonly columns: C } | string {
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
  const columns: Record<string, Numbers | readonly string[]> = {};
  for (const name of namesOf(kinds)) {
    const placed = head.columns.find((column) => column.name === name);
    if (placed?.kind !== kinds[name]) return `the ${what} has no column ${name}`;
    const column = readColumn(buffer, start, placed);
    if (column === undefined) return `the ${what} is cut short`;
    columns[name] = column;
  }
  // Every column is there, of the kind that the layout says.
  return { head, columns: columns as C };
}

/** True if every number is an index into something of this length. */
export function isBelow(indices: Uint8Array | Uint32Array, limit: number): boolean {
  return indices.every((index) => index < limit);
}

function namesOf<C>(columns: ColumnLayout<C>['columns']): readonly (keyof C & string)[] {
  return Object.keys(columns) as (keyof C & string)[];
}

function numberOf(magic: string): number {
  return new DataView(new TextEncoder().encode(magic).buffer).getUint32(0, true);
}

function bytesOf(column: Numbers | readonly string[]): Uint8Array {
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

function readColumn(
  buffer: ArrayBuffer,
  start: number,
  { kind, offset, bytes }: Placed,
): Numbers | readonly string[] | undefined {
  if (!(offset >= 0 && bytes >= 0 && start + offset + bytes <= buffer.byteLength)) return undefined;
  if (kind === 'texts') {
    if (bytes === 0) return [];
    return new TextDecoder().decode(new Uint8Array(buffer, start + offset, bytes - 1)).split('\0');
  }
  const Column = KINDS[kind];
  if (bytes % Column.BYTES_PER_ELEMENT !== 0 || offset % Column.BYTES_PER_ELEMENT !== 0) return undefined;
  return new Column(buffer, start + offset, bytes / Column.BYTES_PER_ELEMENT);
}
