/**
 * The columns of the screen at which the text of each line begins and ends: the shape of a row of the energy
 * map. Sits in `lines/`. Pure.
 */
import type { LineIndexOf } from '../base/line-index';

/** Columns that a tab at the beginning of a line leads to a multiple of. */
const TAB = 4;
/** Further right all is one: no screen is wider. */
const WIDEST = 255;

/** Calls `take` for each line with its columns; they are equal where it is empty. O(length). */
export function eachLineShape(
  text: string,
  lines: LineIndexOf,
  take: (line: number, indent: number, end: number) => void,
): void {
  for (let line = 0; line < lines.lineCount; line++) {
    const start = lines.startOf(line);
    let stop = line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length;
    while (stop > start && isBlank(text.charCodeAt(stop - 1))) stop--;
    let indent = 0;
    let at = start;
    for (; at < stop && isBlank(text.charCodeAt(at)); at++)
      indent = text.charCodeAt(at) === 9 ? (Math.floor(indent / TAB) + 1) * TAB : indent + 1;
    if (at === stop) take(line, 0, 0);
    else take(line, Math.min(WIDEST - 1, indent), Math.min(WIDEST, indent + stop - at));
  }
}

/** Blank, tab and what ends lines. */
function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
