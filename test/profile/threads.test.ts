/** Counts of programs with many threads against the same work done by one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Jdk } from '../support/jdks';
import { jdks } from '../classfile/jdk-modules';
import { compile, type CompiledProgram } from './compile-program';
import { countByPlan, type CountedRun, type CountedMethodOf, runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Work.java'), 'utf8');

describe.runIf(jdks.length > 0)('threads that count apart', () => {
  it.each(jdks)('lose nothing (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'Work', text);
    const inTurn = await run(jdk, program, 'InTurn', 'per thread');
    const atOnce = await run(jdk, program, 'AtOnce', 'per thread');
    expect([inTurn.hasOtherThreads, atOnce.hasOtherThreads]).toEqual([false, true]);
    expect(atOnce.output).toBe(inTurn.output);
    expect(countsOfWork(atOnce)).toEqual(countsOfWork(inTurn));
    expect(countsOfWork(inTurn).get('of')?.[0]).toBe(64);
  });

  it.each(jdks)('lose nothing of those that end early (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'Work', text);
    const inTurn = countsOfWork(await run(jdk, program, 'InTurn', 'per thread'));
    const many = await run(jdk, program, 'ManyThreads', 'per thread');
    expect(many.hasOtherThreads).toBe(true);
    const counts = countsOfWork(many);
    // The extra threads and the end of main add 600 calls each.
    expect(counts.get('small')?.[0]).toBe((inTurn.get('small')?.[0] ?? 0) + 1200);
    expect(counts.get('step')).toEqual(inTurn.get('step'));
    expect(counts.get('depth')).toEqual(inTurn.get('depth'));
  });
});

describe.runIf(jdks.length > 0)('threads that share counters', () => {
  it.each(jdks)('are told, so that nobody takes their counts for exact (JDK $version)', async (jdk) => {
    const program = compile(jdk, 'Work', text);
    const inTurn = await run(jdk, program, 'InTurn', 'shared');
    const atOnce = await run(jdk, program, 'AtOnce', 'shared');
    expect([inTurn.hasOtherThreads, atOnce.hasOtherThreads]).toEqual([false, true]);
    const [counted, expected] = [countsOfWork(atOnce), countsOfWork(inTurn)];
    expect(counted.get('small')?.[0] ?? 0).toBeLessThanOrEqual(expected.get('small')?.[0] ?? 0);
  });
});

function run(
  jdk: Jdk,
  { folder, classes }: CompiledProgram,
  main: string,
  sharing: 'shared' | 'per thread',
): Promise<CountedRun<readonly CountedMethodOf[]>> {
  return runCounted(jdk, folder, main, countByPlan(classes, sharing));
}

/** The executions of each instruction, by the name of its method. */
function countsOfWork(done: CountedRun<readonly CountedMethodOf[]>): ReadonlyMap<string, readonly number[]> {
  return new Map(
    done.counts
      .filter(({ file }) => file.name === 'Work')
      .map(({ method, counts }) => [method.name, [...counts.instructions]]),
  );
}
