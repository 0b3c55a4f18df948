import { describe, expect, expectTypeOf, it } from 'vitest';
import { at, Fault, last, outside, present, unreachable, withDefined } from '../../server/src/base/check';

describe('checked access', () => {
  it('reads elements of arrays and of columns of numbers', () => {
    expect(at(['a', 'b'], 1)).toBe('b');
    expect(at(Float64Array.of(0, 2.5), 1)).toBe(2.5);
    expect(at(Float64Array.of(0, 2.5), 0)).toBe(0);
    expect(last([1, 2, 3])).toBe(3);
  });

  it('throws a fault for an index that the array does not have', () => {
    expect(() => at(['a'], 1)).toThrow(new Fault('Jouleline has a fault: an array has no element 1.'));
    expect(() => at(new Int32Array(2), -1)).toThrow(Fault);
    expect(() => at([1, 2], 0.5)).toThrow(Fault);
    expect(() => at([1, 2], Number.NaN)).toThrow(Fault);
    expect(() => last([])).toThrow(Fault);
  });

  it('reads an element that is undefined itself', () => {
    expect(at([undefined, 1], 0)).toBeUndefined();
  });

  it('stands on the right of ??', () => {
    const column = Float64Array.of(0);
    expect(column[0] ?? outside(0)).toBe(0);
    expect(() => column[3] ?? outside(3)).toThrow('an array has no element 3');
  });

  it('tells what is missing', () => {
    expect(present('', 'the name')).toBe('');
    expect(present(0, 'the count')).toBe(0);
    expect(() => present(undefined, 'the name')).toThrow('the name is missing');
    expect(() => present(null, 'the name')).toThrow(Fault);
    expect(() => unreachable('a loop has no block')).toThrow('Jouleline has a fault: a loop has no block.');
  });
});

describe('objects with optional members', () => {
  it('drops the members that are undefined, and only those', () => {
    const none: string | undefined = [''].find((text) => text === 'none');
    expect(Object.keys(withDefined({ a: 0, b: none, c: '', d: null, e: false }))).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  it('makes the members that may be undefined optional', () => {
    const made = withDefined({ kind: 'field', size: [1].at(0), depth: 2 });
    expectTypeOf(made.kind).toEqualTypeOf<'field'>();
    const typed: { readonly kind: 'field'; readonly size?: number; readonly depth: number } = made;
    expect(typed).toEqual({ kind: 'field', size: 1, depth: 2 });
  });
});
