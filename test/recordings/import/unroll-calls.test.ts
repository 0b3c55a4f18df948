/** Callers of functions in callgrind's files, which have calls and no stacks. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { stackOf } from '../../../server/src/base/context-tree';
import { createRecordingPlacer } from '../../../server/src/recordings/import/import-profile';
import { unrollCalls } from '../../../server/src/recordings/import/unroll-calls';
import type { ImportedRecording } from '../../../server/src/recordings/model/imported-profile';
import { placeValues } from '../../../server/src/recordings/place/placed-values';
import { importText } from './import-file';

/** "main:14 > Burner.burn 6480000": what each stack took, of those that took any. */
function stacks({ tree, frames }: ImportedRecording): readonly string[] {
  return Array.from(tree.values[0] ?? [], (value, context) => {
    const names = stackOf(tree, context).map((frame) => {
      const { name = '', line } = frames[frame] ?? {};
      return line === undefined ? name : `${name}:${line}`;
    });
    return [value, `${names.reverse().join(' > ')} ${value}`] as const;
  }).flatMap(([value, text]) => (value > 0 ? [text] : []));
}

const head = '# callgrind format\nevents: Ir\n';

describe('what a function took', () => {
  it('is below the line that called it, and the line above that', () => {
    const read = importText(
      `${head}fl=A.java\nfn=A.main\n9 5\ncfi=???\ncfn=lib.B.burn\ncalls=1 0\n14 70\nfl=???\nfn=lib.B.burn\n0 60\ncfn=lib.C.time\ncalls=2 0\n0 10\nfn=lib.C.time\n0 10\n`,
    );
    expect(stacks(read)).toEqual([
      'A.main:9 5',
      'A.main:14 > lib.B.burn 60',
      'A.main:14 > lib.B.burn > lib.C.time 10',
    ]);
  });

  it('is divided among callers as their calls took, in whole numbers', () => {
    const read = importText(
      `${head}fl=A.java\nfn=A.a\n3 1\ncfn=A.c\ncalls=1 9\n4 30\nfn=A.b\n6 1\ncfn=A.c\ncalls=1 9\n7 11\nfn=A.c\n9 41\n`,
    );
    expect([...stacks(read)].sort()).toEqual(['A.a:3 1', 'A.a:4 > A.c:9 30', 'A.b:6 1', 'A.b:7 > A.c:9 11']);
  });

  it('is nobody’s for the part that no call has', () => {
    const read = importText(`${head}fl=A.java\nfn=A.a\ncfn=A.c\ncalls=1 9\n4 30\nfn=A.c\n9 40\n`);
    expect(stacks(read)).toEqual(['A.a:4 > A.c:9 30', 'A.c:9 10']);
  });

  it('is whole where functions call each other in a circle', () => {
    const read = importText(
      `${head}fl=A.java\nfn=A.a\n1 10\ncfn=A.b\ncalls=1 2\n1 20\nfn=A.b\n2 20\ncfn=A.a\ncalls=1 1\n2 15\ncfn=A.b\ncalls=1 2\n2 7\n`,
    );
    expect(stacks(read)).toEqual(['A.a:1 10', 'A.a:1 > A.b:2 20']);
  });
});

test('library code of an exported profile is the energy of the line that calls it', () => {
  const read = importText(
    '# callgrind format\nevents: pJ_1\nfl=B.java\nfn=B.m\n3 40\ncfi=???\ncfn=java.util.List.add\ncalls=1 0\n4 60\nfl=???\nfn=java.util.List.add\n0 60\n',
  );
  const text = 'class B {\n  void m() {\n    one();\n    list.add(1);\n  }\n}\n';
  const { accounts, places } = placeValues(createRecordingPlacer([{ path: 'B.java', text }], true)(read));
  expect(accounts[0]).toMatchObject({ total: 100e-12, placed: 40e-12, called: 60e-12 });
  expect(places.map(({ called }) => called[0])).toEqual([0, 60e-12]);
});

test('no graph of calls loses anything, and none takes more contexts than it has lines and callers', () => {
  const graph = fc.array(
    fc.record({
      own: fc.nat({ max: 1000 }),
      calls: fc.array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 1000 })), { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(graph, (given) => {
      const functions = given.map(({ own, calls }, index) => ({
        own: [{ place: index, values: [own] }],
        calls: calls.map(([callee, cost]) => ({
          place: index,
          callee: callee % given.length,
          values: [cost],
        })),
      }));
      const places = [-1];
      const children = new Map<string, number>();
      const taken = given.map(() => 0);
      unrollCalls(functions, 1, {
        root: 0,
        child(parent, place) {
          const key = `${parent} ${place}`;
          const context = children.get(key) ?? places.push(place) - 1;
          children.set(key, context);
          return context;
        },
        add(context, _measure, value) {
          const place = places[context] ?? NaN;
          expect(value).toBeGreaterThan(0);
          taken[place] = (taken[place] ?? NaN) + value;
        },
      });
      expect(taken).toEqual(given.map(({ own }) => own));
      expect(places.length).toBeLessThan(given.length * 65 * 7);
    }),
  );
});
