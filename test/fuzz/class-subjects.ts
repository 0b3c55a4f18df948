/**
 * The subjects of fuzzing class files, by the name on the command line: where
 * it starts from, how it changes that, and what must hold of all of it.
 */
import { changeImage, changeJar } from './archive-changes';
import { imageSeeds, jarSeeds } from './archive-seeds';
import type { ByteChange } from './byte-edits';
import { changeClass } from './class-changes';
import type { ClassSeed } from './class-seeds';
import { HOSTILE_IMAGES, HOSTILE_JARS } from './hostile-archives';
import { HOSTILE_CLASSES } from './hostile-classes';
import { instrumentClassFully } from './instrument-class-fully';
import { readImageFully, readJarFully } from './read-archive-fully';
import { readClassFully } from './read-class-fully';
import { rewriteClassFully } from './rewrite-class-fully';

export type ClassSubjectName = 'classes' | 'jars' | 'images';

export interface ClassSubject {
  readonly change: ByteChange;
  readonly seedsFrom: (classes: readonly ClassSeed[]) => readonly ClassSeed[];
  /** Made to cost as much as the format allows; by name. */
  readonly hostile: Readonly<Record<string, () => Uint8Array>>;
  /** Throws where something does not hold. */
  readonly read: (bytes: Uint8Array) => void;
}

export const SUBJECTS: Readonly<Record<ClassSubjectName, ClassSubject>> = {
  classes: {
    change: changeClass,
    seedsFrom: (classes) => classes,
    hostile: HOSTILE_CLASSES,
    read: (bytes) => {
      readClassFully(bytes);
      rewriteClassFully(bytes);
      instrumentClassFully(bytes);
    },
  },
  jars: { change: changeJar, seedsFrom: jarSeeds, hostile: HOSTILE_JARS, read: readJarFully },
  images: { change: changeImage, seedsFrom: imageSeeds, hostile: HOSTILE_IMAGES, read: readImageFully },
};

/** The message of a failure without its numbers: failures of one cause say the same. */
export function causeOf(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const place = stack.split('\n').find((line) => line.includes('    at ')) ?? '';
  return `${message.slice(0, 300).replaceAll(/\d+/g, 'N')} ${place.trim().replaceAll(/[:\d]+\)?$/g, '')}`;
}
