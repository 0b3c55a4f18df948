/** The words that all formats of a report share. */
import { expect, test } from 'vitest';
import { describeEnergy, describeTimes } from '../../server/src/cli/format/summary';
import { JOULES } from '../../server/src/words/energy-text';
import { makeFileEnergy } from '../support/file-energy';

const [line] = makeFileEnergy([{ line: 3, mean: 2e-6, sd: 1e-7 }]).lines;

test.each([
  [{}, '', ''],
  [{ expectedCalls: 0.2 }, 'less than one call of 2 µJ', '< 1'],
  [{ expectedCalls: 1 }, 'one call', '1'],
  [{ expectedCalls: 0.7 }, 'about 1 call of 2 µJ', '1'],
  [{ expectedCalls: 9.6 }, 'about 10 calls of 2 µJ', '10'],
  [{ expectedCalls: 2041 }, 'about 2,000 calls of 2 µJ', '2,000'],
  [{ expectedCalls: 5, otherMethods: ['B.f()', 'C.f()'] }, 'calls of 3 methods together', 'several'],
  [{ executions: 0 }, 'ran 0 times', '0'],
  [{ executions: 1 }, 'ran once', '1'],
  [{ executions: 1234 }, 'ran 1,234 times', '1,234'],
])('calls of %o', (figures, words, cell) => {
  if (line === undefined) throw new Error('no line');
  expect(describeEnergy({ ...line, ...figures }, JOULES).calls).toBe(words);
  expect(describeTimes({ ...line, ...figures })).toBe(cell);
});

test('the interval is that of the energy beside it, also where that is of a run', () => {
  if (line === undefined) throw new Error('no line');
  const run = { mean: 2e-3, variance: 0, least: 1e-3, most: 4e-3 };
  expect(describeEnergy({ ...line, run, expectedCalls: 1000 }, JOULES)).toEqual({
    energy: '2 mJ',
    interval: '1–4 mJ',
    calls: 'about 1,000 calls of 2 µJ',
  });
  expect(describeEnergy(line, JOULES)).toEqual({ energy: '2 µJ', interval: '1.84–2.16 µJ', calls: '' });
});
