/**
 * The state of one open document: the text's version, and the overlay that is shown with it. Overlays of
 * other versions are dropped, and an overlay ages from the first edit until the next one arrives.
 *
 * Free of `vscode`, and pure: each event gives a new state.
 */
import { withDefined } from '../../server/src/base/check';
import type { GoneMark, OverlayClearedParams, OverlayLine, Overlay } from '../../server/src/protocol/overlay';
import { moveAnchors, type TextChange, type TextPosition } from './line-anchors';

/** A line of the overlay where it is now: `line.line` is where the server saw it. */
export interface AnchoredLine {
  readonly line: OverlayLine;
  /** Its first visible character. */
  readonly anchor: TextPosition;
}

/** A mark for lines that are gone: they stood below its anchor's line, or above the first line. */
interface AnchoredMark {
  readonly mark: GoneMark;
  readonly anchor: TextPosition;
}

/** `ageing` is drawn as `fresh`, so that quick answers don't flicker. */
type Age = 'fresh' | 'ageing' | 'faded';

export type ShownOverlay =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'overlay';
      readonly overlay: Overlay;
      readonly lines: readonly AnchoredLine[];
      readonly gone: readonly AnchoredMark[];
      readonly age: Age;
    }
  | { readonly kind: 'cleared'; readonly reason: string; readonly status?: string };

export interface DocumentState {
  /** Version after the last edit. The editor also counts changes of line endings, which the server is not told of. */
  readonly editedVersion: number;
  readonly shown: ShownOverlay;
}

export function openDocument(version: number): DocumentState {
  return { editedVersion: version, shown: { kind: 'nothing' } };
}

export function editDocument(
  state: DocumentState,
  version: number,
  changes: readonly TextChange[],
): DocumentState {
  const { shown } = state;
  if (shown.kind !== 'overlay') return { editedVersion: version, shown };
  const age = shown.age === 'fresh' ? 'ageing' : shown.age;
  const [lines, gone] = [moveAnchors(shown.lines, changes), moveAnchors(shown.gone, changes)];
  return { editedVersion: version, shown: { ...shown, lines, gone, age } };
}

/**
 * The same state, unchanged, if the overlay belongs to another text: an older version, or a version of a text that was
 * closed and opened again.
 */
export function receiveOverlay(
  state: DocumentState,
  overlay: Overlay,
  currentVersion: number,
  firstVisibleCharacter: (line: number) => number | undefined,
): DocumentState {
  if (overlay.version < state.editedVersion || overlay.version > currentVersion) return state;
  const lines = overlay.lines
    .toSorted((a, b) => a.line - b.line)
    .flatMap((line) => {
      const character = firstVisibleCharacter(line.line);
      return character === undefined ? [] : [{ line, anchor: { line: line.line, character } }];
    });
  const gone = (overlay.gone ?? [])
    .toSorted((a, b) => a.after - b.after)
    .flatMap((mark) => {
      const line = Math.max(0, mark.after);
      const character = firstVisibleCharacter(line);
      return character === undefined ? [] : [{ mark, anchor: { line, character } }];
    });
  return { ...state, shown: { kind: 'overlay', overlay, lines, gone, age: 'fresh' } };
}

/** Clears the overlay of the document, for the reason that the server gives. */
export function clearOverlay(
  state: DocumentState,
  { reason, status }: Omit<OverlayClearedParams, 'uri'>,
): DocumentState {
  return { ...state, shown: { kind: 'cleared', reason, ...withDefined({ status }) } };
}

/** The server took too long to go unnoticed. */
export function fadeOverlay(state: DocumentState): DocumentState {
  if (state.shown.kind !== 'overlay' || state.shown.age !== 'ageing') return state;
  return { ...state, shown: { ...state.shown, age: 'faded' } };
}
