/** Measured amounts divided over operations. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideOver } from '../../server/src/lines/file-evidence';

const amount = fc.double({ min: 1e-12, max: 1e6, noNaN: true });
const CALL = 'java.lang.String.charAt';
const kind = fc
  .constantFrom('Addition_int_int', 'Return_int', 'ArrayGet_int', CALL)
  .map((name) => ({ name, group: name === CALL ? ('library function' as const) : ('arithmetic' as const) }));
const operation = fc
  .tuple(
    kind,
    fc.option(
      amount.map((mean) => ({ energy: { mean, variance: 0 } })),
      { nil: {} },
    ),
  )
  .map(([of, priced]) => ({ ...of, ...priced }));

it('parts of operations add up to the amount, one part for each name, the largest first', () => {
  fc.assert(
    fc.property(amount, fc.array(operation, { minLength: 1 }), (total, operations) => {
      const parts = divideOver({ mean: total }, operations);
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

it('what libraries took goes to the calls of libraries, and the rest to the others', () => {
  fc.assert(
    fc.property(
      amount,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(operation),
      (mean, share, operations) => {
        const called = mean * share;
        const parts = divideOver({ mean, called }, operations);
        if (parts.length === 0) return;
        const sum = (of: typeof parts): number => of.reduce((all, part) => all + part.mean, 0);
        expect(Math.abs(sum(parts) - mean)).toBeLessThanOrEqual(1e-9 * mean);
        const calls = parts.filter(({ name }) => name === CALL);
        // Without a call in the text, the code of libraries hides behind other operations.
        if (calls.length > 0 && called > 0)
          expect(Math.abs(sum(calls) - called)).toBeLessThanOrEqual(1e-9 * mean);
      },
    ),
  );
});

it('what nothing modeled can have taken has a part without a name', () => {
  const read = { name: 'java.io.InputStream.read', group: 'library function' as const };
  const operations = [
    { ...read, energy: { mean: 5, variance: 0 } },
    { name: 'Assign_int_int', group: 'assignment' as const },
  ];
  expect(divideOver({ mean: 96, called: 90 }, operations)).toEqual([
    { name: read.name, mean: 90 },
    { name: '', mean: 6 },
  ]);
});

const site = (name: string, mean?: number) => ({
  name,
  group: name.includes('.') ? ('library function' as const) : ('arithmetic' as const),
  ...(mean === undefined ? {} : { energy: { mean, variance: 0 } }),
});

it('what was recorded below a call is that call’s, by its name, however cheap another is', () => {
  const operations = [site('java.lang.System.nanoTime', 1), site('Addition_int_int', 5)];
  const calls = [
    { name: 'burn.Burner.burn', mean: 80 },
    { name: 'java.lang.System.nanoTime', mean: 10 },
  ];
  expect(divideOver({ mean: 100, called: 90, calls }, operations)).toEqual([
    { name: 'burn.Burner.burn', mean: 80 },
    { name: 'java.lang.System.nanoTime', mean: 10 },
    { name: 'Addition_int_int', mean: 10 },
  ]);
  // A stack names the class that ran, the text the one that it declares.
  const list = [site('java.util.List.add', 1), site('java.util.List.size')];
  const added = [{ name: 'java.util.ArrayList.add', mean: 4 }];
  expect(divideOver({ mean: 4, called: 4, calls: added }, list)).toEqual([
    { name: 'java.util.List.add', mean: 4 },
  ]);
});

it('without stacks, calls that are not modeled have what the modeled ones do not explain', () => {
  const [time, run, add] = [
    site('java.lang.System.nanoTime', 0.1),
    site('lib.Other.run'),
    site('Addition_int_int', 5),
  ];
  const parts = divideOver({ mean: 100, called: 90 }, [time, run, add]);
  // Other operations take two recorded joules for each modeled one.
  expect(parts.map(({ name, mean }) => [name, Number(mean.toPrecision(9))])).toEqual([
    [run.name, 89.8],
    [add.name, 10],
    [time.name, 0.2],
  ]);
  expect(divideOver({ mean: 90, called: 90 }, [time, run])).toEqual([
    { name: time.name, mean: 45 },
    { name: run.name, mean: 45 },
  ]);
  expect(divideOver({ mean: 90, called: 90 }, [run, add])).toEqual([{ name: run.name, mean: 90 }]);
});
