/**
 * Jars and images of modules made to cost as much as their format allows: what
 * is small on disk and huge once it is read.
 */
import { deflateRawSync } from 'node:zlib';
import { computeCrc32 } from '../../server/src/base/crc32';
import { makeJimage } from '../classfile/make-jimage';
import { type Bytes, concat, times, u2, u4 } from './write-class';

const MEGABYTE = 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

function little(bytes: readonly number[]): readonly number[] {
  return [...bytes].reverse();
}

function central({ name, crc, compressed, size, offset }: Entry): Uint8Array {
  const text = new TextEncoder().encode(name);
  return concat(
    [0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0],
    [...little(u4(crc)), ...little(u4(compressed)), ...little(u4(size)), ...little(u2(text.length))],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...little(u4(offset))],
    text,
  );
}

function local(name: string, content: Bytes): Uint8Array {
  const text = new TextEncoder().encode(name);
  const head = [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0, ...times(12, [0])];
  return concat(head, little(u2(text.length)), [0, 0], text, content);
}

/** Its end record is that of zip64, so that the count may be any. */
function archive(body: Uint8Array, directory: Uint8Array, count: number): Uint8Array {
  const long = (value: number): readonly number[] => [...little(u4(value)), 0, 0, 0, 0];
  const wide = [0x50, 0x4b, 6, 6, ...long(44), 45, 0, 45, 0, ...times(8, [0])];
  const locator = [0x50, 0x4b, 6, 7, 0, 0, 0, 0, ...long(body.length + directory.length), 1, 0, 0, 0];
  const values = [...long(count), ...long(count), ...long(directory.length), ...long(body.length)];
  const end = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...times(12, [0xff]), 0, 0];
  return concat(body, directory, wide, values, locator, end);
}

/** Zeros, a thousandth of their size when deflated. */
function bomb(size: number): { readonly deflated: Uint8Array; readonly crc: number } {
  const zeros = new Uint8Array(size);
  return { deflated: deflateRawSync(zeros), crc: computeCrc32(zeros) };
}

function manyNamed(count: number, nameOf: (index: number) => string): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < count; from += 1000) {
    const names = Array.from({ length: Math.min(1000, count - from) }, (_, index) => nameOf(from + index));
    pieces.push(concat(...names.map((name) => central({ name, crc: 0, compressed: 0, size: 0, offset: 0 }))));
  }
  return archive(new Uint8Array(), concat(...pieces), count);
}

function bombs(claimed: number, real: number): Uint8Array {
  const { deflated, crc } = bomb(real);
  const names = Array.from({ length: 5 }, (_, index) => `b/B${index}.class`);
  const body = local('b/B0.class', deflated);
  const entry = { crc, compressed: deflated.length, size: claimed, offset: 0 };
  return archive(body, concat(...names.map((name) => central({ ...entry, name }))), names.length);
}

/** The functions that write the files, by name: each is called when it is its turn. */
export const HOSTILE_JARS: Readonly<Record<string, () => Uint8Array>> = {
  '300,000 entries': () => manyNamed(300_000, (index) => `${index.toString(36)}.class`),
  '300,000 entries of one name': () => manyNamed(300_000, () => 'p/A.class'),
  'names of 65,000 letters': () => manyNamed(400, (index) => `${index}${'x'.repeat(65_000)}.class`),
  'packages 30,000 deep': () => manyNamed(100, (index) => `${index}/${'a/'.repeat(30_000)}.class`),
  'packages 90 deep': () => manyNamed(10_000, (index) => `${'abcdefghij/'.repeat(90)}p${index}/A.class`),
  'entries of 16 MB in 16 KB': () => bombs(16 * MEGABYTE, 16 * MEGABYTE),
  'entries of 200 MB in 200 KB': () => bombs(200 * MEGABYTE, 200 * MEGABYTE),
  'entries that are larger than they say': () => bombs(1000, 64 * MEGABYTE),
  'entries that are smaller than they say': () => bombs(16 * MEGABYTE - 1, 1000),
};

const HEADER = 28;

function image(slots: number, locations: Bytes, strings: Bytes, content: Bytes, place: number): Uint8Array {
  const header = [0xcafedada, 1 << 16, 0, slots, slots, locations.length, strings.length];
  return concat(
    header.flatMap((word) => [...u4(word)]),
    times(slots, u4(0xffffffff)),
    times(slots, u4(place)),
    locations,
    strings,
    content,
  );
}

/** Attributes by kind; all values of four bytes. */
function location(values: Readonly<Record<number, number>>): readonly number[] {
  return [...Object.entries(values).flatMap(([kind, value]) => [(Number(kind) << 3) | 3, ...u4(value)]), 0];
}

export const HOSTILE_IMAGES: Readonly<Record<string, () => Uint8Array>> = {
  'a million times the same class': () => {
    const strings = new TextEncoder().encode(`\0class\0m\0${'x'.repeat(4000)}\0`);
    return image(1_000_000, location({ 1: 7, 3: 9, 4: 1 }), strings, [], 0);
  },
  'strings without an end': () => {
    const strings = concat(new TextEncoder().encode('\0class\0m\0'), times(8 * MEGABYTE, [0x78]));
    return image(500_000, location({ 1: 7, 3: 9, 4: 1 }), strings, [], 0);
  },
  'a class of 70 MB': () => withLargeClass(70 * MEGABYTE),
  'tables that are all there is': () => image(4_000_000, [], [], [], 0).subarray(0, HEADER + 32 * MEGABYTE),
};

/** A small image whose only class is said to be as large as what is put behind it. */
function withLargeClass(size: number): Uint8Array {
  const small = makeJimage(false, [
    { module: 'm', parent: 'p', base: 'A', extension: 'class', content: new Uint8Array(4) },
  ]);
  const sizeOfFour = [(7 << 3) | 3, ...u4(4)];
  const at = small.findIndex((_, index) => sizeOfFour.every((byte, i) => small[index + i] === byte));
  const grown = concat(small, new Uint8Array(size));
  grown.set(u4(size), at + 1);
  return grown;
}
