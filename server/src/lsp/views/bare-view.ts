/**
 * A document that what is shown has nothing of: no line has a color, each method says so, and can be profiled.
 *
 * Sits in `lsp/`. Pure.
 */
import type { Offset } from '../../base/units';
import { escapeText } from './markdown';
import type { PiecesOn } from './pieces';
import type { ViewedText, ViewParts } from './view';

/** The words for a text that has no colors. */
export interface NoColors {
  readonly kind: 'none';
  /** A few words, for lenses and the status bar: "not in the profile". */
  readonly title: string;
  /** A sentence: why there are none, or the way out. */
  readonly reason: string;
}

export interface BareView extends ViewedText, Omit<NoColors, 'kind'> {
  readonly kind: 'bare';
  /** The starts of the methods that can be profiled. */
  readonly methodStarts: readonly Offset[];
  /** The operations that the text has on a line. */
  readonly piecesOn: PiecesOn;
}

export function bareParts({
  title,
  reason,
  methodStarts,
  piecesOn,
}: BareView): Pick<ViewParts, 'lines' | 'hover' | 'lenses' | 'methods'> {
  return {
    lines: () => [],
    hover: (line) => (piecesOn(line).length === 0 ? [] : [`*${escapeText(reason)}*`]),
    lenses: () => methodStarts.map((place) => ({ place, title, tooltip: [reason] })),
    methods: () => methodStarts,
  };
}
