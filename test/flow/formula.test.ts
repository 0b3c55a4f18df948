import { describe, expect, test } from 'vitest';
import { constantNumber, evaluateFormula, meanValue, placesIn } from '../../server/src/flow/source/formula';

const PLACES: ReadonlyMap<string, readonly number[]> = new Map([
  ['a/Grid.width', [40]],
  ['a/Grid.cells', [40, 30]],
]);

describe('formulas', () => {
  test.each<[string, readonly number[] | undefined]>([
    ['12', [12]],
    ['$a/Grid.width 2 / 1 +', [21]],
    ['$a/Grid.cells element', [30]],
    ['3 $a/Grid.cells of', [3, 40, 30]],
    ['1024 2 log', [10]],
    ['7 2 / ceil', [4]],
    ['7 2 / floor', [3]],
    ['$a/Grid.width 15 min', [15]],
    ['$a/Grid.gone 15 max', [15]],
    ['$a/Grid.gone 15 or', [15]],
    ['9 999 or', [99]],
    ['in 2 *', [200]],
    ['$a/Grid.gone 1 +', undefined],
    ['$a/Grid.width element', undefined],
    ['1 0 /', undefined],
    ['-', undefined],
    ['1 2', undefined],
    ['', [0]],
    ['nothing known', undefined],
  ])('%s', (formula, expected) => {
    const value = evaluateFormula(formula, (place) => PLACES.get(place), 100);
    expect(value?.map((number) => Number(number.toFixed(6)))).toEqual(expected);
  });

  test('tell which places they read', () => {
    expect(placesIn('$a/Grid.width $b.go(I)V#0 +')).toEqual(['a/Grid.width', 'b.go(I)V#0']);
    expect(constantNumber('6 2 /')).toBe(3);
    expect(constantNumber('in')).toBeUndefined();
  });
});

test('a mean lies between orders of magnitude, and leaves out marks and what is unknown', () => {
  expect(meanValue([])).toBeUndefined();
  expect(meanValue([[0], [99, 7], [NaN]])).toEqual([expect.closeTo(9, 6), 7]);
  expect(meanValue([[-1], [99]])).toEqual([expect.closeTo(99, 6)]);
  expect(meanValue([[-1], [-1]])).toEqual([-1]);
});
