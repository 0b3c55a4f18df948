/** The words that all formats of a report share. */
import { expect, test } from 'vitest';
import { describeCalls } from '../../server/src/cli/format/summary';

test.each([
  [undefined, ''],
  [0.2, ' × less than one call'],
  [0.7, ' × about 1 call'],
  [9.6, ' × about 10 calls'],
  [2041, ' × about 2,000 calls'],
])('%d expected calls', (expectedCalls, expected) => {
  expect(describeCalls({ expectedCalls })).toBe(expected);
});
