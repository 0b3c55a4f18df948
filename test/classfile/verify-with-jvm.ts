/** The answers of a JVM's verifier about class files: the referee of all that writes them. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compileKept } from '../support/compile-java';
import type { Jdk } from '../support/jdks';
import { toolOf } from './jdk-modules';

export interface NamedClass {
  /** Binary name with slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Options that export the packages which only the module of `jdk.compiler` may see, and which its classes extend. */
const exports = ['--add-exports', 'java.base/sun.reflect.annotation=ALL-UNNAMED'];

const run = promisify(execFile);

/**
 * Verifies classes: `ok` by class name with dots, or the error that linking ended with. `libraries` are jars and
 * folders that the classes need.
 */
export async function verifyClasses(
  jdk: Jdk,
  classes: readonly NamedClass[],
  libraries: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'jouleline-verify-'));
  try {
    const root = join(folder, 'classes');
    for (const { name, bytes } of classes) {
      // Names come from class files, which may be anything.
      const path = resolve(root, `${name}.class`);
      if (!path.startsWith(root)) throw new Error(`Class ${name} leaves its folder`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    const text = readFileSync('test/support/java/VerifyAll.java', 'utf8');
    const loader = compileKept({ home: jdk.home, sources: { 'VerifyAll.java': text } });
    const answers = join(folder, 'answers.tsv');
    const command = [...exports, '-Xverify:all', '-cp', loader, 'VerifyAll', root, answers, ...libraries];
    await run(toolOf(jdk.home, 'java'), command);
    return new Map(
      readFileSync(answers, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
