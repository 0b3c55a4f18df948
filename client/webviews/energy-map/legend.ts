/** The foot of the page: the legend, whose ends are a brush that chooses colors, and what is shown. */
import { CHANGE_SIGNS, changeOfStep, stepOfChange, type Change } from '../../../server/src/pages/changes';
import { make } from '../dom';
import { count, fill } from '../texts';
import { toCss, type Rgb, unknownColor } from '../../../server/src/words/color';
import { DECADES } from '../../../server/src/words/energy-scale';
import type { Brush } from './filter';
import { amountText, energyText, type EnergyMapModel, type ShownLines, type ShownStatistic } from './model';
import { colorsIn, type Theme } from './grounds';
import { statisticText } from './statistics';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

const CHANGES: readonly Change[] = ['lessEnergy', 'moreEnergy', 'same', 'gone', 'new'];

export class Legend {
  readonly element: HTMLElement;
  readonly #words: EnergyMapWords;
  readonly #ramp = make('div', { class: 'ramp', 'aria-hidden': 'true' });
  readonly #from: HTMLInputElement;
  readonly #to: HTMLInputElement;
  readonly #cold = make('span', { class: 'end' });
  readonly #hot = make('span', { class: 'end' });
  readonly #scale = make('div', { class: 'scale' });
  readonly #facts = make('div', { class: 'facts', 'aria-live': 'polite' });
  readonly #legend: HTMLElement;
  readonly #hatched: HTMLElement;
  readonly #changes = make('div', { class: 'changes' });
  /** The frame that the brush waits for, or 0. */
  #frame = 0;

