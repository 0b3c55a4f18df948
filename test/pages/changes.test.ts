/** Steps of the diverging scale: each says its kind of change, and the greater change is to be seen. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeColors } from '../../server/src/words/palette';
import { changeOfStep, countSteps, stepOfChange, type Change } from '../../server/src/pages/changes';

const kinds: readonly Change[] = ['same', 'lessEnergy', 'moreEnergy', 'gone', 'new'];

test('a step has the change that it was made of, and a color of its own', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 128 }),
      fc.constantFrom(...kinds),
      fc.nat(),
      (amounts, kind, at) => {
        const steps = countSteps(amounts);
        const step = stepOfChange(kind, at % amounts, steps);
        expect(changeOfStep(step, steps)).toBe(kind);
        expect(step).toBeLessThan(steps);
        expect(changeColors(amounts)).toHaveLength(steps);
      },
    ),
  );
});

test('of two changes the greater has the greater step, whichever way it goes; nothing is less than no change', () => {
  const steps = countSteps(12);
  for (const kind of ['lessEnergy', 'moreEnergy'] as const)
    for (const other of ['lessEnergy', 'moreEnergy'] as const)
      for (let amount = 0; amount < 11; amount++) {
        expect(stepOfChange(kind, amount + 1, steps)).toBeGreaterThan(stepOfChange(other, amount, steps));
        expect(stepOfChange(kind, amount, steps)).toBeGreaterThan(stepOfChange('same', 0, steps));
      }
});
