/** All that the page of a comparison shows, in tabs under the totals. Sits in the page of a comparison. */
import type { ComparisonPage } from '../../../server/src/pages/comparison-file';
import { at } from '../../../server/src/base/check';
import type { ComparisonWords } from '../../../server/src/pages/comparison-words';
import { make } from '../dom';
import { fill } from '../texts';
import { createFigures, type ComparisonFigures } from './figures';
import { FlameView } from './flame-view';
import type { ComparisonChoice, FromComparison } from './messages';
import { createMethodsView } from './methods-view';
import { createModel, listTasks, type ComparisonModel, type Side, type TaskQuery } from './model';
import { createPackagesView, marksOf } from './packages-view';
import { createTaskList } from './task-list';
import { makeTotals } from './totals';
import { TreeView } from './tree-view';

/** The state that is kept while the page is away. */
export interface ViewState {
  readonly tab?: TabName;
  readonly tasks?: Partial<TaskQuery>;
}

type Opening = Omit<Extract<FromComparison, { readonly kind: 'open' }>, 'kind'>;

/** The actions that only an editor can do. */
export interface ViewHost {
  readonly compare: (choice: ComparisonChoice) => void;
  readonly open: (opening: Opening) => void;
  readonly export: (format: 'html' | 'json') => void;
}

export interface View {
  readonly element: HTMLElement;
  /** It is in the document, and has its size; or has another one, or other colors. */
  readonly draw: () => void;
}

const TABS = ['tasks', 'flame', 'methods', 'packages'] as const;
type TabName = (typeof TABS)[number];
const ALPHAS = ['auto', '0', '1', '2', '3', '4', '5'] as const;

/** Without a host the page stands alone, and shows what it has. */
export function createView(
  page: ComparisonPage,
  state: ViewState,
  keep: (state: ViewState) => void,
  host: ViewHost | undefined,
): View {
  const model = createModel(page);
  const figures = createFigures(page.head);
  const { words, names } = page.head;
  let tab = TABS.find((each) => each === state.tab) ?? 'tasks';

  const openMethod = (to: ViewHost, method: number, side: Side, line: number): void => {
    if (method < 0) return;
    const [owner, name] = [at(page.classes, method), at(page.names, method)];
    to.open({ side, method: { class: owner, name, descriptor: at(page.descriptors, method) }, line });
  };
  const openRow =
    host &&
    ((row: number, side: Side): void => {
      openMethod(host, at(side === 'a' ? page.rowMethodA : page.rowMethodB, row), side, 0);
    });
  const trees = new TreeView(model, figures, {
    open: openRow,
    showInFlame: (row) => {
      turnTo('flame');
      flame.zoomTo(row);
    },
  });
  const flame = new FlameView(model, figures, openRow);
  const list = createTaskList(model, listTasks(model), figures, state.tasks ?? {}, {
    choose: (task) => {
      trees.show(task);
    },
    open:
      openRow &&
      (({ row }, side) => {
        openRow(row, side);
      }),
    changed: (tasks) => {
      keep({ tasks });
    },
  });
  const panels: Readonly<Record<TabName, HTMLElement>> = {
    tasks: make('div', { class: 'split' }, list, trees.element),
    flame: flame.element,
    methods: createMethodsView(
      model,
      figures,
      host &&
        ((method, side, line) => {
          openMethod(host, method, side, line);
        }),
    ),
    packages: createPackagesView(model, figures, { compare: host?.compare }),
  };
  for (const [name, panel] of Object.entries(panels)) {
    panel.setAttribute('role', 'tabpanel');
    panel.id = `panel-${name}`;
  }
  const buttons = TABS.map((name) => makeTab(words, name, turnTo));
  const tabs = make('div', { role: 'tablist', 'aria-label': words.views }, ...buttons);
  tabs.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (TABS.indexOf(tab) + step + TABS.length) % TABS.length;
    turnTo(at(TABS, next));
    at(buttons, next).focus();
  });

  function turnTo(name: TabName): void {
    tab = name;
    keep({ tab });
    showTab();
  }

  function showTab(): void {
    for (const [index, name] of TABS.entries()) {
      const isChosen = name === tab;
      panels[name].hidden = !isChosen;
      at(buttons, index).setAttribute('aria-selected', String(isChosen));
      at(buttons, index).setAttribute('tabindex', isChosen ? '0' : '-1');
    }
    if (tab === 'flame') flame.draw();
  }

  const element = make(
    'div',
    { class: 'view' },
    make(
      'header',
      {},
      make('h1', {}, fill(words.title, ...names)),
      ...(host === undefined ? [] : [makeActions(model, host)]),
    ),
    makeTotals(model, figures),
    ...makeNotes(model, figures),
    tabs,
    make('main', {}, ...TABS.map((name) => panels[name])),
    ...(host === undefined ? [make('footer', {}, fill(words.madeBy, page.head.version))] : []),
  );
  showTab();

  return {
    element,
    draw: () => {
      if (tab === 'flame') flame.draw();
    },
  };
}

function makeTab(words: ComparisonWords, name: TabName, turnTo: (name: TabName) => void): HTMLButtonElement {
  const attributes = { type: 'button', role: 'tab', 'data-tab': name, 'aria-controls': `panel-${name}` };
  const button = make('button', attributes, words[name]);
  button.addEventListener('click', () => {
    turnTo(name);
  });
  return button;
}

/** The controls for what an editor can do with a comparison: choose α, and export it. */
function makeActions(model: ComparisonModel, to: ViewHost): HTMLElement {
  const { alpha, wantedAlpha, words } = model.page.head;
  const choice = make(
    'select',
    { 'aria-label': words.alpha },
    ...ALPHAS.map((each) =>
      make(
        'option',
        { value: each },
        each !== 'auto' ? each : alpha === undefined ? words.automatic : fill(words.automaticIs, alpha),
      ),
    ),
  );
  choice.value = String(wantedAlpha);
  choice.disabled = alpha === undefined;
  choice.addEventListener('change', () => {
    to.compare({ alpha: choice.value === 'auto' ? 'auto' : Number(choice.value), marks: marksOf(model) });
  });
  const exports = (['html', 'json'] as const).map((format) => {
    const text = format === 'html' ? words.exportHtml : words.exportJson;
    const button = make('button', { type: 'button', 'data-export': format }, text);
    button.addEventListener('click', () => {
      to.export(format);
    });
    return button;
  });
  return make('div', { class: 'actions' }, make('label', {}, `${words.alpha} `, choice), ...exports);
}

/** Notes, and what is not listed; nothing where there is neither. */
function makeNotes(model: ComparisonModel, figures: ComparisonFigures): readonly HTMLElement[] {
  const { words, notes, leftOut } = model.page.head;
  const { contexts, tasks, methods } = leftOut;
  const counts = [contexts, tasks, methods].map(figures.count);
  const all = contexts + tasks + methods > 0 ? [...notes, fill(words.leftOut, ...counts)] : notes;
  if (all.length === 0) return [];
  const list = make('ul', {}, ...all.map((note) => make('li', {}, note)));
  return [make('details', {}, make('summary', {}, `${words.notes} (${all.length})`), list)];
}
