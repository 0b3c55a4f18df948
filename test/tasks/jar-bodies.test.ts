/** What methods of jars do: summarized from class files, handed over as text, found by calls, priced before guesses. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClassFile } from '../../server/src/classfile/read/read-class';
import { withLibraryPrices } from '../../server/src/cost/model/library-prices';
import { meanOf } from '../../server/src/cost/pricing/price-member';
import type { BodySummary } from '../../server/src/operations/bodies/body-table';
import { kindNamed } from '../../server/src/operations/bodies/kinds';
import {
  readLibraryBodies,
  withLibraries,
  writeLibraryBodies,
} from '../../server/src/operations/bodies/library-bodies';
import { libraryKey } from '../../server/src/operations/catalogue/catalogue';
import { summarizeClasses, summarizeJar } from '../../server/src/tasks/bodies/jar-bodies';
import { loadBundledBodies } from '../../server/src/tasks/load-model';
import { jdks } from '../classfile/jdk-modules';
import { bundledModel } from '../cost/bundled-model';
import { compileClasses } from '../operations/compile';
import { makeTemporaryFolder } from '../support/temporary-folder';

const TEXT = `
package lib;
public class Tool {
  public int add(int a, int b) { return a + b; }
  public int twice(int a) { return add(a, a) + add(a, 1); }
  public int sum(int[] x) { int s = 0; for (int i = 0; i < x.length; i++) s += x[i]; return s; }
  public Object look(java.util.Map<String, Object> m) { return m.get("a"); }
  public static class Finer extends Tool {}
  public static class Bag extends java.util.ArrayList<String> {
    public boolean full() { return containsAll(this); }
  }
}
`;

const platform = loadBundledBodies(resolve(__dirname, '../../media'));

describe.runIf(jdks.length > 0)('bodies of a library', () => {
  const jdk = jdks.at(-1);
  const files = jdk === undefined ? [] : compileClasses(jdk, 'Tool.java', TEXT);
  const classes = summarizeClasses(new Map(files.map((file: ClassFile) => [file.name, file])), platform);
  const table = withLibraries(platform, classes);
  const call = (owner: string, method: string, operands: readonly string[] = []): BodySummary | undefined =>
    table.find(libraryKey(owner, method, operands, 'reference'));
  const sum = ({ fixed }: BodySummary): number => fixed.reduce((total, count) => total + count, 0);

  it('are found by calls, also by those of a class that inherits them', () => {
    const add = call('lib/Tool', 'add', ['int', 'int']);
    expect(add?.fixed[kindNamed('Addition_int_int')]).toBe(1);
    expect(call('lib/Tool$Finer', 'add', ['int', 'int'])).toEqual(add);
    expect(call('lib/Tool', 'add', ['long', 'long'])).toBeUndefined();
    expect(call('lib/Tool', 'twice', ['int'])?.fixed[kindNamed('Addition_int_int')]).toBe(3);
    expect(call('lib/Tool', 'sum', ['int[]'])?.sized[kindNamed('ArrayReference_int')]).toBe(1);
  });

  it('hold what they call of the platform', () => {
    const [look, get] = [call('lib/Tool', 'look', ['Object']), call('java/util/Map', 'get', ['Object'])];
    if (look === undefined || get === undefined) throw new Error('a body is not found');
    expect(sum(look)).toBeGreaterThan(sum(get));
    expect(sum(look)).toBeLessThan(sum(get) + 8);
    const [full, all] = [
      call('lib/Tool$Bag', 'full'),
      call('java/util/ArrayList', 'containsAll', ['Object']),
    ];
    if (full === undefined || all === undefined) throw new Error('a body is not found');
    expect(sum(full)).toBeGreaterThan(sum(all));
    // What a class inherits from the platform is found there.
    expect(call('lib/Tool$Bag', 'containsAll', ['Object'])).toEqual(all);
  });

  it('price a call before its name does', () => {
    const [plain, known] = [platform, table].map((bodies) => withLibraryPrices(bundledModel(), bodies));
    const priceIn = (model = plain): readonly [string | undefined, number] => {
      const price = model?.price(libraryKey('lib/Tool', 'twice', ['int'], 'reference'));
      return [price?.basis, model === undefined || price === undefined ? NaN : meanOf(price, model)];
    };
    expect(priceIn(plain)[0]).toBe('typical');
    expect(priceIn(known)[0]).toBe('body');
    expect(priceIn(known)[1]).toBeLessThan(priceIn(plain)[1]);
  });

  it('are the same after they were handed over as text', () => {
    const read = readLibraryBodies(writeLibraryBodies(classes));
    expect(read.ok ? read.value.map(({ name }) => name) : read.problem).toEqual(
      classes.map(({ name }) => name),
    );
    const again = withLibraries(platform, read.ok ? read.value : []);
    const key = libraryKey('lib/Tool', 'twice', ['int'], 'reference');
    expect(again.find(key)).toEqual(table.find(key));
  });
});

describe('bodies that can’t be used', () => {
  it.each([
    ['no JSON', '{'],
    ['another version', '{"format":"jouleline-library-bodies 2","kinds":34,"classes":[]}'],
    ['other kinds', '{"format":"jouleline-library-bodies 1","kinds":3,"classes":[]}'],
    [
      'a damaged class',
      '{"format":"jouleline-library-bodies 1","kinds":34,"classes":[["a",[],[["b()",1,[]]]]]}',
    ],
  ])('are refused: %s', (_why, text) => {
    expect(readLibraryBodies(text).ok).toBe(false);
  });

  it('count nothing that is no count', () => {
    const text =
      '{"format":"jouleline-library-bodies 1","kinds":34,"classes":[["a.B",[],[["c()",[0,-1,1,2,99,5,3,1e999],[]]]]]}';
    const read = readLibraryBodies(text);
    const table = withLibraries(platform, read.ok ? read.value : []);
    const found = table.find(libraryKey('a/B', 'c', [], 'reference'));
    expect(Array.from(found?.fixed.subarray(0, 4) ?? [])).toEqual([0, 2, 0, 0]);
  });

  it('end in no error where classes extend each other, and jars are none', () => {
    const classes = [
      { name: 'a.B', parents: ['a.C'], methods: new Map() },
      { name: 'a.C', parents: ['a.B'], methods: new Map() },
    ];
    expect(withLibraries(platform, classes).find(libraryKey('a/B', 'c', [], 'load'))).toBeUndefined();
    const folder = makeTemporaryFolder({ 'bad.jar': 'no jar' });
    expect(summarizeJar(`${folder}/bad.jar`, platform).classes).toEqual([]);
  });
});
