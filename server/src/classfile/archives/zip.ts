/**
 * Reads the central directory of a zip or jar file and single entries of it
 * (PKWARE APPNOTE 6.3: 4.3.6-4.3.16, zip64 included).
 *
 * Sits in `classfile/`. Unsupported, and said so: encrypted entries, methods
 * other than stored and deflated, archives split over several files.
 */
import { computeCrc32 } from '../../base/crc32';
import { attempt, failAt, MalformedInput, type Outcome, type ReadProblem } from '../../base/outcome';
import { type InflateRaw, type RandomAccess, readFully } from './random-access';
import {
  endOf,
  findDirectory,
  localLength,
  readDirectory,
  signature,
  viewOf,
  type ZipEntry,
} from './zip-directory';

/** Beyond these a directory or an entry is taken for a bomb or a mistake: real ones are a few megabytes at most. */
const largestDirectory = 128 * 1024 * 1024;
const largestEntry = 16 * 1024 * 1024;

export interface ZipArchive {
  /** The entries by name, without directories. Of entries with the same name it holds the last, as the JDK does. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** The oddities of the archive, such as duplicates and names that leave it. Each names its entry. */
  readonly problems: readonly ReadProblem[];
  read(entry: ZipEntry): Outcome<Uint8Array>;
}

/** Opens an archive, and keeps the entries that are wanted. Cost: reads the directory once, about 1 ms per thousand entries. */
export function openZip(
  file: RandomAccess,
  inflateRaw: InflateRaw,
  wants: (name: string) => boolean = () => true,
): Outcome<ZipArchive> {
  return attempt(() => {
    const directory = findDirectory(file);
    if (directory.size > largestDirectory) {
      throw new MalformedInput(
        `The archive is huge: its directory claims ${directory.size} bytes`,
        directory.offset,
      );
    }
    const bytes = readFully(file, directory.offset + directory.shift, directory.size);
    const { entries, overlapping, problems } = readDirectory(bytes, directory, file.size, wants);
    const kept = withoutOverlaps(entries);
    const left = overlapping + entries.size - kept.size;
    return {
      entries: kept,
      problems: left === 0 ? problems : [...problems, overlap(left, directory.offset)],
      read: (entry) => readEntry(file, entry, directory.shift, inflateRaw),
    };
  });
}

/** Leaves out entries that begin in the bytes of another one: many that share some would be read many times. */
function withoutOverlaps(entries: ReadonlyMap<string, ZipEntry>): ReadonlyMap<string, ZipEntry> {
  const inOrder = [...entries.values()].sort((one, other) => one.headerOffset - other.headerOffset);
  const overlapping = new Set<ZipEntry>();
  let end = 0;
  for (const entry of inOrder) {
    if (entry.headerOffset < end) overlapping.add(entry);
    else end = endOf(entry);
  }
  return overlapping.size === 0
    ? entries
    : new Map([...entries].filter(([, entry]) => !overlapping.has(entry)));
}

function overlap(entries: number, offset: number): ReadProblem {
  return { message: `Entries that share bytes with others are left out: ${entries}`, offset };
}

function readEntry(
  file: RandomAccess,
  entry: ZipEntry,
  shift: number,
  inflateRaw: InflateRaw,
): Outcome<Uint8Array> {
  const place = entry.headerOffset + shift;
  const fail = (what: string): Outcome<never> => failAt(`Entry '${entry.name}' ${what}`, place);
  if (entry.isEncrypted) return fail('is encrypted');
  if (entry.size > largestEntry || entry.compressedSize > largestEntry)
    return fail(`claims ${entry.size} bytes`);
  const stored = attempt(() => {
    const header = viewOf(readFully(file, place, localLength));
    if (header.getUint32(0, true) !== signature.local) throw new MalformedInput('has no local header', place);
    const start = place + localLength + header.getUint16(26, true) + header.getUint16(28, true);
    return readFully(file, start, entry.compressedSize);
  });
  if (!stored.ok) return fail(`cannot be read: ${stored.problem.message}`);
  if (entry.method !== 0 && entry.method !== 8) return fail(`uses compression method ${entry.method}`);
  const content = entry.method === 0 ? stored.value : inflateRaw(stored.value, entry.size);
  if (content?.length !== entry.size || computeCrc32(content) !== entry.crc32) return fail('is corrupt');
  return { ok: true, value: content };
}
