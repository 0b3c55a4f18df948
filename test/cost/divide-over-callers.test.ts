/** Energy over callers: programs whose truth is added up by hand, and made-up ones whose sums must hold. */
import { describe, expect, test } from 'vitest';
import { at } from '../../server/src/base/check';
import { divideOverCallers } from '../../server/src/cost/pricing/divide-over-callers';
import { createRandom } from '../../server/src/models/solve/random';

type Call = readonly [caller: number, callee: number, count: number];

function divide(
  own: readonly number[],
  runs: readonly number[],
  calls: readonly Call[],
): { readonly inclusive: readonly number[]; readonly ofCall: readonly number[] } {
  const sorted = calls.toSorted(([a], [b]) => a - b);
  const { inclusive, ofCall } = divideOverCallers(Float64Array.from(own), Float64Array.from(runs), {
    start: Uint32Array.from([...own, 0], (_, method) => sorted.filter(([caller]) => caller < method).length),
    to: Uint32Array.from(sorted, ([, callee]) => callee),
    count: Float64Array.from(sorted, ([, , count]) => count),
  });
  return { inclusive: [...inclusive], ofCall: [...ofCall] };
}

const [MAIN, A, B, LEAF] = [0, 1, 2, 3];

test('a method’s energy goes to its callers by their calls', () => {
  // main calls a ten times and b once; a calls the leaf twice each time, b once: 20 and 1 of its 21 calls.
  const calls: readonly Call[] = [
    [MAIN, A, 10],
    [MAIN, B, 1],
    [A, LEAF, 20],
    [B, LEAF, 1],
  ];
  const { inclusive, ofCall } = divide([1, 30, 5, 21], [1, 10, 1, 21], calls);
  expect(inclusive).toEqual([57, 50, 6, 21]);
  expect(ofCall).toEqual([50, 6, 20, 1]);
});

test('whatever the numbers of runs say, a run has no more than its methods', () => {
  // The estimate expects fewer runs of the leaf than its callers make.
  const { inclusive } = divide(
    [1, 2, 0, 4],
    [1, 1, 1, 0.5],
    [
      [MAIN, A, 1],
      [A, LEAF, 1000],
    ],
  );
  expect(inclusive).toEqual([7, 6, 0, 4]);
});

test('calls from outside keep their part', () => {
  const { inclusive } = divide([1, 10], [1, 10], [[MAIN, A, 5]]);
  expect(inclusive).toEqual([6, 10]);
});

test('methods that call each other are counted once', () => {
  const { inclusive, ofCall } = divide(
    [1, 10, 5],
    [1, 5, 5],
    [
      [MAIN, A, 1],
      [A, B, 5],
      [B, A, 4],
    ],
  );
  // The calls back from b are a's own work: main began all of it.
  expect(ofCall[2]).toBe(0);
  expect(inclusive).toEqual([16, 15, 5]);
});

describe('made-up programs', () => {
  const generator = createRandom(18);
  const random = (): number => generator.uniform();
  test.each(Array.from({ length: 50 }, (_, seed) => seed))('%i: no method has more than all', () => {
    const count = 2 + Math.floor(random() * 30);
    const own = Array.from({ length: count }, () => random());
    const calls: Call[] = [];
    for (let caller = 0; caller < count; caller++)
      for (let callee = 0; callee < count; callee++)
        if (callee !== caller && random() < 0.15) calls.push([caller, callee, random() * 10]);
    const runs = own.map(() => random() * 20);
    const all = own.reduce((sum, each) => sum + each, 0);
    const { inclusive, ofCall } = divide(own, runs, calls);
    const sorted = calls.toSorted(([a], [b]) => a - b);
    for (const [method, energy] of inclusive.entries()) {
      expect(energy).toBeLessThanOrEqual(all * (1 + 1e-12));
      const ofCalls = ofCall.filter((_, call) => at(sorted, call)[0] === method);
      expect(ofCalls.reduce((sum, each) => sum + each, at(own, method))).toBeCloseTo(energy, 12);
    }
  });
});
