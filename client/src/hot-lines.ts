/**
 * The way through a file from its dearest line to its cheapest and round again.
 *
 * Free of `vscode`.
 */
import type { AnchoredLine } from './overlay-state';

export interface HotLine {
  readonly target: AnchoredLine;
  /** From 1, the dearest. */
  readonly place: number;
  readonly total: number;
}

/**
 * The line after (or before) the cursor's in order of energy; equal ranks from top to bottom. From a line without
 * energy the way begins at the dearest, or backwards at the cheapest.
 */
export function findHotLine(
  lines: readonly AnchoredLine[],
  cursorLine: number,
  direction: 'next' | 'previous',
): HotLine | undefined {
  const order = lines.toSorted((a, b) => a.line.rank - b.line.rank || a.anchor.line - b.anchor.line);
  const total = order.length;
  const here = order.findIndex((line) => line.anchor.line === cursorLine);
  const start = here === -1 && direction === 'previous' ? 0 : here;
  const index = (start + (direction === 'next' ? 1 : -1) + total) % Math.max(total, 1);
  const target = order[index];
  return target && { target, place: index + 1, total };
}
