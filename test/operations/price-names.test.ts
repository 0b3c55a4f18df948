/** Which names a price is looked up by, the nearest first. */
import { describe, expect, it } from 'vitest';
import { libraryKey, operationKey } from '../../server/src/operations/catalogue/catalogue';
import { calibratedName, priceNames } from '../../server/src/operations/catalogue/price-names';

describe('names of prices', () => {
  it('tell overloads of a library method apart, and fall back to its name', () => {
    const key = libraryKey('java/lang/Math', 'max', ['double', 'double'], 'load');
    expect(calibratedName(key)).toBe('java.lang.Math.max(double,double)');
    expect(priceNames(key).slice(0, 2)).toEqual(['java.lang.Math.max(double,double)', 'java.lang.Math.max']);
  });

  it('go from an operation as it is written to what the JVM executes', () => {
    const key = operationKey('Addition', ['byte', 'short'], 'load');
    expect(priceNames(key)[0]).toBe('Addition_byte_short:load');
    expect(priceNames(key)).toContain(calibratedName(operationKey('Addition', ['int', 'int'], 'load')));
    expect(priceNames(key).at(-1)).toBe('Addition');
  });

  it('of a jump end with the one cost that profiles without sources tell', () => {
    const key = operationKey('BlockGoto', [], 'constant', ['for']);
    const names = [
      'BlockGoto_for:constant',
      'BlockGoto_for',
      'BlockGoto:constant',
      'BlockGoto',
      'BlockGoto_?',
    ];
    expect(priceNames(key)).toEqual(names);
    expect(calibratedName(key)).toBe('BlockGoto');
  });
});
