/**
 * The ranked list of tasks: filtered, sorted, and walked by keys. Sits in the page of a comparison. One row is reached by
 * Tab, as in lists of the editor.
 */
import { make, replaceButtons } from '../dom';
import { count, fill } from '../texts';
import { searchOnSlash } from '../page';
import type { ComparisonWords } from '../../../server/src/pages/comparison-words';
import type { ComparisonFigures } from './figures';
import { makeMark } from './marks';
import {
  findTasks,
  hasOtherCalls,
  shortName,
  sizeOf,
  sumOfTasks,
  type ComparisonModel,
  type Side,
  type ListedTask,
  type TaskChoice,
  type TaskOrder,
  type TaskQuery,
} from './model';
import { followKeys, isPlain } from '../rows';

export interface TaskListEvents {
  readonly choose: (task: ListedTask) => void;
  /** Opens code; undefined on a page that stands alone, where nothing can open it. */
  readonly open: ((task: ListedTask, side: Side) => void) | undefined;
  readonly changed: (query: TaskQuery) => void;
}

const CHOICES: readonly TaskChoice[] = ['all', 'changed', 'significant', 'both', 'onlyA', 'onlyB'];
const ORDERS: readonly TaskOrder[] = ['name', 'calls', 'energyA', 'energyB', 'difference'];
/** Rows that are drawn at once. */
const PAGE = 200;

