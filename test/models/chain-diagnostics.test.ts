/** Diagnostics of chains against R's package posterior. */
import { describe, expect, it } from 'vitest';
import { diagnoseChains } from '../../server/src/models/hierarchical/chain-diagnostics';
import { expected } from './reference';

interface Described {
  readonly draws: number[][];
  readonly rhat: number;
  readonly essBulk: number;
  readonly essTail: number;
  readonly mcseMean: number;
}

describe('diagnostics of chains', () => {
  const reference = expected('chains.json') as Record<string, Described>;

  it.each(Object.entries(reference))('agree with R: %s', (_, { draws, rhat, essBulk, essTail, mcseMean }) => {
    const found = diagnoseChains(draws.map((chain) => Float64Array.from(chain)));
    expect(found.rHat / rhat).toBeCloseTo(1, 6);
    expect(found.bulkEss / essBulk).toBeCloseTo(1, 6);
    expect(found.tailEss / essTail).toBeCloseTo(1, 6);
    expect(found.mcse / mcseMean).toBeCloseTo(1, 6);
  });

  it('say of chains that stand still at several places that they do not agree', () => {
    const still = [1, 2, 3, 4].map((value) => new Float64Array(100).fill(value));
    expect(diagnoseChains(still).rHat).toBe(Infinity);
  });
});
