/** eCalc's cost functions (table II of the paper), each by itself and together, and model files that hold them. */
import { describe, expect, it } from 'vitest';
import { priceInstructions, unitCosts, type InstructionCounts } from '../../server/src/cost/ecalc-model';
import { loadModel } from '../../server/src/cost/load-model';
import { readModelFile, type EcalcModelFile } from '../../server/src/cost/model-file';

const text = JSON.stringify({
  format: 'jouleline-cost-model',
  version: 1,
  kind: 'ecalc',
  id: 'tiny',
  title: 'Tiny',
  machine: 'a test',
  mode: 'interpreter',
  source: 'made up',
  instructions: [
    { name: 'iadd', mean: 1, sd: 0.1 },
    { name: 'ireturn', mean: 4, sd: 0.1 },
    { name: 'areturn', mean: 5, sd: 0.1 },
  ],
  invocation: { mean: 20, sd: 1 },
  allocations: [{ name: 'newarray', mean: 30, sd: 1, perSize: 0.5 }],
  library: [
    { name: 'java.lang.Math.sin', mean: 50, sd: 1, perSize: 0 },
    { name: 'java.lang.System.arraycopy', mean: 10, sd: 1, perSize: 0.25 },
  ],
});

function ecalcFile(): EcalcModelFile {
  const read = readModelFile(text, 'tiny.json');
  if (!('file' in read) || read.file.kind !== 'ecalc') throw new Error('this is a model of eCalc');
  return read.file;
}

const nothing: InstructionCounts = { instructions: [], applicationCalls: 0, libraryCalls: [], allocated: [] };

describe('eCalc', () => {
  it.each<[string, Partial<InstructionCounts>, number, number]>([
    ['C_M: a standard instruction', { instructions: [{ name: 'iadd', count: 3 }] }, 3, 0],
    [
      'C_R: a return by its type',
      {
        instructions: [
          { name: 'ireturn', count: 2 },
          { name: 'areturn', count: 1 },
        ],
      },
      13,
      0,
    ],
    [
      'C_I: a call of the application',
      { instructions: [{ name: 'invokestatic', count: 2 }], applicationCalls: 2 },
      40,
      0,
    ],
    [
      'C_Sys: a call of the library, linear in a size',
      {
        instructions: [{ name: 'invokestatic', count: 3 }],
        libraryCalls: [
          { name: 'java.lang.Math.sin', count: 1, size: 0 },
          { name: 'java.lang.System.arraycopy', count: 2, size: 100 },
        ],
      },
      95,
      0,
    ],
    [
      'C_A: an allocation, linear in its elements',
      { instructions: [{ name: 'newarray', count: 2 }], allocated: [{ name: 'newarray', size: 8 }] },
      64,
      0,
    ],
    [
      'nothing for what it does not know',
      {
        instructions: [
          { name: 'imul', count: 7 },
          { name: 'invokedynamic', count: 2 },
          { name: 'invokevirtual', count: 1 },
        ],
        libraryCalls: [{ name: 'java.util.List.add', count: 1, size: 0 }],
      },
      0,
      10,
    ],
  ])('prices %s', (_, counts, energy, unpriced) => {
    const priced = priceInstructions(ecalcFile(), { ...nothing, ...counts });
    expect([priced.energy, priced.unpriced]).toEqual([energy, unpriced]);
  });

  it('has one cost for each entry, for an average of them', () => {
    expect([...unitCosts(ecalcFile())].sort((a, b) => a - b)).toEqual([1, 4, 5, 10, 20, 30, 50]);
  });

  it('is no model of operations, and says where it belongs', () => {
    const loaded = loadModel(text, 'tiny.json');
    expect('problems' in loaded && loaded.problems[0]?.message).toContain('--compare-baselines');
    const broken = readModelFile(text.replace('"invocation"', '"call"'), 'tiny.json');
    expect('problems' in broken && broken.problems[0]).toMatchObject({ place: 'invocation' });
  });
});
