/**
 * Groups of lines that look the same: adjacent lines of one look become one range, so that a long file needs
 * few decorations.
 *
 * Free of `vscode`. Sits between the state of a document and the painter.
 */
import { withDefined } from '../../server/src/base/check';
import type { LineChange } from '../../server/src/protocol/overlay';
import type { AnchoredLine } from './overlay-state';

/** The properties that decide how a line looks, beside the user's settings. */
export interface LineLookKey {
  readonly step: number;
  readonly unpriced: boolean;
  readonly change?: LineChange;
}

export interface LineGroup extends LineLookKey {
  /** Ascending; lines count from 0, both ends belong to the range. */
  readonly ranges: readonly GroupLines[];
}

export interface GroupLines {
  readonly first: number;
  readonly last: number;
  /** The character at which the text of the first line begins, from 0. */
  readonly character: number;
}

/** Steps beyond the palette get its nearest end. Of two lines that an edit has joined the first one counts. */
export function groupLines(lines: readonly AnchoredLine[], paletteSize: number): readonly LineGroup[] {
  const groups = new Map<string, { readonly key: LineLookKey; readonly ranges: GroupLines[] }>();
  let previousLine = -1;
  for (const { line, anchor } of lines) {
    if (anchor.line === previousLine) continue;
    previousLine = anchor.line;
    const step = Math.min(Math.max(Math.round(line.step), 0), paletteSize - 1);
    const { mostlyUnmodeled: unpriced, change } = line;
    const name = `${step} ${String(unpriced)} ${change ?? ''}`;
    const key = { step, unpriced, ...withDefined({ change }) };
    const group = groups.get(name) ?? { key, ranges: [] };
    groups.set(name, group);
    const open = group.ranges.at(-1);
    if (open?.last === anchor.line - 1)
      group.ranges[group.ranges.length - 1] = { ...open, last: anchor.line };
    else group.ranges.push({ first: anchor.line, last: anchor.line, character: anchor.character });
  }
  return Array.from(groups.values(), ({ key, ranges }) => ({ ...key, ranges }));
}
