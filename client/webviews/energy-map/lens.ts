/**
 * The reading lens: the code around a line, with the line's energy and what it consists of, beside the pointer or the
 * line that the keyboard is at. Sits in the page of the energy map; an element, so that it can be read aloud and selected.
 */
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';
import { stepOf } from '../../../server/src/pages/picture';
import { make } from '../dom';
import { isolateFromRight } from '../../../server/src/base/split-words';
import { fill } from '../texts';
import { mix, toCss } from '../../../server/src/words/color';
import type { LinePlace } from './columns-state';
import type { Screen } from './layout';
import {
  absolutePath,
  energyWords,
  factsOf,
  lineOf,
  methodAt,
  sharesOf,
  type EnergyMapModel,
  type LineFacts,
} from './model';
import { valueWords } from './statistics';
import { expandTabs, type Texts } from './texts';
import { colorsIn, readableTint, type Theme } from './grounds';

/** Lines above and below. */
const AROUND = 4;
/** Pixels from what it is about. */
const GAP = 18;
/** Operations that are named. */
const NAMED = 6;

export class Lens {
  readonly element = make('div', { class: 'lens', hidden: '' });
  readonly #words: EnergyMapWords;
  readonly #texts: Texts;
  readonly #theme: () => Theme;
  /** Shows the same once more; undefined while there is no line. */
  #again: (() => void) | undefined;

  constructor(words: EnergyMapWords, texts: Texts, theme: () => Theme) {
    this.#words = words;
    this.#texts = texts;
    this.#theme = theme;
  }

  /** Shows a line beside a pixel. A title stands above all else. */
  show(
    model: EnergyMapModel,
    place: LinePlace,
    px: number,
    py: number,
    screen: Screen,
    title?: string,
  ): void {
    this.#again = (): void => {
      this.element.replaceChildren(...this.#describe(model, place, title));
      this.#place(px, py, screen);
    };
    this.#again();
  }

  /** Shows words alone. */
  tell(text: string, px: number, py: number, screen: Screen): void {
    this.#again = undefined;
    this.element.replaceChildren(make('div', { class: 'method' }, text));
    this.#place(px, py, screen);
  }

  hide(): void {
    this.#again = undefined;
    this.element.hidden = true;
  }

  /** Shows the line anew, since texts have come. */
  refresh(): void {
    this.#again?.();
  }

  #describe(model: EnergyMapModel, { file, line }: LinePlace, title: string | undefined): HTMLElement[] {
    const { picture } = model;
    const facts = factsOf(model, file, lineOf(model, file, line));
    const method = methodAt(model, file, line);
    const named = facts.operations.slice(0, NAMED).join(', ');
    const operations = facts.operations.length > NAMED ? `${named}, …` : named;
    return [
      ...(title === undefined ? [] : [make('div', { class: 'title' }, title)]),
      make('div', { class: 'where' }, `${picture.paths[file] ?? ''}:${line + 1}`),
      ...(method < 0 || title !== undefined
        ? []
        : [make('div', { class: 'method' }, picture.methodNames[method] ?? '')]),
      ...this.#describeEnergy(model, facts, lineOf(model, file, line)),
      this.#makeCode(model, file, line),
      ...(operations === '' ? [] : [make('div', { class: 'operations' }, operations)]),
    ];
  }

  #describeEnergy(model: EnergyMapModel, facts: LineFacts, line: number): HTMLElement[] {
    const words = this.#words;
    const value = valueWords(model, line, words);
    if (facts.isNone) return [make('div', { class: 'energy none' }, words.noEnergy)];
    const swatch = make('span', { class: 'swatch' });
    const color = colorsIn(model, this.#theme())[facts.step - 1];
    if (color !== undefined) swatch.style.background = toCss(color);
    const { change, shareOfAll, shareOfFile } = facts;
    const shares =
      change === undefined
        ? [
            make('span', {}, fill(words.ofFile, shareOfFile)),
            make('span', {}, fill(sharesOf(model, words).figure, shareOfAll)),
            ...(facts.step === 0 || value !== undefined
              ? []
              : [
                  make(
                    'span',
                    { class: 'step' },
                    fill(words.step, facts.step, model.picture.head.palette.length),
                  ),
                ]),
          ]
        : [
            make('span', {}, fill(words.beforeAfter, change.before, change.after)),
            make('span', {}, fill(words.ofChange, shareOfAll)),
          ];
    const energy = make('strong', {}, energyWords(facts, words));
    return [
      make('div', { class: 'energy' }, swatch, energy, ...shares),
      ...(value === undefined ? [] : [make('div', { class: 'note' }, value)]),
      ...(facts.isUnmodeled ? [make('div', { class: 'note' }, words.unmodeled)] : []),
    ];
  }

  #makeCode(model: EnergyMapModel, file: number, line: number): HTMLElement {
    const { picture } = model;
    const palette = colorsIn(model, this.#theme());
    const amount = readableTint(this.#theme(), palette);
    const lines = this.#texts.of(absolutePath(model, file));
    if (lines === null) return make('p', { class: 'note' }, this.#words.gone);
    const count = (picture.fileStart[file + 1] ?? 0) - (picture.fileStart[file] ?? 0);
    const block = make('div', { class: 'code' });
    for (let at = Math.max(0, line - AROUND); at <= Math.min(count - 1, line + AROUND); at++) {
      const color = palette[stepOf(picture.heat[lineOf(model, file, at)] ?? 0)];
      const bar = make('span', { class: 'bar' });
      const row = make(
        'div',
        { class: at === line ? 'row here' : 'row' },
        make('span', { class: 'number' }, String(at + 1)),
        bar,
        make('code', {}, lines ? isolateFromRight(expandTabs(lines[at] ?? '').slice(0, 110)) : '…'),
      );
      if (color !== undefined) {
        bar.style.background = toCss(color);
        row.style.background = toCss(mix(this.#theme().paper, color, at === line ? amount : amount / 2));
      }
      block.append(row);
    }
    if (lines !== undefined && lines.length !== count)
      block.append(make('p', { class: 'note' }, this.#words.changed));
    return block;
  }

  #place(px: number, py: number, screen: Screen): void {
    const { element } = this;
    element.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = element;
    const isRight = px + GAP + width <= screen.width;
    const isBeside = isRight || px - GAP - width >= 0;
    const left = isRight ? px + GAP : px - GAP - width;
    // Where there is no room beside the line, above or below it.
    const isBelow = py + GAP + height <= screen.height || py < screen.height / 2;
    const over = isBelow ? py + GAP : py - GAP - height;
    const top = isBeside ? Math.min(Math.max(6, py - height / 3), screen.height - height - 6) : over;
    element.style.left = `${Math.max(6, left)}px`;
    element.style.top = `${Math.max(6, top)}px`;
  }
}
