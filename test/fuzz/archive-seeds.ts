/**
 * Small jars and images of modules that fuzzing starts from, of each kind that
 * the readers tell apart.
 */
import { makeJimage } from '../classfile/make-jimage';
import { makeZip } from '../classfile/make-zip';
import type { ClassSeed } from './class-seeds';

const CLASSES_EACH = 6;
const LARGEST_CLASS = 4096;

function groups(classes: readonly ClassSeed[], count: number): readonly (readonly ClassSeed[])[] {
  const small = classes.filter(({ name, bytes }) => bytes.length <= LARGEST_CLASS && !name.includes(' '));
  return Array.from({ length: count }, (_, group) =>
    small.slice(group * CLASSES_EACH, (group + 1) * CLASSES_EACH),
  ).filter((members) => members.length > 0);
}

export function jarSeeds(classes: readonly ClassSeed[]): readonly ClassSeed[] {
  const manifest = new TextEncoder().encode('Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n');
  return groups(classes, 20).map((members, group) => {
    const entries = members.map(({ name, bytes }, index) => ({
      name: `${name}.class`,
      content: bytes,
      method: (group + index) % 3 === 0 ? 0 : 8,
    }));
    const versions = entries.slice(0, 2).map((entry) => ({ ...entry, name: `META-INF/versions/${9 + group}/${entry.name}` })); // prettier-ignore
    const all = group % 2 === 0 ? entries : [{ name: 'META-INF/MANIFEST.MF', content: manifest }, ...entries, ...versions]; // prettier-ignore
    return {
      name: `jar ${group}`,
      bytes: makeZip({
        entries: group % 7 === 0 ? [...all, ...all] : all,
        zip64: group % 3 === 0,
        ...(group % 5 === 0
          ? { prefix: new TextEncoder().encode('#!/bin/sh\n'), comment: 'PK\x05\x06 PK' }
          : {}),
      }),
    };
  });
}

export function imageSeeds(classes: readonly ClassSeed[]): readonly ClassSeed[] {
  return groups(classes, 20).map((members, group) => ({
    name: `image ${group}`,
    bytes: makeJimage(
      group % 2 === 0,
      members.map(({ name, bytes }) => ({
        module: group % 3 === 0 ? 'java.base' : 'm',
        parent: name.slice(0, Math.max(0, name.lastIndexOf('/'))),
        base: name.slice(name.lastIndexOf('/') + 1),
        extension: 'class',
        content: bytes,
      })),
    ),
  }));
}
