/** Which lines share a look, and which ranges they make. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupLines } from '../../client/src/line-look';
import type { AnchoredLine } from '../../client/src/overlay-state';
import { overlayLine } from './sample-overlay';

/** A line is written "LINE:STEP", with a "?" if mostly not modeled; a group "STEP[?] FIRST-LAST …". */
function check(lines: string, expected: readonly string[], paletteSize = 16): void {
  const groups = groupLines(lines.split(' ').filter(Boolean).map(readLine), paletteSize);
  expect(
    groups.map(({ step, mostlyUnmodeled, ranges }) => {
      return [
        `${step}${mostlyUnmodeled ? '?' : ''}`,
        ...ranges.map(({ first, last }) => `${first}-${last}`),
      ].join(' ');
    }),
  ).toEqual(expected);
}

function readLine(text: string): AnchoredLine {
  const [, line = '', step = '', mark] = /^(\d+):(-?[\d.]+)(\?)?$/.exec(text) ?? [];
  return {
    line: overlayLine(0, { step: Number(step), mostlyUnmodeled: mark !== undefined }),
    anchor: { line: Number(line), character: 2 },
  };
}

test('changes of two kinds are two looks', () => {
  const lines = (['lessEnergy', 'new', 'new'] as const).map((change, line) => ({
    line: overlayLine(line, { change }),
    anchor: { line, character: 0 },
  }));
  expect(groupLines(lines, 16).map(({ change, ranges }) => [change, ranges.length])).toEqual([
    ['lessEnergy', 1],
    ['new', 1],
  ]);
});

test('lines whose figures are of an earlier text have a look of their own', () => {
  const lines = [true, true, false].map((isStale, line) => ({
    line: overlayLine(line, { isStale }),
    anchor: { line, character: 0 },
  }));
  expect(groupLines(lines, 16).map(({ isStale, ranges }) => [isStale, ranges.length])).toEqual([
    [true, 1],
    [false, 1],
  ]);
});

test('adjacent lines of one step are one range', () => {
  check('3:1 4:1 5:1 7:1 8:2 9:1', ['1 3-5 7-7 9-9', '2 8-8']);
});
test('lines that are mostly not modeled look different from others of their step', () => {
  check('3:1 4:1? 5:1? 6:1', ['1 3-3 6-6', '1? 4-5']);
});
test('steps beyond the palette get its ends', () => {
  check('1:-3 2:99 3:1.4', ['0 1-1', '3 2-2', '1 3-3'], 4);
});
test('of two lines that an edit has joined the first counts', () => {
  check('3:1 3:2 4:2', ['1 3-3', '2 4-4']);
});
test('no lines, no groups', () => {
  check('', []);
});

test('each line is in exactly one range, of its own step', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(60)),
      fc.array(fc.nat(5), { minLength: 61, maxLength: 61 }),
      (numbers, steps) => {
        const lines = numbers
          .toSorted((a, b) => a - b)
          .map((line) => readLine(`${line}:${steps[line] ?? 0}`));
        const painted = groupLines(lines, 16).flatMap(({ step, ranges }) =>
          ranges.flatMap(({ first, last }) =>
            Array.from({ length: last - first + 1 }, (_, n) => `${first + n}:${step}`),
          ),
        );
        expect(painted.toSorted()).toEqual(
          lines.map(({ line, anchor }) => `${anchor.line}:${line.step}`).toSorted(),
        );
      },
    ),
  );
});
