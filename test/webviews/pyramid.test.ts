/** Maxima of runs, beside looking at each value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPyramid, maximumIn } from '../../client/webviews/energy-map/pyramid';

test('the greatest of any run, up to a limit, is the greatest of its values', () => {
  fc.assert(
    fc.property(
      fc.uint16Array({ minLength: 1, maxLength: 500 }),
      fc.nat(500),
      fc.nat(500),
      fc.option(fc.nat(65_535), { nil: undefined }),
      (values, one, other, limit) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map(
          (at) => at % (values.length + 1),
        ) as [number, number];
        const expected = Math.max(
          0,
          ...values
            .subarray(Math.min(from, to), Math.max(from, to))
            .filter((value) => value <= (limit ?? Infinity)),
        );
        expect(maximumIn(buildPyramid(values), Math.min(from, to), Math.max(from, to), limit)).toBe(expected);
      },
    ),
  );
});

test('nothing has no greatest', () => {
  expect(maximumIn(buildPyramid(new Uint8Array()), 0, 0)).toBe(0);
});
