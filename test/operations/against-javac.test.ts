import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jdks } from '../classfile/jdk-modules';
import { compareWithJavac, type Difference } from './against-javac';

const folder = join(import.meta.dirname, 'sources');

/**
 * Where javac's text differs from what one execution runs, and why. Each line:
 * place, instruction, count from source, count in the class file.
 */
const EXPLAINED: Readonly<Record<string, readonly string[]>> = {
  'Exceptions.java': [
    // `finally` once for each way out and once for exceptions, which are caught and thrown on.
    'Exceptions.guarded(I)I astore 0 1',
    'Exceptions.guarded(I)I athrow 0 1',
    'Exceptions.guarded(I)I getfield 1 2',
    'Exceptions.guarded(I)I iadd 2 3',
    'Exceptions.guarded(I)I putfield 2 3',
    // Locks are released by the normal exit and by a handler.
    'Exceptions.locked()I astore 2 4',
    'Exceptions.locked()I athrow 0 2',
    'Exceptions.locked()I monitorexit 2 4',
    'Exceptions.plain(I)V astore 1 2',
    'Exceptions.plain(I)V athrow 0 1',
    'Exceptions.plain(I)V getfield 1 3',
    'Exceptions.plain(I)V iadd 1 3',
    'Exceptions.plain(I)V putfield 3 5',
    // Each resource is closed by a handler too, which keeps what its closing throws.
    'Exceptions.read(Ljava/lang/String;Ljava/io/Reader;)Ljava/lang/String; astore 3 7',
    'Exceptions.read(Ljava/lang/String;Ljava/io/Reader;)Ljava/lang/String; athrow 0 2',
    'Exceptions.read(Ljava/lang/String;Ljava/io/Reader;)Ljava/lang/String; goto 0 2',
    'Exceptions.read(Ljava/lang/String;Ljava/io/Reader;)Ljava/lang/String; ifnull 1 2',
    'Exceptions.read(Ljava/lang/String;Ljava/io/Reader;)Ljava/lang/String; invoke addSuppressed 0 2',
    'Exceptions.read(Ljava/lang/String;Ljava/io/Reader;)Ljava/lang/String; invoke close 2 4',
    // The class looks up whether assertions are on.
    'Exceptions: static initialiser goto 0 1',
    'Exceptions: static initialiser ifeq 0 1',
    'Exceptions: static initialiser invoke desiredAssertionStatus 0 1',
  ],
  'Modern.java': [
    // Enum constants without arguments have no text of their own.
    'Modern$Color: static initialiser invoke $values 0 1',
    'Modern$Color: static initialiser invoke <init> 1 3',
    'Modern$Color: static initialiser new 1 3',
    'Modern$Color: static initialiser putstatic 1 3',
  ],
};

/** What later releases of javac do otherwise. */
const EXPLAINED_SINCE_21: Readonly<Record<string, readonly string[]>> = {
  'Modern.java': [
    ...(EXPLAINED['Modern.java'] ?? []),
    // Enums of the same file are switched over by their ordinals, without a hidden array.
    'Modern.colors(LModern$Color;)I getstatic 1 0',
    'Modern.colors(LModern$Color;)I iaload 1 0',
  ],
  'Objects.java': [
    // Constructors of inner classes check the outer instance that they are given.
    'Objects$1: constructors invoke requireNonNull 0 1',
    'Objects$Inner$Heir: constructors invoke requireNonNull 0 1',
    'Objects$Inner: constructors invoke requireNonNull 0 1',
  ],
};

describe.each(jdks)('javac $version', (jdk) => {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.java')))(
    'makes of %s what the source says',
    { timeout: 60_000 },
    (name) => {
      const { differences, agreed } = compareWithJavac(jdk, name, readFileSync(join(folder, name), 'utf8'));
      const explained = jdk.version < 21 ? EXPLAINED : { ...EXPLAINED, ...EXPLAINED_SINCE_21 };
      expect(differences.map(describeDifference)).toEqual(explained[name] ?? []);
      expect(agreed).toBeGreaterThan(50);
    },
  );
});

function describeDifference({ place, opcode, source, bytecode }: Difference): string {
  return `${place} ${opcode} ${source} ${bytecode}`;
}
