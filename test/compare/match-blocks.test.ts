/** Blocks of two versions of a method whose edits are known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MatchableBlock, matchBlocks } from '../../server/src/compare/match/match-blocks';

const never = (): boolean => false;

function block(operations: string, text?: string, role = 'sequence'): MatchableBlock {
  const work = new Map<string, number>();
  for (const operation of operations.split(' ').filter((each) => each !== ''))
    work.set(operation, (work.get(operation) ?? 0) + 1);
  return { work, role, ...(text === undefined ? {} : { text }) };
}

/** "0-0 1-2* 2-": indices of both, a star where it was moved. */
function match(
  first: readonly MatchableBlock[],
  second: readonly MatchableBlock[],
  isOneLine: (one: number, other: number) => boolean = never,
): string {
  const name = (index: number): string => (index < 0 ? '' : String(index));
  return matchBlocks(first, second, isOneLine)
    .map((each) => `${name(each.first)}-${name(each.second)}${each.isMoved ? '*' : ''}`)
    .join(' ');
}

describe('blocks of two versions', () => {
  it('are one where they do the same in the same order, and else gone or new', () => {
    const [a, b, c, d] = ['add', 'multiply store', 'load compare', 'call'].map((each) => block(each));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error();
    expect(match([a, b, c], [a, b, c])).toBe('0-0 1-1 2-2');
    expect(match([a, b, c], [a, c])).toBe('0-0 1- 2-1');
    expect(match([a, c], [a, d, c])).toBe('0-0 -1 1-2');
    expect(match([], [a])).toBe('-0');
  });

  it('are found elsewhere by what they do, where that is enough to know them by', () => {
    const kept = ['new store', 'load compare', 'call return'].map((each) => block(each));
    const much = block('load multiply add store');
    expect(match([much, ...kept], [...kept, much])).toBe('1-0 2-1 3-2 0-3*');
    const little = block('add');
    expect(match([little, ...kept], [...kept, little])).toBe('0- 1-0 2-1 3-2 -3');
    // One of two that are alike can't be told from the other.
    expect(match([much, much, ...kept], [...kept, much, much])).toBe('0- 1- 2-0 3-1 4-2 -3 -4');
  });

  it('are told apart by their texts where they do the same', () => {
    const [one, other] = [block('call', 'first();'), block('call', 'second();')];
    expect(match([one, other], [other, one])).toMatch(/^0-1\* 1-0$|^1-0 0-1\*$/);
    // Without texts nothing says that they changed places.
    expect(match([block('call'), block('call')], [block('call'), block('call')])).toBe('0-0 1-1');
    // A text that changed, as by a name, is no other block.
    expect(match([one, block('add', 'x')], [block('call', 'third();'), block('add', 'x')])).toBe('0-0 1-1');
  });

  it('that changed are the most alike between two that both have', () => {
    const [begin, end] = [block('new store'), block('return')];
    const body = block('load load add store increment', undefined, 'loop-body');
    const test = block('load compare', undefined, 'branch');
    const changed = block('load load add add store increment', undefined, 'loop-body');
    expect(match([begin, body, end], [begin, test, changed, end])).toBe('0-0 -1 1-2 2-3');
    expect(match([begin, block('multiply'), end], [begin, block('call load'), end])).toBe('0-0 1- -1 2-2');
    const halfway = [begin, block('call load store pop'), end];
    expect(match([begin, block('multiply load'), end], halfway)).toMatch(/^0-0 1- -1/);
    expect(match([begin, block('multiply load'), end], halfway, () => true)).toBe('0-0 1-1 2-2');
  });

  it('each stand once, and those that nothing was done to are one, whatever was done to others', () => {
    const edits = fc.array(fc.constantFrom('keep', 'remove', 'insert', 'move'), { maxLength: 25 });
    fc.assert(
      fc.property(edits, fc.boolean(), (list, hasText) => {
        // What each does is its own, so that it is known which is which.
        const make = (name: string): MatchableBlock =>
          block(`load${name} add${name} store${name}`, hasText ? name : undefined);
        const [first, kept, moved]: string[][] = [[], [], []];
        list.forEach((edit, index) => {
          if (edit !== 'insert') first?.push(`${index}`);
          if (edit === 'keep' || edit === 'insert') kept?.push(`${index}`);
          if (edit === 'move') moved?.push(`${index}`);
        });
        const [before, now] = [first ?? [], [...(kept ?? []), ...(moved ?? [])]];
        const matched = matchBlocks(before.map(make), now.map(make), never);
        const partners = new Map(matched.map(({ first: one, second }) => [before[one], now[second]]));
        for (const name of before) expect(partners.get(name)).toBe(now.includes(name) ? name : undefined);
        const places = (of: 'first' | 'second'): readonly number[] =>
          matched.map((each) => each[of]).filter((index) => index >= 0);
        expect([...places('first')].sort((one, other) => one - other)).toEqual([...before.keys()]);
        expect([...places('second')].sort((one, other) => one - other)).toEqual([...now.keys()]);
      }),
      { numRuns: 300 },
    );
  });
});
