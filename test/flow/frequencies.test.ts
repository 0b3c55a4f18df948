import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../../server/src/flow/source/assumptions';
import { computeFrequencies, type FrequencyReading } from '../../server/src/flow/source/frequencies';
import type { Region } from '../../server/src/flow/source/region';
import { divideIntoBlocks } from '../../server/src/flow/source/source-blocks';
import type { BodyRoot } from '../../server/src/java/syntax/ast';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import { literals } from './constants';

const assumptions = { ...DEFAULT_ASSUMPTIONS, defaultTrips: 10, worstCaseTrips: 100 };

function frequenciesOf(
  statements: string,
  mode: FrequencyReading,
  cost?: (block: string) => number,
): Record<string, string> {
  const { blocks, region } = divideIntoBlocks(parseBody(`{ ${statements} }`, 'block').root, {
    typing: literals,
  });
  const price = cost === undefined ? undefined : (block: number) => cost(blocks[block]?.name ?? '');
  const { frequency, basis } = computeFrequencies(region, mode, { assumptions, blockCost: price });
  return Object.fromEntries(
    blocks.map((block) => [
      block.name,
      `${Math.round((frequency[block.id] ?? 0) * 1000) / 1000} ${basis[block.id] ?? ''}`,
    ]),
  );
}

describe('estimated frequencies', () => {
  test('multiply through loops and branches', () => {
    expect(frequenciesOf('for (int i = 0; i < 4; i++) { if (x) a(); else b(); } c();', 'estimated')).toEqual({
      entry: '1 exact',
      'for_1.init': '1 exact',
      'for_1.condition': '5 exact',
      for_1: '4 exact',
      'if_1.then': '2 heuristic',
      'if_1.else': '2 heuristic',
      'for_1.update': '4 exact',
      'for_1.after': '1 exact',
    });
  });

  test('say which assumption they rest on', () => {
    expect(frequenciesOf('while (x) { if (y) a(); }', 'estimated')).toEqual({
      entry: '1 exact',
      'while_1.condition': '4 default',
      while_1: '3 default',
      'if_1.then': '1.5 default',
    });
  });

  test.each([
    ['for (int i = 0; i < n; i++) a();', 10],
    ['for (String s : texts) a();', 3],
    ['while (x) a();', 3],
    ['while (true) { a(); }', 10],
    ['do a(); while (x);', 10],
  ])('%s goes round as often as such loops mostly do', (loop, rounds) => {
    const body = `${loop.replace(/\W.*/, '')}_1`;
    expect(frequenciesOf(loop, 'estimated')[body]).toBe(`${rounds} default`);
    expect(frequenciesOf(loop, 'worst-case')[body]).toBe('100 default');
  });

  test('of a loop over many cases are the same for each, and one of them ends it', () => {
    const cases = (count: number): string =>
      Array.from({ length: count }, (_, index) => `case ${index}: a(); break;`).join(' ');
    const dispatch = (count: number): string =>
      `for (;;) { switch (x) { ${cases(count)} case 98: return; case 99: return; } b(); }`;
    const found = frequenciesOf(dispatch(30), 'estimated');
    // (1 − (31/32)³²) · 32 rounds.
    expect(found['for_1']).toBe('20.414 default');
    expect(found['switch_1.case_1']).toBe('0.619 default');
    // Few cases say nothing: the sum of ten rounds, each the last with a chance of 2/13.
    expect(frequenciesOf(dispatch(10), 'estimated')['for_1']).toBe('5.277 default');
    expect(frequenciesOf(`while (true) { ${dispatch(30).slice(8)}`, 'estimated')['while_1']).toBe(
      '20.414 default',
    );
  });

  test('run what follows an early return less often', () => {
    expect(frequenciesOf('if (x) return; a(); if (y) { b(); return; }', 'estimated')).toEqual({
      entry: '1 exact',
      'if_1.then': '0.28 heuristic',
      'if_1.after': '0.72 heuristic',
      'if_2.then': '0.202 heuristic',
      'if_2.after': '0.518 heuristic',
    });
  });
});

describe('loops that may be left early', () => {
  test('return once at most, and shorten what is around them', () => {
    const found = frequenciesOf('for (;x;) { for (;y;) { if (z) return; } } a();', 'estimated');
    expect(found).toEqual({
      entry: '1 exact',
      'for_1.condition': '1.039 default',
      for_1: '1.039 default',
      'for_2.condition': '3.61 default',
      for_2: '3.571 default',
      'if_1.then': '1 default',
      'for_1.after': '0 heuristic',
    });
  });

  test('are left for good in all their rounds as likely as code without a loop throws', () => {
    const found = frequenciesOf('for (int i = 0; i < 1000; i++) { if (bad) throw e; } a();', 'estimated');
    expect(Number.parseFloat(found['for_1'] ?? '')).toBeGreaterThan(970);
    expect(found['if_1.then']).toBe('0.049 heuristic');
    expect(found['for_1.after']).toBe('0.951 heuristic');
  });

  test('are not left in the worst case', () => {
    const found = frequenciesOf('while (x) { if (y) break; a(); }', 'worst-case');
    expect(found['while_1']).toBe('100 default');
  });
});

describe('one execution', () => {
  test('runs each block once', () => {
    const frequencies = frequenciesOf('for (int i = 0; i < 4; i++) { if (x) a(); } b();', 'one-execution');
    expect(new Set(Object.values(frequencies))).toEqual(new Set(['1 exact']));
  });
});

