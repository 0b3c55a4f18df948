/** The total energies of both sides, and what is known of their difference. */
import { formatShare } from '../../../server/src/words/energy-text';
import type { SplitOfSide } from '../../../server/src/pages/comparison-file';
import { make } from '../dom';
import { fill } from '../texts';
import { chanceText, type ComparisonFigures } from './figures';
import type { ComparisonModel } from './model';

export function makeTotals({ page }: ComparisonModel, figures: ComparisonFigures): HTMLElement {
  const { head, totals } = page;
  const { words, names, details, split, overlap } = head;
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
  const splitText = (side: SplitOfSide | undefined): string => {
    const whole = (side?.applicationEnergy ?? 0) + (side?.frameworkEnergy ?? 0);
    if (side === undefined || !(whole > 0)) return '';
    const [own, others] = [side.applicationEnergy, side.frameworkEnergy].map((part) =>
      formatShare(part / whole),
    );
    return fill(words.split, own ?? '', others ?? '');
  };
  const isKnown = !Number.isNaN(chance);
  const change =
    isKnown && !head.isSignificant ? 'same' : delta < 0 ? 'lessEnergy' : delta > 0 ? 'moreEnergy' : 'same';
  const share = figures.share(delta, energyA);
  const amount = `${figures.delta(delta)}${share === '' ? '' : ` (${share})`}`;
  const told = isKnown
    ? [
        figures.interval(low, high),
        fill(head.isSignificant ? words.significant : words.chance, chanceText(chance)),
      ]
    : [words.noInterval];
  // What is no more than chance is no difference first, and a figure after that.
  const [value, ...notes] =
    isKnown && !head.isSignificant
      ? [words.noDifference, fill(words.smallest, figures.energy(smallest)), amount, ...told]
      : [amount, change === 'same' ? '' : figures.change(change), ...told];
  return make(
    'dl',
    { class: 'totals' },
    tile('', fill(words.aSide, names[0]), figures.energy(energyA), details[0], splitText(split?.[0])),
    tile('', fill(words.bSide, names[1]), figures.energy(energyB), details[1], splitText(split?.[1])),
    tile(`difference ${change}`, words.difference, value, ...notes),
    ...(overlap === undefined
      ? []
      : [
          tile(
            '',
            words.inCommon,
            fill(words.commonTasks, formatShare(overlap.tasks)),
            fill(words.commonMethods, formatShare(overlap.methods)),
            words.ofFewer,
          ),
        ]),
  );
}
