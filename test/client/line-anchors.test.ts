/** Anchors against the text itself: each stands on a token of its own, and must be found on it after any edits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePositions, moveAnchors } from '../../client/src/line-anchors';
import type { TextChange, TextPosition } from '../../client/src/line-anchors';

/** `|` stands where an anchor is, before and (expected) after; the text itself has none. */
function check(before: string, changes: readonly TextChange[], after: string): void {
  const anchors = findMarks(before);
  const moved = moveAnchors(anchors, changes).map(({ anchor }) => anchor);
  const text = edit(before.replaceAll('|', ''), changes);
  const marked = moved.toReversed().reduce((rest, anchor) => insertAt(rest, anchor, '|'), text);
  expect(marked).toBe(after);
}

function change(line: number, from: number, to: number, text: string, lastLine = line): TextChange {
  return { range: { start: { line, character: from }, end: { line: lastLine, character: to } }, text };
}

describe('anchors move with their text', () => {
  test('typing behind one leaves it', () => {
    check('  |a;\n  |b;', [change(0, 4, 4, 'x')], '  |a;x\n  |b;');
  });
  test('a new line at the end of a line moves what is below', () => {
    check('  |a;\n  |b;', [change(0, 4, 4, '\n  ')], '  |a;\n  \n  |b;');
  });
  test('a new line before a line takes the line down', () => {
    check('  |a;\n  |b;', [change(1, 0, 0, '\n')], '  |a;\n\n  |b;');
  });
  test('a new line between indentation and text takes the text down', () => {
    check('  |a;', [change(0, 2, 2, '\r\n    ')], '  \r\n    |a;');
  });
  test('indenting several lines at once', () => {
    const changes = [change(2, 0, 0, '    '), change(1, 0, 0, '    '), change(0, 0, 0, '    ')];
    check('|a\n|b\n|c', changes, '    |a\n    |b\n    |c');
  });
  test('a deleted line goes, the others stay', () => {
    check('|a\n|b\n|c', [change(1, 0, 0, '', 2)], '|a\n|c');
  });
  test('a deletion that ends within a line takes that line along, and keeps the first', () => {
    check('|aaaa\n|bbbb\n|c', [change(0, 2, 2, '', 1)], '|aabb\n|c');
  });
  test('a line whose text is replaced keeps its anchor', () => {
    check('  |old();\n|next', [change(0, 2, 8, 'fresh(1);')], '  |fresh(1);\n|next');
  });
  test('joining lines puts both anchors on one line', () => {
    check('|a\n  |b', [change(0, 1, 2, ' ', 1)], '|a |b');
  });
});

test('anchors that no change touches are found on their token, whatever the edits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(4), fc.string({ unit: fc.constantFrom(' ', 'x', '\n'), maxLength: 8 })), {
        maxLength: 30,
      }),
      fc.array(
        fc.tuple(fc.nat(200), fc.nat(40), fc.string({ unit: fc.constantFrom('y', '\n'), maxLength: 4 })),
        {
          maxLength: 6,
        },
      ),
      (lines, edits) => {
        // Token n is a single character beyond ASCII, so that it can be found again.
        const source = lines.map(([indent, rest], n) => ' '.repeat(indent) + token(n) + rest).join('\n');
        const changes = disjointChanges(source, edits);
        const anchors = lines.map((_, n) => ({ n, anchor: positionAt(source, source.indexOf(token(n))) }));
        const result = edit(source, changes);
        const moved = moveAnchors(anchors, changes);
        expect(moved.map(({ anchor }) => anchor)).toEqual(
          moved.map(({ anchor }) => anchor).toSorted(comparePositions),
        );
        for (const { n } of anchors) {
          const at = result.indexOf(token(n));
          if (at < 0) continue;
          expect(moved.find((item) => item.n === n)?.anchor).toEqual(positionAt(result, at));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('each of sixty thousand lines is looked at a few times for ten thousand changes', () => {
  let looks = 0;
  const anchors = Array.from({ length: 60_000 }, (_, line) => ({
    get anchor() {
      looks++;
      return { line, character: 4 };
    },
  }));
  const changes = Array.from({ length: 10_000 }, (_, n) => change(n * 6, 0, 0, '\n'));
  const moved = moveAnchors(anchors, changes);
  expect(looks).toBeLessThan(10 * anchors.length);
  expect(moved.at(-1)?.anchor).toEqual({ line: 69_999, character: 4 });
});

function token(n: number): string {
  return String.fromCharCode(0x4e00 + n);
}

function findMarks(marked: string): { anchor: TextPosition }[] {
  return marked.split('\n').flatMap((text, line) =>
    Array.from(text.matchAll(/\|/g), (match, before) => ({
      anchor: { line, character: match.index - before },
    })),
  );
}

/** Changes of one event: they don't overlap, and refer to the text before it. */
function disjointChanges(text: string, edits: readonly (readonly [number, number, string])[]): TextChange[] {
  let end = 0;
  return edits
    .toSorted((a, b) => a[0] - b[0])
    .flatMap(([start, length, inserted]) => {
      if (start < end || start + length > text.length) return [];
      end = start + length + 1; // never touching: the editor merges changes that touch
      const range = { start: positionAt(text, start), end: positionAt(text, start + length) };
      return [{ range, text: inserted }];
    });
}

function edit(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((a, b) => comparePositions(b.range.start, a.range.start))
    .reduce((rest, { range, text: inserted }) => {
      return rest.slice(0, offsetAt(rest, range.start)) + inserted + rest.slice(offsetAt(rest, range.end));
    }, text);
}

function insertAt(text: string, position: TextPosition, inserted: string): string {
  const offset = offsetAt(text, position);
  return text.slice(0, offset) + inserted + text.slice(offset);
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function offsetAt(text: string, position: TextPosition): number {
  const lines = text.split('\n').slice(0, position.line);
  return lines.reduce((sum, line) => sum + line.length + 1, 0) + position.character;
}
