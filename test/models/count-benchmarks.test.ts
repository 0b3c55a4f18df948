/** Calls back from the library, against a profile that says who called what. */
import { describe, expect, it } from 'vitest';
import { callbacksOf, CALLBACK, rowOf } from '../../server/src/models/calibrate/cases';
import { countBenchmarks } from '../../server/src/models/calibrate/count-benchmarks';
import { libraryKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument, ProfiledMethod } from '../../server/src/profile/document/profile-document';

const keys = [
  libraryKey('java/util/List', 'sort', ['Object'], 'reference'),
  libraryKey('java/util/function/IntUnaryOperator', 'applyAsInt', ['int'], 'reference'),
];

function method(name: string, calls: number, more: Partial<ProfiledMethod> = {}): ProfiledMethod {
  return {
    name,
    descriptor: '()V',
    calls,
    lines: [],
    blocks: [],
    operations: [],
    instructions: [],
    invocations: [],
    ...more,
  };
}

function count(methods: readonly ProfiledMethod[]): ReturnType<typeof countBenchmarks> {
  const classes = [
    { name: 'jouleline/calibration/L001', supertypes: [], hash: 0, lines: [], methods },
  ] satisfies ProfileDocument['classes'];
  return countBenchmarks({ keys, classes } as unknown as ProfileDocument);
}

describe('callbacks of a benchmark', () => {
  it('are entries that its own code did not call: not the harness, which calls it', () => {
    const counts = count([
      method('prepare', 1, { invocations: [[0, 1, 50, 0]] }),
      // Three rounds: a sort each, and five calls of a method of its own.
      method('run', 1, { operations: [[0, 2, 3]], invocations: [[0, 3, 15, 0]] }),
      method('own', 15),
      method('lambda$run$0', 120),
    ]);
    expect(callbacksOf('L001', counts)).toBe(120);
    expect(rowOf('L001', counts, new Map([['L001', 3]])).get(CALLBACK)).toBe(40);
  });

  it('are none where the program calls a lambda by itself', () => {
    const counts = count([method('run', 1, { operations: [[1, 2, 30]] }), method('lambda$run$0', 30)]);
    expect(callbacksOf('L001', counts)).toBe(0);
    expect(rowOf('L001', counts, new Map([['L001', 3]])).has(CALLBACK)).toBe(false);
  });
});
