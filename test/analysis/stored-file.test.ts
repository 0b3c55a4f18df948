/** Stored files are read as they were written, and damaged ones not at all. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStoredFile, writeStoredFile } from '../../server/src/analysis/stored-file';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

const TEXT = `class Grid {
  int[] cells = new int[8 * 8];
  int sum(java.util.List<String> names) { int s = 0; for (int c : cells) s += c; return s + names.size(); }
  String broken( { return "µ" + ; }
}`;

const analyzer = newAnalyzer();
const stored = {
  file: operationsOf(analyzer, '/a/Grid.java', TEXT),
  fingerprint: 'f00',
  dependencies: analyzer.dependenciesOf('/a/Grid.java', TEXT),
};

it('is the same when read again', () => {
  const bytes = writeStoredFile(stored);
  expect(stored.file.members.length).toBeGreaterThan(1);
  expect(stored.dependencies?.classes).toContain('java/util/List');
  expect(stored.file.problems.length).toBeGreaterThan(0);
  expect(readStoredFile(bytes)).toEqual(stored);
  const moved = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  expect(readStoredFile(moved)).toEqual(stored);
});

it('is nothing, and no exception, when bytes are lost or others', () => {
  const bytes = writeStoredFile(stored);
  for (const length of [0, 3, 4, 100, bytes.length - 1])
    expect(readStoredFile(bytes.subarray(0, length))).toBeUndefined();
  expect(readStoredFile(Buffer.concat([bytes, Buffer.alloc(1)]))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (others) => {
      expect(readStoredFile(others)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const damaged = bytes.slice();
      damaged[at] = value;
      expect(() => readStoredFile(damaged)).not.toThrow();
    }),
  );
});
