/** eCalc's calibration from a table of loops, beside the regression on the same table. */
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../server/src/cost/model/load-model';
import { fitCases } from '../../server/src/models/fit/fit-cases';
import { fitLoops } from '../../server/src/models/fit/fit-loops';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import { operationKey } from '../../server/src/operations/catalogue/catalogue';
import { instructionKey, perElement } from '../../server/src/operations/catalogue/instruction-keys';
import { createRandom } from '../../server/src/models/solve/random';

const COLUMNS = ['Increment', 'Addition_int_int', 'Multi_int_int', 'MethodInvocation_static', 'Return_int'];
const COSTS = [1e-9, 5e-9, 7e-9, 30e-9, 30e-9];
const ROUNDS = 20_000_000;

/** The loop alone, one with an addition, with two and a product, with a call: ten runs each, in any order. */
const LOOPS = [
  [1, 0, 0, 1, 1],
  [1, 2, 1, 0, 0],
  [1, 1, 0, 0, 0],
  [1, 0, 0, 0, 0],
];

function tableOf(loops: readonly (readonly number[])[], noise: number, runs = 10): string {
  const random = createRandom(2);
  const rows = Array.from({ length: runs }, () =>
    loops.map((counts) => {
      const energy = counts.reduce((sum, count, j) => sum + count * ROUNDS * (COSTS[j] ?? 0), 0);
      return [...counts.map((count) => count * ROUNDS), energy * (1 + noise * random.normal())].join(',');
    }),
  );
  return `${[...COLUMNS, 'y [J]'].join(',')}\n${rows.flat().join('\n')}\n`;
}

interface Account {
  readonly coefficients: Readonly<Record<string, number>>;
  readonly standardErrors: Readonly<Record<string, number>>;
  readonly order: readonly {
    readonly name: string;
    readonly pairedWith?: string;
    readonly needs: readonly string[];
  }[];
  readonly withoutCost: readonly string[];
}

function accountOf(text: string): Account {
  const outcome = fitLoops({ text, fileName: 'loops.csv' });
  if (!('account' in outcome)) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  return outcome.account as Account;
}

describe('a table of loops', () => {
  it('has the costs that were put in, a call and its return half of the pair', () => {
    const { coefficients, order, withoutCost } = accountOf(tableOf(LOOPS, 0));
    COLUMNS.forEach((name, j) => {
      expect((coefficients[name] ?? 0) / (COSTS[j] ?? 1)).toBeCloseTo(1, 9);
    });
    expect(withoutCost).toEqual([]);
    expect(order[0]).toEqual({ name: 'Increment', needs: [] });
    expect(order.find(({ pairedWith }) => pairedWith === 'Return_int')?.name).toBe('MethodInvocation_static');
  });

  it('agrees with the regression on the same runs, within what both are sure of', () => {
    const text = tableOf(LOOPS, 0.01);
    const { coefficients, standardErrors } = accountOf(text);
    const regression = fitCases({ text, fileName: 'loops.csv', method: 'ols', folds: 0, seed: 1 });
    if (!('account' in regression)) throw new Error('not fitted');
    const { coefficients: others } = regression.account as Account;
    for (const name of COLUMNS)
      expect(Math.abs((coefficients[name] ?? 0) - (others[name] ?? 0))).toBeLessThan(
        4 * (standardErrors[name] ?? 0),
      );
  });

  it('is a model with what costs share', () => {
    const outcome = fitLoops({ text: tableOf(LOOPS, 0.01), fileName: 'loops.csv' });
    if (!('toModelFile' in outcome)) throw new Error('not fitted');
    const identity = {
      id: 'loops',
      title: 'Loops',
      machine: 'here',
      mode: 'interpreter',
      isLocal: true,
    } as const;
    const loaded = loadModel(outcome.toModelFile(identity), 'loops.json');
    if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
    expect(loaded.model.covariance).toHaveLength(25);
    expect(loaded.model.source).toMatch(/loops of loops\.csv/);
  });

  it('of JVM instructions is a model that has their prices, of an operation among them none', () => {
    const names = ['round', 'iadd', 'newarray', 'invokestatic', 'return', 'newarray per element'];
    const costs = [1e-9, 5e-9, 7e-9, 30e-9, 30e-9, 2e-10];
    const loops = [
      [1, 0, 0, 0, 0, 0],
      [1, 1, 0, 0, 0, 0],
      [1, 0, 1, 0, 0, 0],
      [1, 0, 0, 1, 1, 0],
      [1, 0, 1, 0, 0, 8],
    ];
    const table = (columns: readonly string[]): string =>
      [
        `${columns.join(',')},y [J]`,
        ...[...loops, ...loops].map((counts) =>
          [...counts, counts.reduce((sum, count, j) => sum + count * (costs[j] ?? 0), 0)].join(','),
        ),
        '',
      ].join('\n');
    const outcome = fitLoops({ text: table(names), fileName: 'loops.csv' });
    if (!('toModelFile' in outcome)) throw new Error('not fitted');
    expect(outcome.problems.map(({ message }) => message).join()).toMatch(/round: subtracted where it runs/);
    const identity = { id: 'a', title: 'A', machine: 'here', mode: 'interpreter', isLocal: true } as const;
    const loaded = loadModel(outcome.toModelFile(identity), 'loops.json');
    if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
    const { model } = loaded;
    expect(model.hasInstructionCosts).toBe(true);
    const priced = [
      instructionKey('iadd'),
      instructionKey('newarray'),
      operationKey('MethodInvocation', [], 'load', ['static']),
      instructionKey('return'),
      perElement('newarray', 'allocation'),
    ].map((key) => {
      const price = model.price(key);
      return price && meanOf(price, model);
    });
    expect(priced).toEqual(costs.slice(1).map((cost) => expect.closeTo(cost, 15) as number));
    const mixed = fitLoops({ text: table(names.with(2, 'Addition_int_int')), fileName: 'loops.csv' });
    expect(mixed).not.toHaveProperty('account');
    expect(mixed.problems.map(({ message }) => message).join()).toMatch(
      /Addition_int_int is an energy operation among JVM instructions/,
    );
  });

  it('says what no loop tells', () => {
    const outcome = fitLoops({ text: tableOf(LOOPS.slice(0, 2), 0), fileName: 'loops.csv' });
    expect(outcome).not.toHaveProperty('account');
    expect(outcome.problems.map(({ message }) => message).join('\n')).toMatch(
      /no loop of one operation alone/,
    );
    const some = fitLoops({ text: tableOf([...LOOPS.slice(3), [1, 1, 1, 0, 0]], 0), fileName: 'loops.csv' });
    expect(some.problems.map(({ message }) => message).join('\n')).toMatch(
      /Addition_int_int, Multi_int_int: no loop has all known but one/,
    );
    const single = fitLoops({ text: tableOf(LOOPS, 0, 1), fileName: 'loops.csv' });
    expect(single.problems.map(({ message }) => message).join('\n')).toMatch(
      /1 run says nothing of how sure/,
    );
  });
});
