/** Lists all classes of a folder, of the base of a jar, or of one module of a JDK's `lib/modules`. */
import { statSync } from 'node:fs';
import { failAt, type Outcome, succeed } from '../../server/src/base/outcome';
import { isClassEntry, readJarLayout } from '../../server/src/classfile/archives/jar-layout';
import { openJimage } from '../../server/src/classfile/archives/jimage';
import { openZip } from '../../server/src/classfile/archives/zip';
import { accessFile, inflateRaw } from '../../server/src/host/files/random-access-file';
import { type ListedClass, listClassFiles } from '../../server/src/host/jdk/class-containers';

interface ClassContainer {
  readonly kind: 'folder' | 'jar' | 'modules';
  readonly classes: readonly ListedClass[];
}

/** The release of a jar's base. Sources that are published beside a jar are those of its base, not of versions for later releases. */
const BASE_RELEASE = 8;

/** `module` is needed for `lib/modules`, and only there. */
export function openClassContainer(path: string, module: string | undefined): Outcome<ClassContainer> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    const files = listClassFiles(path);
    return files.ok ? succeed({ kind: 'folder', classes: files.value.classes }) : files;
  }
  const file = accessFile(path);
  if (!file.ok) return file;
  const start = file.value.readAt(0, 2);
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const archive = openZip(file.value, inflateRaw, isClassEntry);
    if (!archive.ok) return archive;
    const { classes } = readJarLayout(archive.value, BASE_RELEASE);
    return succeed({
      kind: 'jar',
      classes: [...classes].map(([name, entry]) => ({ name, read: () => archive.value.read(entry) })),
    });
  }
  const image = openJimage(file.value, inflateRaw);
  if (!image.ok) return image;
  const all = image.value.listClasses();
  const own = all.filter((entry) => entry.module === module);
  if (own.length === 0)
    return failAt(module === undefined ? 'holds modules: name one' : `has no module ${module}`);
  const read = (name: string): Outcome<Uint8Array> =>
    image.value.readResource(module ?? '', `${name}.class`) ?? failAt(`has no class ${name}`);
  return succeed({ kind: 'modules', classes: own.map(({ name }) => ({ name, read: () => read(name) })) });
}
