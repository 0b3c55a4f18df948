/**
 * The index of a jimage: finding a resource's location by its name, and the
 * strings that locations are made of. The format is described in `jimage.ts`.
 *
 * Sits in `classfile/` under `jimage.ts`. Functions here throw
 * {@link MalformedInput}.
 */
import { at } from '../../base/check';
import { byteAt, decodeModifiedUtf8 } from '../read/bytes';
import { MalformedInput } from '../../base/outcome';
import { type RandomAccess, readFully } from './random-access';

export interface ImageLocation {
  readonly module: string;
  readonly parent: string;
  readonly base: string;
  readonly extension: string;
  readonly contentOffset: number;
  /** 0 for resources that are stored as they are. */
  readonly compressedSize: number;
  readonly size: number;
}

export interface ImageIndex {
  readonly length: number;
  readonly redirect: (slot: number) => number;
  readonly offset: (slot: number) => number;
  readonly locations: Uint8Array;
  readonly strings: Uint8Array;
  readonly contentStart: number;
  readonly littleEndian: boolean;
}

const headerLength = 28;
const hashMultiplier = 0x01000193;

/** Attribute kinds of a location (ImageLocation). */
export const attribute = {
  module: 1,
  parent: 2,
  base: 3,
  extension: 4,
  offset: 5,
  compressed: 6,
  uncompressed: 7,
} as const;

export function readIndex(file: RandomAccess): ImageIndex {
  const header = viewOf(readFully(file, 0, headerLength));
  const littleEndian = header.getUint32(0, true) === 0xcafedada;
  if (!littleEndian && header.getUint32(0, false) !== 0xcafedada) {
    throw new MalformedInput('Not a jimage file: it does not start with CAFEDADA', 0);
  }
  const version = header.getUint32(4, littleEndian);
  if (version >>> 16 !== 1)
    throw new MalformedInput(`Version ${version >>> 16} of jimage is not supported`, 4);
  const length = header.getUint32(16, littleEndian);
  const locationsSize = header.getUint32(20, littleEndian);
  const stringsSize = header.getUint32(24, littleEndian);
  const tables = readFully(file, headerLength, length * 8 + locationsSize + stringsSize);
  const view = viewOf(tables);
  const locationsStart = length * 8;
  const stringsStart = locationsStart + locationsSize;
  return {
    length,
    redirect: (slot) => view.getInt32(slot * 4, littleEndian),
    offset: (slot) => view.getUint32((length + slot) * 4, littleEndian),
    locations: tables.subarray(locationsStart, stringsStart),
    strings: tables.subarray(stringsStart),
    contentStart: headerLength + tables.length,
    littleEndian,
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The perfect hash of BasicImageReader.getLocationIndex; the full name is compared, since any name hashes somewhere. */
export function findLocation(index: ImageIndex, fullName: string): ImageLocation | undefined {
  if (index.length === 0) return undefined;
  const redirected = index.redirect(hashName(fullName, hashMultiplier) % index.length);
  if (redirected === 0) return undefined;
  const slot = redirected < 0 ? -redirected - 1 : hashName(fullName, redirected) % index.length;
  if (slot >= index.length)
    throw new MalformedInput(`Redirect to entry ${slot} of ${index.length}`, headerLength);
  const location = readLocation(index, index.offset(slot));
  return nameOf(location) === fullName ? location : undefined;
}

/** FNV-like hash over modified UTF-8 (ImageStringsReader.hashCode). */
function hashName(name: string, seed: number): number {
  let hash = seed;
  const add = (byte: number): void => {
    hash = Math.imul(hash, hashMultiplier) ^ byte;
  };
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    if (unit !== 0 && unit < 0x80) add(unit);
    else if (unit < 0x800) {
      add(0xc0 | (unit >> 6));
      add(0x80 | (unit & 0x3f));
    } else {
      add(0xe0 | (unit >> 12));
      add(0x80 | ((unit >> 6) & 0x3f));
      add(0x80 | (unit & 0x3f));
    }
  }
  return hash & 0x7fffffff;
}

/** A location is a run of bytes: kind and length in one, then a big-endian value; a kind of zero ends it. */
function readLocation(index: ImageIndex, start: number): ImageLocation {
  const values = readLocationValues(index.locations, start);
  return {
    module: stringAt(index, at(values, attribute.module)),
    parent: stringAt(index, at(values, attribute.parent)),
    base: stringAt(index, at(values, attribute.base)),
    extension: stringAt(index, at(values, attribute.extension)),
    contentOffset: at(values, attribute.offset),
    compressedSize: at(values, attribute.compressed),
    size: at(values, attribute.uncompressed),
  };
}

export function readLocationValues(locations: Uint8Array, start: number): readonly number[] {
  const values = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = start; at < locations.length;) {
    const head = byteAt(locations, at++);
    const kind = head >>> 3;
    if (kind === 0) return values;
    if (kind >= values.length) throw new MalformedInput(`Location with unknown attribute ${kind}`, at);
    const length = (head & 7) + 1;
    let value = 0;
    for (let i = 0; i < length; i++) value = value * 256 + byteAt(locations, at + i);
    values[kind] = value;
    at += length;
  }
  throw new MalformedInput('A location runs beyond the end of its table', start);
}

function nameOf(location: ImageLocation): string {
  const module = location.module === '' ? '' : `/${location.module}/`;
  const parent = location.parent === '' ? '' : `${location.parent}/`;
  const extension = location.extension === '' ? '' : `.${location.extension}`;
  return `${module}${parent}${location.base}${extension}`;
}

/** Bytes; paths in the image are far shorter. */
const longestString = 4096;

export function stringAt(index: ImageIndex, offset: number): string {
  const length = index.strings.subarray(offset, offset + longestString).indexOf(0);
  if (length < 0) throw new MalformedInput('A string runs on without an end', offset);
  return decodeModifiedUtf8(index.strings, offset, length);
}
