/** Edits between two paths: as the distance by the book has them, and as the matching that α bounds. */
import { compareLabels, createPathEdits } from '../../server/src/compare/match/label-costs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTrees } from '../../server/src/compare/trees/match-trees';
import { editDistance, pathOf, smallTrees, treeOf } from './small-trees';

const naming = { isApplication: () => false, extends: () => false };

describe('edits between paths', () => {
  it('are those of Levenshtein’s distance, and of the matching', () => {
    fc.assert(
      fc.property(smallTrees, smallTrees, fc.nat(5), (one, other, alpha) => {
        const editsOf = createPathEdits(one, other, compareLabels(one, other, naming));
        for (const row of one.parents.keys())
          for (const partner of other.parents.keys())
            expect(editsOf(row, partner)).toBe(editDistance(pathOf(one, row), pathOf(other, partner)));
        const { partners, edits } = matchTrees(one, other, naming, alpha);
        for (const [row, partner] of partners.entries())
          if (partner >= 0) expect(editsOf(row, partner)).toBe(edits[row]);
      }),
      { numRuns: 300 },
    );
  });

  it('are none between a class and one that it extends', () => {
    const [one, other] = [treeOf([[-1, 'a']]), treeOf([[-1, 'a']])];
    const child = { ...other, names: other.names.map((method) => ({ ...method, class: 'Child' })) };
    const related = {
      ...naming,
      extends: (name: string, above: string) => name === 'Child' && above === 'T',
    };
    expect(createPathEdits(one, child, compareLabels(one, child, related))(1, 1)).toBe(0);
    expect(createPathEdits(one, child, compareLabels(one, child, naming))(1, 1)).toBe(1);
  });
});
