/**
 * Rows of a list, walked by keys: Enter opens one, Ctrl+C copies it. Sits in the page of the lists.
 */
import type { HotListName, HotListOrder, HotListPage, HotRow } from '../../../server/src/protocol/hot-lists';
import { make, replaceButtons } from '../dom';
import { followKeys } from '../rows';
import { makeStack } from './stacks';
import type { ListsWords } from '../../../server/src/pages/lists-words';

export interface GridEvents {
  readonly open: (row: HotRow, keepsFocus: boolean) => void;
  readonly copy: (index: number) => void;
  readonly sort: (order: HotListOrder) => void;
}

export interface Sorting {
  readonly list: HotListName;
  readonly order: HotListOrder;
  readonly isAscending: boolean;
}

export interface Grid {
  readonly element: HTMLElement;
  readonly rows: readonly HotRow[];
  /** Shows a page of rows in the place of all rows, or after them. */
  show(page: HotListPage, sorting: Sorting, isMore: boolean): void;
  /** Marks the row of a line, if it is on the page. */
  mark(path: string, line: number): void;
}

const ORDERS = ['name', 'energy', 'share', 'executions'] as const;

export function createGrid(words: ListsWords, events: GridEvents): Grid {
  const head = make('div', { role: 'row', class: 'head' });
  const body = make('div', { role: 'rowgroup', class: 'body' });
  const element = make(
    'div',
    { role: 'grid', class: 'grid', 'aria-label': words.title, 'aria-description': words.keys },
    make('div', { role: 'rowgroup' }, head),
    body,
  );
  let rows: readonly HotRow[] = [];
  const walked = followKeys(body, {
    press(index, event) {
      const row = rows[index];
      if (event.key === 'Enter' && row !== undefined) events.open(row, event.altKey);
      else if (event.key === ' ' && row !== undefined) events.open(row, true);
      else if (event.key === 'c' && (event.ctrlKey || event.metaKey)) {
        // Words that were selected on the page are copied as they are.
        if (getSelection()?.isCollapsed === false) return false;
        events.copy(index);
      } else return false;
      return true;
    },
  });

  function fillHead({ list, order, isAscending }: Sorting): void {
    const titles = {
      name: words.names[list],
      energy: words.energy,
      share: words.share,
      executions: words.executions,
    };
    const cells = ORDERS.map((column) => {
      // A share is an energy: both are in the same order.
      const by = column === 'share' ? 'energy' : column;
      const isSorted = by === order || (column === 'name' && order === 'place');
      const direction = isSorted ? (isAscending ? 'ascending' : 'descending') : 'none';
      const arrow = isSorted ? (isAscending ? ' ▲' : ' ▼') : '';
      const button = make('button', { type: 'button', title: words.sort }, titles[column]);
      button.append(make('span', { 'aria-hidden': 'true' }, arrow));
      button.addEventListener('click', () => {
        // Lines have no names of their own: they are sorted by their places.
        events.sort(column === 'name' && list === 'lines' ? 'place' : by);
      });
      return make('div', { role: 'columnheader', class: column, 'aria-sort': direction }, button);
    });
    replaceButtons(head, ...cells);
  }

  function makeRow(row: HotRow, index: number, page: HotListPage, list: HotListName): HTMLElement {
    const isLine = list === 'lines';
    const title = isLine ? row.text || row.name : row.name;
    const name = make(
      'div',
      { role: 'gridcell', class: 'name' },
      make('span', { class: isLine ? 'code' : '' }, title),
    );
    const second = [isLine ? row.name : row.text, row.place].filter((text) => text !== '').join(' · ');
    name.append(make('span', { class: 'place' }, second));
    if (row.groups !== undefined) name.append(makeStack(page.groups, row.groups));
    const energy = make(
      'div',
      { role: 'gridcell', class: 'energy' },
      `${row.isLowerBound ? '≥ ' : ''}${row.energyText}`,
    );
    if (row.isLowerBound) energy.title = words.atLeast;
    energy.append(make('span', { class: 'interval' }, row.intervalText));
    const made = make(
      'div',
      {
        role: 'row',
        class: 'row',
        tabindex: '-1',
        'aria-rowindex': String(index + 2),
        title: `${title}\n${second}`,
      },
      name,
      energy,
      make('div', { role: 'gridcell', class: 'share' }, row.shareText),
      make('div', { role: 'gridcell', class: 'executions' }, row.executionsText),
    );
    made.addEventListener('click', () => {
      walked.select(index);
      events.open(row, true);
    });
    made.addEventListener('dblclick', () => {
      events.open(row, false);
    });
    return made;
  }

  return {
    element,
    get rows() {
      return rows;
    },
    show(page, sorting, isMore) {
      const before = rows[walked.current];
      const hadFocus = body.contains(document.activeElement);
      fillHead(sorting);
      const first = isMore ? rows.length : 0;
      const made = page.rows.map((row, index) => makeRow(row, first + index, page, sorting.list));
      rows = isMore ? [...rows, ...page.rows] : page.rows;
      if (isMore) body.append(...made);
      else body.replaceChildren(...made);
      element.setAttribute('aria-rowcount', String(page.found + 1));
      element.hidden = rows.length === 0;
      const same = rows.findIndex(
        ({ path, line, name }) => path === before?.path && line === before.line && name === before.name,
      );
      if (hadFocus && same >= 0) walked.go(same);
      else walked.select(Math.max(0, same));
    },
    mark(path, line) {
      for (const each of body.children) each.removeAttribute('aria-current');
      const index = rows.findIndex((row) => row.path === path && row.line === line);
      const found = body.children[index];
      if (found === undefined) return;
      walked.select(index);
      found.setAttribute('aria-current', 'true');
      found.scrollIntoView({ block: 'nearest' });
    },
  };
}
