/** Whole numbers of units in files of other tools: what they add up to, and the least that they hold. */
import { describe, expect, it, test } from 'vitest';
import { ContextTreeBuilder, ROOT } from '../../../server/src/base/context-tree';
import { writeCallgrind } from '../../../server/src/recordings/export/write-callgrind';
import { writePprof } from '../../../server/src/recordings/export/write-pprof';
import type { Frame, ImportedRecording } from '../../../server/src/recordings/model/imported-profile';
import { importBytes } from '../import/import-file';

function recordingOf(energies: readonly number[]): ImportedRecording {
  const tree = new ContextTreeBuilder();
  const frames = energies.map((energy, index): Frame => {
    tree.add(tree.child(ROOT, index), 0, energy);
    return { kind: 'java', name: `app.A.m${index}`, class: 'app/A', method: `m${index}` };
  });
  const total = energies.reduce((sum, energy) => sum + energy, 0);
  return {
    source: { format: 'test', name: 't' },
    measures: [{ name: 'energy', unit: 'joules', provenance: 'measured', total }],
    frames,
    tree: tree.build(1),
    lineTrust: 'none',
    problems: [],
  };
}

const written = (pieces: Iterable<string | Uint8Array>): Buffer =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)));

const WRITERS = [
  ['pprof', writePprof],
  ['callgrind', writeCallgrind],
] as const;

describe.each(WRITERS)('%s', (_, write) => {
  it.each([
    ['a nanojoule beside joules', [4.7, 493e-9, 1e-9], 'nJ'],
    ['less than a nanojoule', [4.7, 2e-10], 'pJ'],
    ['kilojoules', [108e3, 1], 'microjoules'],
    ['thirds of the unit, which are rounded in turn', new Array<number>(3000).fill(1 / 3), 'microjoules'],
  ])('has %s', (_case, energies, unit) => {
    const before = recordingOf(energies);
    const bytes = written(write(before, 'test'));
    expect(bytes.includes(unit)).toBe(true);
    const after = importBytes(bytes, { name: 't' });
    const [measure] = after.measures;
    const sum = energies.reduce((all, energy) => all + energy, 0);
    expect(Math.abs((measure?.total ?? NaN) - sum)).toBeLessThanOrEqual(1e-9 * sum);
    const read = new Map(
      Array.from(after.tree.values[0] ?? [], (value, context) => [
        after.frames[after.tree.frames[context] ?? -1]?.method,
        value,
      ]),
    );
    energies.forEach((energy, index) => {
      const value = read.get(`m${index}`) ?? 0;
      expect(value).toBeGreaterThan(0);
      expect(Math.abs(value - energy)).toBeLessThanOrEqual(1e-9 * sum);
    });
  });
});

test('files of earlier builds, in microjoules, are read', () => {
  const old =
    '# callgrind format\nevents: microjoules_1\nfl=A.java\nfn=app.A.m\n3 4699999\ntotals: 4699999\n';
  expect(importBytes(Buffer.from(old), { name: 'o' }).measures[0]).toMatchObject({
    unit: 'joules',
    total: 4.699999,
  });
});
