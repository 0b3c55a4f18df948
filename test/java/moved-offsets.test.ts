/** Places of a text in the text that an edit makes of it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveOffsets } from '../../server/src/java/text/moved-offsets';

/** The rest of the line at which `piece` of the earlier text stands now. */
function placed(before: string, after: string, piece: string): string | undefined {
  const place = moveOffsets(before, after).placeOf(before.indexOf(piece));
  return place === undefined ? undefined : (after.slice(place).split('\n', 1)[0] ?? '');
}

const text = 'head\n  one;\n  two;\n  three;\nfoot\n';

describe('a place', () => {
  test.each([
    { what: 'stays in the same text', after: text, piece: 'two', now: 'two;' },
    {
      what: 'moves behind a new line',
      after: text.replace('  two', '  new;\n  two'),
      piece: 'two',
      now: 'two;',
    },
    {
      what: 'at the begin of a line moves behind a new line',
      after: text.replace('  two', '  new;\n  two'),
      piece: '  two',
      now: '  two;',
    },
    {
      what: 'moves behind empty lines before its line, which is changed too',
      after: text.replace('  two;', '\n\n  two * two;'),
      piece: '  two',
      now: 'two * two;',
    },
    {
      what: 'moves with its line when that is broken',
      after: text.replace('two;', '\n two;'),
      piece: 'two',
      now: 'two;',
    },
    {
      what: 'before a change in its line stays',
      after: text.replace('two;', 'two'),
      piece: 'two',
      now: 'two',
    },
    {
      what: 'in a changed line is where the change begins',
      after: text.replace('two', 'other'),
      piece: 'wo',
      now: 'other;',
    },
    { what: 'of a deleted line is gone', after: text.replace('  two;\n', ''), piece: 'two', now: undefined },
    {
      what: 'behind a deleted line moves',
      after: text.replace('  two;\n', ''),
      piece: 'three',
      now: 'three;',
    },
    {
      what: 'of the last line is gone with it',
      after: text.replace('foot\n', ''),
      piece: 'foot',
      now: undefined,
    },
    {
      what: 'between two changes is found',
      after: text.replace('one', '1').replace('three', '3'),
      piece: 'two',
      now: 'two;',
    },
    { what: 'between two deleted lines is found', after: 'head\n  two;\nfoot\n', piece: 'two', now: 'two;' },
    {
      what: 'of a line that became two is in the first',
      after: text.replace('two;', 'a\n  b;'),
      piece: 'wo',
      now: 'a',
    },
    {
      what: 'of the second of two changed lines is in the second',
      after: text.replace('one;\n  two', 'a;\n  b'),
      piece: 'two',
      now: 'b;',
    },
  ])('$what', ({ after, piece, now }) => {
    expect(placed(text, after, piece)).toBe(now);
  });
});

test('every place outside of what one edit replaced is exact, and all others lie in it', () => {
  const piece = fc.stringMatching(/^[ab\n ]{0,8}$/);
  fc.assert(
    fc.property(piece, piece, piece, piece, (first, removed, added, rest) => {
      const [before, after] = [first + removed + rest, first + added + rest];
      const moved = moveOffsets(before, after);
      for (let offset = 0; offset <= before.length; offset++) {
        const place = moved.near(offset);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(after.length);
        if (offset > 0) expect(place).toBeGreaterThanOrEqual(moved.near(offset - 1));
        const exact = moved.placeOf(offset);
        if (exact !== undefined) expect(exact).toBeLessThanOrEqual(after.length);
      }
      expect(moved.near(before.length)).toBe(after.length);
    }),
  );
});
