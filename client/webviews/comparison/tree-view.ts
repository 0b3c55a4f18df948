/**
 * The tree of what a task does in A and in B, side by side: matched calls share one row, and a side that has
 * nothing has an empty place. Sits in the page of a comparison, over `tree-rows`. Rows open and close by
 * pointer and keys.
 */
import { at } from '../../../server/src/base/check';
import { make, makeButton } from '../dom';
import { fill } from '../texts';
import type { ComparisonFigures } from './figures';
import type { OpenRow } from './flame-view';
import { isOn, nameOfMethod, type ComparisonModel, type ListedTask } from './model';
import { followKeys, isPlain } from '../rows';
import { listFacts } from './task-facts';
import {
  hasChildren,
  listRows,
  makeTreeRow,
  openTree,
  showAllOf,
  toggleRow,
  type TreeRow,
  type TreeState,
} from './tree-rows';

interface TreeEvents {
  readonly open: OpenRow;
  readonly showInFlame: (row: number) => void;
}

export class TreeView {
  readonly element: HTMLElement;
  readonly #model: ComparisonModel;
  readonly #figures: ComparisonFigures;
  readonly #events: TreeEvents;
  readonly #title: HTMLElement;
  readonly #flame: HTMLElement;
  readonly #details = make('dl', { class: 'details' });
  readonly #body = make('div', { role: 'rowgroup' });
  readonly #grid: HTMLElement;
  readonly #scroll: HTMLElement;
  readonly #keys: ReturnType<typeof followKeys>;
  #task: ListedTask | undefined;
  #state: TreeState = { root: -1, open: new Set(), whole: new Set() };
  #rows: readonly TreeRow[] = [];

  constructor(model: ComparisonModel, figures: ComparisonFigures, events: TreeEvents) {
    const { words } = model.page.head;
    this.#model = model;
    this.#figures = figures;
    this.#events = events;
    this.#title = make('h2', {}, words.chooseTask);
    this.#flame = makeButton(words.showInFlame, () => {
      events.showInFlame(this.#state.root);
    });
    this.#grid = makeGrid(
      model,
      events.open === undefined ? words.treeKeysAlone : words.treeKeys,
      this.#body,
    );
    this.#scroll = make('div', { class: 'scroll' }, this.#grid);
    const tools = make('div', { class: 'tools' }, this.#title, this.#flame);
    const parts = [tools, this.#details, this.#scroll];
    this.element = make('section', { class: 'tree', 'aria-label': words.treeOf }, ...parts);
    this.#flame.hidden = true;
    this.#grid.hidden = true;
    this.#keys = followKeys(this.#body, { press: (index, event) => this.#press(index, event) });
  }

  show(task: ListedTask): void {
    if (task === this.#task) return;
    this.#task = task;
    const { page } = this.#model;
    this.#details.replaceChildren(
      ...listFacts(this.#model, task, this.#figures).map(({ name, hint, value }) =>
        make('div', hint === undefined ? {} : { title: hint }, make('dt', {}, name), make('dd', {}, value)),
      ),
    );
    const method = at(page.rowMethod, task.row);
    this.#title.textContent =
      method < 0 ? page.head.words.inAll : nameOfMethod(page, method).replace(/^\*\./, '');
    this.#flame.hidden = false;
    this.#grid.hidden = false;
    this.#become(openTree(this.#model, task.row));
    this.#scroll.scrollTop = 0;
  }

  /** Draws another state. Tab then reaches its first row. */
  #become(state: TreeState): void {
    this.#state = state;
    this.#rows = listRows(this.#model, state);
    this.#body.replaceChildren(...this.#rows.map((row, place) => this.#makeRow(row, place)));
    this.#keys.select(0);
  }

  #toggle(index: number): void {
    this.#become(toggleRow(this.#state, at(this.#rows, index).row));
    this.#keys.go(index);
  }

  #showAll(row: number): void {
    const { current } = this.#keys;
    const next = showAllOf(this.#model, this.#state, row);
    if (next === this.#state) return;
    this.#become(next);
    this.#keys.go(current);
  }

  #press(index: number, event: KeyboardEvent): boolean {
    const tree = this.#rows[index];
    if (tree === undefined || !isPlain(event)) return false;
    const { row, more } = tree;
    const { key, shiftKey } = event;
    if (key === 'Enter') {
      if (more !== undefined) this.#showAll(row);
      else this.#events.open?.(row, shiftKey || !isOn(this.#model, 'b', row) ? 'a' : 'b');
      return true;
    }
    if (more !== undefined) return false;
    const canOpen = hasChildren(this.#model, row);
    const isOpen = this.#state.open.has(row);
    if (key === 'ArrowRight' && canOpen && isOpen) this.#keys.go(index + 1);
    else if ((key === 'ArrowRight' && canOpen) || (key === 'ArrowLeft' && isOpen)) this.#toggle(index);
    else if (key === 'ArrowLeft') {
      const above = this.#rows.slice(0, index).findLastIndex(({ level }) => level < tree.level);
      if (above >= 0) this.#keys.go(above);
    } else if (key === ' ' && canOpen) this.#toggle(index);
    else return key === ' ';
    return true;
  }

  #makeRow(tree: TreeRow, index: number): HTMLElement {
    const model = this.#model;
    const { row, more } = tree;
    const made = makeTreeRow({ model, figures: this.#figures, state: this.#state }, tree);
    made.addEventListener('click', () => {
      if (more !== undefined) this.#showAll(row);
      else if (hasChildren(model, row)) this.#toggle(index);
      else this.#keys.go(index);
    });
    if (more === undefined)
      made.addEventListener('dblclick', ({ target }) => {
        const side = target instanceof Element && target.closest('.a') !== null ? 'a' : 'b';
        this.#events.open?.(row, isOn(model, side, row) ? side : side === 'a' ? 'b' : 'a');
      });
    return made;
  }
}

function makeGrid({ page }: ComparisonModel, keysHint: string, body: HTMLElement): HTMLElement {
  const { words, names } = page.head;
  const titles = [fill(words.aSide, names[0]), fill(words.bSide, names[1]), words.difference, words.change];
  const cells = titles.map((text) => make('div', { role: 'columnheader' }, text));
  return make(
    'div',
    { role: 'treegrid', class: 'trees', 'aria-label': words.treeOf, 'aria-description': keysHint },
    make('div', { role: 'rowgroup' }, make('div', { role: 'row', class: 'head' }, ...cells)),
    body,
  );
}