export function createTaskList(
  model: ComparisonModel,
  tasks: readonly ListedTask[],
  figures: ComparisonFigures,
  saved: Partial<TaskQuery>,
  events: TaskListEvents,
): HTMLElement {
  const { words } = model.page.head;
  let query: TaskQuery = { search: '', choice: 'all', order: 'difference', isAscending: false, ...saved };
  let found: readonly ListedTask[] = [];
  /** The task whose trees are shown. It need not be in the list. */
  let chosen: ListedTask | undefined;
  let drawn = 0;
  const most = Math.max(...tasks.map(sizeOf), 0);

  const search = make('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
  search.value = query.search;
  searchOnSlash(search);
  const choice = makeChoice(words);
  choice.value = query.choice;
  const facts = make('span', { class: 'facts', role: 'status' });
  const head = make('div', { role: 'row', class: 'head' });
  const body = make('div', { role: 'rowgroup', class: 'body' });
  const more = make('button', { type: 'button', class: 'more' });
  const nothing = make('p', { class: 'message', role: 'status' });
  const hint = events.open === undefined ? words.rowKeysAlone : words.rowKeys;
  const grid = make(
    'div',
    { role: 'grid', class: 'tasks', 'aria-label': words.tasks, 'aria-description': hint },
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

  function draw(): void {
    replaceButtons(head, ...makeHeads(words, query, change));
    found = findTasks(tasks, query);
    drawn = 0;
    body.replaceChildren();
    drawMore();
    rows.select(0);
    facts.textContent = describeTasks({ model, figures, most }, found, tasks.length);
    grid.hidden = found.length === 0;
    nothing.hidden = found.length > 0;
    nothing.textContent = model.page.head.alpha === undefined ? words.noTasks : words.nothingFound;
    grid.setAttribute('aria-rowcount', String(found.length + 1));
  }

  function listenTo(row: HTMLElement, task: ListedTask, index: number): HTMLElement {
    row.setAttribute('aria-rowindex', String(index + 2));
    row.addEventListener('click', () => {
      rows.go(index);
    });
    row.addEventListener('dblclick', (event) => {
      events.open?.(task, event.shiftKey ? 'a' : 'b');
    });
    return row;
  }

  function drawMore(): void {
    for (const [index, task] of found.slice(drawn, drawn + PAGE).entries())
      body.append(
        listenTo(makeTaskRow({ model, figures, most }, task, task === chosen), task, drawn + index),
      );
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

/** The things that all rows are made with. */
interface TaskSheet {
  readonly model: ComparisonModel;
  readonly figures: ComparisonFigures;
  /** The largest of all tasks, which has the longest bar. */
  readonly most: number;
}

function makeChoice(words: ComparisonWords): HTMLSelectElement {
  const names: Readonly<Record<TaskChoice, string>> = {
    all: words.all,
    changed: words.changed,
    significant: words.significantOnly,
    both: words.bothOnly,
    onlyA: words.onlyA,
    onlyB: words.onlyB,
  };
  const options = CHOICES.map((each) => make('option', { value: each }, names[each]));
  return make('select', { 'aria-label': words.show }, ...options);
}

/** The heads of the columns; a click on one sorts by it, or the other way round. */
function makeHeads(
  words: ComparisonWords,
  query: TaskQuery,
  change: (to: Partial<TaskQuery>) => void,
): readonly HTMLElement[] {
  const titles: Readonly<Record<TaskOrder, string>> = {
    name: words.task,
    calls: words.calls,
    energyA: words.energyA,
    energyB: words.energyB,
    difference: words.difference,
  };
  const cells = ORDERS.map((order) => {
    const isSorted = order === query.order;
    const sign = isSorted ? (query.isAscending ? ' ▲' : ' ▼') : '';
    const direction = isSorted ? (query.isAscending ? 'ascending' : 'descending') : 'none';
    const button = make('button', { type: 'button', title: words.sort }, titles[order]);
    button.append(make('span', { 'aria-hidden': 'true' }, sign));
    button.addEventListener('click', () => {
      change({ order, isAscending: isSorted ? !query.isAscending : order === 'name' });
    });
    return make('div', { role: 'columnheader', class: order, 'aria-sort': direction }, button);
  });
  return [...cells, make('div', { role: 'columnheader', class: 'change' }, words.change)];
}

function makeTaskRow({ model, figures, most }: TaskSheet, task: ListedTask, isChosen: boolean): HTMLElement {
  const { words } = model.page.head;
  const { change, energyA, energyB, low, high, callsA, callsB, path, name } = task;
  const cell = (className: string, ...content: readonly (Node | string)[]): HTMLElement =>
    make('div', { role: 'gridcell', class: className }, ...content);
  const bar = make('span', { class: `bar ${change}`, 'aria-hidden': 'true' });
  bar.style.width = `${most > 0 ? (sizeOf(task) / most) * 100 : 0}%`;
  const marks = cell('change', makeMark(figures, change));
  if (hasOtherCalls(model, task.row)) marks.append(make('span', { class: 'note' }, `≠ ${words.otherCalls}`));
  if (task.isSignificant) marks.append(make('span', { class: 'note strong' }, words.isSignificant));
  if (task.isNested) marks.append(make('span', { class: 'note' }, words.isNested));
  return make(
    'div',
    {
      role: 'row',
      class: `row ${change}`,
      tabindex: '-1',
      'aria-selected': String(isChosen),
      title: `${path === '' ? '' : `${path} › `}${name}`,
    },
    cell('name', make('span', { class: 'code' }, shortName(name)), make('span', { class: 'path' }, path)),
    cell('calls', figures.calls(callsA, callsB, change !== 'new', change !== 'gone')),
    cell('energyA', change === 'new' ? '–' : figures.energy(energyA)),
    cell('energyB', change === 'gone' ? '–' : figures.energy(energyB)),
    cell(
      'difference',
      figures.difference(energyA, energyB),
      make('span', { class: 'interval' }, figures.interval(low, high)),
      bar,
    ),
    marks,
  );
}

/** "3 of 12 tasks: 4 mJ more in B (nested tasks are counted once)" */
function describeTasks({ model, figures }: TaskSheet, found: readonly ListedTask[], all: number): string {
  const { words } = model.page.head;
  const sum = sumOfTasks(model, found);
  const unpriced = found.filter(({ energyA, energyB }) => Number.isNaN(energyA + energyB)).length;
  const difference = fill(
    Number.isNaN(sum) ? words.foundUnpriced : sum < 0 ? words.foundLess : words.found,
    count(found.length),
    count(all),
    figures.energy(Math.abs(sum)),
  );
  const rest = unpriced === 0 || Number.isNaN(sum) ? '' : `; ${fill(words.unpricedTasks, count(unpriced))}`;
  return `${difference} (${words.nested}${rest})`;
}
