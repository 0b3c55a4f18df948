/**
 * The view of the differential flame graph: pointer and keys change its state, and its words say what they are at. Sits
 * in the page of a comparison, over `flame` and `flame-painter`.
 */
import { type Change } from '../../../server/src/pages/changes';
import { at } from '../../../server/src/base/check';
import { rowsUp } from '../../../server/src/base/context-tree';
import { make, makeLayer, replaceButtons, makeTrail } from '../dom';
import { rowAt } from '../boxes';
import { isPlain } from '../rows';
import type { ComparisonFigures } from './figures';
import { makeMark } from './marks';
import {
  boxAfterKey,
  emptyFlame,
  heightOf,
  resizeFlame,
  rowAbove,
  zoomFlame,
  type FlameBox,
  type FlameState,
} from './flame';
import { paintFlame } from './flame-painter';
import {
  changeOfRow,
  differenceOfRow,
  energyOnSide,
  leastOfRow,
  hasOtherCalls,
  isOn,
  nameOfRow,
  shortName,
  type ComparisonModel,
  type Side,
} from './model';

/** Opens the code of a row; undefined on a page that stands alone. */
export type OpenRow = ((row: number, side: Side) => void) | undefined;

const LEGEND: readonly Change[] = ['lessEnergy', 'moreEnergy', 'same', 'gone', 'new'];

export class FlameView {
  readonly element: HTMLElement;
  readonly #model: ComparisonModel;
  readonly #figures: ComparisonFigures;
  readonly #open: OpenRow;
  readonly #keysHint: string;
  readonly #layer = makeLayer('flame');
  readonly #stage: HTMLElement;
  readonly #scroll: HTMLElement;
  readonly #trail: HTMLElement;
  readonly #told = make('p', { class: 'told', role: 'status', 'aria-live': 'polite' });
  #state: FlameState = emptyFlame;
  #pointed: FlameBox | undefined;

  constructor(model: ComparisonModel, figures: ComparisonFigures, open: OpenRow) {
    const { words } = model.page.head;
    this.#model = model;
    this.#figures = figures;
    this.#open = open;
    this.#keysHint = open === undefined ? words.flameKeysAlone : words.flameKeys;
    const label = `${words.flame}. ${this.#keysHint}`;
    this.#stage = make('div', { class: 'stage', tabindex: '0', role: 'application', 'aria-label': label });
    this.#stage.append(this.#layer.canvas);
    this.#scroll = make('div', { class: 'scroll' }, this.#stage);
    this.#trail = make('nav', { class: 'trail', 'aria-label': words.flame });
    const legend = make(
      'p',
      { class: 'legend' },
      ...LEGEND.map((change) => makeMark(figures, change)),
      make('span', {}, words.flameLegend),
      make('span', {}, open === undefined ? words.flameMergedAlone : words.flameMerged),
    );
    const parts = [this.#trail, this.#scroll, this.#told, legend];
    this.element = make('section', { class: 'flame-view', 'aria-label': words.flame }, ...parts);
    this.#listen();
  }

  /** Lays the graph out anew: it has come into sight, or has another size or other colors. */
  draw(): void {
    const width = this.#scroll.clientWidth;
    if (width > 0) this.#lay(resizeFlame(this.#model, this.#state, width));
  }

  zoomTo(row: number): void {
    const width = this.#scroll.clientWidth;
    this.#state = { ...this.#state, root: row };
    if (width > 0) this.#lay(zoomFlame(this.#model, { ...this.#state, width }, row));
    this.#scroll.scrollTop = 0;
  }

  #lay(state: FlameState): void {
    this.#state = state;
    const { canvas } = this.#layer;
    const { width } = state;
    const height = heightOf(state);
    const ratio = devicePixelRatio || 1;
    this.#stage.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    this.#drawTrail();
    this.#show(state.chosen);
  }

  /** Marks a box and says what it is. */
  #show(chosen: FlameBox | undefined): void {
    this.#state = { ...this.#state, chosen };
    paintFlame(this.#layer.context, this.#model, this.#state, this.element);
    this.#tell(chosen);
  }

