/** Marks that show what changed. Sits in the page of a comparison. */
import { make } from '../dom';
import type { ComparisonFigures, RowChange } from './figures';

/** A mark with its sign and word, in its color. */
export function makeMark(figures: ComparisonFigures, change: RowChange): HTMLElement {
  return make('span', { class: `mark ${change}` }, figures.change(change));
}