describe('the worst case', () => {
  test('takes the branch with the most energy and the stated bound', () => {
    const costOf = (block: string): number => (block === 'if_1.else' ? 5 : 1);
    expect(frequenciesOf('while (x) { if (y) a(); else b(); }', 'worst-case', costOf)).toEqual({
      entry: '1 exact',
      'while_1.condition': '101 default',
      while_1: '100 default',
      'if_1.then': '0 default',
      'if_1.else': '100 default',
    });
  });

  test('keeps counts that are written, and never runs what a constant rules out', () => {
    const costOf = (block: string): number => (block === 'if_1.then' ? 1000 : 1);
    expect(
      frequenciesOf(
        'for (int i = 0; i < 3; i++) { if (false) a(); else b(); if (z) break; }',
        'worst-case',
        costOf,
      ),
    ).toMatchObject({ for_1: '3 heuristic', 'if_1.then': '0 heuristic', 'if_1.else': '3 heuristic' });
  });

  test('goes on after an early exit only where that takes more energy', () => {
    const costOf = (block: string): number => (block === 'if_1.then' ? 3 : 1);
    expect(frequenciesOf('if (x) { a(); return; } b();', 'worst-case', costOf)).toMatchObject({
      'if_1.then': '1 exact',
      'if_1.after': '0 exact',
    });
  });
});

describe('frequencies', () => {
  const region = fc.letrec<{ region: Region }>((tie) => ({
    region: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.nat(20).map((block): Region => ({ kind: 'block', block })),
      fc.array(tie('region'), { maxLength: 4 }).map((regions): Region => ({ kind: 'sequence', regions })),
      fc
        .tuple(tie('region'), tie('region'), fc.float({ min: 0, max: 1, noNaN: true }))
        .map(([left, right, probability]): Region => ({
          kind: 'branch',
          alternatives: [
            { region: left, probability },
            { region: right, probability: 1 - probability },
          ],
          basis: 'heuristic',
        })),
      fc
        .tuple(tie('region'), tie('region'), fc.nat(9), fc.double({ min: 1e-9, max: 1, noNaN: true }))
        .map(([test, body, trips, leaves]): Region => ({
          kind: 'loop',
          test,
          testFirst: true,
          body,
          trips,
          ...(trips % 2 === 0 ? {} : { leaves }),
          basis: 'exact',
        })),
    ),
  })).region;

  test('are never negative, and finite, in every mode', () => {
    fc.assert(
      fc.property(
        region,
        fc.constantFrom('estimated', 'one-execution', 'worst-case' as const),
        (tree, mode) => {
          const { frequency } = computeFrequencies(tree, mode, { assumptions });
          for (const times of frequency) {
            expect(times).toBeGreaterThanOrEqual(0);
            expect(Number.isFinite(times)).toBe(true);
          }
        },
      ),
    );
  });

  test('cost no less in the worst case than in the estimate, where counts are exact', () => {
    const total = (tree: Region, mode: FrequencyReading): number =>
      computeFrequencies(tree, mode, { assumptions }).frequency.reduce((sum, times) => sum + times, 0);
    fc.assert(
      fc.property(region, (tree) => {
        expect(total(tree, 'worst-case')).toBeGreaterThanOrEqual(total(tree, 'estimated') * (1 - 1e-9));
      }),
    );
  });

  test('of very long bodies need no deep stack', () => {
    const { region: tree } = divideIntoBlocks(manyReturns(20_000));
    expect(computeFrequencies(tree, 'worst-case', { assumptions }).frequency.length).toBeGreaterThan(20_000);
  });
});

/** Built from one statement: what is tested is not the parser's speed. */
function manyReturns(count: number): BodyRoot {
  const { root } = parseBody('{ if (x) return; }', 'block');
  if (root.kind !== 'statements') throw new Error('A block was expected');
  const [statement] = root.block.statements;
  if (statement === undefined) throw new Error('A statement was expected');
  const statements = Array.from({ length: count }, () => ({ ...statement }));
  return { kind: 'statements', block: { ...root.block, statements } };
}

describe('doubts about frequencies', () => {
  function doubtsOf(statements: string, mode: FrequencyReading = 'estimated'): Record<string, string> {
    const { blocks, region } = divideIntoBlocks(parseBody(`{ ${statements} }`, 'block').root, {
      typing: literals,
    });
    const { doubts } = computeFrequencies(region, mode, { assumptions });
    const times = (square: number): string => (10 ** Math.sqrt(square)).toPrecision(2);
    return Object.fromEntries(
      blocks.map(({ id, name }) => {
        const { below = NaN, above = NaN } = doubts[id] ?? {};
        return [name, `1/${times(below)} to ${times(above)}`];
      }),
    );
  }

  test('are none of straight lines and loops of a known length', () => {
    const doubts = doubtsOf('a(); for (int i = 0; i < 4; i++) b(); c();');
    expect(new Set(Object.values(doubts))).toEqual(new Set(['1/1.0 to 1.0']));
  });

  test('grow with each loop whose length is not known', () => {
    const doubts = doubtsOf('while (x()) { a(); while (y()) b(); }');
    expect(doubts).toMatchObject({
      entry: '1/1.0 to 1.0',
      while_1: '1/3.6 to 6.5e+2',
      while_2: '1/6.1 to 9.4e+3',
    });
  });

  test('of a branch end where it always runs', () => {
    const doubts = doubtsOf('if (x) a(); else if (y) b(); c();');
    expect(doubts).toMatchObject({ 'if_1.then': '1/2.4 to 2.0', 'if_2.then': '1/3.5 to 4.0' });
  });

  test('are none of stated frequencies', () => {
    for (const mode of ['one-execution', 'worst-case'] as const)
      expect(new Set(Object.values(doubtsOf('while (x()) if (y) a();', mode)))).toEqual(
        new Set(['1/1.0 to 1.0']),
      );
  });
});
