/** Measured amounts divided over operations. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideOver } from '../../server/src/lines/file-evidence';

const amount = fc.double({ min: 1e-12, max: 1e6, noNaN: true });
const name = fc.constantFrom('Addition_int_int', 'Return_int', 'ArrayGet_int', 'Call_of_a_library');
const operation = fc.oneof(
  fc.record({ name }),
  fc.record({ name, energy: amount.map((mean) => ({ mean, variance: 0 })) }),
);

it('parts of operations add up to the amount, one part for each name, the largest first', () => {
  fc.assert(
    fc.property(amount, fc.array(operation, { minLength: 1 }), (total, operations) => {
      const parts = divideOver(total, operations);
      const modeled = new Set(operations.flatMap((each) => ('energy' in each ? [each.name] : [])));
      expect(new Set(parts.map((each) => each.name))).toEqual(modeled);
      expect(parts.length).toBe(modeled.size);
      if (parts.length === 0) return;
      const sum = parts.reduce((all, { mean }) => all + mean, 0);
      expect(Math.abs(sum - total)).toBeLessThanOrEqual(1e-9 * total);
      expect(parts.map(({ mean }) => mean)).toEqual(
        parts.map(({ mean }) => mean).sort((one, other) => other - one),
      );
    }),
  );
});
