/**
 * Summaries of the methods of jars. Sits in `tasks/`, in a thread of its own (`bodies-main.ts`): large jars take seconds.
 */
import { withDefined } from '../../base/check';
import { addTo } from '../../base/groups';
import { attempt } from '../../base/outcome';
import { isClassEntry, readJarLayout } from '../../classfile/archives/jar-layout';
import { openZip } from '../../classfile/archives/zip';
import { dottedName } from '../../classfile/read/descriptors';
import { type ClassFile, readClass } from '../../classfile/read/read-class';
import { AccessFlag } from '../../classfile/signatures/class-signature';
import { accessFile, inflateRaw } from '../../host/files/random-access-file';
import type { BodyTable } from '../../operations/bodies/body-table';
import type { LibraryClass } from '../../operations/bodies/library-bodies';
import { type BodySource, parentsOf } from '../../operations/bodies/declared-methods';
import { summarizeBodies } from '../../operations/bodies/summarize-bodies';
import { operandsOfMethod } from '../../operations/bytecode/stack-values';
import { libraryKey } from '../../operations/catalogue/catalogue';

/** The most classes and methods of one jar: beyond them, methods are guessed by their names. */
const MOST_CLASSES = 20_000;
const MOST_METHODS = 60_000;
/** The Java release whose versions of classes count. */
const RELEASE = 25;

interface JarBodies {
  readonly classes: readonly LibraryClass[];
  /** The reason why a part of the jar, or all of it, is left out. */
  readonly problem?: string;
}

/** The summaries of a jar's public methods; `platform` stands for what they call elsewhere. */
export function summarizeJar(path: string, platform: BodyTable): JarBodies {
  const file = accessFile(path);
  const archive = file.ok ? openZip(file.value, inflateRaw, isClassEntry) : file;
  // Who opens it for its types names the jar.
  if (!archive.ok) return { classes: [] };
  const { classes: entries } = readJarLayout(archive.value, RELEASE);
  const files = new Map<string, ClassFile>();
  let bad = 0;
  for (const [name, entry] of entries) {
    if (files.size === MOST_CLASSES) break;
    const bytes = archive.value.read(entry);
    const read = bytes.ok ? readClass(bytes.value) : bytes;
    if (read.ok) files.set(name, read.value);
    else bad++;
  }
  const made = attempt(() => summarizeClasses(files, platform));
  if (!made.ok) return { classes: [], problem: made.problem.message };
  const left = entries.size - files.size;
  const problem = left === 0 ? undefined : `${left} of its classes are left out, ${bad} of them unreadable`;
  return { classes: made.value, ...withDefined({ problem }) };
}

export function summarizeClasses(
  files: ReadonlyMap<string, ClassFile>,
  platform: BodyTable,
): readonly LibraryClass[] {
  const source = sourceOf(files, platform);
  const visible = AccessFlag.public | AccessFlag.protected;
  let room = MOST_METHODS;
  const classes = Array.from(files.values(), (file) => {
    const methods = file.methods.filter(({ flags }) => (flags & visible) !== 0).slice(0, room);
    room -= methods.length;
    return {
      file,
      methods: methods.map((method) => ({ method, key: `${file.name}.${method.name}${method.descriptor}` })),
    };
  });
  const summaries = summarizeBodies(
    classes.flatMap(({ methods }) => methods.map(({ key }) => key)),
    source,
  );
  return classes.map(({ file, methods }): LibraryClass => ({
    name: dottedName(file.name),
    parents: parentsOf(file).map(dottedName),
    methods: new Map(
      methods.flatMap(({ method, key }) => {
        const summary = summaries.get(key);
        const operands = operandsOfMethod(method.descriptor).parameters;
        return summary === undefined ? [] : [[`${method.name}(${operands.join(',')})`, summary] as const];
      }),
    ),
  }));
}

function sourceOf(files: ReadonlyMap<string, ClassFile>, platform: BodyTable): BodySource {
  const direct = new Map<string, string[]>();
  for (const file of files.values()) for (const parent of parentsOf(file)) addTo(direct, parent, file.name);
  return {
    find: (name) => files.get(name),
    implementationsOf(name) {
      const found = new Set([name]);
      // A set hands out what is added while it is walked: this is the worklist.
      for (const each of found)
        for (const sub of direct.get(each) ?? []) if (found.size < 400) found.add(sub);
      found.delete(name);
      return [...found].sort();
    },
    elsewhere: (owner, name, descriptor) =>
      platform.find(libraryKey(owner, name, operandsOfMethod(descriptor).parameters, 'reference')),
  };
}
