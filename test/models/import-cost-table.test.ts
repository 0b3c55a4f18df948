/** Plain tables of costs as models: what they have costs of, and what is wrong with them. */
import { describe, expect, it } from 'vitest';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { loadModel } from '../../server/src/cost/model/load-model';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { importCostTable, type ImportedCostTable } from '../../server/src/models/report/import-cost-table';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { instructionKey, perElement } from '../../server/src/operations/catalogue/instruction-keys';
import type { OperationKey } from '../../server/src/operations/catalogue/operation';

const identity = {
  id: 'mine',
  title: 'Mine',
  machine: 'a phone',
  mode: 'interpreter',
  isLocal: false,
} as const;

function importText(text: string, options: { unit?: string; watts?: number } = {}): ImportedCostTable {
  return importCostTable({ text, fileName: 'costs.csv', identity, ...options });
}

function modelOf(text: string, options: { unit?: string; watts?: number } = {}): CostModel {
  const outcome = importText(text, options);
  if (!('model' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  const loaded = loadModel(outcome.model, 'mine.json');
  if ('problems' in loaded) throw new Error('not loaded');
  return loaded.model;
}

function messages(text: string, options: { unit?: string; watts?: number } = {}): string {
  const outcome = importText(text, options);
  expect(outcome).not.toHaveProperty('model');
  return outcome.problems.map(({ message }) => message).join('\n');
}

const costOf = (model: CostModel, key: OperationKey): number | undefined => {
  const price = model.price(key);
  return price === undefined ? undefined : meanOf(price, model);
};

describe('a table of JVM instructions and library methods', () => {
  const text = `instruction,cost [nJ],sd [nJ],per size [nJ]
iadd,1.5,0.1,0
ireturn,4,0.2,0
invokevirtual,20,1,0
invokestatic,30,1,0
newarray,30,2,0.1
java/lang/Math.sin(D)D,50,3,0
java.io.OutputStream.write,70,3,0.5
*,90,10,0
`;

  it('is a model of eCalc’s cost functions', () => {
    const model = modelOf(text);
    expect(model.hasInstructionCosts).toBe(true);
    expect(costOf(model, instructionKey('iadd'))).toBeCloseTo(1.5e-9, 15);
    expect(costOf(model, instructionKey('imul'))).toBeUndefined();
    expect(costOf(model, operationKey('MethodInvocation', [], 'load'))).toBeCloseTo(25e-9, 15);
    expect(costOf(model, libraryKey('java/lang/Math', 'sin', ['double'], 'load'))).toBeCloseTo(50e-9, 15);
    expect(costOf(model, libraryKey('java/lang/Math', 'cos', ['double'], 'load'))).toBeCloseTo(90e-9, 15);
    expect(costOf(model, perElement('newarray', 'allocation'))).toBeCloseTo(0.1e-9, 15);
    expect(costOf(model, perElement('java.io.OutputStream.write', 'library function'))).toBeCloseTo(
      0.5e-9,
      15,
    );
  });

  it('needs to say what a call takes', () => {
    expect(messages('name,cost [J]\niadd,1e-9\n')).toMatch(/has no row "invocation"/);
    expect(modelOf('name;cost [J]\niadd;1e-9\ninvocation;2e-8\n').hasInstructionCosts).toBe(true);
  });
});

describe('a table of operations', () => {
  it('is a model of operations, in any unit, or of times at a power', () => {
    const model = modelOf(
      'operation,energy [uJ],sd [uJ]\nAddition_int_int,2,0.5\nMulti,3,0.5\njava.util.List.get,9,1\n',
    );
    expect(model.hasInstructionCosts).toBeUndefined();
    expect(costOf(model, operationKey('Addition', ['int', 'int'], 'load'))).toBeCloseTo(2e-6, 12);
    expect(costOf(model, operationKey('Multi', ['long', 'long'], 'load'))).toBeCloseTo(3e-6, 12);
    expect(costOf(model, libraryKey('java/util/List', 'get', ['int'], 'load'))).toBeCloseTo(9e-6, 12);
    const timed = modelOf('name,cost [ns],sd\nAddition_int_int,4,1\n', { watts: 5 });
    expect(costOf(timed, operationKey('Addition', ['int', 'int'], 'load'))).toBeCloseTo(20e-9, 15);
    expect(timed.source).toMatch(/a proxy/);
  });

  it('warns of what it leaves unsaid', () => {
    const outcome = importText('name,cost,per size\nAddition,1e-9,2\n');
    expect(outcome.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringMatching(/^warning: .*names no unit, so joules/),
      expect.stringMatching(/^warning: .*no column sd/),
      expect.stringMatching(/^warning: .*per size serve JVM instructions only/),
    ]);
  });
});

describe('a table that makes no sense', () => {
  it.each([
    ['', /is empty/],
    ['name,watts\niadd,1\n', /no columns name and cost/],
    ['name,cost [V]\niadd,1\n', /no unit of energy/],
    ['name,cost [ns]\niadd,1\n', /--watts says what power/],
    ['name,cost [J],sd [nJ]\niadd,1,1\n', /column sd \[nJ\] is in another unit/],
    ['name,cost [J],sd\niadd,-1,0\n', /row 2, column cost \[J\]: "-1" stands where an energy of 0 or more/],
    ['name,cost [J],sd\niadd,,0\n', /row 2, column cost \[J\]: nothing stands/],
    ['name,cost [J],sd\nfrobnicate,1,0\n', /row 2: "frobnicate" is neither a JVM instruction/],
    [
      'name,cost [J],sd\niadd,1,0\ninvocation,1,0\nAddition_int_int,1,0\n',
      /Addition_int_int is an energy operation among/,
    ],
    ['name,cost [J],sd\ninvocation,1,0\niadd,1,0\niadd,2,0\n', /row 4 names iadd again, after row 3: remove/],
    ['name,cost [J],sd\n', /has no row with a cost/],
  ])('%j', (text, message) => {
    expect(messages(text)).toMatch(message);
  });
});
