/**
 * The shares that the hottest rows of a list take together: figure 3 of "Fine-grained energy modeling" (Li and
 * Gallagher), as a curve of bars and in words. Sits in the page of the lists.
 */
import { formatShare } from '../../../server/src/words/energy-text';
import { make } from '../dom';
import { fill } from '../texts';

/** "the hottest 10 take 71.3 %, the hottest 30 97.4 %" of what was found; empty for ten rows and fewer. */
export function describeHottest(words: string, hottest: readonly number[]): string {
  const [ten, last] = [hottest[9], hottest.at(-1)];
  if (ten === undefined || last === undefined || hottest.length <= 10) return '';
  return fill(words, formatShare(ten), String(hottest.length), formatShare(last));
}

/** A bar for each rank, as high as the share that the rows up to it take. The words beside it say the same aloud. */
export function makeCurve(hottest: readonly number[]): readonly HTMLElement[] {
  if (hottest.length <= 10) return [];
  const bars = hottest.map((share) => {
    const bar = make('span');
    bar.style.height = `${100 * share}%`;
    return bar;
  });
  return [make('span', { class: 'curve', 'aria-hidden': 'true' }, ...bars)];
}
