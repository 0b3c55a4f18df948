/**
 * Sorts and filters the tables of the page of more than two programs, which are there without it (dist/programs-page.js, in
 * what `jouleline diff A B C --format html` writes). It asks nobody.
 */
import { make } from '../dom';
import { count, fill } from '../texts';
import { searchOnSlash } from '../page';
import { isAsked, sortRows, type ColumnOrder, type SortedRow } from './order';

for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
  makeSortable(table);
  if (table.dataset['filtered'] !== undefined) makeFiltered(table);
}

function makeSortable(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')];
  const [body] = table.tBodies;
  if (body === undefined) return;
  const given = [...body.rows];
  for (const [column, head] of heads.entries()) {
    const order = head.dataset['order'];
    if (order !== 'text' && order !== 'number' && order !== 'rank') continue;
    const sign = make('span', { 'aria-hidden': 'true' });
    const button = make('button', { type: 'button' }, ...head.childNodes, sign);
    button.title = `${head.title === '' ? '' : `${head.title}. `}Sort by this; once more, the other way round`;
    head.append(button);
    head.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => {
      const isAscending =
        head.getAttribute('aria-sort') === 'none'
          ? order !== 'number'
          : head.getAttribute('aria-sort') === 'descending';
      sort(column, order, isAscending);
      for (const other of heads) {
        if (other.hasAttribute('aria-sort')) other.setAttribute('aria-sort', 'none');
        const shown = other.querySelector('button > span[aria-hidden]');
        if (shown !== null) shown.textContent = '';
      }
      head.setAttribute('aria-sort', isAscending ? 'ascending' : 'descending');
      sign.textContent = isAscending ? ' ▲' : ' ▼';
    });
  }

  function sort(column: number, order: ColumnOrder, isAscending: boolean): void {
    const rows = given.map((row): SortedRow<HTMLTableRowElement> => {
      return { row, value: row.cells[column]?.dataset['sort'] ?? '' };
    });
    body?.append(...sortRows(rows, order, isAscending));
  }
}

function makeFiltered(table: HTMLTableElement): void {
  const tools = table.parentElement?.querySelector<HTMLElement>('.tools');
  const rows = [...(table.tBodies[0]?.rows ?? [])].map((row) => ({
    row,
    who: row.dataset['who'] ?? '',
    text: row.cells[0]?.title.toLowerCase() ?? '',
  }));
  if (tools === null || tools === undefined) return;
  const search = make('input', {
    type: 'search',
    placeholder: 'Filter by words ( / )',
    'aria-label': 'Filter by words',
  });
  searchOnSlash(search);
  // Shares of totals do not tell who uses less energy.
  const tellsLeast = table.dataset['filtered'] === 'least';
  const letters = [...table.querySelectorAll<HTMLElement>('thead th[title]')].map((head) => head.title);
  const choice = make(
    'select',
    { 'aria-label': 'Which tasks' },
    make('option', { value: '' }, 'All'),
    ...(tellsLeast
      ? [
          ...letters.map((name, program) =>
            make('option', { value: String(program) }, fill('Least energy: {0}', name)),
          ),
          make('option', { value: 'alike' }, 'Alike'),
        ]
      : []),
    make('option', { value: 'alone' }, 'In one alone'),
  );
  const told = make('span', { class: 'facts', role: 'status' });
  const filter = (): void => {
    let shown = 0;
    for (const { row, who, text } of rows) {
      row.hidden = !isAsked({ who, text }, { who: choice.value, search: search.value });
      if (!row.hidden) shown++;
    }
    told.textContent = fill('{0} of {1} tasks', count(shown), count(rows.length));
  };
  search.addEventListener('input', filter);
  choice.addEventListener('change', filter);
  tools.append(search, choice, told);
  tools.hidden = false;
  filter();
}