  #choose(chosen: FlameBox): void {
    this.#show(chosen);
    const scroll = this.#scroll;
    if (chosen.y0 < scroll.scrollTop) scroll.scrollTop = chosen.y0;
    if (chosen.y1 > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = chosen.y1 - scroll.clientHeight;
  }

  #tell(box: FlameBox | undefined): void {
    this.#told.textContent =
      box === undefined ? this.#keysHint : describeRow(this.#model, this.#figures, box.row);
  }

  #drawTrail(): void {
    const model = this.#model;
    const rows = rowsUp(model.page.rowParent, this.#state.root).reverse();
    const names = rows.map((row) => nameOfRow(model, row));
    const steps = makeTrail(['⌂', ...names.map(shortName)], (step) => {
      this.zoomTo(step === 0 ? 0 : at(rows, step - 1));
    });
    for (const [step, button] of steps.entries())
      button.setAttribute('aria-label', step === 0 ? model.page.head.words.inAll : at(names, step - 1));
    replaceButtons(this.#trail, ...steps);
  }

  #press({ key, shiftKey }: KeyboardEvent): boolean {
    const { chosen } = this.#state;
    const next = boxAfterKey(this.#state, key);
    if (next !== undefined) this.#choose(next);
    else if (key === '+' && chosen !== undefined) this.zoomTo(chosen.row);
    else if (key === '-' || key === 'Backspace') this.zoomTo(rowAbove(this.#model, this.#state));
    else if (key === 'Escape') this.zoomTo(0);
    else if (key === 'Enter' && chosen !== undefined) this.#open?.(chosen.row, shiftKey ? 'a' : 'b');
    else return false;
    return true;
  }

  #listen(): void {
    const under = ({ offsetX, offsetY }: MouseEvent): FlameBox | undefined =>
      this.#state.box && rowAt(this.#state.box, offsetX, offsetY);
    this.#stage.addEventListener('keydown', (event) => {
      if (!isPlain(event) || this.#state.box === undefined) return;
      if (this.#press(event)) event.preventDefault();
    });
    this.#stage.addEventListener('pointermove', (event) => {
      const box = under(event);
      if (box === this.#pointed) return;
      this.#pointed = box;
      this.#tell(box ?? this.#state.chosen);
    });
    this.#stage.addEventListener('pointerleave', () => {
      this.#pointed = undefined;
      this.#tell(this.#state.chosen);
    });
    this.#stage.addEventListener('click', (event) => {
      const box = under(event);
      if (box === undefined) return;
      this.zoomTo(box.row === this.#state.root ? rowAbove(this.#model, this.#state) : box.row);
    });
  }
}

/** "Work.run · ▲ more energy · A 1 mJ, B 2 mJ, +1 mJ (+100 %) · Calls 3" */
function describeRow(model: ComparisonModel, figures: ComparisonFigures, row: number): string {
  const { words } = model.page.head;
  const [a, b] = [energyOnSide(model, 'a', row), energyOnSide(model, 'b', row)];
  const isLeast = leastOfRow(model, row);
  const [inA, inB] = [isOn(model, 'a', row), isOn(model, 'b', row)];
  const [energyA, energyB] = [
    inA ? figures.energyOrMore(a, isLeast[0]) : '–',
    inB ? figures.energyOrMore(b, isLeast[1]) : '–',
  ];
  const share = figures.share(differenceOfRow(model, row), a);
  const difference = `${figures.difference(a, b, isLeast)}${share === '' ? '' : ` (${share})`}`;
  const calls = figures.calls(at(model.page.rowCallsA, row), at(model.page.rowCallsB, row), inA, inB);
  return [
    row === 0 ? words.inAll : nameOfRow(model, row),
    figures.change(changeOfRow(model, row)),
    [`${words.energyA} ${energyA}`, `${words.energyB} ${energyB}`, difference]
      .filter((each) => each !== '')
      .join(', '),
    ...(row === 0 ? [] : [`${words.calls} ${calls}`]),
    ...(hasOtherCalls(model, row) ? [`≠ ${words.otherCalls}`] : []),
  ].join(' · ');
}
