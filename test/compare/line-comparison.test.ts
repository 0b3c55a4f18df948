/** A comparison on a text that is edited: what is remembered from one edit to the next changes nothing but the time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareLines } from '../../server/src/compare/deltas/compare-lines';
import type { FileOperations } from '../../server/src/analysis/file-operations';
import { layOnTexts, type LineComparison } from '../../server/src/compare/deltas/line-comparison';
import type { ComparedFile } from '../../server/src/compare/deltas/place-changes';
import { bundledModel } from '../cost/bundled-model';
import { makeLargeProfiles, METHOD_LINES } from '../support/large-profiles';

const { before, after, sources } = makeLargeProfiles({ files: [40], contexts: 10 });
const differences = compareLines(
  { name: 'before', profile: before },
  { name: 'after', profile: after },
  bundledModel(),
);
const file = {
  path: '/w/big/Part0.java',
  members: [{ key: 'big/Part0.m1(I)I' }],
} as unknown as FileOperations;
const text = sources['big/Part0.java'] ?? '';

function lay(): LineComparison {
  return layOnTexts(differences, (place) => differences.sources.get(place));
}

function linesOf(found: ComparedFile | undefined): ComparedFile['lines'] {
  if (found === undefined) throw new Error('both profiles ran the file');
  return found.lines;
}

describe('after an edit', () => {
  test('of one body all other lines are the objects that they were', () => {
    const comparison = lay();
    const known = linesOf(comparison.inText(file, text));
    const edited = text.replace('int b = a + 20;', 'int b = a + 20 + a;');
    const now = linesOf(comparison.inText(file, edited));
    const line = text.slice(0, text.indexOf('int b = a + 20;')).split('\n').length - 1;
    expect(known.length).toBeGreaterThan(100);
    expect(now).toHaveLength(known.length - 1);
    const kept = known.filter((each) => each.line !== line);
    for (const [index, each] of now.entries()) expect(each).toBe(kept[index]);
  });

  test('that adds lines those below it are the same but for their place', () => {
    const comparison = lay();
    const known = linesOf(comparison.inText(file, text));
    const now = linesOf(comparison.inText(file, `// one\n// two\n${text}`));
    expect(now).toEqual(known.map((each) => ({ ...each, line: each.line + 2 })));
  });

  test('all is as if it was laid on that text at once', () => {
    const lines = text.split('\n');
    const edit = fc.record({
      at: fc.nat(lines.length - 1),
      gone: fc.nat(2 * METHOD_LINES),
      there: fc.array(fc.constantFrom(...lines, '// other', '    int b = a;'), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        const comparison = lay();
        let now: readonly string[] = lines;
        for (const { at, gone, there } of edits) {
          now = [...now.slice(0, at), ...there, ...now.slice(at + gone)];
          comparison.inText(file, now.join('\n'));
        }
        expect(comparison.inText(file, now.join('\n'))).toEqual(lay().inText(file, now.join('\n')));
      }),
      { numRuns: 40 },
    );
  });
});
