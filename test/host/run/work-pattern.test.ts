/** The pattern of load by which the clocks of meters are aligned. */
import { describe, expect, it } from 'vitest';
import { monotonicTime } from '../../../server/src/host/processes/clock';
import { workPattern } from '../../../server/src/host/processes/start-helper';
import { findPattern } from '../../../server/src/power/find-pattern';
import { measureHelper } from '../../support/measure-helper';

describe('the pattern of load', () => {
  it('is one that can be found in the time that processors were busy', async () => {
    const chips = [0, 0, 1, 0, 1, 1, 0];
    const pattern = await workPattern(chips, 0.05, measureHelper(), []);
    expect(pattern).toMatchObject({ chip: 0.05, chips });
    expect(monotonicTime() - (pattern?.start ?? NaN)).toBeGreaterThan(0.34);
    const trace = {
      channel: 'busy',
      inTotal: true,
      from: 'reading' as const,
      start: 0,
      ends: [1],
      watts: [1],
    };
    expect(findPattern(trace, { start: 0, chip: 0.05, chips }, { start: 0, end: 1 })).toHaveProperty(
      'problem',
    );
  });
});
