/**
 * Opens the elements of a class path, and a JDK's modules, as sources of signatures.
 *
 * Sits in `host/`. Elements that are missing, corrupt or of another kind are reported and left out;
 * everything else still serves. Nothing here throws.
 */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  foldPath,
  folderOfWildcard,
  jarsOfWildcard,
  pathStyleOf,
  splitClassPath,
  type PathStyle,
} from '../../classfile/signatures/class-path';
import type { SignatureSource } from '../../classfile/signatures/class-signature';
import { isClassEntry } from '../../classfile/archives/jar-layout';
import { openJimage } from '../../classfile/archives/jimage';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { largestClassFile } from '../../classfile/read/read-class';
import {
  type ClassFolder,
  combineSources,
  type ReportProblem,
  type SourceOptions,
  sourceFromFolder,
  sourceFromJar,
  sourceFromJimage,
} from '../../classfile/signatures/signature-sources';
import { openZip } from '../../classfile/archives/zip';
import type { Jdk } from './jdks';
import { accessFile, inflateRaw, reasonOf } from '../files/random-access-file';
import { readBytesSync } from '../files/read-file';

export interface ClassPathOptions {
  /** The folder that relative elements start from. */
  readonly folder: string;
  /** The Java release whose versions in multi-release jars count. */
  readonly release: number;
  readonly style: PathStyle;
  /** Takes problems found while opening, and later when a class turns out to be unreadable. */
  readonly report: ReportProblem;
}

/** The elements of a class path as it is written for this platform. */
export function readClassPath(text: string): readonly string[] {
  return splitClassPath(text, pathStyleOf(process.platform));
}

/** The first element that has a class wins, as in Java. Elements named twice are opened once. */
export function openClassPath(elements: readonly string[], options: ClassPathOptions): SignatureSource {
  const opened = new Map<string, SignatureSource>();
  for (const path of elements.flatMap((element) => expandElement(element, options))) {
    const key = foldPath(path, options.style);
    if (opened.has(key)) continue;
    const source = openElement(path, options);
    if (source.ok) opened.set(key, source.value);
    else options.report({ file: path, message: source.problem.message });
  }
  return combineSources([...opened.values()]);
}

/** The signatures of a JDK's own classes. */
export function openPlatform(jdk: Jdk, report: ReportProblem): Outcome<SignatureSource> {
  if (jdk.modules !== undefined) return openImage(jdk.modules, report);
  const [first, ...others] = jdk.runtimeJars ?? [];
  if (first === undefined) return failAt('has neither lib/modules nor lib/rt.jar: it is incomplete');
  const runtime = openJar(first, jdk.release, { file: first, origin: 'platform', report });
  if (!runtime.ok) return runtime;
  const further = others.flatMap((file) => {
    const jar = openJar(file, jdk.release, { file, origin: 'platform', report });
    if (jar.ok) return [jar.value];
    report({ file, message: jar.problem.message });
    return [];
  });
  return succeed(combineSources([runtime.value, ...further]));
}

/** The files and folders that elements stand for; `report` takes those that cannot be listed. */
export function expandClassPath(
  elements: readonly string[],
  folder: string,
  report: (message: string) => void,
): readonly string[] {
  const tell: ReportProblem = ({ file, message }) => { report(`${file} ${message}`); }; // prettier-ignore
  return elements.flatMap((element) => expandElement(element, { folder, report: tell }));
}

function expandElement(
  element: string,
  options: Pick<ClassPathOptions, 'folder' | 'report'>,
): readonly string[] {
  const folder = folderOfWildcard(element);
  if (folder === undefined) return [resolve(options.folder, element)];
  const path = resolve(options.folder, folder);
  try {
    return jarsOfWildcard(readdirSync(path)).map((name) => join(path, name));
  } catch (error) {
    options.report({ file: element, message: reasonOf(error) });
    return [];
  }
}

function openElement(path: string, options: ClassPathOptions): Outcome<SignatureSource> {
  const { report, release } = options;
  try {
    if (statSync(path).isDirectory()) {
      return succeed(sourceFromFolder(accessFolder(path), { file: path, origin: 'class-path', report }));
    }
  } catch (error) {
    return failAt(reasonOf(error));
  }
  return openJar(path, release, { file: path, origin: 'class-path', report });
}

function openJar(path: string, release: number, options: SourceOptions): Outcome<SignatureSource> {
  const file = accessFile(path);
  if (!file.ok) return file;
  const start = file.value.readAt(0, 4);
  if (start[0] === 0xca && start[1] === 0xfe && start[2] === 0xba && start[3] === 0xbe) {
    return failAt('is a class file; a class path names its folder or a jar');
  }
  const archive = openZip(file.value, inflateRaw, isClassEntry);
  if (!archive.ok) return archive;
  return succeed(sourceFromJar(archive.value, release, options));
}

function openImage(path: string, report: ReportProblem): Outcome<SignatureSource> {
  const file = accessFile(path);
  if (!file.ok) return file;
  const image = openJimage(file.value, inflateRaw);
  if (!image.ok) return image;
  return succeed(sourceFromJimage(image.value, { file: path, origin: 'platform', report }));
}

function accessFolder(root: string): ClassFolder {
  return {
    readFile(path) {
      const status = statusOf(root, path);
      if (status?.isFile() !== true) return undefined;
      if (status.size > largestClassFile)
        return failAt(`has ${status.size} bytes: too large for a class file`);
      try {
        return succeed(readBytesSync(join(root, path)));
      } catch (error) {
        return failAt(reasonOf(error));
      }
    },
    hasFolder: (path) => statusOf(root, path)?.isDirectory() === true,
  };
}

function statusOf(root: string, path: string): Stats | undefined {
  if (!staysInside(path)) return undefined;
  try {
    return statSync(join(root, path), { throwIfNoEntry: false });
  } catch {
    // The name is too long for the file system, or the folder may not be entered: there is no class.
    return undefined;
  }
}

/** False for names that lead out of the folder. Names come from the text that is being edited. */
function staysInside(path: string): boolean {
  return !path.startsWith('/') && !/[\\:\0]/.test(path) && !path.split('/').includes('..');
}
