/**
 * The ranked list of tasks: filtered, sorted, and walked by keys. One row is reached by Tab, as in lists of the editor.
 */
import { make, makeButton, makeCell, makeColumnHeads, replaceButtons } from '../dom';
import { count, fill } from '../texts';
import { searchOnSlash } from '../page';
import type { ComparisonWords } from '../../../server/src/pages/comparison-words';
import type { ComparisonFigures } from './figures';
import { makeMark } from './marks';
import {
  differenceOfTask,
  findTasks,
  hasOtherCalls,
  listTasks,
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

interface TaskListEvents {
  readonly choose: (task: ListedTask) => void;
  /** Opens code; undefined on a page that stands alone, where nothing can open it. */
  readonly open: ((task: ListedTask, side: Side) => void) | undefined;
  readonly changed: (query: TaskQuery) => void;
}

const CHOICES: readonly TaskChoice[] = ['all', 'changed', 'significant', 'both', 'onlyA', 'onlyB'];
const ORDERS: readonly TaskOrder[] = ['name', 'calls', 'energyA', 'energyB', 'difference'];
/** Rows that are drawn at once. */
const PAGE = 200;

export class TaskList {
  readonly element: HTMLElement;
  readonly #sheet: TaskSheet;
  readonly #tasks: readonly ListedTask[];
  readonly #events: TaskListEvents;
  readonly #facts = make('span', { class: 'facts', role: 'status' });
  readonly #head = make('div', { role: 'row', class: 'head' });
  readonly #body = make('div', { role: 'rowgroup', class: 'body' });
  readonly #grid: HTMLElement;
  readonly #nothing = make('p', { class: 'message', role: 'status' });
  readonly #more: HTMLElement;
  readonly #rows: ReturnType<typeof followKeys>;
  #query: TaskQuery;
  #found: readonly ListedTask[] = [];
  /** The task whose trees are shown. It need not be in the list. */
  #chosen: ListedTask | undefined;
  #drawn = 0;

  constructor(
    model: ComparisonModel,
    figures: ComparisonFigures,
    saved: Partial<TaskQuery>,
    events: TaskListEvents,
  ) {
    const { words } = model.page.head;
    this.#tasks = listTasks(model);
    this.#sheet = { model, figures, most: Math.max(...this.#tasks.map(sizeOf), 0) };
    this.#events = events;
    this.#query = { search: '', choice: 'all', order: 'difference', isAscending: false, ...saved };
    const hint = events.open === undefined ? words.rowKeysAlone : words.rowKeys;
    this.#grid = make(
      'div',
      { role: 'grid', class: 'tasks', 'aria-label': words.tasks, 'aria-description': hint },
      make('div', { role: 'rowgroup' }, this.#head),
      this.#body,
    );
    this.#more = makeButton('', () => { this.#drawMore(); }, { class: 'more' }); // prettier-ignore
    this.#rows = followKeys(this.#body, {
      arrive: (index) => {
        this.#arrive(index);
      },
      press: (index, event) => this.#press(index, event),
    });
    this.element = make(
      'section',
      { class: 'list', 'aria-label': words.tasks },
      make('div', { class: 'tools' }, this.#makeSearch(words), this.#makeChoice(words), this.#facts),
      make('div', { class: 'scroll' }, this.#nothing, this.#grid, this.#more),
    );
    this.#draw();
  }

  #makeSearch(words: ComparisonWords): HTMLElement {
    const search = make('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
    search.value = this.#query.search;
    searchOnSlash(search);
    search.addEventListener('input', () => {
      this.#change({ search: search.value });
    });
    return search;
  }

  #makeChoice(words: ComparisonWords): HTMLElement {
    const names: Readonly<Record<TaskChoice, string>> = {
      all: words.all,
      changed: words.changed,
      significant: words.significantOnly,
      both: words.bothOnly,
      onlyA: words.onlyA,
      onlyB: words.onlyB,
    };
    const options = CHOICES.map((each) => make('option', { value: each }, names[each]));
    const choice = make('select', { 'aria-label': words.show }, ...options);
    choice.value = this.#query.choice;
    choice.addEventListener('change', () => {
      this.#change({ choice: CHOICES.find((each) => each === choice.value) ?? 'all' });
    });
    return choice;
  }

  #change(to: Partial<TaskQuery>): void {
    this.#query = { ...this.#query, ...to };
    this.#events.changed(this.#query);
    this.#draw();
  }

  #draw(): void {
    const { page } = this.#sheet.model;
    const { words } = page.head;
    this.#drawHead(words);
    this.#found = findTasks(this.#tasks, this.#query);
    this.#drawn = 0;
    this.#body.replaceChildren();
    this.#drawMore();
    this.#rows.select(0);
    this.#facts.textContent = describeTasks(this.#sheet, this.#found, this.#tasks.length);
    this.#grid.hidden = this.#found.length === 0;
    this.#nothing.hidden = this.#found.length > 0;
    this.#nothing.textContent = words.nothingFound;
    this.#grid.setAttribute('aria-rowcount', String(this.#found.length + 1));
  }

  #drawHead(words: ComparisonWords): void {
    const { task: name, calls, energyA, energyB, difference } = words;
    const { order, isAscending } = this.#query;
    const sorting = { isSorted: (column: TaskOrder) => column === order, isAscending };
    const titles = { name, calls, energyA, energyB, difference };
    const heads = makeColumnHeads(ORDERS, titles, words.sort, sorting, (column) => {
      this.#change({ order: column, isAscending: column === order ? !isAscending : column === 'name' });
    });
    const change = make('div', { role: 'columnheader', class: 'change' }, words.change);
    replaceButtons(this.#head, ...heads, change);
  }

  #drawMore(): void {
    const [found, drawn] = [this.#found, this.#drawn];
    for (const [index, task] of found.slice(drawn, drawn + PAGE).entries())
      this.#body.append(this.#makeRow(task, drawn + index));
    this.#drawn = Math.min(found.length, drawn + PAGE);
    this.#more.hidden = this.#drawn >= found.length;
    this.#more.textContent = fill(this.#sheet.model.page.head.words.more, count(found.length - this.#drawn));
  }

  #makeRow(task: ListedTask, index: number): HTMLElement {
    const row = makeTaskRow(this.#sheet, task, task === this.#chosen);
    row.setAttribute('aria-rowindex', String(index + 2));
    row.addEventListener('click', () => {
      this.#rows.go(index);
    });
    row.addEventListener('dblclick', (event) => {
      this.#events.open?.(task, event.shiftKey ? 'a' : 'b');
    });
    return row;
  }

  #arrive(index: number): void {
    const task = this.#found[index];
    if (task === undefined) return;
    this.#chosen = task;
    this.#body.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    this.#body.children[index]?.setAttribute('aria-selected', 'true');
    this.#events.choose(task);
  }

  #press(index: number, event: KeyboardEvent): boolean {
    const task = this.#found[index];
    if (task === undefined || event.key !== 'Enter' || !isPlain(event)) return false;
    this.#events.open?.(task, event.shiftKey ? 'a' : 'b');
    return true;
  }
}

