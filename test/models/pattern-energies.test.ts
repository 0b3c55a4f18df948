/** Energies of patterns, each less the loop and what runs beside it: against sums made by hand. */
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../server/src/models/calibrate/benchmark';
import { baselineBenchmark } from '../../server/src/models/calibrate/patterns';
import type { CalibrationJournal } from '../../server/src/models/calibrate/journal';
import { findRemoved, writePatternEnergies } from '../../server/src/models/calibrate/pattern-energies';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';

function pattern(name: string, operation: string, size: string, type: string): Benchmark {
  return { name, kind: 'pattern', title: name, source: '', levels: { operation, size, type } };
}

const benchmarks: readonly Benchmark[] = [
  baselineBenchmark(),
  pattern('P001', 'Variable declaration', 'Load', 'int'),
  pattern('P002', 'Addition', 'Load', 'int'),
  pattern('P003', 'Increase', 'Constant', 'int'),
  pattern('P004', 'Array load', 'Load', 'Reference'),
  pattern('P005', 'Static method call', 'Reference', 'none'),
];
const keys = [
  operationKey('Less', ['int', 'int'], 'load'),
  operationKey('Increment', ['int'], 'constant'),
  operationKey('Declaration', ['int'], 'load'),
  operationKey('Addition', ['int', 'int'], 'load'),
  operationKey('Assign', ['int', 'int'], 'load'),
  operationKey('ArrayReference', ['java.lang.Object', 'int'], 'load'),
  operationKey('Assign', ['java.lang.Object', 'java.lang.Object'], 'load'),
  { ...operationKey('MethodInvocation', [], 'load'), name: 'MethodInvocation_static' },
  operationKey('Return', ['void'], 'load'),
];
const COUNTED = 100;

/** In 100 rounds: the loop has a comparison and an increment in each, and `Less` once more at its end. */
function counted(...own: readonly (readonly [key: number, inRound: number])[]): [number, number][] {
  const rows = new Map([
    [0, COUNTED + 1],
    [1, COUNTED],
  ]);
  for (const [key, inRound] of own) rows.set(key, (rows.get(key) ?? 0) + COUNTED * inRound);
  return [...rows];
}

/** In nanojoules of a round; each is measured twice, one more and one less. */
const energies: Readonly<Record<string, number>> = {
  E000: 5,
  P001: 5 + 8 * 2,
  P002: 5 + 8 * (3 + 2),
  P003: 5 + 8 * 4,
  P004: 5 + 8 * (7 + 2),
  P005: 5 + 8 * 9,
};

function journalOf(nanoseconds: Readonly<Record<string, number>>): CalibrationJournal {
  return {
    rounds: new Map(),
    failures: new Map(),
    counts: {
      keys,
      rounds: COUNTED,
      instructions: {},
      operations: {
        E000: counted(),
        P001: counted([2, 8]),
        P002: counted([3, 8], [4, 8]),
        P003: counted([1, 8]),
        P004: counted([5, 8], [6, 8]),
        P005: counted([7, 8], [8, 8]),
      },
    },
    measurements: Object.entries(energies).flatMap(([name, energy]) =>
      [-1, 1].map((more) => ({
        cycle: 1,
        name,
        rounds: 10,
        energy: 10e-9 * (energy + more),
        seconds: 1,
        cpu: 10e-9 * (nanoseconds[name] ?? 0),
        collections: 0,
      })),
    ),
  };
}

describe('energies of patterns', () => {
  const rows = writePatternEnergies([{ device: 'Board "A", left', journal: journalOf({}) }], benchmarks)
    .trim()
    .split('\n')
    .map((line) => line.split(','));

  it('are those of one execution, without the loop and the patterns beside it', () => {
    const means = new Map<string, number>();
    for (const [name = '', , , , , energy] of rows.slice(1))
      means.set(name, (means.get(name) ?? 0) + Number(energy) / 2);
    expect([...means].map(([name, mean]) => [name, Number((mean * 1e9).toFixed(6))])).toEqual([
      ['P001', 2],
      ['P002', 3],
      ['P003', 4],
      // The assignment of a reference is no pattern of its own: it costs what that of an int does.
      ['P004', 7],
      ['P005', 9],
    ]);
  });

  it('keep the deviation of their measurements, and name their device without a comma', () => {
    expect(rows[0]?.join()).toBe('pattern,operation,size,type,device,energy [J]');
    const [less, more] = rows.slice(1, 3);
    expect((Number(more?.[5]) - Number(less?.[5])) * 1e9).toBeCloseTo(2 / 8, 9);
    expect(less?.slice(0, 5)).toEqual(['P001', 'Variable declaration', 'Load', 'int', 'Board  A   left']);
    expect(rows.at(-1)?.[3]).toBe('');
  });

  it('end where patterns need each other, as they do if one round alone was counted', () => {
    const journal = journalOf({});
    const { counts } = journal;
    if (counts === undefined) throw new Error('nothing was counted');
    const operations = { ...counts.operations, P001: counted([2, 8], [3, 1]) };
    const mutual = { ...journal, counts: { ...counts, operations } };
    const text = writePatternEnergies([{ device: 'A', journal: mutual }], benchmarks);
    expect(text).not.toContain('NaN');
    expect(text.trim().split('\n')).toHaveLength(1 + 2 * 5);
  });

  it('are missing where a compiler removed the statement: it takes less than any instruction', () => {
    const quick = { E000: 1, P001: 1, P002: 1.1, P003: 1.4, P004: 0.9, P005: 9 };
    expect(findRemoved(journalOf(quick), benchmarks)).toEqual(['P001', 'P002', 'P004']);
  });
});
