/**
 * The ranked list of tasks: filtered, sorted, and walked by keys. Sits in the page of a comparison. One row is reached by
 * Tab, as in lists of the editor.
 */
import { make, replaceButtons } from '../dom';
import { count, fill } from '../texts';
import { searchOnSlash } from '../page';
import type { Figures } from './figures';
import { makeMark } from './marks';
import {
  findTasks,
  hasOtherCalls,
  shortName,
  sizeOf,
  sumOfTasks,
  type Model,
  type Side,
  type Task,
  type TaskChoice,
  type TaskOrder,
  type TaskQuery,
} from './model';
import { followKeys, isPlain } from '../rows';

export interface TaskListEvents {
  readonly choose: (task: Task) => void;
  /** Undefined where nobody opens code: a page that stands alone. */
  readonly open: ((task: Task, side: Side) => void) | undefined;
  readonly changed: (query: TaskQuery) => void;
}

const CHOICES: readonly TaskChoice[] = ['all', 'changed', 'significant', 'both', 'onlyA', 'onlyB'];
const ORDERS: readonly TaskOrder[] = ['name', 'calls', 'energyA', 'energyB', 'difference'];
/** Rows that are drawn at once. */
const PAGE = 200;

export function createTaskList(
  model: Model,
  tasks: readonly Task[],
  figures: Figures,
  saved: Partial<TaskQuery>,
  events: TaskListEvents,
): HTMLElement {
  const { words } = model.page.head;
  let query: TaskQuery = { search: '', choice: 'all', order: 'difference', isAscending: false, ...saved };
  let found: readonly Task[] = [];
  /** Of which the trees are shown, be it in the list or not. */
  let chosen: Task | undefined;
  let drawn = 0;
  const most = Math.max(...tasks.map(sizeOf), 0);

  const search = make('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
  search.value = query.search;
  searchOnSlash(search);
  const choices = {
    all: words.all,
    changed: words.changed,
    significant: words.significantOnly,
    both: words.bothOnly,
    onlyA: words.onlyA,
    onlyB: words.onlyB,
  };
  const choice = make(
    'select',
    { 'aria-label': words.show },
    ...CHOICES.map((each) => make('option', { value: each }, choices[each])),
  );
  choice.value = query.choice;
  const facts = make('span', { class: 'facts', role: 'status' });
  const head = make('div', { role: 'row', class: 'head' });
  const body = make('div', { role: 'rowgroup', class: 'body' });
  const more = make('button', { type: 'button', class: 'more' });
  const nothing = make('p', { class: 'message', role: 'status' });
  const grid = make(
    'div',
    {
      role: 'grid',
      class: 'tasks',
      'aria-label': words.tasks,
      'aria-description': events.open === undefined ? words.rowKeysAlone : words.rowKeys,
    },
    make('div', { role: 'rowgroup' }, head),
    body,
  );
  const rows = followKeys(body, {
    arrive: (index) => {
      const task = found[index];
      if (task === undefined) return;
      chosen = task;
      body.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
      body.children[index]?.setAttribute('aria-selected', 'true');
      events.choose(task);
    },
    press: (index, event) => {
      const task = found[index];
      if (task === undefined || event.key !== 'Enter' || !isPlain(event)) return false;
      events.open?.(task, event.shiftKey ? 'a' : 'b');
      return true;
    },
  });

  function fillHead(): void {
    const titles = {
      name: words.task,
      calls: words.calls,
      energyA: words.energyA,
      energyB: words.energyB,
      difference: words.difference,
    };
    const cells = ORDERS.map((order) => {
      const isSorted = order === query.order;
      const button = make('button', { type: 'button', title: words.sort }, titles[order]);
      button.append(
        make('span', { 'aria-hidden': 'true' }, isSorted ? (query.isAscending ? ' ▲' : ' ▼') : ''),
      );
      button.addEventListener('click', () => {
        change({ order, isAscending: isSorted ? !query.isAscending : order === 'name' });
      });
      const direction = isSorted ? (query.isAscending ? 'ascending' : 'descending') : 'none';
      return make('div', { role: 'columnheader', class: order, 'aria-sort': direction }, button);
    });
    replaceButtons(head, ...cells, make('div', { role: 'columnheader', class: 'change' }, words.change));
  }

  function makeRow(task: Task, index: number): HTMLElement {
    const cell = (className: string, ...content: readonly (Node | string)[]): HTMLElement =>
      make('div', { role: 'gridcell', class: className }, ...content);
    const bar = make('span', { class: `bar ${task.change}`, 'aria-hidden': 'true' });
    bar.style.width = `${most > 0 ? (sizeOf(task) / most) * 100 : 0}%`;
    const difference = cell(
      'difference',
      figures.difference(task.energyA, task.energyB),
      make('span', { class: 'interval' }, figures.interval(task.low, task.high)),
      bar,
    );
    const marks = cell('change', makeMark(figures, task.change));
    if (hasOtherCalls(model, task.row))
      marks.append(make('span', { class: 'note' }, `≠ ${words.otherCalls}`));
    if (task.isSignificant) marks.append(make('span', { class: 'note strong' }, words.isSignificant));
    if (task.isNested) marks.append(make('span', { class: 'note' }, words.isNested));
    const row = make(
      'div',
      {
        role: 'row',
        class: `row ${task.change}`,
        tabindex: '-1',
        'aria-rowindex': String(index + 2),
        'aria-selected': String(task === chosen),
        title: `${task.path === '' ? '' : `${task.path} › `}${task.name}`,
      },
      cell(
        'name',
        make('span', { class: 'code' }, shortName(task.name)),
        make('span', { class: 'path' }, task.path),
      ),
      cell('calls', figures.calls(task.callsA, task.callsB, task.change !== 'new', task.change !== 'gone')),
      cell('energyA', task.change === 'new' ? '–' : figures.energy(task.energyA)),
      cell('energyB', task.change === 'gone' ? '–' : figures.energy(task.energyB)),
      difference,
      marks,
    );
    row.addEventListener('click', () => {
      rows.go(index);
    });
    row.addEventListener('dblclick', (event) => {
      events.open?.(task, event.shiftKey ? 'a' : 'b');
    });
    return row;
  }

  function draw(): void {
    fillHead();
    found = findTasks(tasks, query);
    drawn = 0;
    body.replaceChildren();
    drawMore();
    rows.select(0);
    const sum = sumOfTasks(model, found);
    const unpriced = found.filter(({ energyA, energyB }) => Number.isNaN(energyA + energyB)).length;
    const difference = fill(
      Number.isNaN(sum) ? words.foundUnpriced : sum < 0 ? words.foundLess : words.found,
      count(found.length),
      count(tasks.length),
      figures.energy(Math.abs(sum)),
    );
    const rest = unpriced === 0 || Number.isNaN(sum) ? '' : `; ${fill(words.unpricedTasks, count(unpriced))}`;
    facts.textContent = `${difference} (${words.nested}${rest})`;
    grid.hidden = found.length === 0;
    nothing.hidden = found.length > 0;
    nothing.textContent = model.page.head.alpha === undefined ? words.noTasks : words.nothingFound;
    grid.setAttribute('aria-rowcount', String(found.length + 1));
  }

  function drawMore(): void {
    body.append(...found.slice(drawn, drawn + PAGE).map((task, index) => makeRow(task, drawn + index)));
    drawn = Math.min(found.length, drawn + PAGE);
    more.hidden = drawn >= found.length;
    more.textContent = fill(words.more, count(found.length - drawn));
  }

  function change(to: Partial<TaskQuery>): void {
    query = { ...query, ...to };
    events.changed(query);
    draw();
  }

  search.addEventListener('input', () => {
    change({ search: search.value });
  });
  choice.addEventListener('change', () => {
    change({ choice: CHOICES.find((each) => each === choice.value) ?? 'all' });
  });
  more.addEventListener('click', drawMore);
  draw();
  return make(
    'section',
    { class: 'list', 'aria-label': words.tasks },
    make('div', { class: 'tools' }, search, choice, facts),
    make('div', { class: 'scroll' }, nothing, grid, more),
  );
}
