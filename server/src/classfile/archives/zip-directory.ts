/**
 * The central directory of a zip file (PKWARE APPNOTE 6.3: 4.3.12-4.3.16,
 * 4.5.3), zip64 included.
 *
 * Sits in `classfile/` under `zip.ts`. Functions here throw
 * {@link MalformedInput}.
 */
import type { Crc32 } from '../../base/crc32';
import { MalformedInput, problemAt, type ReadProblem } from '../../base/outcome';
import { type RandomAccess, readFully } from './random-access';

export interface ZipEntry {
  /** The name with slashes, as stored. */
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: Crc32;
  readonly compressedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

/** The place of the central directory. */
interface Directory {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  /**
   * The length of what stands before the archive's own start, such as a launcher script. It is added
   * to every offset.
   */
  readonly shift: number;
}

export const signature = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator: 0x07064b50,
};
const endLength = 22;
const locatorLength = 20;
const longestComment = 0xffff;
export const localLength = 30;
const centralLength = 46;
/**
 * Entries beyond these would take more memory than the archive has bytes: each is kept at about 400 bytes, and
 * takes 100 to 200 in the directory and before its content. The largest real jars have 300,000 in 500 MB.
 */
const entriesOfAny = 100_000;
const bytesPerEntry = 256;
/** Told one by one; the rest are counted. */
const mostOddities = 20;
const longestName = 4096;
const deepestName = 100;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function findDirectory(file: RandomAccess): Directory {
  const tailLength = Math.min(file.size, endLength + longestComment);
  const tailStart = file.size - tailLength;
  const tail = viewOf(readFully(file, tailStart, tailLength));
  for (let at = tailLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) !== signature.end) continue;
    if (at + endLength + tail.getUint16(at + 20, true) > tailLength) continue;
    return readEnd(file, tail, tailStart, at);
  }
  throw new MalformedInput('is no zip file, or cut off: it has no end-of-directory record', file.size);
}

function readEnd(file: RandomAccess, tail: DataView, tailStart: number, at: number): Directory {
  const count = tail.getUint16(at + 10, true);
  const size = tail.getUint32(at + 12, true);
  const offset = tail.getUint32(at + 16, true);
  const place = tailStart + at;
  if (count === 0xffff || size === 0xffffffff || offset === 0xffffffff) {
    const end64 = findEnd64(file, place);
    if (end64 !== undefined) return end64;
  }
  const shift = place - size - offset;
  if (shift < 0) throw new MalformedInput('The directory of the zip file is cut off or misplaced', place);
  return { offset, size, count, shift };
}

/** Absent where the plain record's large values are meant as they stand. */
function findEnd64(file: RandomAccess, endPlace: number): Directory | undefined {
  if (endPlace < locatorLength) return undefined;
  const locator = viewOf(readFully(file, endPlace - locatorLength, locatorLength));
  if (locator.getUint32(0, true) !== signature.locator) return undefined;
  const place = toNumber(locator.getBigUint64(8, true), endPlace - locatorLength);
  const record = viewOf(readFully(file, place, 56));
  if (record.getUint32(0, true) !== signature.end64) {
    throw new MalformedInput('The zip64 end-of-directory record is not where it should be', place);
  }
  return {
    count: toNumber(record.getBigUint64(32, true), place),
    size: toNumber(record.getBigUint64(40, true), place),
    offset: toNumber(record.getBigUint64(48, true), place),
    shift: 0,
  };
}

function toNumber(value: bigint, place: number): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new MalformedInput(`A zip64 value of ${value} is not possible`, place);
  return Number(value);
}

