/** The verdict on two profiles, and their total energies. Sits in the page of a comparison. */
import { formatShare } from '../../../server/src/words/energy-text';
import type { SplitOfSide } from '../../../server/src/pages/comparison-file';
import { make } from '../dom';
import { fill } from '../texts';
import { judge, type ComparisonFigures } from './figures';
import type { ComparisonModel } from './model';

/** The result in one sentence, then how sure it is. */
export function makeVerdict({ page }: ComparisonModel, figures: ComparisonFigures): HTMLElement {
  const { words } = page.head;
  const { change, sentence, notes } = judge(page, figures);
  const sign = change === 'same' ? '' : `${figures.change(change).slice(0, 1)} `;
  return make(
    'p',
    { class: `verdict ${change}` },
    make('strong', {}, `${sign}${sentence}`),
    ...[...notes, page.head.unit === 'share' ? words.inShares : '']
      .filter((note) => note !== '')
      .map((note) => make('span', {}, note)),
  );
}

export function makeTotals({ page }: ComparisonModel, figures: ComparisonFigures): HTMLElement {
  const { head, totals } = page;
  const { words, names, details, split, overlap } = head;
  const [energyA = 0, energyB = 0] = totals;
  const tile = (name: string, value: string, ...notes: readonly string[]): HTMLElement =>
    make(
      'div',
      {},
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
  return make(
    'dl',
    { class: 'totals' },
    tile(fill(words.aSide, names[0]), figures.energy(energyA), details[0], splitText(split?.[0])),
    tile(fill(words.bSide, names[1]), figures.energy(energyB), details[1], splitText(split?.[1])),
    ...(overlap === undefined
      ? []
      : [
          tile(
            words.inCommon,
            fill(words.commonTasks, formatShare(overlap.tasks)),
            fill(words.commonMethods, formatShare(overlap.methods)),
            words.ofFewer,
          ),
        ]),
  );
}
