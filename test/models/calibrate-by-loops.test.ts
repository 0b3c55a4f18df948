/** eCalc's calibration on loops whose costs are known. */
import { describe, expect, it } from 'vitest';
import { calibrateByLoops, type InstructionLoop } from '../../server/src/models/fit/fit-loops';
import { createRandom } from '../../server/src/models/solve/random';

const ROUNDS = 20_000_000;
const truth = { loop: 1e-9, iload: 2e-9, iadd: 5e-9, invoke: 30e-9, ireturn: 30e-9 };

/** Ten runs of each, with a deviation of `noise` of the energy. */
function measure(seed: number, noise: number): readonly InstructionLoop[] {
  const random = createRandom(seed);
  const run = (cost: number): number[] =>
    Array.from({ length: 10 }, () => cost * ROUNDS * (1 + noise * random.normal()));
  const { loop, iload, iadd, invoke, ireturn } = truth;
  return [
    // Not in the order in which they can be solved.
    {
      name: 'invoke',
      rounds: ROUNDS,
      energies: run(loop + iload + invoke + ireturn),
      needs: [
        { name: 'loop', count: 1 },
        { name: 'iload', count: 1 },
      ],
      pairedWith: 'ireturn',
    },
    {
      name: 'iadd',
      rounds: ROUNDS,
      energies: run(loop + 2 * iload + iadd),
      needs: [
        { name: 'loop', count: 1 },
        { name: 'iload', count: 2 },
      ],
    },
    { name: 'iload', rounds: ROUNDS, energies: run(loop + iload), needs: [{ name: 'loop', count: 1 }] },
    { name: 'loop', rounds: ROUNDS, energies: run(loop), needs: [] },
  ];
}

describe('calibration by loops', () => {
  it('subtracts what a loop needs, and halves a pair', () => {
    const { names, costs, problems } = calibrateByLoops(measure(1, 0));
    expect(problems).toEqual([]);
    expect(Object.fromEntries(names.map((name, j) => [name, costs[j]]))).toEqual(
      Object.fromEntries(
        Object.entries(truth).map(([name, cost]) => [name, expect.closeTo(cost, 18) as number]),
      ),
    );
  });

  it('knows its own errors: over many calibrations costs vary and covary as it says', () => {
    const all = Array.from({ length: 400 }, (_, seed) => calibrateByLoops(measure(seed, 0.05)));
    const size = all[0]?.names.length ?? 0;
    const mean = (valueOf: (one: (typeof all)[number]) => number): number =>
      all.reduce((sum, one) => sum + valueOf(one) / all.length, 0);
    const costs = Array.from({ length: size }, (_, j) => mean((one) => one.costs[j] ?? 0));
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const said = mean((one) => one.covariance[i * size + j] ?? 0);
        const seen = mean(
          (one) => ((one.costs[i] ?? 0) - (costs[i] ?? 0)) * ((one.costs[j] ?? 0) - (costs[j] ?? 0)),
        );
        const scale = Math.sqrt(
          mean((one) => one.covariance[i * size + i] ?? 0) * mean((one) => one.covariance[j * size + j] ?? 0),
        );
        expect(Math.abs(said - seen) / scale).toBeLessThan(0.25);
      }
    }
  });

  it('names what it can not solve', () => {
    const energies = [1, 1];
    const { names, problems } = calibrateByLoops([
      { name: 'a', rounds: 10, energies, needs: [{ name: 'b', count: 1 }] },
      { name: 'b', rounds: 10, energies, needs: [{ name: 'a', count: 1 }] },
      { name: 'c', rounds: 0, energies, needs: [] },
      { name: 'd', rounds: 10, energies: [1], needs: [] },
      { name: 'e', rounds: 10, energies, needs: [] },
      { name: 'f', rounds: 10, energies: [0, 0], needs: [{ name: 'e', count: 2 }] },
    ]);
    expect(names).toEqual(['e', 'f']);
    const messages = problems.map(({ message }) => message).join('\n');
    for (const part of [
      'c: a loop of 0 rounds',
      'd: 1 run',
      'a: its loop also executes b',
      'b: its loop also executes a',
      'f: -0.2 J, less than nothing',
    ])
      expect(messages).toContain(part);
  });
});