  /** @param brushed is called at most once a frame while the brush moves */
  constructor(words: EnergyMapWords, brushed: () => void) {
    this.#words = words;
    this.#from = makeRange(words.brushFrom);
    this.#to = makeRange(words.brushTo);
    const ends = [this.#ramp, this.#from, this.#to];
    const brush = make('div', { class: 'brush', role: 'group', 'aria-label': words.brush }, ...ends);
    this.#hatched = make('span', {}, make('span', { class: 'hatch', 'aria-hidden': 'true' }), words.hatched);
    this.#legend = make('div', { class: 'legend' }, this.#cold, brush, this.#hot);
    const rest = [this.#scale, this.#hatched, this.#changes, this.#facts];
    this.element = make('footer', {}, this.#legend, ...rest);
    this.#listen(this.#from, this.#to, brushed);
    this.#listen(this.#to, this.#from, brushed);
  }

  get brush(): Brush {
    return { from: Number(this.#from.value), to: Number(this.#to.value) };
  }

  /** Says what the colors of another picture mean. */
  describe(model: EnergyMapModel, theme: Theme): void {
    const { head } = model.picture;
    const palette = colorsIn(model, theme);
    const words = this.#words;
    const isComparison = head.comparison !== undefined;
    const last = String(palette.length - 1);
    if (this.#from.max !== last) {
      for (const range of [this.#from, this.#to]) range.max = last;
      this.#from.value = '0';
      this.#to.value = last;
    }
    this.#ramp.style.setProperty('--ramp', isComparison ? twoGradients(palette) : gradient(palette));
    const { statistic } = model;
    const isOfGroups = statistic?.name === 'group';
    this.#legend.hidden = isOfGroups || (statistic !== undefined && model.colored === 0);
    this.#changes.hidden = !isComparison && !isOfGroups;
    this.#hatched.hidden = isComparison || statistic !== undefined;
    this.#changes.replaceChildren(
      ...(isOfGroups
        ? statistic.names.map((_, group) => makeSwatch(palette[group], words.groups[group] ?? ''))
        : CHANGES.map((change) => describeChange(words, palette, change))),
    );
    this.#showBrush();
    // Methods are on the scale of lines, and may take more than any of them.
    const isFigure = head.scale === 'logarithmic' && !isComparison && head.hotEnergy > 0;
    const cold = head.hotEnergy * 10 ** -DECADES;
    this.#cold.textContent = isFigure ? fill(words.orLess, amountText(head, cold)) : head.cold;
    this.#hot.textContent = isFigure ? fill(words.orMore, amountText(head, head.hotEnergy)) : head.hot;
    this.#cold.title = head.cold;
    this.#hot.title = head.hot;
    if (statistic !== undefined) this.#describeEnds(statistic);
    const source = head.source === '' ? words.estimates : fill(words.profile, head.source);
    const scale = `${words.scales[head.scale]}, ${words.scopes[head.scope]}`;
    const colors =
      statistic === undefined
        ? [scale]
        : [
            words.statistics[statistic.name],
            statistic.unknown === 0 ? '' : fill(words.unknownLines, count(statistic.unknown)),
          ];
    const parts = [...colors, source, head.machine];
    this.#scale.textContent = parts.filter((text) => text !== '').join(' · ');
    this.#scale.title = head.modelTitle;
  }

  /** Says how much is shown. */
  tell(model: EnergyMapModel, shown: ShownLines, { isEarlier }: { readonly isEarlier: boolean }): void {
    const words = this.#words;
    const { picture, colored } = model;
    const isPart = !picture.head.isComplete && picture.paths.length > 0;
    this.#facts.textContent = [
      totalText(model, words),
      fill(words.counts, count(picture.paths.length), count(picture.heat.length)),
      shown.count === colored ? '' : fill(words.shown, count(shown.count), count(colored)),
      isPart ? words.reading : '',
      isEarlier && !isPart ? words.earlier : '',
      picture.isFirstPart === true ? words.readingEnergies : '',
    ]
      .filter((text) => text !== '')
      .join(' · ');
  }

  /** Shows all colors again. */
  reset(): void {
    this.#from.value = '0';
    this.#to.value = this.#to.max;
    this.#showBrush();
  }

  #describeEnds(statistic: ShownStatistic): void {
    const isOfGroups = statistic.name === 'group';
    const textOf = (value: number): string =>
      isOfGroups || Number.isNaN(value) ? '' : statisticText(statistic, value);
    const ends = {
      executions: [Math.min(1, statistic.most), statistic.most],
      measured: [0, 1],
      group: [0, 0],
      age: [statistic.least, statistic.most],
    } as const;
    const [cold, hot] = ends[statistic.name];
    for (const [end, value] of [
      [this.#cold, cold],
      [this.#hot, hot],
    ] as const) {
      // prettier-ignore
      end.textContent = textOf(value);
      end.title = '';
    }
  }

  #showBrush(): void {
    const most = Math.max(1, Number(this.#from.max));
    this.#ramp.style.setProperty('--from', String(this.brush.from / most));
    this.#ramp.style.setProperty('--to', String(this.brush.to / most));
  }

  #listen(moved: HTMLInputElement, other: HTMLInputElement, brushed: () => void): void {
    moved.addEventListener('input', () => {
      // One end pushes the other: there is always a color between.
      if (this.brush.from > this.brush.to) other.value = moved.value;
      this.#showBrush();
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        brushed();
      });
    });
  }
}

/** The strongest color of a change, with its sign and its word. */
function describeChange(words: EnergyMapWords, palette: readonly Rgb[], change: Change): HTMLElement {
  const steps = palette.length;
  const last = Math.max(0, (steps - 3) / 2 - 1);
  const color = palette[stepOfChange(change, last, steps)];
  return makeSwatch(color, `${CHANGE_SIGNS[change]} ${words.changes[change]}`);
}

function makeSwatch(color: Rgb | undefined, text: string): HTMLElement {
  const swatch = make('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.background = toCss(color ?? unknownColor);
  return make('span', { class: 'change' }, swatch, text);
}

function totalText(model: EnergyMapModel, words: EnergyMapWords): string {
  const { head } = model.picture;
  if (head.comparison === undefined)
    return model.colored > 0 && model.picture.isFirstPart !== true ? energyText(model, model.total) : '';
  const [before, after] = head.comparison.totals;
  return fill(words.beforeAfter, amountText(head, before), amountText(head, after));
}

function gradient(colors: readonly Rgb[]): string {
  return `linear-gradient(to right, ${colors.map((color) => toCss(color)).join(', ')})`;
}

/** The gradients of a diverging scale: less energy above, more energy below, the greater change to the right. */
function twoGradients(palette: readonly Rgb[]): string {
  const half = (change: Change, end: Change): readonly Rgb[] =>
    palette.filter((_, step) => ['same', change, end].includes(changeOfStep(step, palette.length)));
  return [
    `${gradient(half('lessEnergy', 'gone'))} top / 100% 50% no-repeat`,
    `${gradient(half('moreEnergy', 'new'))} bottom / 100% 50% no-repeat`,
  ].join(', ');
}

function makeRange(label: string): HTMLInputElement {
  return make('input', { type: 'range', min: '0', max: '0', value: '0', step: '1', 'aria-label': label });
}
