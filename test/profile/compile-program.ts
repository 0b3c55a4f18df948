/** A Java program, compiled, in a folder that it can be run from. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClassFile, readClass } from '../../server/src/classfile/read/read-class';
import { must } from '../classfile/jdk-modules';
import { compileInto } from '../support/compile-java';
import type { Jdk } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

export interface CompiledProgram {
  readonly folder: string;
  readonly classes: readonly ClassFile[];
}

export function compile(
  jdk: Jdk,
  name: string,
  text: string,
  options: readonly string[] = [],
): CompiledProgram {
  const folder = makeTemporaryFolder();
  compileInto(folder, {
    home: jdk.home,
    sources: { [`${name}.java`]: text },
    options: ['-g', '-Xlint:-options', ...options],
  });
  const files = readdirSync(folder).filter((file) => file.endsWith('.class'));
  return { folder, classes: files.map((file) => must(readClass(readFileSync(join(folder, file))))) };
}
