/** What changed, to be seen. Sits in the page of a comparison. */
import type { Change } from '../../../server/src/seesoft/changes';
import { make } from '../dom';
import type { Figures } from './figures';

/** A mark with its sign and word, in its colour. */
export function makeMark(figures: Figures, change: Change): HTMLElement {
  return make('span', { class: `mark ${change}` }, figures.change(change));
}
