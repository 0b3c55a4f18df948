/** eCalc's cost functions (table II of the paper), each by itself and together, and model files that hold them. */
import { describe, expect, it } from 'vitest';
import { combineEnergies } from '../../server/src/cost/pricing/combine-energies';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { unitCosts } from '../../server/src/cost/model/ecalc-model';
import { loadModel } from '../../server/src/cost/model/load-model';
import { readModelFile } from '../../server/src/cost/model/model-file';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { instructionKey, perElement } from '../../server/src/operations/catalogue/instruction-keys';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';

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

function ecalcModel(): CostModel {
  const loaded = loadModel(text, 'tiny.json');
  if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
  return loaded.model;
}

const library = (owner: string, name: string): OperationKey => libraryKey(owner, name, [], 'load');

describe('eCalc', () => {
  it.each<[string, readonly (readonly [OperationKey, number])[], number]>([
    ['C_M: a standard instruction', [[instructionKey('iadd'), 3]], 3],
    [
      'C_R: a return by its type',
      [
        [instructionKey('ireturn'), 2],
        [instructionKey('areturn'), 1],
      ],
      13,
    ],
    ['C_I: a call of the application', [[operationKey('MethodInvocation', [], 'load', ['static']), 2]], 40],
    [
      'C_Sys: a call of the library, linear in a size',
      [
        [library('java/lang/Math', 'sin'), 1],
        [library('java/lang/System', 'arraycopy'), 2],
        [perElement('java.lang.System.arraycopy', 'library function'), 100],
      ],
      95,
    ],
    [
      'C_A: an allocation, linear in its elements',
      [
        [instructionKey('newarray'), 2],
        [perElement('newarray', 'allocation'), 8],
      ],
      64,
    ],
  ])('has the costs of %s', (_, counts, energy) => {
    const model = ecalcModel();
    const modeled = counts.flatMap(([key, count]) => {
      const price = model.price(key);
      return price === undefined ? [] : [{ price, count }];
    });
    expect(modeled).toHaveLength(counts.length);
    expect(combineEnergies(model, modeled).mean).toBeCloseTo(energy, 9);
  });

  it('has no cost for what it does not know, nor for operations of the catalogue', () => {
    const model = ecalcModel();
    const unknown = [
      instructionKey('imul'),
      instructionKey('other calls'),
      library('java/util/List', 'add'),
      perElement('java.util.List.add', 'library function'),
      operationKey('Addition', ['int', 'int'], 'load'),
    ];
    expect(unknown.map((key) => model.price(key))).toEqual(unknown.map(() => undefined));
  });

  it('has one cost for all library methods that it does not name, if it says so', () => {
    const any = text.replace('"library":[', '"library":[{"name":"*","mean":7,"sd":1,"perSize":2},');
    const loaded = loadModel(any, 'any.json');
    if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
    const meanOf = (key: OperationKey): number => {
      const price = loaded.model.price(key);
      return price === undefined ? NaN : combineEnergies(loaded.model, [{ price, count: 1 }]).mean;
    };
    expect(meanOf(library('java/util/List', 'add'))).toBe(7);
    expect(meanOf(perElement('java.util.List.add', 'library function'))).toBe(2);
    expect(meanOf(perElement('java.lang.Math.sin', 'library function'))).toBe(0);
  });

  it('has one cost for each instruction, for an average of them', () => {
    expect([...unitCosts(ecalcModel())].sort((a, b) => a - b)).toEqual([1, 4, 5, 20, 30]);
  });

  it('is known to have costs of what ran only; what its file lacks is said', () => {
    expect(ecalcModel().hasInstructionCosts).toBe(true);
    const broken = readModelFile(text.replace('"invocation"', '"call"'), 'tiny.json');
    expect('problems' in broken && broken.problems[0]).toMatchObject({ place: 'invocation' });
  });
});
