import { describe, expect, test } from 'vitest';
import {
  CATALOGUE,
  findFamily,
  libraryKey,
  operationKey,
} from '../../server/src/operations/catalogue/catalogue';

describe('catalogue', () => {
  test('has each family once, named as its operations are', () => {
    const families = CATALOGUE.map((entry) => entry.family);
    expect(new Set(families).size).toBe(families.length);
    for (const { family, template } of CATALOGUE) {
      if (family !== 'LibraryFunction') expect(template.startsWith(family)).toBe(true);
    }
  });

  test('holds the operations of the paper’s table 1', () => {
    const named = [
      'MethodInvocation',
      'Parameter',
      'Return',
      'Addition',
      'Multi',
      'Increment',
      'Less',
      'Equal',
    ];
    for (const family of [...named, 'Declaration', 'Assign', 'ArrayReference', 'BlockGoto']) {
      expect(findFamily(family)?.family).toBe(family);
    }
  });

  test('names operations by their operands', () => {
    expect(operationKey('Equal', ['Object', 'null'], 'constant')).toEqual({
      name: 'Equal_Object_null',
      family: 'Equal',
      group: 'boolean',
      operands: ['Object', 'null'],
      size: 'constant',
    });
    expect(libraryKey('java/util/Map$Entry', 'getKey', [], 'reference').name).toBe(
      'java.util.Map.Entry.getKey',
    );
  });
});
