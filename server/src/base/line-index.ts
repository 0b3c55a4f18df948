/**
 * Offsets to lines and back. Sits in `base/`. Line ends are those of the
 * language and of LSP: `\n`, `\r\n`, `\r`.
 */
import type { LineIndex, Offset } from './units';

export interface LineIndexOf {
  readonly lineCount: number;
  lineAt(offset: Offset): LineIndex;
  startOf(line: LineIndex): Offset;
}

/** O(length) once; a look-up is O(log lines). */
export function indexLines(text: string): LineIndexOf {
  const starts = text.includes('\r') ? startsAfterAnyEnd(text) : startsAfterLineFeeds(text);
  return {
    lineCount: starts.length,
    startOf: (line) => starts[Math.max(0, Math.min(line, starts.length - 1))] ?? 0,
    lineAt(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/** Nearly every file's way: the search runs at memory's speed. */
function startsAfterLineFeeds(text: string): readonly Offset[] {
  const starts: Offset[] = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function startsAfterAnyEnd(text: string): readonly Offset[] {
  const starts: Offset[] = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}
