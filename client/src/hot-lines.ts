/**
 * The way through a file from its hottest line to its coldest and round again.
 *
 * Free of `vscode`.
 */
import type { AnchoredLine } from './overlay-state';

interface HotLine {
  readonly target: AnchoredLine;
  /** The line's rank by energy among `total` lines: 1 is the hottest. */
  readonly place: number;
  readonly total: number;
}

/**
 * Finds the line after (or before) the cursor's in order of energy; lines of equal rank come from top to
 * bottom. From a line without energy the way begins at the hottest line, or backwards at the coldest.
 */
export function findHotLine(
  lines: readonly AnchoredLine[],
  cursorLine: number,
  direction: 'next' | 'previous',
): HotLine | undefined {
  // All lines of a file that is not of the workspace may take more than the workspace's, and have one rank.
  const known = lines.filter(({ line }) => line.change !== 'new' || line.isStale !== true);
  const order = known.toSorted(
    (a, b) => a.line.rank - b.line.rank || b.line.share - a.line.share || a.anchor.line - b.anchor.line,
  );
  const total = order.length;
  const here = order.findIndex((line) => line.anchor.line === cursorLine);
  const start = here === -1 && direction === 'previous' ? 0 : here;
  const index = (start + (direction === 'next' ? 1 : -1) + total) % Math.max(total, 1);
  const target = order[index];
  return target && { target, place: index + 1, total };
}
