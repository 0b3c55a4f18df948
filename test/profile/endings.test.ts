/** Counts outlive the program, however it ends, and know which activations had not ended. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Jdk } from '../support/jdks';
import { jdks } from '../classfile/jdk-modules';
import { compile } from './compile-program';
import { countByPlan, countEveryInstruction, nameOfMethod, runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Endings.java'), 'utf8');

const endings = [
  { way: 'exit', status: 3, hasEnded: true, deepest: 'end' },
  { way: 'constructor', status: 3, hasEnded: true, deepest: 'end' },
  { way: 'initializer', status: 5, hasEnded: true, deepest: 'compute' },
  { way: 'throw', status: 1, hasEnded: true, deepest: undefined },
  { way: 'halt', status: 4, hasEnded: false, deepest: 'end' },
  { way: 'kill', status: null, hasEnded: false, deepest: 'end' },
] as const;

describe.runIf(jdks.length > 0)('counts of a program', () => {
  for (const { way, status, hasEnded, deepest } of endings) {
    it.each(jdks)(`that ends by ${way} are whole (JDK $version)`, async (jdk: Jdk) => {
      const { folder, classes } = compile(jdk, 'Endings', text);
      const options = ['-Xverify:all'];
      const planned = await runCounted(jdk, folder, 'Endings', countByPlan(classes), options, [way]);
      const every = await runCounted(jdk, folder, 'Endings', countEveryInstruction(classes), options, [way]);
      expect([planned.status, every.status]).toEqual([status, status]);
      expect([planned.hasEnded, every.hasEnded]).toEqual([hasEnded, hasEnded]);
      // Nothing sees the end of a JVM that is halted or killed.
      const seen = hasEnded ? status : undefined;
      expect([planned, every].map(({ machine }) => machine.journal.exitCode)).toEqual([seen, seen]);
      const frames = planned.running.filter(({ class: owner }) => !owner.endsWith('Halter'));
      expect(frames[0]?.method).toBe(deepest);
      const derived = new Map(
        planned.counts.map(({ file, method, counts }) => [
          nameOfMethod(file, method),
          [...counts.instructions],
        ]),
      );
      expect(derived.get('Endings.main([Ljava/lang/String;)V')?.[0]).toBe(1);
      for (const [name, counts] of every.counts)
        if (!name.includes('Halter')) expect([name, derived.get(name)]).toEqual([name, counts]);
    });
  }

  it.each(jdks)('that overflows its stack differ only where it overflowed (JDK $version)', async (jdk) => {
    const { folder, classes } = compile(jdk, 'Endings', text);
    const { counts, status } = await runCounted(
      jdk,
      folder,
      'Endings',
      countByPlan(classes),
      [],
      ['overflow'],
    );
    expect(status).toBe(1);
    const main = counts.find(({ method }) => method.name === 'main');
    const end = counts.find(({ method }) => method.name === 'end');
    expect(main?.counts.calls).toBe(1);
    expect(end?.counts.calls).toBeGreaterThan(500);
  });
});
