/** A Java program, compiled, in a folder that it can be run from. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClassFile, readClass } from '../../server/src/classfile/read-class';
import { must, toolOf } from '../classfile/jdk-modules';
import { type Jdk, quickTool } from '../support/jdks';
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
  const folder = makeTemporaryFolder({ [`${name}.java`]: text });
  execFileSync(toolOf(jdk.home, 'javac'), [
    ...quickTool,
    '-g',
    '-Xlint:-options',
    ...options,
    '-d',
    folder,
    join(folder, `${name}.java`),
  ]);
  const files = readdirSync(folder).filter((file) => file.endsWith('.class'));
  return { folder, classes: files.map((file) => must(readClass(readFileSync(join(folder, file))))) };
}
