/**
 * What follows from the plan's counters against one counter before every
 * instruction: on a program that throws in every way, and on random ones.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ClassFile, readClass } from '../../server/src/classfile/read-class';
import { jdks, must, toolOf } from '../classfile/jdk-modules';
import type { Jdk } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { randomPrograms } from './random-programs';
import { countByPlan, countEveryInstruction, runCounted } from './run-counted';

const throwing = readFileSync(join(__dirname, '../fixtures/profile/Exceptions.java'), 'utf8');

interface Compiled {
  readonly folder: string;
  readonly classes: readonly ClassFile[];
}

function compile(jdk: Jdk, name: string, text: string, options: readonly string[] = []): Compiled {
  const folder = makeTemporaryFolder({ [`${name}.java`]: text });
  execFileSync(toolOf(jdk.home, 'javac'), [
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

async function compare(
  jdk: Jdk,
  main: string,
  { folder, classes }: Compiled,
  options?: readonly string[],
): Promise<void> {
  const planned = await runCounted(jdk, folder, main, countByPlan(classes), options);
  const every = await runCounted(jdk, folder, main, countEveryInstruction(classes), options);
  expect(planned.output).toBe(every.output);
  expect(planned.output).toMatch(/^-?\d+\n$/);
  expect(planned.journal.map(({ event }) => event)).toEqual(planned.journal.map(() => 'instrumented'));
  expect(planned.hasEnded).toBe(true);
  expect(every.instructions.get(`${main}.main([Ljava/lang/String;)V`)?.[0]).toBe(1);
  expect(every.instructions.size).toBeGreaterThan(0.98 * planned.instructions.size);
  for (const [name, counts] of every.instructions)
    expect([name, planned.instructions.get(name)]).toEqual([name, counts]);
}

describe.runIf(jdks.length > 0)(
  'counters where the plan wants them say what one before every instruction says',
  () => {
    it.each(jdks)('of a program that throws in every way, on JDK $version', async (jdk) => {
      await compare(jdk, 'Exceptions', compile(jdk, 'Exceptions', throwing));
    });

    it.each(jdks)('of classes for Java 8, on JDK $version', async (jdk) => {
      await compare(jdk, 'Exceptions', compile(jdk, 'Exceptions', throwing, ['--release', '8']));
    });

    it.each(jdks)('of 120 random programs, on JDK $version', async (jdk) => {
      await compare(jdk, 'Programs', compile(jdk, 'Programs', randomPrograms(120, jdk.version)));
    });

    it.each(jdks)('of code that the JVM compiles at once, on JDK $version', async (jdk) => {
      const compiled = compile(jdk, 'Programs', randomPrograms(20, 5));
      await compare(jdk, 'Programs', compiled, [
        '-Xcomp',
        '-XX:-TieredCompilation',
        '-XX:CompileCommand=quiet',
        '-XX:CompileCommand=compileonly,Programs::*',
      ]);
    });
  },
);
