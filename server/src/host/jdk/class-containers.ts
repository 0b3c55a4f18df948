/**
 * Lists all classes of a folder or a jar, and those of a JDK's modules by name.
 *
 * Sits in `host/`. A class path, in contrast, is asked for single names.
 */
import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { openJimage } from '../../classfile/archives/jimage';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import { openZip } from '../../classfile/archives/zip';
import { accessFile, inflateRaw, reasonOf } from '../files/random-access-file';
import { readJdk } from './jdks';
import { readBytesSync } from '../files/read-file';

export interface ListedClass {
  /** The binary name with slashes, as the path in the container says. */
  readonly name: string;
  readonly read: () => Outcome<Uint8Array>;
}

export interface ClassFiles {
  readonly kind: 'folder' | 'jar' | 'file';
  /** The classes; a jar lists those for all Java releases, so several may have one name. */
  readonly classes: readonly ListedClass[];
  /** Oddities, such as names that point outside of the jar. */
  readonly problems: readonly string[];
}

/** Lists every class file of a folder or jar, or a single one; descriptors of modules are left out. */
export function listClassFiles(path: string): Outcome<ClassFiles> {
  try {
    if (statSync(path).isDirectory())
      return succeed({ kind: 'folder', classes: listFolder(path), problems: [] });
    if (path.endsWith('.class'))
      return succeed({ kind: 'file', classes: [{ name: path, read: () => readBytes(path) }], problems: [] });
  } catch (error) {
    return failAt(reasonOf(error));
  }
  const file = accessFile(path);
  if (!file.ok) return file;
  const isWanted = (name: string): boolean => name.endsWith('.class') && !name.endsWith('module-info.class');
  const archive = openZip(file.value, inflateRaw, isWanted);
  if (!archive.ok) return archive;
  const { entries, problems } = archive.value;
  return succeed({
    kind: 'jar',
    classes: Array.from(entries, ([name, entry]) => ({
      name: name.slice(0, -'.class'.length),
      read: () => archive.value.read(entry),
    })),
    problems: problems.map(({ message }) => message),
  });
}

function listFolder(root: string): readonly ListedClass[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.class') && !path.endsWith('module-info.class'))
    .sort()
    .map((path) => ({
      name: path.slice(0, -'.class'.length).split(sep).join('/'),
      read: () => readBytes(join(root, path)),
    }));
}

function readBytes(path: string): Outcome<Uint8Array> {
  try {
    return succeed(new Uint8Array(readBytesSync(path)));
  } catch (error) {
    return failAt(reasonOf(error));
  }
}

/** Lists the wanted classes of all modules, in the order of their names. */
export function listJdkClasses(
  home: string,
  isWanted: (name: string) => boolean,
): Outcome<readonly ListedClass[]> {
  const modules = readJdk(home)?.modules;
  if (modules === undefined) return failAt('has no modules: it is older than Java 9, or no JDK');
  const file = accessFile(modules);
  const image = file.ok ? openJimage(file.value, inflateRaw) : file;
  if (!image.ok) return image;
  const wanted = image.value.listClasses().filter(({ name }) => isWanted(name));
  const read = (module: string, name: string): Outcome<Uint8Array> =>
    image.value.readResource(module, `${name}.class`) ?? failAt(`has no class ${name}`);
  return succeed(
    wanted
      .map(({ module, name }) => ({ name, read: () => read(module, name) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  );
}
