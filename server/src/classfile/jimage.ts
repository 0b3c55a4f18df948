/**
 * Reads the JDK's own modules (`lib/modules`): the jimage format 1.0, as
 * written by jlink and described in the JDK's `jdk.internal.jimage`
 * (ImageHeader, ImageLocation, ImageStringsReader, BasicImageReader).
 *
 * Sits in `classfile/`. Layout: header of seven words; redirect and offset
 * tables of one word per entry (a perfect hash); compressed locations; strings
 * in modified UTF-8 ended by zero; then the resources. The words have the byte
 * order of the machine that made the file; both orders are read.
 */
import { decodeModifiedUtf8 } from './bytes';
import { decompressResource } from './jimage-compression';
import { attempt, MalformedInput, type Outcome } from './outcome';
import { type InflateRaw, type RandomAccess, readFully } from './random-access';

export interface JimageClass {
  readonly module: string;
  /** Binary name with slashes. */
  readonly name: string;
}

export interface Jimage {
  /** All classes of all modules. Cost: 27 thousand in about 50 ms; `module-info` is left out. */
  listClasses(): readonly JimageClass[];
  /** The class file, or undefined where there is no such class. Cost: about 0.05 ms. */
  readClassFile(binaryName: string): Outcome<Uint8Array> | undefined;
  /** A resource by module and path with slashes, such as `module-info.class`. */
  readResource(module: string, path: string): Outcome<Uint8Array> | undefined;
  /** The modules that have classes or resources in this package (slashes). */
  modulesOf(packageName: string): readonly string[];
  /** Whether a package or one that it encloses has classes: true of `java` too. */
  hasPackage(packageName: string): boolean;
}

interface Location {
  readonly module: string;
  readonly parent: string;
  readonly base: string;
  readonly extension: string;
  readonly contentOffset: number;
  /** 0 for resources that are stored as they are. */
  readonly compressedSize: number;
  readonly size: number;
}

