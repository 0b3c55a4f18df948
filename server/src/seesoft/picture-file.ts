/**
 * A {@link Picture} as bytes, and back.
 *
 * Sits in `seesoft/`. Large data crosses to the page as a file, never as JSON:
 * 1.3 million lines are 13 MB of numbers, which the page reads in place.
 *
 *   0  `JLSP`
 *   4  version, 32 bits
 *   8  length of the head in bytes, 32 bits
 *  12  the head: JSON in UTF-8, {@link PictureHead} and `columns`, for each
 *      column its name, kind, offset and length in bytes
 *      then, from the next multiple of 8, the columns, each at a multiple of 8:
 *      numbers as they lie in memory, texts in UTF-8 with a zero byte between
 *
 * Numbers are little-endian, as on every machine that runs an editor.
 */
import type { Picture, PictureColumns, PictureHead } from './picture';

const VERSION = 2;
const MAGIC = 0x5053_4c4a; // JLSP
const START = 12;

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

const KINDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
} as const;

type NumberKind = keyof typeof KINDS;
type Kind = NumberKind | 'texts';

const COLUMNS: Readonly<Record<keyof PictureColumns, Kind>> = {
  groups: 'texts',
  paths: 'texts',
  fileRoot: 'u8',
  fileGroup: 'u32',
  fileStart: 'u32',
  fileState: 'u8',
  heat: 'u16',
  energy: 'f32',
  before: 'f32',
  indent: 'u8',
  end: 'u8',
  operationNames: 'texts',
  operationLine: 'u32',
  operationName: 'u32',
  methodNames: 'texts',
  classNames: 'texts',
  methodFile: 'u32',
  methodClass: 'u32',
  methodLine: 'u32',
  methodEnd: 'u32',
  methodEnergy: 'f32',
  methodInclusive: 'f32',
  callStart: 'u32',
  callTo: 'u32',
  callEnergy: 'f32',
};

const NAMES = Object.keys(COLUMNS) as readonly (keyof PictureColumns)[];

interface Placed {
  readonly name: string;
  readonly kind: Kind;
  /** From the first column on. */
  readonly offset: number;
  readonly bytes: number;
}

/** In pieces, to be written one after the other: nothing is copied. */
export function encodePicture(picture: Picture): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const columns: Placed[] = [];
  let offset = 0;
  for (const name of NAMES) {
    const bytes = bytesOf(picture[name]);
    columns.push({ name, kind: COLUMNS[name], offset, bytes: bytes.length });
    const padding = align(bytes.length) - bytes.length;
    pieces.push(bytes, new Uint8Array(padding));
    offset += bytes.length + padding;
  }
  const head = new TextEncoder().encode(JSON.stringify({ ...picture.head, columns }));
  const first = new Uint8Array(align(START + head.length));
  const view = new DataView(first.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, head.length, true);
  first.set(head, START);
  return [first, ...pieces];
}

/** Numbers stay where they are in `buffer`. A text says what is wrong with it. */
export function decodePicture(buffer: ArrayBuffer): Picture | string {
  if (buffer.byteLength < START) return 'the picture is cut short';
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== MAGIC) return 'this is no picture of a workspace';
  if (view.getUint32(4, true) !== VERSION) return `the picture is of version ${view.getUint32(4, true)}`;
  const length = view.getUint32(8, true);
  if (START + length > buffer.byteLength) return 'the picture is cut short';
  const start = align(START + length);
  if (start > buffer.byteLength) return 'the picture is cut short';
  const head = readHead(new Uint8Array(buffer, START, length));
  if (head === undefined) return 'the head of the picture can not be read';
  const columns: Partial<Record<keyof PictureColumns, Numbers | readonly string[]>> = {};
  for (const name of NAMES) {
    const placed = head.columns.find((column) => column.name === name);
    if (placed?.kind !== COLUMNS[name]) return `the picture has no column ${name}`;
    const column = readColumn(buffer, start, placed);
    if (column === undefined) return 'the picture is cut short';
    columns[name] = column;
  }
  // Every column is there, of the kind that COLUMNS says.
  const picture = { head, ...columns } as unknown as Picture;
  return isConsistent(picture) ? picture : 'the columns of the picture do not fit each other';
}

function bytesOf(column: Numbers | readonly string[]): Uint8Array {
  return 'buffer' in column
    ? new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
    : new TextEncoder().encode(column.map((text) => `${text.replaceAll('\0', '')}\0`).join(''));
}

function align(offset: number): number {
  return (offset + 7) & ~7;
}

function readHead(bytes: Uint8Array): (PictureHead & { readonly columns: readonly Placed[] }) | undefined {
  try {
    const head: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isHead =
      typeof head === 'object' && head !== null && 'columns' in head && Array.isArray(head.columns);
    return isHead ? (head as PictureHead & { readonly columns: readonly Placed[] }) : undefined;
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

/** What whoever draws it relies on, so that a damaged file is one message and not many faults. */
function isConsistent(picture: Picture): boolean {
  const { paths, fileStart, heat, methodNames, callStart, callTo } = picture;
  const files = [picture.fileRoot, picture.fileGroup, picture.fileState];
  const lines = [picture.energy, picture.indent, picture.end];
  const { methodFile, methodClass, methodLine, methodEnd, methodEnergy, methodInclusive } = picture;
  const methods = [methodFile, methodClass, methodLine, methodEnd, methodEnergy, methodInclusive];
  return (
    files.every((column) => column.length === paths.length) &&
    lines.every((column) => column.length === heat.length) &&
    [0, heat.length].includes(picture.before.length) &&
    methods.every((column) => column.length === methodNames.length) &&
    isAscendingTo(fileStart, paths.length, heat.length) &&
    isAscendingTo(callStart, methodNames.length, callTo.length) &&
    picture.callEnergy.length === callTo.length &&
    picture.operationName.length === picture.operationLine.length &&
    isBelow(picture.operationLine, heat.length) &&
    isBelow(picture.operationName, picture.operationNames.length) &&
    isBelow(picture.fileGroup, picture.groups.length) &&
    isBelow(picture.fileRoot, picture.head.roots.length) &&
    isBelow(methodFile, paths.length) &&
    isBelow(methodClass, picture.classNames.length) &&
    isBelow(callTo, methodNames.length)
  );
}

/** Starts of `count` things that together end at `end`. */
function isAscendingTo(starts: Uint32Array, count: number, end: number): boolean {
  if (starts.length !== count + 1 || starts[0] !== 0 || starts[count] !== end) return false;
  return starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? 0));
}

function isBelow(indices: Uint8Array | Uint32Array, limit: number): boolean {
  return indices.every((index) => index < limit);
}
