/** Class files of a source, as the JDK's own compiler makes them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClassFile, readClass } from '../../server/src/classfile/read-class';
import { must, toolOf } from '../classfile/jdk-modules';
import { type Jdk, quickTool } from '../support/jdks';

/** Compiles one file; `options` as javac takes them. */
export function compileClasses(
  jdk: Jdk,
  fileName: string,
  text: string,
  options: readonly string[] = ['-g'],
): readonly ClassFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-javac-'));
  try {
    const file = join(folder, fileName);
    writeFileSync(file, text);
    execFileSync(
      toolOf(jdk.home, 'javac'),
      [...quickTool, ...options, '-nowarn', '-proc:none', '-d', folder, file],
      {
        stdio: 'pipe',
      },
    );
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.class'))
      .sort()
      .map((name) => must(readClass(readFileSync(join(folder, name)))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