interface ImageIndex {
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
const attribute = {
  module: 1,
  parent: 2,
  base: 3,
  extension: 4,
  offset: 5,
  compressed: 6,
  uncompressed: 7,
} as const;

/** Opens an image: reads its index, about 3 MB of JDK 25's 140 MB. */
export function openJimage(file: RandomAccess, inflateRaw: InflateRaw): Outcome<Jimage> {
  return attempt(() => makeJimage(file, readIndex(file), inflateRaw));
}

function makeJimage(file: RandomAccess, index: ImageIndex, inflateRaw: InflateRaw): Jimage {
  const modulesByPackage = new Map<string, readonly string[]>();

  const read = (location: Location): Uint8Array => {
    const stored = location.compressedSize === 0 ? location.size : location.compressedSize;
    const content = readFully(file, index.contentStart + location.contentOffset, stored);
    if (location.compressedSize === 0) return content;
    return decompressResource(content, index.littleEndian, (offset) => stringAt(index, offset), inflateRaw);
  };

  const modulesOf = (packageName: string): readonly string[] => {
    const known = modulesByPackage.get(packageName);
    if (known !== undefined) return known;
    const modules = attempt(() => readModulesOf(index, packageName, read));
    const found = modules.ok ? modules.value : [];
    // Only packages that exist are kept, so that asking for many wrong names costs no memory.
    if (found.length > 0) modulesByPackage.set(packageName, found);
    return found;
  };

  const readResource = (module: string, path: string): Outcome<Uint8Array> | undefined => {
    const found = attempt(() => findLocation(index, `/${module}/${path}`));
    if (!found.ok) return found;
    const location = found.value;
    return location === undefined ? undefined : attempt(() => read(location));
  };

  return {
    listClasses: () => listClasses(index),
    modulesOf,
    readResource,
    hasPackage(packageName) {
      const found = attempt(() => findLocation(index, packageEntry(packageName)));
      return found.ok && found.value !== undefined;
    },
    readClassFile(binaryName) {
      const packageName = binaryName.slice(0, Math.max(0, binaryName.lastIndexOf('/')));
      for (const module of modulesOf(packageName)) {
        const content = readResource(module, `${binaryName}.class`);
        if (content !== undefined) return content;
      }
      return undefined;
    },
  };
}

function readIndex(file: RandomAccess): ImageIndex {
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

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The perfect hash of BasicImageReader.getLocationIndex; the full name is compared, since any name hashes somewhere. */
function findLocation(index: ImageIndex, fullName: string): Location | undefined {
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
function readLocation(index: ImageIndex, start: number): Location {
  const values = readLocationValues(index.locations, start);
  return {
    module: stringAt(index, values[attribute.module] ?? 0),
    parent: stringAt(index, values[attribute.parent] ?? 0),
    base: stringAt(index, values[attribute.base] ?? 0),
    extension: stringAt(index, values[attribute.extension] ?? 0),
    contentOffset: values[attribute.offset] ?? 0,
    compressedSize: values[attribute.compressed] ?? 0,
    size: values[attribute.uncompressed] ?? 0,
  };
}

function readLocationValues(locations: Uint8Array, start: number): readonly number[] {
  const values = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = start; at < locations.length;) {
    const head = locations[at++] ?? 0;
    const kind = head >>> 3;
    if (kind === 0) return values;
    if (kind >= values.length) throw new MalformedInput(`Location with unknown attribute ${kind}`, at);
    const length = (head & 7) + 1;
    let value = 0;
    for (let i = 0; i < length; i++) value = value * 256 + (locations[at + i] ?? 0);
    values[kind] = value;
    at += length;
  }
  throw new MalformedInput('A location runs beyond the end of its table', start);
}

function nameOf(location: Location): string {
  const module = location.module === '' ? '' : `/${location.module}/`;
  const parent = location.parent === '' ? '' : `${location.parent}/`;
  const extension = location.extension === '' ? '' : `.${location.extension}`;
  return `${module}${parent}${location.base}${extension}`;
}

function stringAt(index: ImageIndex, offset: number): string {
  const end = index.strings.indexOf(0, offset);
  if (end < 0) throw new MalformedInput('A string runs beyond the end of its table', offset);
  return decodeModifiedUtf8(index.strings, offset, end - offset);
}

function packageEntry(packageName: string): string {
  return `/packages/${packageName.replaceAll('/', '.')}`;
}

/** A package's entry holds pairs of words: whether it is empty in a module, and that module's name. */
function readModulesOf(
  index: ImageIndex,
  packageName: string,
  read: (location: Location) => Uint8Array,
): readonly string[] {
  const location = findLocation(index, packageEntry(packageName));
  if (location === undefined) return [];
  const content = read(location);
  const view = viewOf(content);
  const modules: string[] = [];
  for (let at = 0; at + 8 <= content.length; at += 8) {
    const isEmpty = view.getUint32(at, index.littleEndian) === 1;
    if (!isEmpty) modules.push(stringAt(index, view.getUint32(at + 4, index.littleEndian)));
  }
  return modules;
}

function listClasses(index: ImageIndex): readonly JimageClass[] {
  const texts = new Map<number, string>();
  const shared = (offset: number): string => {
    const known = texts.get(offset) ?? stringAt(index, offset);
    texts.set(offset, known);
    return known;
  };
  const classes: JimageClass[] = [];
  for (let slot = 0; slot < index.length; slot++) {
    const found = attempt((): JimageClass | undefined => {
      const values = readLocationValues(index.locations, index.offset(slot));
      if (shared(values[attribute.extension] ?? 0) !== 'class') return undefined;
      const module = shared(values[attribute.module] ?? 0);
      const base = stringAt(index, values[attribute.base] ?? 0);
      if (module === '' || base === 'module-info') return undefined;
      const parent = shared(values[attribute.parent] ?? 0);
      return { module, name: parent === '' ? base : `${parent}/${base}` };
    });
    if (found.ok && found.value !== undefined) classes.push(found.value);
  }
  return classes;
}
