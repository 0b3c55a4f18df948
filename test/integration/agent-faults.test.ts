/** A part of `npm run faults -- programs`: programs in trouble end as without the agent, on all JDKs here. */
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failures } from '../faults/bars';
import { RECORDS, runPrograms } from '../faults/programs';
import { findJdks } from '../support/jdks';

const root = resolve(import.meta.dirname, '../..');
const jdks = findJdks();

describe.runIf(jdks.length > 0).each(jdks)(
  'an instrumented program ends as it would by itself, JDK $version',
  (jdk) => {
    test.each(Object.keys(RECORDS))('%s', async (kind) => {
      const ends = { tried: 0, later: [], failures: new Failures() };
      await runPrograms(root, jdk, kind, { threads: 1000, virtualThreads: 20_000 }, ends);
      expect(ends.failures.lines).toEqual([]);
      expect(ends.tried).toBeGreaterThan(5);
    });
  },
);
