import { describe, expect, it } from 'vitest';
import { BoundedMap } from '../../server/src/base/bounded-map';

describe('a bounded map', () => {
  it('keeps the entries that were set last', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('c', 3);
    expect([...map]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('counts an entry that is set again as the youngest', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });
});
