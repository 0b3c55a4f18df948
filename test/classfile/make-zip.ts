/**
 * Writes zip files that no tool would write: duplicate names, zip64 records
 * around small entries, false sizes, names that lead out of the archive
 * (PKWARE APPNOTE 4.3).
 */
import { deflateRawSync } from 'node:zlib';
import { computeCrc32 } from '../../server/src/base/crc32';

export interface EntryRecipe {
  readonly name: string;
  readonly content: Uint8Array;
  /** 0 stored, 8 deflated (the default). */
  readonly method?: number;
  readonly flags?: number;
  readonly crc32?: number;
  readonly size?: number;
}

export interface ZipRecipe {
  readonly entries: readonly EntryRecipe[];
  /** Writes sizes and places as zip64 does: all ones, and the values in extra records. */
  readonly zip64?: boolean;
  /** Before the archive, such as a launcher script; places count from after it. */
  readonly prefix?: Uint8Array;
  readonly comment?: string;
}

export function makeZip({
  entries,
  zip64 = false,
  prefix = new Uint8Array(),
  comment = '',
}: ZipRecipe): Uint8Array {
  const body: number[] = [];
  const directory: number[] = [];
  for (const entry of entries) {
    const { method = 8, flags = 0 } = entry;
    const data = method === 8 ? deflateRawSync(entry.content) : entry.content;
    const size = entry.size ?? entry.content.length;
    const name = [...new TextEncoder().encode(entry.name)];
    const start = [...short(20), ...short(flags), ...short(method), ...int(0)];
    const crc = int(entry.crc32 ?? computeCrc32(entry.content));
    const place = body.length;
    body.push(...int(0x04034b50), ...start, ...crc, ...int(data.length), ...int(size));
    body.push(...short(name.length), ...short(0), ...name, ...data);
    const wide = [...short(1), ...short(24), ...long(size), ...long(data.length), ...long(place)];
    const extra = zip64 ? wide : [];
    const shown = (value: number): number[] => int(zip64 ? 0xffffffff : value);
    directory.push(...int(0x02014b50), ...short(20), ...start, ...crc, ...shown(data.length), ...shown(size));
    directory.push(
      ...short(name.length),
      ...short(extra.length),
      ...short(0),
      ...short(0),
      ...short(0),
      ...int(0),
    );
    directory.push(...shown(place), ...name, ...extra);
  }
  const end = zip64 ? wideEnd(entries.length, directory.length, body.length) : [];
  const count = short(zip64 ? 0xffff : entries.length);
  const ends = [directory.length, body.length].flatMap((value) => int(zip64 ? 0xffffffff : value));
  const tail = [...int(0x06054b50), ...short(0), ...short(0), ...count, ...count, ...ends];
  const note = [...new TextEncoder().encode(comment)];
  return Uint8Array.from([...prefix, ...body, ...directory, ...end, ...tail, ...short(note.length), ...note]);
}

function wideEnd(count: number, directorySize: number, directoryOffset: number): readonly number[] {
  const record = [...int(0x06064b50), ...long(44), ...short(45), ...short(45), ...int(0), ...int(0)];
  const values = [count, count, directorySize, directoryOffset].flatMap(long);
  const locator = [...int(0x07064b50), ...int(0), ...long(directoryOffset + directorySize), ...int(1)];
  return [...record, ...values, ...locator];
}

function short(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function int(value: number): number[] {
  return [...short(value & 0xffff), ...short(value >>> 16)];
}

function long(value: number): number[] {
  return [...int(value), ...int(0)];
}
