import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../server/src/base/failure';
import { suggestion } from '../../server/src/base/suggestion';
import { choose, parseArguments, readNumber } from '../../server/src/cli/arguments';

const options = {
  format: { type: 'string' },
  exclude: { type: 'string' },
  json: { type: 'boolean' },
} as const;

describe('arguments', () => {
  test('options may stand anywhere, have values either way, and repeat', () => {
    const given = parseArguments(
      ['a', '--format=json', 'b', '--exclude', 'x', '--exclude', '-y', '--json', '--', '--c'],
      options,
    );
    expect(given.positionals).toEqual(['a', 'b', '--c']);
    expect(given.text('format')).toBe('json');
    expect(given.texts('exclude')).toEqual(['x', '-y']);
    expect(given.isSet('json')).toBe(true);
    expect(parseArguments([], options).text('format')).toBeUndefined();
  });

  test.each([
    [['--fromat', 'json'], 'unknown option --fromat; did you mean --format?'],
    [['--excl=x'], 'unknown option --excl; did you mean --exclude?'],
    [['--color'], 'unknown option --color'],
    [['--constructor', 'x'], 'unknown option --constructor'],
    [['--format'], '--format needs a value'],
    [['--format', '--json'], '--format needs a value; to give it "--json", write --format=--json'],
    [['--json=yes'], '--json takes no value'],
  ])('%j is refused', (args, message) => {
    expect(() => parseArguments(args, options)).toThrow(new UsageError(message));
  });

  test('whatever is typed, it is read or refused with a message', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--format', '--json', '--', '-', '--=', '--format='))),
        (args) => {
          try {
            parseArguments(args, options);
          } catch (error) {
            expect(error).toBeInstanceOf(UsageError);
          }
        },
      ),
    );
  });

  test('names are suggested when they are near, and only then', () => {
    expect(suggestion('reprot', ['report', 'models'])).toBe('; did you mean report?');
    expect(suggestion('rpi5', ['rpi5-openjdk21-xint'])).toBe('; did you mean rpi5-openjdk21-xint?');
    expect(suggestion('banana', ['report', 'models'])).toBe('');
    expect(suggestion('x'.repeat(100_000), ['report'])).toBe('');
  });

  test('choices and numbers are checked', () => {
    expect(choose('--format', undefined, ['text', 'json'], 'text')).toBe('text');
    expect(() => choose('--format', 'jsn', ['text', 'json'], 'text')).toThrow(
      /can't be "jsn"; did you mean json\?\nIt is one of: text, json/,
    );
    const whole = { minimum: 1, whole: true };
    expect(readNumber('--top', '20', whole)).toBe(20);
    for (const wrong of ['0', '-1', '1.5', 'ten', '', ' ', 'Infinity', '1e400']) {
      expect(() => readNumber('--top', wrong, whole)).toThrow(/--top needs a whole number of at least 1/);
    }
  });
});
