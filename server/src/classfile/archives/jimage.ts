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
import { at } from '../../base/check';
import {
  attribute,
  findLocation,
  type ImageIndex,
  type ImageLocation,
  readIndex,
  readLocationValues,
  stringAt,
  viewOf,
} from './jimage-index';
import { attempt, MalformedInput, type Outcome, succeed } from '../../base/outcome';
import { type InflateRaw, type RandomAccess, readFully } from './random-access';

interface JimageClass {
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
  /** True if a package, or one that it encloses, has classes: also for `java`. */
  hasPackage(packageName: string): boolean;
}

/** Opens an image: reads its index, about 3 MB of JDK 25's 140 MB. */
export function openJimage(file: RandomAccess, inflateRaw: InflateRaw): Outcome<Jimage> {
  return attempt(() => makeJimage(file, readIndex(file), inflateRaw));
}

function makeJimage(file: RandomAccess, index: ImageIndex, inflateRaw: InflateRaw): Jimage {
  const modulesByPackage = new Map<string, readonly string[]>();

  const read = (location: ImageLocation): Uint8Array => {
    const stored = location.compressedSize === 0 ? location.size : location.compressedSize;
    if (stored > largestResource)
      throw new MalformedInput(`Resource claims ${stored} bytes`, location.contentOffset);
    const content = readFully(file, index.contentStart + location.contentOffset, stored);
    if (location.compressedSize === 0) return content;
    return decompressResource(content, {
      littleEndian: index.littleEndian,
      stringAt: (offset) => stringAt(index, offset),
      inflateRaw,
    });
  };

  const findModules = (packageName: string): Outcome<readonly string[]> => {
    const known = modulesByPackage.get(packageName);
    if (known !== undefined) return succeed(known);
    const modules = attempt(() => readModulesOf(index, packageName, read));
    // Only packages that exist are kept, so that asking for many wrong names costs no memory.
    if (modules.ok && modules.value.length > 0) modulesByPackage.set(packageName, modules.value);
    return modules;
  };

  const readResource = (module: string, path: string): Outcome<Uint8Array> | undefined => {
    const found = attempt(() => findLocation(index, `/${module}/${path}`));
    if (!found.ok) return found;
    const location = found.value;
    return location === undefined ? undefined : attempt(() => read(location));
  };

  return {
    listClasses: () => listClasses(index),
    modulesOf(packageName) {
      const modules = findModules(packageName);
      return modules.ok ? modules.value : [];
    },
    readResource,
    hasPackage(packageName) {
      const found = attempt(() => findLocation(index, packageEntry(packageName)));
      return found.ok && found.value !== undefined;
    },
    readClassFile(binaryName) {
      const packageName = binaryName.slice(0, Math.max(0, binaryName.lastIndexOf('/')));
      const modules = findModules(packageName);
      if (!modules.ok) return modules;
      for (const module of modules.value) {
        const content = readResource(module, `${binaryName}.class`);
        if (content !== undefined) return content;
      }
      return undefined;
    },
  };
}

function packageEntry(packageName: string): string {
  return `/packages/${packageName.replaceAll('/', '.')}`;
}

/** A package is in one; `java`, which has no classes, is named by each. */
const mostModules = 1000;

/** A package's entry holds pairs of words: whether it is empty in a module, and that module's name. */
function readModulesOf(
  index: ImageIndex,
  packageName: string,
  read: (location: ImageLocation) => Uint8Array,
): readonly string[] {
  const location = findLocation(index, packageEntry(packageName));
  if (location === undefined) return [];
  const content = read(location);
  if (content.length > 8 * mostModules)
    throw new MalformedInput(
      `Package ${packageName} claims ${content.length / 8} modules`,
      location.contentOffset,
    );
  const view = viewOf(content);
  const modules: string[] = [];
  for (let at = 0; at + 8 <= content.length; at += 8) {
    const isEmpty = view.getUint32(at, index.littleEndian) === 1;
    if (!isEmpty) modules.push(stringAt(index, view.getUint32(at + 4, index.littleEndian)));
  }
  return modules;
}

/** The memory that a listed class takes beside its name. */
const bytesPerClass = 64;
const smallestBudget = 1024 * 1024;
/** An image with more is no image. */
const mostUnreadable = 1000;

function listClasses(index: ImageIndex): readonly JimageClass[] {
  const texts = new Map<number, string>();
  const shared = (offset: number): string => {
    const known = texts.get(offset) ?? stringAt(index, offset);
    texts.set(offset, known);
    return known;
  };
  const classes: JimageClass[] = [];
  let unreadable = 0;
  // Distinct names are no longer than the table of strings; a hostile image names one string from every slot.
  let left = Math.max(smallestBudget, 8 * index.strings.length);
  for (let slot = 0; slot < index.length && left > 0 && unreadable < mostUnreadable; slot++) {
    const found = attempt((): JimageClass | undefined => {
      const values = readLocationValues(index.locations, index.offset(slot));
      if (shared(at(values, attribute.extension)) !== 'class') return undefined;
      const module = shared(at(values, attribute.module));
      const base = stringAt(index, at(values, attribute.base));
      if (module === '' || base === 'module-info') return undefined;
      const parent = shared(at(values, attribute.parent));
      left -= bytesPerClass + base.length;
      return { module, name: parent === '' ? base : `${parent}/${base}` };
    });
    if (!found.ok) unreadable++;
    else if (found.value !== undefined) classes.push(found.value);
  }
  return classes;
}

const headerLength = 29;
const magic = 0xcafefafa;
const zlibHeaderLength = 2;
/** Class files are far smaller; a stated size beyond this is a lie that must not be allocated for. */
const largestResource = 16 * 1024 * 1024;
/** jlink applies each of its two compressors once; a resource can be made to hold itself. */
const mostLayers = 4;

/**
 * Unpacks what jlink compressed (`--compress`): each layer has a header of 29 bytes that names its decompressor.
 * `zip` is read; the older `compact-cp` (shared constant pool strings) is named as unsupported.
 */
export function decompressResource(
  content: Uint8Array,
  {
    littleEndian,
    stringAt,
    inflateRaw,
  }: {
    readonly littleEndian: boolean;
    readonly stringAt: (offset: number) => string;
    readonly inflateRaw: InflateRaw;
  },
): Uint8Array {
  let current = content;
  for (let layer = 0; layer < mostLayers; layer++) {
    if (current.length < headerLength) return current;
    const view = new DataView(current.buffer, current.byteOffset, current.byteLength);
    if (view.getUint32(0, littleEndian) !== magic) return current;
    const storedSize = Number(view.getBigUint64(4, littleEndian));
    const size = Number(view.getBigUint64(12, littleEndian));
    const decompressor = stringAt(view.getUint32(20, littleEndian));
    const isLast = view.getUint8(28) === 1;
    if (decompressor !== 'zip') {
      throw new MalformedInput(`Resource compressed by '${decompressor}', which is not supported`, 0);
    }
    if (size > largestResource) throw new MalformedInput(`Resource claims ${size} bytes`, 0);
    const deflated = current.subarray(headerLength + zlibHeaderLength, headerLength + storedSize);
    const inflated = inflateRaw(deflated, size);
    if (inflated?.length !== size) throw new MalformedInput('Compressed resource is corrupt', 0);
    if (isLast) return inflated;
    current = inflated;
  }
  throw new MalformedInput(`Resource is compressed more than ${mostLayers} times`, 0);
}
