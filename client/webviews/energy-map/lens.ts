/**
 * The reading lens: the code around a line, with the line's energy and what it consists of, beside the pointer or the
 * line that the keyboard is at. Sits in the page of the energy map; an element, so that it can be read aloud and selected.
 */
import type { Screen } from './layout';
import { make } from '../dom';
import { fill } from '../texts';
import { absolutePath, energyWords, factsOf, lineOf, methodAt, type EnergyMapModel } from './model';
import { expandTabs, type Texts } from './texts';
import { stepOf } from '../../../server/src/pages/picture';
import { css, mix } from './colors';
import type { Theme } from './theme';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

export interface Lens {
  readonly element: HTMLElement;
  show(
    model: EnergyMapModel,
    at: { readonly file: number; readonly line: number },
    px: number,
    py: number,
    screen: Screen,
    /** The text of a line above all else. */
    title?: string,
  ): void;
  /** Words alone. */
  tell(text: string, px: number, py: number, screen: Screen): void;
  hide(): void;
  /** Anew, where texts have come. */
  refresh(): void;
}

/** Lines above and below. */
const AROUND = 4;
/** Pixels from what it is about. */
const GAP = 18;

export function createLens(words: EnergyMapWords, texts: Texts, theme: () => Theme): Lens {
  const element = make('div', { class: 'lens', hidden: '' });
  let last: (() => void) | undefined;

  function code(model: EnergyMapModel, file: number, line: number): HTMLElement {
    const lines = texts.of(absolutePath(model, file));
    const { picture, palette } = model;
    const rows: HTMLElement[] = [];
    const count = (picture.fileStart[file + 1] ?? 0) - (picture.fileStart[file] ?? 0);
    for (let at = Math.max(0, line - AROUND); at <= Math.min(count - 1, line + AROUND); at++) {
      const step = stepOf(picture.heat[lineOf(model, file, at)] ?? 0);
      const color = palette[step];
      const row = make(
        'div',
        { class: at === line ? 'row here' : 'row' },
        make('span', { class: 'number' }, String(at + 1)),
        make('span', { class: 'bar' }),
        make('code', {}, lines ? expandTabs(lines[at] ?? '').slice(0, 110) : '…'),
      );
      const bar = row.children[1] as HTMLElement;
      if (color !== undefined) {
        bar.style.background = css(color);
        row.style.background = css(mix(theme().paper, color, at === line ? 0.42 : 0.2));
      }
      rows.push(row);
    }
    const block = make('div', { class: 'code' }, ...rows);
    if (lines === null) return make('p', { class: 'note' }, words.gone);
    if (lines !== undefined && lines.length !== count)
      block.append(make('p', { class: 'note' }, words.changed));
    return block;
  }

  function fillWith(model: EnergyMapModel, file: number, line: number, title: string | undefined): void {
    const { picture } = model;
    const all = lineOf(model, file, line);
    const facts = factsOf(model, file, all);
    const method = methodAt(model, file, line);
    const steps = picture.head.palette.length;
    const parts: HTMLElement[] = [
      ...(title === undefined ? [] : [make('div', { class: 'title' }, title)]),
      make('div', { class: 'where' }, `${picture.paths[file] ?? ''}:${line + 1}`),
      ...(method < 0 || title !== undefined
        ? []
        : [make('div', { class: 'method' }, picture.methodNames[method] ?? '')]),
    ];
    if (facts.step > 0) {
      const swatch = make('span', { class: 'swatch' });
      swatch.style.background = css(model.palette[facts.step - 1] ?? [128, 128, 128]);
      parts.push(
        make(
          'div',
          { class: 'energy' },
          swatch,
          make('strong', {}, energyWords(facts, words)),
          ...(facts.change === undefined
            ? [
                make('span', {}, fill(words.ofFile, facts.shareOfFile)),
                make('span', {}, fill(words.ofAll, facts.shareOfAll)),
                make('span', { class: 'step' }, fill(words.step, facts.step, steps)),
              ]
            : [
                make('span', {}, fill(words.beforeAfter, facts.change.before, facts.change.after)),
                make('span', {}, fill(words.ofChange, facts.shareOfAll)),
              ]),
        ),
      );
      if (facts.isUnpriced) parts.push(make('div', { class: 'note' }, words.unpriced));
    } else parts.push(make('div', { class: 'energy none' }, words.noEnergy));
    parts.push(code(model, file, line));
    if (facts.operations.length > 0) {
      const shown = facts.operations.slice(0, 6).join(', ');
      parts.push(make('div', { class: 'operations' }, shown + (facts.operations.length > 6 ? ', …' : '')));
    }
    element.replaceChildren(...parts);
  }

  function place(px: number, py: number, screen: Screen): void {
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

  return {
    element,
    show(model, { file, line }, px, py, screen, title) {
      last = (): void => {
        fillWith(model, file, line, title);
        place(px, py, screen);
      };
      last();
    },
    tell(text, px, py, screen) {
      last = undefined;
      element.replaceChildren(make('div', { class: 'method' }, text));
      place(px, py, screen);
    },
    hide() {
      last = undefined;
      element.hidden = true;
    },
    refresh() {
      last?.();
    },
  };
}
