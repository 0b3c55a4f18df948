/** Costs of methods that were not measured. */
import { describe, expect, it } from 'vitest';
import { findStandIns } from '../../server/src/models/calibrate/stand-ins';

const found = new Map(
  findStandIns(
    new Map([
      ['java.util.Map.get(Object)', 100],
      ['java.util.HashMap.put(Object,Object)', 150],
      ['java.util.HashMap.<init>()', 300],
      ['java.util.TreeMap.get(Object)', 400],
      ['java.lang.Math.max(int,int)', 10],
      ['java.lang.Math.max(double,double)', 30],
    ]),
  ).map((each) => [each.name, each]),
);

describe('a method that was not measured', () => {
  it('costs what it does behind the interface, or by it, less surely', () => {
    expect(found.get('java.util.HashMap.get(Object)')).toMatchObject({ mean: 100, sd: 50 });
    expect(found.get('java.util.Map.put(Object,Object)')).toMatchObject({ mean: 150, sd: 75 });
    expect(found.get('java.util.NavigableMap.get(Object)')?.mean).toBe(400);
    // Other constructors make other objects.
    expect([...found.keys()].filter((name) => name.includes('<init>'))).toEqual([]);
  });

  it('costs the middle of its overloads, as surely as they agree', () => {
    expect(found.get('java.lang.Math.max')).toMatchObject({ mean: 20, sd: 10 });
    expect(found.has('java.util.Map.get(Object)')).toBe(false);
  });
});
