import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUnicodeEscapes, toOriginalSpan } from '../../server/src/java/text/unicode-escapes';
import { parseDeclarations } from '../../server/src/java/headers/declarations';

describe('unicode escapes', () => {
  it('are decoded after an odd number of backslashes', () => {
    const check = (original: string, expected: string): void => {
      expect(decodeUnicodeEscapes(original).text).toBe(expected);
    };
    check('plain \\n text', 'plain \\n text');
    check('\\u0041b\\uuuu0043', 'AbC');
    check('"\\\\u0041"', '"\\\\u0041"');
    check('"\\\\\\u0041"', '"\\\\A"');
    check('\\u00', '\\u00');
    check('\\uD83D\\uDE00', '😀');
  });

  it('leave the positions of the original', () => {
    const original = 'class \\u0041 { int \\u0062c = 1; int d; }';
    const decoded = decodeUnicodeEscapes(original);
    const [declaration] = parseDeclarations(decoded.text).classes;
    const slices = declaration?.members.map((member) => {
      const { start, end } = toOriginalSpan(decoded, member);
      return original.slice(start, end);
    });
    expect(declaration?.name).toBe('A');
    expect(slices).toEqual(['int \\u0062c = 1;', 'int d;']);
  });

  it('map every offset to the place it came from', () => {
    const piece = fc.oneof(
      fc.constant('a'),
      fc.constant('\n'),
      fc.constant('\\u0041'),
      fc.constant('\\uu0042'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const decoded = decodeUnicodeEscapes(pieces.join(''));
        let original = 0;
        pieces.forEach((written, index) => {
          expect(decoded.toOriginal(index)).toBe(original);
          original += written.length;
        });
        expect(decoded.text.length).toBe(pieces.length);
        expect(decoded.toOriginal(pieces.length)).toBe(original);
      }),
    );
  });
});
