import { expect, test } from 'vitest';
import { choose, readNumber } from '../../server/src/cli/terminal';

test('choices and numbers are checked', () => {
  expect(choose('--format', undefined, ['text', 'json'], 'text')).toBe('text');
  expect(() => choose('--format', 'jsn', ['text', 'json'], 'text')).toThrow(
    /--format can't be "jsn"\nIt is one of: text, json/,
  );
  const whole = { minimum: 1, whole: true };
  expect(readNumber('--top', '20', whole)).toBe(20);
  for (const wrong of ['0', '-1', '1.5', 'ten', '', ' ', 'Infinity', '1e400']) {
    expect(() => readNumber('--top', wrong, whole)).toThrow(/--top needs a whole number of at least 1/);
  }
});
