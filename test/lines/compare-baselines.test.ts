/** Figure 2 of eCalc on a program whose energy, and that of both simpler estimates, can be added up by hand. */
import { expect, test } from 'vitest';
import { opcodeName } from '../../server/src/classfile/read/opcodes';
import type { CostModel } from '../../server/src/cost/model/cost-model';
import { loadModel } from '../../server/src/cost/model/load-model';
import { compareBaselines } from '../../server/src/lines/compare-baselines';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import type { ProfileDocument, ProfiledMethod } from '../../server/src/profile/document/profile-document';

const head = {
  format: 'jouleline-cost-model',
  version: 1,
  id: 'small',
  title: 'Small',
  machine: 'a test',
  mode: 'interpreter',
  source: 'made up',
};
const named = (name: string, mean: number): object => ({ name, mean, sd: 0.1 });

function modelOf(costs: object): CostModel {
  const loaded = loadModel(JSON.stringify({ ...head, ...costs }), 'small.json');
  if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join());
  return loaded.model;
}

const keys = [
  operationKey('Addition', ['int', 'int'], 'load'),
  operationKey('Multi', ['int', 'int'], 'load'),
  operationKey('MethodInvocation', [], 'load', ['static']),
  libraryKey('java/lang/Math', 'sin', [], 'load'),
];
const opcodes = new Map(Array.from({ length: 202 }, (_, opcode) => [opcodeName(opcode) ?? '', opcode]));
const opcodeOf = (name: string): number => opcodes.get(name) ?? -1;

/** `main` calls `step`, which multiplies in a loop on line 5 and has an addition on line 6 that hardly runs. */
function methods(counts: {
  readonly calls: number;
  readonly multiplications: number;
  readonly additions: number;
  readonly sines: number;
}): readonly ProfiledMethod[] {
  const { calls, multiplications, additions, sines } = counts;
  const none = { lines: [], blocks: [] };
  return [
    {
      ...none,
      name: 'main',
      descriptor: '()V',
      calls: 1,
      operations: [
        [2, 2, calls],
        [3, 3, sines],
      ],
      instructions: [
        [opcodeOf('invokestatic'), 2, calls],
        [opcodeOf('invokestatic'), 3, sines],
        [opcodeOf('nop'), 3, 7],
      ],
      invocations: [[0, 2, calls, 2]],
    },
    {
      ...none,
      name: 'step',
      descriptor: '()V',
      calls,
      operations: [
        [1, 5, multiplications],
        [0, 6, additions],
      ],
      instructions: [
        [opcodeOf('imul'), 5, multiplications],
        [opcodeOf('iadd'), 6, additions],
      ],
      invocations: [],
    },
  ];
}

function profileOf(own: readonly ProfiledMethod[]): ProfileDocument {
  const classes = [{ name: 'A', supertypes: [], hash: 0, lines: [], methods: own }];
  // The comparison reads the counts and nothing else where nothing was measured.
  return { keys, classes } as unknown as ProfileDocument;
}

const ran = profileOf(methods({ calls: 10, multiplications: 1000, additions: 4, sines: 3 }));
const defined = profileOf(methods({ calls: 1, multiplications: 1, additions: 1, sines: 1 }));

test('by instructions: what ran, at the mean cost of an instruction, and all code of a method for each call', () => {
  const model = modelOf({
    kind: 'ecalc',
    instructions: [named('iadd', 1), named('imul', 3)],
    invocation: { mean: 20, sd: 0.1 },
    allocations: [],
    library: [{ ...named('java.lang.Math.sin', 500), perSize: 0 }],
  });
  const compared = compareBaselines(ran, defined, model);
  expect(compared.estimate).toBe(10 * 20 + 3 * 500 + 1000 * 3 + 4 * 1);
  // The library's 500 are the cost of no instruction: (1 + 3 + 20) / 3.
  expect(compared.averageCost).toBe(8 * (10 + 3 + 1000 + 4));
  // One call of `main`, ten of `step`.
  expect(compared.pathInsensitive).toBe(20 + 500 + 10 * (3 + 1));
  expect(compared.unpriced).toBe(7);
  expect(compared.methods).toEqual([
    { name: 'A.step()V', energy: 3004 },
    { name: 'A.main()V', energy: 1700 },
  ]);
  expect(compared.measured).toBeUndefined();
});

test('by operations: the mean is that of the operations that the program has', () => {
  const model = modelOf({
    kind: 'per-operation',
    operations: [
      named('Addition_int_int', 2),
      named('Multi_int_int', 6),
      named('MethodInvocation_static', 10),
      named('Division_int_int', 9000),
      named('java.lang.Math.sin', 100),
    ],
  });
  const { estimate, averageCost, pathInsensitive, unpriced } = compareBaselines(ran, defined, model);
  expect([estimate, averageCost, pathInsensitive, unpriced]).toEqual([
    10 * 10 + 3 * 100 + 1000 * 6 + 4 * 2,
    6 * (10 + 3 + 1000 + 4),
    10 + 100 + 10 * (6 + 2),
    0,
  ]);
});
