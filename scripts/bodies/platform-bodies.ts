/**
 * The classes of a JDK's modules as a source of bodies: each by name, and what extends or implements it.
 */
import { addTo } from '../../server/src/base/groups';
import type { Jimage } from '../../server/src/classfile/archives/jimage';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { type BodySource, parentsOf } from '../../server/src/operations/bodies/declared-methods';
import { USUAL } from '../../server/src/operations/bodies/usual-types';

/** Beyond these many, an abstract method's mean does not need more. */
const MOST_SUBTYPES = 400;

/** Reads all classes of the modules that are asked for. Cost: about two seconds for `java.base`. */
export function platformBodies(image: Jimage, includesModule: (module: string) => boolean): BodySource {
  const files = new Map<string, ClassFile>();
  const direct = new Map<string, string[]>();
  for (const { module, name } of image.listClasses()) {
    const bytes = includesModule(module) ? image.readClassFile(name) : undefined;
    const file = bytes?.ok === true ? readClass(bytes.value) : undefined;
    if (file?.ok !== true) continue;
    files.set(name, file.value);
    for (const parent of parentsOf(file.value)) addTo(direct, parent, name);
  }
  const known = new Map<string, readonly string[]>();
  return {
    find: (name) => files.get(name),
    implementationsOf(name) {
      const before = known.get(name);
      if (before !== undefined) return before;
      const found = new Set([name]);
      // A set hands out what is added while it is walked: this is the worklist.
      for (const each of found)
        if (found.size < MOST_SUBTYPES) direct.get(each)?.forEach((sub) => found.add(sub));
      found.delete(name);
      const usual = USUAL[name];
      const sorted = [...found].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
      const all = usual === undefined ? sorted : [usual, ...sorted];
      known.set(name, all);
      return all;
    },
  };
}

/** Public classes of `java.util` first, then those of other packages that programs name. */
function rankOf(name: string): number {
  const far = name.startsWith('java/util/') ? 0 : name.startsWith('java/') ? 2 : 4;
  return far + (name.includes('$') ? 1 : 0);
}
