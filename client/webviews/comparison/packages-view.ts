/**
 * The view of packages: the user marks those of the application and those that it is built on, and compares once more.
 */
import type { EnergyOfPackage, PackageOfBoth } from '../../../server/src/pages/comparison-file';
import { make, makeButton, makeTable } from '../dom';
import type { ComparisonFigures } from './figures';
import type { ComparisonChoice } from './messages';
import type { ComparisonModel } from './model';

/** Compares again; undefined on a page that stands alone, where nothing can compare. */
type CompareAgain = ((choice: ComparisonChoice) => void) | undefined;

export function createPackagesView(
  { page }: ComparisonModel,
  figures: ComparisonFigures,
  compare: CompareAgain,
): HTMLElement {
  const { words, packages, wantedAlpha } = page.head;
  const body = make('tbody');
  const amount = (energy: EnergyOfPackage): string =>
    energy === 'none' ? '–' : figures.energy(energy === 'unmodeled' ? NaN : energy);
  for (const each of packages) {
    const name = make('span', { class: 'code' }, each.name);
    const label = compare === undefined ? name : makeLabel(each, name, compare);
    const kind = each.isApplication ? words.isApplication : words.isFramework;
    body.append(
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, label),
        make('td', {}, each.isMarked ? `${kind}, ${words.marked}` : kind),
        make('td', { class: 'number' }, amount(each.energyA)),
        make('td', { class: 'number' }, amount(each.energyB)),
      ),
    );
  }

  function makeLabel(
    { name, isApplication }: PackageOfBoth,
    text: HTMLElement,
    again: NonNullable<CompareAgain>,
  ): HTMLElement {
    const box = make('input', { type: 'checkbox', 'data-package': name });
    box.checked = isApplication;
    box.addEventListener('change', () => {
      again({ alpha: wantedAlpha, marks: marksWith(name, box.checked) });
    });
    return make('label', {}, box, text);
  }

  /** The marks that were there before, with one more. */
  function marksWith(name: string, isApplication: boolean): ComparisonChoice['marks'] {
    const others = packages.filter((each) => each.name !== name);
    return marksAmong([...others, { name, isApplication, isMarked: true }]);
  }

  const head = [words.package, words.change, words.energyA, words.energyB];
  const table = makeTable('', head, body);
  const reset = makeButton(words.reset, () => {
    compare?.({ alpha: wantedAlpha, marks: { application: [], framework: [] } });
  });
  reset.hidden = compare === undefined || packages.every(({ isMarked }) => !isMarked);
  return make(
    'section',
    { class: 'scroll packages', 'aria-label': words.packages },
    make('div', { class: 'tools' }, make('span', { class: 'facts' }, words.packagesHint), reset),
    table,
  );
}

/** The marks as they are; a comparison with another α keeps them. */
export function marksOf({ page }: ComparisonModel): ComparisonChoice['marks'] {
  return marksAmong(page.head.packages);
}

function marksAmong(
  packages: readonly Pick<PackageOfBoth, 'name' | 'isApplication' | 'isMarked'>[],
): ComparisonChoice['marks'] {
  const marked = packages.filter(({ isMarked }) => isMarked);
  return {
    application: marked.filter(({ isApplication }) => isApplication).map(({ name }) => name),
    framework: marked.filter(({ isApplication }) => !isApplication).map(({ name }) => name),
  };
}