/** The things that all rows are made with. */
interface TaskSheet {
  readonly model: ComparisonModel;
  readonly figures: ComparisonFigures;
  /** The largest of all tasks, which has the longest bar. */
  readonly most: number;
}

function makeTaskRow({ model, figures, most }: TaskSheet, task: ListedTask, isChosen: boolean): HTMLElement {
  const { words } = model.page.head;
  const { change, energyA, energyB, isLeast, low, high, callsA, callsB, path, name } = task;
  const bar = make('span', { class: `bar ${change}`, 'aria-hidden': 'true' });
  bar.style.width = `${most > 0 ? (sizeOf(task) / most) * 100 : 0}%`;
  const marks = makeCell('change', makeMark(figures, change));
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
    makeCell('name', make('span', { class: 'code' }, shortName(name)), make('span', { class: 'path' }, path)),
    makeCell('calls', figures.calls(callsA, callsB, change !== 'new', change !== 'gone')),
    makeCell('energyA', change === 'new' ? '–' : figures.energyOrMore(energyA, isLeast[0])),
    makeCell('energyB', change === 'gone' ? '–' : figures.energyOrMore(energyB, isLeast[1])),
    makeCell(
      'difference',
      figures.difference(energyA, energyB, isLeast),
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
  const unmodeled = found.filter((task) => Number.isNaN(differenceOfTask(task))).length;
  const difference = fill(
    Number.isNaN(sum) ? words.foundUnmodeled : sum < 0 ? words.foundLess : words.found,
    count(found.length),
    count(all),
    figures.energy(Math.abs(sum)),
  );
  const rest =
    unmodeled === 0 || Number.isNaN(sum) ? '' : `; ${fill(words.unmodeledTasks, count(unmodeled))}`;
  return `${difference} (${words.nested}${rest})`;
}
