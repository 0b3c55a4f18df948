/**
 * The places of an earlier text in a later one, as an editor moves its marks.
 *
 * Sits in `java/`. Changes at several places are told apart by the lines between them.
 */
import { alignSequences } from '../../base/align-sequences';
import { at } from '../../base/check';
import { firstWhere } from '../../base/search';
import { findEdit } from './text-edit';

export interface MovedOffsets {
  /**
   * The place of an offset; undefined if its line was deleted. In a line that was changed, it is where the change begins,
   * unless the offset stands before or behind what was changed.
   */
  placeOf(offset: number): number | undefined;
  /** The place of an offset; for what was deleted, the place where it stood. */
  near(offset: number): number;
  /** Places in the lines of the later text that the earlier one did not have, ascending. */
  changedLines(): readonly number[];
}

/** The earlier text's `start` to `end` has become the later one's `to` to `toEnd`. */
interface ReplacedText {
  readonly start: number;
  readonly end: number;
  readonly to: number;
  readonly toEnd: number;
}

export function moveOffsets(before: string, after: string): MovedOffsets {
  const changes = findChanges(before, after);
  /** The last change that begins at or before the offset. */
  const changeAt = (offset: number): ReplacedText | undefined =>
    changes[firstWhere(0, changes.length, (index) => at(changes, index).start > offset) - 1];
  const near = (offset: number): number => {
    const change = changeAt(offset);
    if (change === undefined) return offset;
    return offset >= change.end ? offset - change.end + change.toEnd : change.to;
  };
  return {
    near,
    placeOf(offset) {
      const change = changeAt(offset);
      return change === undefined || offset >= change.end
        ? near(offset)
        : placeWithin(change, offset, before, after);
    },
    changedLines: () =>
      changes.flatMap((change) => {
        if (isDeletion(change, before)) return [];
        const { to, toEnd } = change;
        const breaks = Array.from(after.slice(to, toEnd).matchAll(/\r\n|\r|\n/g), (found) => {
          return to + found.index + found[0].length;
        });
        return [to, ...breaks.filter((offset) => offset < toEnd)];
      }),
  };
}

/** True if whole lines were deleted, and nothing else. */
function isDeletion({ start, end, to, toEnd }: ReplacedText, before: string): boolean {
  return to === toEnd && beginsLine(before, start) && beginsLine(before, end);
}

/** The place within a change: lines with text stand for each other in their order, as far as both texts have them. */
function placeWithin(
  change: ReplacedText,
  offset: number,
  before: string,
  after: string,
): number | undefined {
  const { start, end, to, toEnd } = change;
  if (isDeletion(change, before)) return undefined;
  const isWhole = beginsLine(before, start);
  const old = linesOf(before.slice(start, end), isWhole);
  const line = Math.max(0, old.filter((each) => start + each.begin <= offset).length - 1);
  const now = linesOf(after.slice(to, toEnd), isWhole)[line];
  if (now !== undefined) return to + now.text;
  const isLast = line === old.length - 1;
  return isLast && !/^[ \t]*(?:[\r\n]|$)/.test(before.slice(end, end + LONGEST_LINE)) ? toEnd : undefined;
}

/** The lines with text: where each begins, and where its text does. The first has text before it unless it is a whole one. */
function linesOf(
  text: string,
  isWhole: boolean,
): readonly { readonly begin: number; readonly text: number }[] {
  const lines = Array.from(text.matchAll(/(?<=[\r\n]|^)([ \t]*)[^\s]/g), ({ 1: indent = '', index }) => ({
    begin: index,
    text: index + indent.length,
  }));
  return isWhole || lines[0]?.begin === 0 ? lines : [{ begin: 0, text: 0 }, ...lines];
}

/** The most characters of a line that is told from others. */
const LONGEST_LINE = 10_000;

function lineBegin(text: string, offset: number): number {
  let begin = offset;
  while (begin > 0 && offset - begin < LONGEST_LINE && !beginsLine(text, begin)) begin--;
  return begin;
}

function beginsLine(text: string, offset: number): boolean {
  return offset === 0 || /[\r\n]/.test(text.charAt(offset - 1));
}

/** The number of characters by which a deletion or insertion can be told to begin earlier, at the begin of its line. */
function toBeginOfLine(text: string, start: number, end: number): number {
  let by = 0;
  while (!beginsLine(text, start - by) && text[start - by - 1] === text[end - by - 1]) by++;
  return beginsLine(text, start - by) ? by : 0;
}

/** Ascending. */
function findChanges(before: string, after: string): readonly ReplacedText[] {
  const edit = findEdit(before, after);
  if (edit.end === edit.start && edit.inserted === 0) return [];
  // Whole lines, which can be told from each other.
  const rest =
    /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(before.slice(edit.end, edit.end + LONGEST_LINE))?.[0].length ?? 0;
  const start = lineBegin(before, edit.start);
  const end = edit.end + rest;
  const toEnd = edit.start + edit.inserted + rest;
  const old = splitLines(before.slice(start, end));
  const now = splitLines(after.slice(start, toEnd));
  const changes: ReplacedText[] = [];
  let [from, to] = [start, start];
  const add = (upTo: number, toUpTo: number): void => {
    const part = findEdit(before.slice(from, upTo), after.slice(to, toUpTo));
    if (part.end === part.start && part.inserted === 0) return;
    const [first, last] = [from + part.start, from + part.end];
    const place = to + part.start;
    const by =
      part.inserted === 0
        ? toBeginOfLine(before, first, last)
        : first === last
          ? toBeginOfLine(after, place, place + part.inserted)
          : 0;
    changes.push({ start: first - by, end: last - by, to: place - by, toEnd: place - by + part.inserted });
  };
  for (const [one, other] of sameLines(old, now)) {
    const [place, nowAt] = [start + one.start, start + other.start];
    add(place, nowAt);
    [from, to] = [place + one.text.length, nowAt + other.text.length];
  }
  add(end, toEnd);
  return changes;
}

interface PlacedLine {
  readonly text: string;
  readonly start: number;
}

/** With their line breaks. */
function splitLines(text: string): readonly PlacedLine[] {
  return Array.from(text.matchAll(/(?<![^\r\n])[^\r\n]*(?:\r\n|\r|\n)/g), ({ 0: line, index }) => ({
    text: line,
    start: index,
  }));
}

/** The lines that both texts have, in one order. */
function sameLines(
  old: readonly PlacedLine[],
  now: readonly PlacedLine[],
): readonly (readonly [PlacedLine, PlacedLine])[] {
  const pairs = alignSequences(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  );
  return pairs.flatMap(([first, second]) => {
    const [one, other] = [old[first], now[second]];
    return one !== undefined && one.text === other?.text ? [[one, other] as const] : [];
  });
}
