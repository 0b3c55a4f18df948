import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jdks } from '../classfile/jdk-modules';
import { compareWithJavac, type Difference } from './against-javac';

const folder = join(import.meta.dirname, 'sources');

/**
 * The places where javac's text differs from what one execution runs, and why. Each line:
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
  ],
  'Modern.java': [
    // A constant that has gone since leaves its place in the hidden array empty.
    'Modern$1: static initializer astore 0 2',
  ],
};

/** The differences that later releases of javac add. */
const EXPLAINED_SINCE_21: Readonly<Record<string, readonly string[]>> = {
  // Enums of the same file are switched over by their ordinals, without a hidden array.
  'Modern.java': [],
  'Objects.java': [
    // A local class that never uses the instance around it keeps none.
    'Objects$1Local: constructors putfield 2 1',
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
