/** The life of a document's overlay, told as a list of events. */
import { describe, expect, test } from 'vitest';
import {
  clearOverlay,
  editDocument,
  fadeOverlay,
  openDocument,
  receiveOverlay,
} from '../../client/src/overlay-state';
import type { DocumentState } from '../../client/src/overlay-state';
import { overlayLine, sampleOverlay } from './sample-overlay';

type Event = (state: DocumentState) => DocumentState;

/** The state in short: "2: fresh 1 4" is the age and the lines of an overlay, after the edit to version 2. */
function check(events: readonly Event[], expected: string): void {
  const state = events.reduce((before, event) => event(before), openDocument(1));
  const { shown } = state;
  const lines = shown.kind === 'overlay' ? shown.lines.map(({ anchor }) => ` ${anchor.line}`).join('') : '';
  const what = shown.kind === 'overlay' ? shown.age : shown.kind === 'cleared' ? shown.reason : shown.kind;
  expect(`${state.editedVersion}: ${what}${lines}`).toBe(expected);
}

const overlay = (version: number, current = version): Event => {
  return (state) =>
    receiveOverlay(state, sampleOverlay(version, [overlayLine(4), overlayLine(1)]), current, (line) =>
      line < 10 ? 4 : undefined,
    );
};
const newLineAt = (line: number, version: number): Event => {
  const at = { line, character: 0 };
  return (state) => editDocument(state, version, [{ range: { start: at, end: at }, text: '\n' }]);
};
const cleared: Event = (state) => clearOverlay(state, { reason: 'switched off' });

describe('overlays and edits', () => {
  test('nothing at first', () => {
    check([], '1: nothing');
  });
  test('an overlay of the text is shown, in order of lines', () => {
    check([overlay(1)], '1: fresh 1 4');
  });
  test('an edit lets it age, and its lines move', () => {
    check([overlay(1), newLineAt(2, 2)], '2: ageing 1 5');
  });
  test('marks of what is gone move with the lines that they stand below', () => {
    const gone = [
      { after: 6, step: 1, text: '− 1 line gone' },
      { after: -1, step: 1, text: '− 2 lines gone' },
    ];
    const received = receiveOverlay(openDocument(1), { ...sampleOverlay(1, []), gone }, 1, () => 4);
    const { shown } = newLineAt(2, 2)(received);
    expect(
      shown.kind === 'overlay' && shown.gone.map(({ mark, anchor }) => [mark.after, anchor.line]),
    ).toEqual([
      [-1, 0],
      [6, 7],
    ]);
  });
  test('it fades when the answer takes long, and stays faded through further edits', () => {
    check([overlay(1), newLineAt(2, 2), fadeOverlay, newLineAt(0, 3)], '3: faded 2 6');
  });
  test('fading comes too late after an answer', () => {
    check([overlay(1), newLineAt(2, 2), overlay(2), fadeOverlay], '2: fresh 1 4');
  });
  test('an overlay of an older text is dropped', () => {
    check([overlay(1), newLineAt(2, 2), overlay(1, 2)], '2: ageing 1 5');
  });
  test('an overlay of a text that was closed and opened again is dropped', () => {
    check([overlay(7, 1)], '1: nothing');
  });
  test('the editor counts changes of line endings, the server does not hear of them', () => {
    check([overlay(1, 2)], '1: fresh 1 4');
  });
  test('the server may have nothing to show, and later something again', () => {
    check([overlay(1), cleared], '1: switched off');
    check([cleared, newLineAt(0, 2)], '2: switched off');
    check([overlay(1), cleared, overlay(1)], '1: fresh 1 4');
  });
  test('lines that the text does not have are left out', () => {
    const beyond = sampleOverlay(1, [overlayLine(3), overlayLine(99)]);
    check([(state) => receiveOverlay(state, beyond, 1, (line) => (line < 10 ? 0 : undefined))], '1: fresh 3');
  });
  test('a dropped overlay leaves the very same state, so that nothing is painted anew', () => {
    const state = newLineAt(0, 2)(openDocument(1));
    expect(overlay(1, 2)(state)).toBe(state);
    expect(fadeOverlay(state)).toBe(state);
  });
});
