/** Samples of JIT-compiled loops, spread over the lines of the loop they were taken in. */
import { placeValues, type PlacedRecording } from '../../server/src/recordings/place/placed-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordingPlacer } from '../../server/src/recordings/import/import-profile';
import { spreadInLoops } from '../../server/src/lines/loop-lines';
import { importText } from './import/import-file';

/** Lines are named by what stands behind `//`. */
const text = `package app;
class Hot {
  double loop(int n) {
    double sum = 0; // before
    for (int i = 0; i < n; i++) { // header
      sum += i * 3.5 + sum / 2; // much
      sum--; // least
      for (int k = 0; k < 8; k++) { // inner
        sum += k; // within
      }
    }
    return sum; // after
  }
  Runnable lambda(int n) {
    for (int i = 0; i < n; i++) { // around
      Runnable run = () -> { // arrow
        for (int k = 0; k < n; k++) { // lambda
          System.out.println(k); // print
        }
      };
      run.run(); // call
    }
    return null;
  }
}
`;
const source = { path: 'app/Hot.java', text };
const lineAt = (name: string): number =>
  text.split('\n').findIndex((line) => line.endsWith(`// ${name}`)) + 1;

const believe = createRecordingPlacer([source], true);
const spread = spreadInLoops(believe, [source]);

/** Samples by line. */
function byLine(placed: PlacedRecording): ReadonlyMap<number, number> {
  return new Map(
    placeValues(placed).places.flatMap(({ placement, values: [value = 0] }) =>
      placement.kind === 'line' ? [[placement.line, value] as const] : [],
    ),
  );
}

const sample = (line: string, count: number, method = 'loop') =>
  `app/Hot.${method}:${lineAt(line)} ${count}\n`;

describe('samples of a loop', () => {
  it('lie on its lines by what these do, also where all were on its header', () => {
    const lines = byLine(spread(importText(sample('header', 60) + sample('before', 5))));
    const on = (name: string): number => lines.get(lineAt(name)) ?? 0;
    expect(on('before')).toBe(5);
    expect(on('much')).toBeGreaterThan(on('least'));
    expect(on('least')).toBeGreaterThan(0);
    // Eight rounds for each one of the loop around it.
    expect(on('within')).toBeGreaterThan(on('much'));
    const loop = ['header', 'much', 'least', 'inner', 'within'].reduce((sum, name) => sum + on(name), 0);
    expect(loop).toBeCloseTo(60, 9);
    expect(on('after')).toBe(0);
  });

  it('stay in the innermost loop that they were seen in', () => {
    const lines = byLine(spread(importText(sample('within', 30))));
    expect([...lines.keys()].sort()).toEqual([lineAt('inner'), lineAt('within')].sort());
  });

  it('of a lambda are no part of the loop around it, nor the other way', () => {
    const inside = byLine(spread(importText(sample('lambda', 9, 'lambda$lambda$0'))));
    expect([...inside.keys()].sort()).toEqual([lineAt('lambda'), lineAt('print')].sort());
    const around = byLine(spread(importText(sample('call', 9, 'lambda'))));
    expect(around.has(lineAt('print'))).toBe(false);
    expect(around.get(lineAt('around'))).toBeGreaterThan(0);
  });

  it('are modeled then, which is said; nothing is where no sample is in a loop', () => {
    const { recording } = spread(importText(sample('header', 60)));
    expect(recording.measures.map(({ provenance }) => provenance)).toEqual(['modeled']);
    expect(recording.problems.map(({ message, isDoubt }) => [message, isDoubt])).toEqual([
      [expect.stringContaining('are spread over the lines of the loop'), true],
    ]);
    const none = importText(sample('after', 60));
    expect(spread(none)).toEqual(believe(none));
  });

  it('are as many as before, in each method and under each caller', () => {
    const names = ['before', 'header', 'much', 'least', 'inner', 'within', 'after'];
    const stack = fc.tuple(fc.constantFrom(...names), fc.option(fc.constantFrom(...names)), fc.integer({ min: 1, max: 99 })); // prettier-ignore
    fc.assert(
      fc.property(fc.array(stack, { minLength: 1, maxLength: 20 }), (stacks) => {
        const rows = stacks.map(([outer, inner, count]) => {
          const frames = [outer, inner].flatMap((name) =>
            name === null ? [] : [`app/Hot.loop:${lineAt(name)}`],
          );
          return `lib/Main.main;${frames.join(';')} ${count}`;
        });
        const placed = spread(importText(rows.join('\n')));
        const total = stacks.reduce((sum, [, , count]) => sum + count, 0);
        const { accounts, places } = placeValues(placed);
        expect(Math.abs((accounts[0]?.placed ?? 0) - total)).toBeLessThanOrEqual(1e-9 * total);
        expect(places.every(({ placement }) => placement.kind === 'line')).toBe(true);
        const { parents } = placed.recording.tree;
        expect(parents.every((parent, context) => parent < context)).toBe(true);
      }),
    );
  });
});
