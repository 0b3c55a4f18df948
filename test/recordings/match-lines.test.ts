/** Lines of one text in another: found where they are, and nowhere else. */
import { hashLines, readHashes } from '../../server/src/base/line-hashes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchLines } from '../../server/src/recordings/place/match-lines';

const match = (then: string, now: string) =>
  matchLines(readHashes(hashLines(then)), readHashes(hashLines(now)));

describe('a range of lines', () => {
  it('is found where it has moved', () => {
    const { shiftOf } = match('a\nb\nc\nd', 'x\ny\na\nb\nc\nd');
    expect(shiftOf(2, 3)).toBe(2);
    expect(match('a\nb\nc\nd', 'c\nd').shiftOf(3, 4)).toBe(-2);
  });

  it('that changed is another, wherever its first line stands', () => {
    const { shiftOf } = match('a\nb\nc\nd', 'a\nb\nC\nd');
    expect(shiftOf(1, 4)).toBeUndefined();
    expect(shiftOf(1, 2)).toBe(0);
  });

  it('that stands twice is told by its order, as long as there are as many', () => {
    const twice = 'f {\n}\ng\nf {\n}';
    const { shiftOf } = match(twice, `x\n${twice}`);
    expect([shiftOf(1, 2), shiftOf(4, 5)]).toEqual([1, 1]);
    // One is gone, and nothing says which.
    expect(match(twice, 'x\nf {\n}\ng').shiftOf(1, 2)).toBeUndefined();
    expect(match(twice, 'f {\n}\ng').shiftOf(1, 2)).toBe(0);
  });

  it('outside of the text is nowhere', () => {
    const { shiftOf } = match('a\nb', 'a\nb');
    expect([shiftOf(0, 1), shiftOf(1, 3), shiftOf(2, 1)]).toEqual([undefined, undefined, undefined]);
  });

  it('of one line is told by its order among equal ones, as long as there are as many', () => {
    const line = fc.constantFrom('a', 'b', '}', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(11), (then, now, at) => {
        if (at >= then.length) return;
        const placesIn = (lines: readonly string[]): readonly number[] =>
          lines.flatMap((each, index) => (each === then[at] ? [index] : []));
        const [before, after] = [placesIn(then), placesIn(now)];
        const stands = before.length === after.length ? after[before.indexOf(at)] : undefined;
        const stays = before.length !== after.length && now[at] === then[at] ? at : undefined;
        const found = stands ?? stays;
        const shift = match(then.join('\n'), now.join('\n')).shiftOf(at + 1, at + 1);
        expect(shift).toBe(found === undefined ? undefined : found - at);
      }),
    );
  });

  it('where it is found says the same', () => {
    const line = fc.constantFrom('a', 'b', 'c', '}', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(11), fc.nat(11), (then, now, one, other) => {
        const [first, last] = [Math.min(one, other) + 1, Math.max(one, other) + 1];
        const shift = match(then.join('\n'), now.join('\n')).shiftOf(first, last);
        if (shift === undefined) return;
        expect(now.slice(first - 1 + shift, last + shift)).toEqual(then.slice(first - 1, last));
      }),
    );
  });
});
