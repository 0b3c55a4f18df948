import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { countForTrips, countSteps } from '../../server/src/flow/source/trip-count';
import { parseBody } from '../../server/src/java/syntax/parse-body';
import { literals } from './constants';

function tripsOf(loop: string): string | undefined {
  const { root } = parseBody(`{ ${loop} }`, 'block');
  const statement = root.kind === 'statements' ? root.block.statements[0] : undefined;
  if (statement?.kind !== 'for') throw new Error(`No for loop in ${loop}`);
  const count = countForTrips(statement, literals);
  return count === undefined ? undefined : `${count.trips} ${count.basis}`;
}

describe('trip counts', () => {
  test.each([
    ['for (int i = 0; i < 10; i++) f();', '10 exact'],
    ['for (int i = 0; i <= 10; ++i) f();', '11 exact'],
    ['for (int i = 10; i > 0; i--) f();', '10 exact'],
    ['for (int i = 10; i >= -2; i -= 3) f();', '5 exact'],
    ['for (int i = 0; i < 2112; i = i + 3) f();', '704 exact'],
    ['for (int i = 0; i < 2112; i = 24 + i) f();', '88 exact'],
    ['for (int i = 0; 10 > i; i += 4) f();', '3 exact'],
    ['for (int i = 0; i != 8; i += 2) f();', '4 exact'],
    ['for (i = 3; i < 3; i++) f();', '0 exact'],
    ['for (int i = 5; i < 3; i--) f();', '0 exact'],
    ['for (int i = 0; i < 10; i++) { if (x) break; }', '10 heuristic'],
    ['for (int i = 0; i < 10; i++) { if (x) return; }', '10 heuristic'],
    ['for (int i = 0; i < 10; i++) { while (y) { if (x) break; } }', '10 exact'],
    ['for (int i = 0; i < 10; i++) { switch (y) { case 1: break; } }', '10 exact'],
    ['for (int i = 0; i < 10; i++) { run(() -> { return; }); }', '10 exact'],
    ['for (int i = 0; i < 10; i++) { while (y) continue outer; }', '10 heuristic'],
  ])('%s', (loop, expected) => {
    expect(tripsOf(loop)).toBe(expected);
  });

  test.each([
    'for (int i = 0; i < n; i++) f();',
    'for (int i = 0; i < 10; i++) i = g(i);',
    'for (int i = 0; i < 10; i++) { h(i++); }',
    'for (int i = 0; i < 10; i--) f();',
    'for (int i = 0; i != 7; i += 2) f();',
    'for (int i = 0; i < 2147483647; i += 2) f();',
    'for (int i = 0; i < 10; i++, j++) f();',
    'for (; i < 10; i++) f();',
    'for (int i = 0; ; i++) f();',
  ])('are unknown for %s', (loop) => {
    expect(tripsOf(loop)).toBeUndefined();
  });

  test('are those of the loop itself', () => {
    const bound = fc.integer({ min: -60, max: 60 });
    const operator = fc.constantFrom('<', '<=', '>', '>=', '!=' as const);
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: -7, max: 7 }), operator, (start, end, step, test) => {
        const trips = step === 0 ? undefined : countSteps(start, test, end, step);
        if (trips === undefined) return;
        let rounds = 0;
        for (let i = start; holds(i, test, end); i += step) {
          rounds++;
          expect(rounds).toBeLessThanOrEqual(200);
        }
        expect(trips).toBe(rounds);
      }),
    );
  });
});

function holds(i: number, operator: string, bound: number): boolean {
  switch (operator) {
    case '<':
      return i < bound;
    case '<=':
      return i <= bound;
    case '>':
      return i > bound;
    case '>=':
      return i >= bound;
    default:
      return i !== bound;
  }
}
