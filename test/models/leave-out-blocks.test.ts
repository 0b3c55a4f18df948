/** Programs without some of their blocks: what is left out, what stays, and what is drawn. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSets, leaveOut, listRemovable } from '../../server/src/models/fit/leave-out-blocks';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

const text = `class Walk {
    int go(int a, int[] values) {
        int sum = 0;
        if (a > 1) {
            sum++;
            if (a > 2) sum += a;
        } else sum--;
        for (int i = 0; i < a; i++) {
            sum += i;
        }
        for (int value : values) sum += value;
        while (a > 2) a--;
        do { a++; } while (a < 9);
        if (a > 3) ;
        if (a > 4) { }
        Runnable later = () -> { if (a() > 1) a(); };
        switch (a) { case 1: sum++; break; default: sum--; }
        try { sum++; } catch (RuntimeException e) { sum--; }
        return sum;
    }
    int a() { return 1; }
}
`;

function removable(source: string): ReturnType<typeof listRemovable> {
  const analyzer = newAnalyzer();
  analyzer.setHeaders('Walk.java', source);
  return listRemovable(operationsOf(analyzer, 'Walk.java', source), source);
}

describe('blocks that can be left out', () => {
  it('are arms of if and bodies of for that hold something, as whole statements', () => {
    const squeezed = removable(text).map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, ' '));
    expect(squeezed).toEqual([
      '{ sum++; if (a > 2) sum += a; }',
      'sum += a;',
      'sum--;',
      '{ sum += i; }',
      'a();',
    ]);
  });

  it('leave the lines of all others as they are, whichever are taken', () => {
    const blocks = removable(text);
    fc.assert(
      fc.property(fc.subarray([...blocks]), (chosen) => {
        const left = leaveOut(text, chosen);
        const [before, after] = [text.split('\n'), left.split('\n')];
        expect(after).toHaveLength(before.length);
        before.forEach((line, index) => {
          const start = before.slice(0, index).join('\n').length + (index === 0 ? 0 : 1);
          const isTouched = chosen.some((block) => block.start < start + line.length && start < block.end);
          if (!isTouched) expect(after[index]).toBe(line);
        });
        // What is left has no block of those any more, and is as sound as before.
        const again = removable(left);
        expect(again.length).toBeLessThanOrEqual(blocks.length - chosen.length);
      }),
      { numRuns: 32 },
    );
  });
});

describe('sets of blocks', () => {
  it('have each block at least once, and are the same for the same seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 1000 }), (variants, seed) => {
        const items = Array.from({ length: 40 }, (_, index) => index);
        const sets = drawSets(items, variants, seed);
        expect(sets).toHaveLength(variants);
        expect([...new Set(sets.flat())].sort((a, b) => a - b)).toEqual(items);
        expect(drawSets(items, variants, seed)).toEqual(sets);
      }),
    );
  });
});
