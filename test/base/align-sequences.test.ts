import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSequences } from '../../server/src/base/align-sequences';

const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

function lengthOfLongestCommon(first: readonly string[], second: readonly string[]): number {
  const [head, ...rest] = first;
  if (head === undefined) return 0;
  const at = second.indexOf(head);
  const without = lengthOfLongestCommon(rest, second);
  return at < 0 ? without : Math.max(without, 1 + lengthOfLongestCommon(rest, second.slice(at + 1)));
}

describe('two sequences', () => {
  it('are aligned whole, in order, with as many equal items as there can be', () => {
    fc.assert(
      fc.property(letters, letters, (first, second) => {
        const pairs = alignSequences(first, second);
        expect(pairs.flatMap(([one]) => (one < 0 ? [] : [one]))).toEqual([...first.keys()]);
        expect(pairs.flatMap(([, other]) => (other < 0 ? [] : [other]))).toEqual([...second.keys()]);
        const equal = pairs.filter(([one, other]) => one >= 0 && other >= 0 && first[one] === second[other]);
        expect(equal.length).toBe(lengthOfLongestCommon(first, second));
      }),
      { numRuns: 500 },
    );
  });

  it('pair what changed in place', () => {
    expect(alignSequences(['a', 'x', 'b'], ['a', 'y', 'b'])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(alignSequences(['a', 'b'], ['a', 'x', 'b'])).toEqual([
      [0, 0],
      [-1, 1],
      [1, 2],
    ]);
  });

  it('that are very long lose nothing to what is put in at two places, nor to what was moved', () => {
    const first = Array.from({ length: 9000 }, (_, index) => (index % 3 === 0 ? 'same' : `line ${index}`));
    const second = [...first];
    second.splice(6000, 0, 'new', 'newer');
    second.splice(100, 0, 'other');
    const pairs = alignSequences(first, second);
    const equal = pairs.filter(([one, other]) => one >= 0 && other >= 0 && first[one] === second[other]);
    expect(equal.length).toBe(9000);
    expect(pairs.filter(([one]) => one < 0).map(([, other]) => second[other])).toEqual([
      'other',
      'new',
      'newer',
    ]);
    const moved = ['first', ...first.slice(10), ...first.slice(0, 10), 'last'];
    const found = alignSequences(first, moved).filter(
      ([one, other]) => one >= 0 && other >= 0 && first[one] === moved[other],
    );
    expect(found.length).toBe(8990);
  });
});
