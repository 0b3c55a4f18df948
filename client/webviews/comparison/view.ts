/** All that the page of a comparison shows, in tabs under the totals. Sits in the page of a comparison. */
import type { ComparisonPage } from '../../../server/src/seesoft/comparison-file';
import { fill, make } from '../dom';
import { createFigures } from './figures';
import type { ComparisonChoice, FromPage } from './messages';
import { createModel, listTasks, type Side, type TaskQuery } from './model';
import { createTaskList } from './task-list';
import { makeTotals } from './totals';

/** What is kept while the page is away. */
export interface ViewState {
  readonly tasks?: Partial<TaskQuery>;
}

type Opening = Omit<Extract<FromPage, { readonly kind: 'open' }>, 'kind'>;

export interface ViewEvents {
  readonly keep: (state: ViewState) => void;
  readonly compare: (choice: ComparisonChoice) => void;
  readonly open: (opening: Opening) => void;
  readonly export: (format: 'html' | 'json') => void;
}

export interface View {
  readonly element: HTMLElement;
  /** It is in the document, and has its size. */
  readonly shown: () => void;
}

export function createView(page: ComparisonPage, state: ViewState, events: ViewEvents): View {
  const model = createModel(page);
  const figures = createFigures(page.head);
  const { words, names } = page.head;
  const openRow = (row: number, side: Side, keepsFocus: boolean): void => {
    const method = (side === 'a' ? page.rowMethodA : page.rowMethodB)[row] ?? -1;
    if (method < 0) return;
    const [owner = '', name = '', descriptor = ''] = [
      page.classes[method],
      page.names[method],
      page.descriptors[method],
    ];
    events.open({ side, method: { class: owner, name, descriptor }, line: 0, keepsFocus });
  };
  const list = createTaskList(model, listTasks(model), figures, state.tasks ?? {}, {
    choose: () => undefined,
    open: (task, side, keepsFocus) => {
      openRow(task.row, side, keepsFocus);
    },
    changed: (tasks) => {
      events.keep({ tasks });
    },
  });
  const element = make(
    'div',
    { class: 'view' },
    make('h1', {}, fill(words.title, ...names)),
    makeTotals(model, figures),
    make('main', {}, list),
  );
  return { element, shown: () => undefined };
}
