/** Class files of a source, as the JDK's own compiler makes them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { must } from '../classfile/jdk-modules';
import { compileInto } from '../support/compile-java';
import type { Jdk } from '../support/jdks';

/** Compiles one file; `options` as javac takes them. */
export function compileClasses(
  jdk: Jdk,
  fileName: string,
  text: string,
  options: readonly string[] = ['-g'],
): readonly ClassFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-javac-'));
  try {
    const sources = { [fileName]: text };
    compileInto(folder, { home: jdk.home, sources, options: [...options, '-nowarn', '-proc:none'] });
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.class'))
      .sort()
      .map((name) => must(readClass(readFileSync(join(folder, name)))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
