/** A server that ends is started again, but not for ever. */
import { expect, test } from 'vitest';
import { decideRestart, restartWindow } from '../../client/src/restart-policy';

/** `R` for each end after which it is started again, `-` for one after which it is not. */
function check(times: readonly number[], expected: string): void {
  let ends: readonly number[] = [];
  const decisions = times.map((now) => {
    const decision = decideRestart(ends, now);
    ends = decision.ends;
    return decision.restart ? 'R' : '-';
  });
  expect(decisions.join('')).toBe(expected);
}

test('four restarts in three minutes, then none', () => {
  check([0, 1, 2, 3, 4, 5], 'RRRR--');
});
test('ends of long ago are forgotten', () => {
  check([0, 1, 2, 3, restartWindow + 1], 'RRRRR');
});
test('a server that ends once an hour is always started again', () => {
  const hour = 3_600_000;
  check(
    Array.from({ length: 20 }, (_, n) => n * hour),
    'R'.repeat(20),
  );
});
