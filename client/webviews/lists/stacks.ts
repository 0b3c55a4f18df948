/**
 * A block's bar, stacked of the paper's eight groups of operations: figure 4 of "Fine-grained energy modeling" (Li and
 * Gallagher). Sits in the page of the lists. Each group has a letter and a pattern besides its color.
 */
import { formatShare } from '../../../server/src/words/energy-text';
import { make } from '../dom';

/** The letters of the groups, in the groups' order; the bars of the command line have the same. */
const LETTERS = ['C', 'F', 'B', 'A', 'S', 'R', 'D', 'L'] as const;
/** Narrower parts have no room for a letter. */
const LETTERED = 0.08;

/** "Control Ops 41.2 %, Boolean Ops 30 %" */
function describeShares(groups: readonly string[], shares: readonly number[]): string {
  return groups
    .map((group, index) => ({ group, share: shares[index] ?? 0 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .map(({ group, share }) => `${group} ${formatShare(share)}`)
    .join(', ');
}

export function makeStack(groups: readonly string[], shares: readonly number[]): HTMLElement {
  const text = describeShares(groups, shares);
  const parts = shares.flatMap((share, index) => {
    if (!(share > 0)) return [];
    const part = make('span', { class: `part group-${index}`, 'aria-hidden': 'true' });
    part.style.flexGrow = String(share);
    if (share >= LETTERED) part.append(LETTERS[index] ?? '');
    return [part];
  });
  return make('span', { class: 'stack', role: 'img', title: text, 'aria-label': text }, ...parts);
}

export function makeLegend(title: string, groups: readonly string[]): HTMLElement {
  const entries = groups.map((group, index) =>
    make(
      'li',
      {},
      make('span', { class: `part group-${index}`, 'aria-hidden': 'true' }, LETTERS[index] ?? ''),
      group,
    ),
  );
  return make('ul', { class: 'legend', 'aria-label': title }, ...entries);
}
