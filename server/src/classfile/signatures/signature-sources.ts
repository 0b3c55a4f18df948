/**
 * Places where signatures come from, behind one interface: folders of class
 * files, jars, the JDK's modules, and several of them in order.
 *
 * Sits on top of `classfile/`. Each source decodes a class when it is first
 * asked for and keeps a bounded number. A class that cannot be read is
 * reported once through {@link ReportProblem}, and is as if it were not there.
 */
import { BoundedMap } from '../../base/bounded-map';
import type { ClassSignature, SignatureSource } from './class-signature';
import { classToSignature, type ClassOrigin } from './class-to-signature';
import { readJarLayout } from '../archives/jar-layout';
import type { Jimage } from '../archives/jimage';
import { type Outcome, problemAt, type ReadProblem } from '../../base/outcome';
import { readClass } from '../read/read-class';
import type { ZipArchive } from '../archives/zip';

/** A problem with one part of a class path, in a sentence for the user. */
export interface SourceProblem {
  /** The file or folder, as it was named. */
  readonly file: string;
  readonly message: string;
}

export type ReportProblem = (problem: SourceProblem) => void;

export interface SourceOptions {
  /** Named in problems. */
  readonly file: string;
  readonly origin: ClassOrigin;
  readonly report: ReportProblem;
}

/** A folder of class files, as `host/` shows it; paths are relative, with slashes. */
export interface ClassFolder {
  /** Undefined where there is no such file. */
  readFile(path: string): Outcome<Uint8Array> | undefined;
  hasFolder(path: string): boolean;
}

/** Signatures kept per source: the JDK classes that a large project names are about 2,000. */
const keptClasses = 8192;

/** The first source that has a class wins. */
export function combineSources(sources: readonly SignatureSource[]): SignatureSource {
  return {
    findClass(binaryName) {
      for (const source of sources) {
        const found = source.findClass(binaryName);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    hasPackage: (packageName) => sources.some((source) => source.hasPackage(packageName)),
  };
}

export function sourceFromFolder(folder: ClassFolder, options: SourceOptions): SignatureSource {
  return cacheClasses(
    decodeClasses((name) => folder.readFile(`${name}.class`), options),
    (packageName) => folder.hasFolder(packageName),
  );
}

/** `release` chooses among the versions of a multi-release jar: the newest that is not newer than it. */
export function sourceFromJar(archive: ZipArchive, release: number, options: SourceOptions): SignatureSource {
  const layout = readJarLayout(archive, release);
  for (const { message } of layout.problems) options.report({ file: options.file, message });
  return cacheClasses(
    decodeClasses((name) => {
      const entry = layout.classes.get(name);
      return entry === undefined ? undefined : archive.read(entry);
    }, options),
    (packageName) => layout.packages.has(packageName),
  );
}

export function sourceFromJimage(image: Jimage, options: SourceOptions): SignatureSource {
  return cacheClasses(
    decodeClasses((name) => image.readClassFile(name), options),
    (packageName) => image.hasPackage(packageName),
  );
}

/** A source over a decoder, with a bounded cache; what does not exist is remembered as well. */
export function cacheClasses(
  decode: (binaryName: string) => ClassSignature | undefined,
  hasPackage: (packageName: string) => boolean,
): SignatureSource {
  const classes = new BoundedMap<string, ClassSignature | 'none'>(keptClasses);
  return {
    hasPackage,
    findClass(binaryName) {
      const known = classes.get(binaryName);
      if (known !== undefined) return known === 'none' ? undefined : known;
      const found = decode(binaryName);
      classes.set(binaryName, found ?? 'none');
      return found;
    },
  };
}

function decodeClasses(
  read: (binaryName: string) => Outcome<Uint8Array> | undefined,
  options: SourceOptions,
): (binaryName: string) => ClassSignature | undefined {
  const reported = new Set<string>();
  const reportOnce = (binaryName: string, problem: ReadProblem): void => {
    if (reported.has(binaryName) || reported.size >= keptClasses) return;
    reported.add(binaryName);
    options.report({ file: options.file, message: problemAt(`${binaryName}: ${problem.message}`).message });
  };
  return (binaryName) => {
    const decoded = decodeClass(binaryName, read(binaryName), options.origin);
    if (decoded === undefined || decoded.ok) return decoded?.value;
    reportOnce(binaryName, decoded.problem);
    return undefined;
  };
}

function decodeClass(
  binaryName: string,
  bytes: Outcome<Uint8Array> | undefined,
  origin: ClassOrigin,
): Outcome<ClassSignature> | undefined {
  if (bytes === undefined || !bytes.ok) return bytes;
  const file = readClass(bytes.value);
  if (!file.ok) return file;
  // Where file names ignore case, `java/lang/string` finds the file of `java/lang/String`.
  if (file.value.name !== binaryName) return undefined;
  return classToSignature(file.value, origin);
}
