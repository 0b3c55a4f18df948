import { describe, expect, it } from 'vitest';
import { allowForDrift } from '../../server/src/runs/comparable-runs';
import type { MeasurementRecord } from '../../server/src/runs/measurement-record';
import { summarizeRuns } from '../../server/src/runs/summarize-runs';

function recordOf(energies: readonly number[], setAside: readonly number[] = []): MeasurementRecord {
  const counting = energies.filter((_, index) => !setAside.includes(index));
  const record = {
    source: { name: 'cpu-time', description: '', isProxy: true },
    runs: energies.map((energy, index) => ({
      energy,
      ...(setAside.includes(index) ? { setAside: 'why' } : {}),
    })),
    baseline: [],
    energy: summarizeRuns(counting, true),
  };
  // What is read of it.
  return record as unknown as MeasurementRecord;
}

describe('runs that are compared', () => {
  it('keep their spread where high and low take turns', () => {
    const alternating = recordOf([3, 5, 3, 5, 3, 5]);
    const { energy } = allowForDrift(alternating);
    expect(energy?.deviation).toBe(alternating.energy?.deviation);
  });

  it('that drift say less than as many others', () => {
    const rising = recordOf([3, 3, 3, 5, 5, 5]);
    const { energy } = allowForDrift(rising);
    // Neighbors: Σ products 3, squares 6, and 1/6 for how few they are: 2/3, of which 0.6 counts.
    expect((energy?.deviation ?? 0) / (rising.energy?.deviation ?? 1)).toBeCloseTo(Math.sqrt(1.6 / 0.4), 9);
  });

  it('that are set aside don’t count, and one without runs stays as it is', () => {
    expect(allowForDrift(recordOf([3, 9, 5], [1])).energy?.mean).toBe(4);
    expect(allowForDrift(recordOf([])).energy).toBeUndefined();
  });
});
