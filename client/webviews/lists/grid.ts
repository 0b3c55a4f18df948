/** Rows of a list, walked by keys: Enter opens one, Ctrl+C copies it. */
import type { HotListName, HotListOrder, HotListPage, HotRow } from '../../../server/src/protocol/hot-lists';
import type { ListsWords } from '../../../server/src/pages/lists-words';
import { make, makeCell, makeColumnHeads, replaceButtons } from '../dom';
import { readColor, toCss } from '../../../server/src/words/color';
import { strengthAt } from '../../../server/src/words/looks';
import { isolateFromRight } from '../../../server/src/base/split-words';
import { followKeys } from '../rows';
import { makeStack } from './stacks';

interface GridEvents {
  readonly open: (row: HotRow, keepsFocus: boolean) => void;
  readonly copy: (index: number) => void;
  readonly sort: (order: HotListOrder) => void;
}

export interface Sorting {
  readonly list: HotListName;
  readonly order: HotListOrder;
  readonly isAscending: boolean;
}

const COLUMNS = ['name', 'energy', 'share', 'executions'] as const;

export class Grid {
  readonly element: HTMLElement;
  readonly #words: ListsWords;
  readonly #events: GridEvents;
  readonly #head = make('div', { role: 'row', class: 'head' });
  readonly #body = make('div', { role: 'rowgroup', class: 'body' });
  readonly #walked: ReturnType<typeof followKeys>;
  #rows: readonly HotRow[] = [];
  #marked: Partial<Pick<HotRow, 'path' | 'line'>> = {};

  constructor(words: ListsWords, events: GridEvents) {
    this.#words = words;
    this.#events = events;
    this.element = make(
      'div',
      { role: 'grid', class: 'grid', 'aria-label': words.title, 'aria-description': words.keys },
      make('div', { role: 'rowgroup' }, this.#head),
      this.#body,
    );
    this.#walked = followKeys(this.#body, { press: (index, event) => this.#press(index, event) });
  }

  get rows(): readonly HotRow[] {
    return this.#rows;
  }

  /** Shows a page of rows in the place of all rows, or after them. */
  show(page: HotListPage, sorting: Sorting, isMore: boolean): void {
    const body = this.#body;
    const before = this.#rows[this.#walked.current];
    const hadFocus = body.contains(document.activeElement);
    this.#fillHead(sorting, page);
    const first = isMore ? this.#rows.length : 0;
    const made = page.rows.map((row, index) => this.#makeRow(row, first + index, page, sorting.list));
    this.#rows = isMore ? [...this.#rows, ...page.rows] : page.rows;
    if (isMore) body.append(...made);
    else body.replaceChildren(...made);
    this.element.setAttribute('aria-rowcount', String(page.found + 1));
    this.element.hidden = this.#rows.length === 0;
    const same = this.#rows.findIndex(
      ({ path, line, name }) => path === before?.path && line === before.line && name === before.name,
    );
    if (hadFocus && same >= 0) this.#walked.go(same);
    else this.#walked.select(Math.max(0, same));
    this.#paintMark();
  }

  /** Marks the row of a line, if it is on the page, and goes on marking it when rows are listed anew. */
  mark(path: string, line: number): void {
    this.#marked = { path, line };
    const index = this.#paintMark();
    if (index < 0) return;
    this.#walked.select(index);
    this.#body.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  #paintMark(): number {
    for (const each of this.#body.children) each.removeAttribute('aria-current');
    const { path, line } = this.#marked;
    const index = this.#rows.findIndex((row) => row.path === path && row.line === line);
    this.#body.children[index]?.setAttribute('aria-current', 'true');
    return index;
  }

  #press(index: number, event: KeyboardEvent): boolean {
    const row = this.#rows[index];
    if (event.key === 'Enter' && row !== undefined) this.#events.open(row, event.altKey);
    else if (event.key === ' ' && row !== undefined) this.#events.open(row, true);
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey)) {
      // Words that were selected on the page are copied as they are.
      if (getSelection()?.isCollapsed === false) return false;
      this.#events.copy(index);
    } else return false;
    return true;
  }

  #fillHead(
    { list, order, isAscending }: Sorting,
    { sharesOf, unit }: Pick<HotListPage, 'sharesOf' | 'unit'>,
  ): void {
    const { names, amounts, shares, executions, sort } = this.#words;
    // A share is an energy: both are in the same order, which one of them is marked with. Lines have no names of their own: they are sorted by their places.
    const orders = { name: list === 'lines' ? 'place' : 'name', energy: 'energy', share: 'energy', executions: 'executions' } as const; // prettier-ignore
    const isSorted = (column: keyof typeof orders): boolean =>
      column === order || (column === 'name' && order === 'place');
    const titles = { name: names[list], energy: amounts[unit], share: shares[sharesOf], executions };
    const heads = makeColumnHeads(COLUMNS, titles, sort, { isSorted, isAscending }, (column) => {
      this.#events.sort(orders[column]);
    });
    replaceButtons(this.#head, ...heads);
  }

  #makeRow(row: HotRow, index: number, { groups, palette }: HotListPage, list: HotListName): HTMLElement {
    const isLine = list === 'lines';
    const title = isLine ? row.text || row.name : (row.words ?? row.name);
    // A narrow view cuts off the end: the file and the line stand before the names, and the folder last.
    const slash = row.place.lastIndexOf('/');
    const [folder, file] = [row.place.slice(0, Math.max(0, slash)), row.place.slice(slash + 1)];
    const second = [file, isLine ? row.name : row.text, folder].filter((text) => text !== '').join(' · ');
    const energy = makeCell(
      'energy',
      make('span', { class: 'figure' }, `${row.isLowerBound ? '≥ ' : ''}${row.energyText}`),
      make('span', { class: 'interval' }, row.intervalText),
      ...(row.components ?? []).map(({ name, energyText }) =>
        make('span', { class: 'component' }, `${name} ${energyText}`),
      ),
    );
    if (row.isLowerBound) energy.title = this.#words.atLeast;
    const made = make(
      'div',
      {
        role: 'row',
        class: 'row',
        tabindex: '-1',
        'aria-rowindex': String(index + 2),
        title: `${title}\n${second}`,
      },
      makeCell(
        'name',
        make('span', { class: isLine ? 'code' : '' }, isolateFromRight(title)),
        make('span', { class: 'place' }, second),
        ...(row.groups === undefined ? [] : [makeStack(groups, row.groups)]),
      ),
      energy,
      makeCell('share', row.shareText),
      makeCell('executions', row.executionsText),
    );
    paintHeat(made, row, palette);
    made.addEventListener('click', () => {
      this.#walked.select(index);
      this.#events.open(row, true);
    });
    made.addEventListener('dblclick', () => {
      this.#events.open(row, false);
    });
    return made;
  }
}

/** The row's bar has the color of its energy, as faint as the editor shows it; the style of the page draws it. */
function paintHeat(row: HTMLElement, { step }: HotRow, palette: readonly string[]): void {
  const color = step === null ? undefined : readColor(palette[step] ?? '');
  if (step === null || color === undefined) return;
  row.style.setProperty('--heat', toCss(color));
  row.style.setProperty('--strength', `${100 * strengthAt(step / Math.max(1, palette.length - 1))}%`);
}
