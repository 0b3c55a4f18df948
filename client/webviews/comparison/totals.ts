/** What the two took in all, and what is known of the difference. Sits in the page of a comparison. */
import { fill, make } from '../dom';
import { chanceText, type Figures } from './figures';
import type { Model } from './model';

export function makeTotals({ page }: Model, figures: Figures): HTMLElement {
  const { head, totals } = page;
  const { words, names, details } = head;
  const [energyA = 0, energyB = 0, delta = 0, low = NaN, high = NaN, chance = NaN, smallest = NaN] = totals;
  const tile = (className: string, name: string, value: string, ...notes: readonly string[]): HTMLElement =>
    make(
      'div',
      { class: className },
      make('dt', {}, name),
      make(
        'dd',
        {},
        make('strong', {}, value),
        ...notes.filter((note) => note !== '').map((note) => make('span', {}, note)),
      ),
    );
  const isKnown = !Number.isNaN(chance);
  const change =
    isKnown && !head.isSignificant ? 'same' : delta < 0 ? 'cheaper' : delta > 0 ? 'dearer' : 'same';
  const certainty = isKnown
    ? [
        figures.interval(low, high),
        fill(head.isSignificant ? words.significant : words.chance, chanceText(chance)),
        head.isSignificant ? '' : fill(words.smallest, figures.energy(smallest)),
      ]
    : [words.noInterval];
  const share = figures.share(delta, energyA);
  return make(
    'dl',
    { class: 'totals' },
    tile('', fill(words.aSide, names[0]), figures.energy(energyA), details[0]),
    tile('', fill(words.bSide, names[1]), figures.energy(energyB), details[1]),
    tile(
      `difference ${change}`,
      words.difference,
      `${figures.delta(delta)}${share === '' ? '' : ` (${share})`}`,
      change === 'same' ? '' : figures.change(change),
      ...certainty,
    ),
  );
}
