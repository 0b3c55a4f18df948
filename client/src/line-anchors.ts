/**
 * Positions that stay with their text while it is edited: each colored line
 * is anchored at its first visible character, so that colors follow between
 * an edit and the next overlay.
 *
 * Free of `vscode`. Positions have the shape of the editor's own.
 */

/** Counts from 0, as in the editor and in LSP. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** One replaced range. The changes of one event don't overlap, and all refer to the text before the event. */
export interface TextChange {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly text: string;
}

/**
 * Moves the anchors of `items` through one event. Items in ascending order stay so. An item whose anchor was deleted
 * goes to the start of the deletion if its line lives on there, else it is dropped. Linear after sorting the changes.
 */
export function moveAnchors<Item extends { readonly anchor: TextPosition }>(
  items: readonly Item[],
  changes: readonly TextChange[],
): readonly Item[] {
  const pending = changes.toSorted((a, b) => comparePositions(a.range.start, b.range.start));
  const moved: Item[] = [];
  let next = 0;
  let shift: Shift = { from: { line: 0, character: 0 }, to: { line: 0, character: 0 } };
  for (const item of items) {
    let change = pending[next];
    while (change !== undefined && comparePositions(change.range.end, item.anchor) <= 0) {
      shift = { from: change.range.end, to: endOfText(applyShift(shift, change.range.start), change.text) };
      change = pending[++next];
    }
    if (change === undefined || comparePositions(item.anchor, change.range.start) < 0) {
      moved.push({ ...item, anchor: applyShift(shift, item.anchor) });
    } else if (livesOn(item.anchor, change)) {
      moved.push({ ...item, anchor: applyShift(shift, change.range.start) });
    }
  }
  return moved;
}

/** True if the line of an anchor within a replaced range is still there, with other text. */
function livesOn(anchor: TextPosition, { range, text }: TextChange): boolean {
  return range.start.line === anchor.line && (range.end.line === anchor.line || text !== '');
}

/**
 * The place at which the text behind the last change that was passed began, and the place at which it begins
 * now.
 */
interface Shift {
  readonly from: TextPosition;
  readonly to: TextPosition;
}

function applyShift(shift: Shift, position: TextPosition): TextPosition {
  const line = position.line + shift.to.line - shift.from.line;
  if (position.line !== shift.from.line) return { line, character: position.character };
  return { line, character: position.character + shift.to.character - shift.from.character };
}

function endOfText(start: TextPosition, text: string): TextPosition {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  if (lines.length === 1) return { line: start.line, character: start.character + last.length };
  return { line: start.line + lines.length - 1, character: last.length };
}

export function comparePositions(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.character - b.character;
}
