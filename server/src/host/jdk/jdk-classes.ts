/**
 * The classes of a JDK's own modules, by name.
 *
 * Sits in `host/`.
 */
import { openJimage } from '../../classfile/archives/jimage';
import { failAt, type Outcome, succeed } from '../../base/outcome';
import type { ListedClass } from './class-containers';
import { readJdk } from './jdks';
import { accessFile, inflateRaw } from '../files/random-access-file';

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
