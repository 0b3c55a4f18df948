/** Sums of sizes against a source that says what they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineAt, readCode, readLineNumbers } from '../../server/src/classfile/read/code';
import { jdks, must } from '../classfile/jdk-modules';
import { compile } from './compile-program';
import { countByPlan, runCounted } from './run-counted';

const text = readFileSync(join(__dirname, '../fixtures/profile/Sizes.java'), 'utf8');
const marked = text.split('\n').flatMap((line, index) => {
  const mark = /\/\/= (\d+)/.exec(line)?.[1];
  return mark === undefined ? [] : [[index + 1, Number(mark)]];
});

describe.runIf(jdks.length > 0)('sums of sizes', () => {
  for (const sharing of ['shared', 'per thread'] as const) {
    for (const release of ['8', '17']) {
      it.each(jdks)(`are those of the source (${sharing}, release ${release}, JDK $version)`, async (jdk) => {
        const { folder, classes } = compile(jdk, 'Sizes', text, ['--release', release]);
        const { counts, status, output } = await runCounted(
          jdk,
          folder,
          'Sizes',
          countByPlan(classes, sharing),
        );
        expect([status, output]).toEqual([0, '44\n']);
        const sums = new Map<number, number>();
        for (const { file, method, plan, counts: own } of counts) {
          const lines = must(
            readLineNumbers(file, must(readCode(file, method) ?? { ok: false, problem: { message: '' } })),
          );
          for (const [instruction, sum] of own.sizes) {
            const line = lineAt(lines, plan.graph.offsets[instruction] ?? 0) ?? 0;
            sums.set(line, (sums.get(line) ?? 0) + Math.max(0, sum));
          }
        }
        expect(marked.map(([line = 0]) => [line, sums.get(line)])).toEqual(marked);
      });
    }
  }
});
