/** The paper's twelve cases, profiled and compared on the command line: what it found is the first task of each. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type CaseTools, compareCase, compileCases, paperCases } from '../compare/paper-cases';
import { findJdks } from '../support/jdks';
import { makeTemporaryFolder } from '../support/temporary-folder';

const sources = resolve(import.meta.dirname, '../bench/programs/diff-cases');

test(
  'what is done too often, or too well, is the first finding of each case',
  { timeout: 240_000 },
  async () => {
    const tools: CaseTools = {
      cli: resolve(import.meta.dirname, '../../dist/cli.js'),
      javaHome: findJdks()[0]?.home ?? expect.fail('no JDK'),
      folder: makeTemporaryFolder(),
    };
    await compileCases(tools, sources);
    const found: string[] = [];
    const left = [...paperCases];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [first, second] = await compareCase(next, tools);
        found.push(`${next.name}: ${first?.method}`);
        expect(first?.delta, next.name).toBeLessThan(0);
        // No tie: what comes next is far behind.
        expect(Math.abs(first?.delta ?? 0), next.name).toBeGreaterThan(5 * Math.abs(second?.delta ?? 0));
      }
    };
    await Promise.all([work(), work()]);
    expect(found.sort()).toEqual(paperCases.map(({ name, cause }) => `${name}: ${cause}`).sort());
  },
);
