/**
 * Compares what follows from the plan's counters with one counter before every
 * instruction: on a program that throws in every way, and on random ones.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jdks, must } from '../classfile/jdk-modules';
import { instrumentClass } from '../../server/src/profile/probes/instrument-class';
import { agentRuntime } from '../../server/src/profile/probes/probe-code';
import type { RecordKind } from '../../server/src/profile/plan/plan';
import type { Jdk } from '../support/jdks';
import { compareCounts } from './compare-counts';
import { compile, type CompiledProgram } from './compile-program';
import { randomPrograms } from './random-programs';

const throwing = readFileSync(join(__dirname, '../fixtures/profile/Exceptions.java'), 'utf8');

async function compare(
  jdk: Jdk,
  main: string,
  program: CompiledProgram,
  options?: readonly string[],
  record: RecordKind = 'counts',
): Promise<void> {
  const { output, methods, leftOut, executions, differing } = await compareCounts(
    jdk,
    main,
    program,
    options,
    undefined,
    record,
  );
  expect(differing).toEqual([]);
  expect(output).toMatch(/^-?\d+\n$/);
  expect(executions).toBeGreaterThan(10_000);
  expect(leftOut).toBeLessThan(0.02 * (methods + leftOut));
}

describe.runIf(jdks.length > 0)('the paths that ran, put together,', () => {
  it.each(jdks)('are what a program that throws in every way did, on JDK $version', async (jdk) => {
    await compare(jdk, 'Exceptions', compile(jdk, 'Exceptions', throwing), undefined, 'paths');
  });

  it.each(jdks)('are what 60 random programs did, on JDK $version', async (jdk) => {
    const compiled = compile(jdk, 'Programs', randomPrograms(60, jdk.version + 2));
    await compare(jdk, 'Programs', compiled, undefined, 'paths');
  });
});

describe.runIf(jdks.length > 0)('the code that counts paths', () => {
  it('is the same in whichever array of counters a method comes first', () => {
    const latest = jdks.at(-1);
    if (latest === undefined) throw new Error('No JDK was found');
    const { classes } = compile(latest, 'Programs', randomPrograms(25, 5336));
    let compared = 0;
    for (const file of classes)
      for (const method of file.methods) {
        const [first, later] = [0, 3].map((array) => {
          const place = { number: 0, first: array * 32_768, firstCall: 0, runtime: agentRuntime };
          const done = must(instrumentClass({ ...file, methods: [method] }, place, 'shared', 'paths'));
          return Buffer.from(done.bytes).toString('latin1').replace(`c${array}`, 'c0');
        });
        expect(later === first, `${method.name}${method.descriptor}`).toBe(true);
        compared++;
      }
    expect(compared).toBeGreaterThan(50);
  });
});

describe.runIf(jdks.length > 0)('the sums over all calling contexts', () => {
  it.each(jdks)('are those of a program that throws in every way, on JDK $version', async (jdk) => {
    await compare(jdk, 'Exceptions', compile(jdk, 'Exceptions', throwing), undefined, 'tree');
  });

  it.each(jdks)('are those of 60 random programs, on JDK $version', async (jdk) => {
    const compiled = compile(jdk, 'Programs', randomPrograms(60, jdk.version + 1));
    await compare(jdk, 'Programs', compiled, undefined, 'tree');
  });
});

describe.runIf(jdks.length > 0)(
  'counters where the plan wants them say what one before every instruction says',
  () => {
    it.each(jdks)('of a program that throws in every way, on JDK $version', async (jdk) => {
      await compare(jdk, 'Exceptions', compile(jdk, 'Exceptions', throwing));
    });

    it.each(jdks)('of classes for Java 8, on JDK $version', async (jdk) => {
      await compare(jdk, 'Exceptions', compile(jdk, 'Exceptions', throwing, ['--release', '8']));
    });

    it.each(jdks)('of 60 random programs, on JDK $version', async (jdk) => {
      await compare(jdk, 'Programs', compile(jdk, 'Programs', randomPrograms(60, jdk.version)));
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