/** Keeps what is wanted, without entries that begin in the bytes of the one before. `fileSize` bounds how many. */
export function readDirectory(
  bytes: Uint8Array,
  directory: Directory,
  fileSize: number,
  wants: (name: string) => boolean,
): {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly overlapping: number;
  readonly problems: readonly ReadProblem[];
} {
  const entries = new Map<string, ZipEntry>();
  const problems: ReadProblem[] = [];
  const most = entriesOfAny + Math.floor(fileSize / bytesPerEntry);
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  let oddities = 0;
  let overlapping = 0;
  let last: ZipEntry | undefined;
  let at = 0;
  for (let i = 0; i < directory.count; i++) {
    const place = directory.offset + directory.shift + at;
    if (at + centralLength > bytes.length || view.getUint32(at, true) !== signature.central) {
      problems.push(problemAt(`The directory breaks off after ${i} of ${directory.count} entries`, place));
      break;
    }
    if (entries.size >= most) {
      problems.push(
        problemAt(`More than ${most} entries do not fit in the file; the rest is left out`, place),
      );
      break;
    }
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + centralLength + nameLength + extraLength + view.getUint16(at + 32, true);
    const name = decoder.decode(bytes.subarray(at + centralLength, at + centralLength + nameLength));
    const entry = withZip64(readCentral(view, at, name), view, at + centralLength + nameLength, extraLength);
    at = next;
    if (name.endsWith('/') || !wants(name)) continue;
    if (last !== undefined && entry.headerOffset >= last.headerOffset && entry.headerOffset < endOf(last)) {
      overlapping++;
      continue;
    }
    last = entry;
    const oddity = oddityOf(entry, entries);
    if (oddity !== undefined && ++oddities <= mostOddities)
      problems.push(problemAt(`Entry '${name}' ${oddity}`, place));
    if (!leavesArchive(name) && !isTooLong(name)) entries.set(name, entry);
  }
  if (oddities > mostOddities)
    problems.push(
      problemAt(`${oddities - mostOddities} more entries are duplicates or have impossible names`),
    );
  return { entries, overlapping, problems };
}

/** The first offset after an entry's bytes, but for its name and extra fields. */
export function endOf({ headerOffset, compressedSize }: ZipEntry): number {
  return headerOffset + localLength + compressedSize;
}

function readCentral(view: DataView, at: number, name: string): ZipEntry {
  return {
    name,
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    crc32: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    headerOffset: view.getUint32(at + 42, true),
  };
}

/** The zip64 extra field (id 1) holds, in this order, only those of the three values that are all ones. */
function withZip64(entry: ZipEntry, view: DataView, extraStart: number, extraLength: number): ZipEntry {
  const isFull = (value: number): boolean => value === 0xffffffff;
  if (!isFull(entry.size) && !isFull(entry.compressedSize) && !isFull(entry.headerOffset)) return entry;
  const extraEnd = Math.min(extraStart + extraLength, view.byteLength);
  for (let at = extraStart; at + 4 <= extraEnd; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const fieldEnd = Math.min(extraEnd, at + 4 + view.getUint16(at + 2, true));
    let valueAt = at + 4;
    const widen = (value: number): number => {
      if (!isFull(value) || valueAt + 8 > fieldEnd) return value;
      valueAt += 8;
      return Number(view.getBigUint64(valueAt - 8, true));
    };
    const size = widen(entry.size);
    const compressedSize = widen(entry.compressedSize);
    return { ...entry, size, compressedSize, headerOffset: widen(entry.headerOffset) };
  }
  return entry;
}

function oddityOf(entry: ZipEntry, entries: ReadonlyMap<string, ZipEntry>): string | undefined {
  if (leavesArchive(entry.name)) return 'points outside the archive and is left out';
  if (isTooLong(entry.name)) return `has a name of ${entry.name.length} letters and is left out`;
  if (entries.has(entry.name)) return 'occurs more than once; the last one counts';
  return undefined;
}

function leavesArchive(name: string): boolean {
  return (
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name) ||
    name.includes('\0')
  );
}

/** Each package around a class is a name of its own, so that depth times length is what a name costs. */
function isTooLong(name: string): boolean {
  if (name.length > longestName) return true;
  let slashes = 0;
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) slashes++;
  return slashes >= deepestName;
}
