import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClass } from '../../server/src/classfile/read-class';
import { jdks, must, toolOf } from '../classfile/jdk-modules';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { countByPlan, countEveryInstruction, runCounted } from './run-counted';

const sources = join(__dirname, '../fixtures/profile');

describe.runIf(jdks.length > 0)('counters where the plan wants them and one before every instruction', () => {
  it.each(jdks)('say the same on JDK $version', (jdk) => {
    const folder = makeTemporaryFolder();
    execFileSync(toolOf(jdk.home, 'javac'), ['-g', '-d', folder, join(sources, 'Exceptions.java')]);
    const classes = readdirSync(folder).map((name) => must(readClass(readFileSync(join(folder, name)))));
    const planned = runCounted(jdk, folder, 'Exceptions', countByPlan(classes));
    const every = runCounted(jdk, folder, 'Exceptions', countEveryInstruction(classes));
    expect(planned.output).toBe(every.output);
    expect(planned.output).toMatch(/^-?\d+\n$/);
    for (const [name, counts] of every.instructions)
      expect([name, planned.instructions.get(name)]).toEqual([name, counts]);
  });
});
