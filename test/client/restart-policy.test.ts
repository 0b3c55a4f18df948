/** A server that ends is started again, but not for ever. */
import { expect, test } from 'vitest';
import { decideRestart, Heartbeat, heartbeatMs, restartWindow } from '../../client/src/restart-policy';

/** `R` for each end after which it is started again, `-` for one after which it is not. */
function check(times: readonly number[], expected: string, why: 'ended' | 'hung' = 'ended'): void {
  let ends: readonly number[] = [];
  const decisions = times.map((now) => {
    const decision = decideRestart(ends, now, why);
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
test('one that hangs is started again once in three minutes', () => {
  check([0, 40_000, 90_000], 'R--', 'hung');
  check([0, restartWindow], 'RR', 'hung');
});

test('a server hangs that leaves a question unanswered until half a minute after it was last heard of', () => {
  const heartbeat = new Heartbeat();
  const turns = (count: number): readonly string[] => Array.from({ length: count }, () => heartbeat.next());
  expect(turns(1)).toEqual(['ask']);
  heartbeat.answered();
  expect(turns(5)).toEqual(['ask', 'wait', 'wait', 'wait', 'wait']);
  heartbeat.answered();
  const last = turns(7);
  expect(last).toEqual(['ask', 'wait', 'wait', 'wait', 'wait', 'end', 'wait']);
  // It may have hung since just after the turn before the question.
  expect((1 + last.indexOf('end')) * heartbeatMs).toBe(30_000);
});
