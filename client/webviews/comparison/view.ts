/** All that the page of a comparison shows, in tabs under the totals. Sits in the page of a comparison. */
import type { ComparisonPage } from '../../../server/src/pages/comparison-file';
import { at } from '../../../server/src/base/check';
import { make, makeButton, makeTabs, type Choice } from '../dom';
import { fill } from '../texts';
import { createFigures, type ComparisonFigures } from './figures';
import { FlameView, type OpenRow } from './flame-view';
import type { ComparisonChoice, FromComparison } from './messages';
import { createMethodsView, type OpenMethod } from './methods-view';
import { createModel, type ComparisonModel, type TaskQuery } from './model';
import { createPackagesView, marksOf } from './packages-view';
import { TaskList } from './task-list';
import { makeTotals } from './totals';
import { TreeView } from './tree-view';

/** The state that is kept while the page is away. */
export interface ViewState {
  readonly tab?: TabName;
  readonly tasks?: Partial<TaskQuery>;
}

type Opening = Omit<Extract<FromComparison, { readonly kind: 'open' }>, 'kind'>;

/** The actions that only an editor can do. */
interface ViewHost {
  readonly compare: (choice: ComparisonChoice) => void;
  readonly open: (opening: Opening) => void;
  readonly export: (format: 'html' | 'json') => void;
}

const TABS = ['tasks', 'flame', 'methods', 'packages'] as const;
type TabName = (typeof TABS)[number];
const ALPHAS = ['auto', '0', '1', '2', '3', '4', '5'] as const;

export class View {
  readonly element: HTMLElement;
  readonly #model: ComparisonModel;
  readonly #keep: (state: ViewState) => void;
  readonly #flame: FlameView;
  readonly #panels: Readonly<Record<TabName, HTMLElement>>;
  readonly #tabs: Choice<TabName>;
  #tab: TabName;

  /** Without a host the page stands alone, and shows what it has. */
  constructor(
    page: ComparisonPage,
    state: ViewState,
    keep: (state: ViewState) => void,
    host: ViewHost | undefined,
  ) {
    const model = createModel(page);
    const figures = createFigures(page.head);
    this.#model = model;
    this.#keep = keep;
    // Without calling context trees on both sides no task is known: the methods say what changed.
    const first = page.head.alpha === undefined ? 'methods' : 'tasks';
    this.#tab = TABS.find((each) => each === state.tab) ?? first;
    const openMethod: OpenMethod =
      host &&
      ((method, side, line) => {
        if (method >= 0) host.open({ side, method: methodOf(page, method), line });
      });
    const openRow: OpenRow =
      openMethod &&
      ((row, side) => {
        openMethod(at(side === 'a' ? page.rowMethodA : page.rowMethodB, row), side, 0);
      });
    this.#flame = new FlameView(model, figures, openRow);
    this.#panels = {
      tasks: this.#makeTasks(figures, state.tasks ?? {}, openRow),
      flame: this.#flame.element,
      methods: createMethodsView(model, figures, openMethod),
      packages: createPackagesView(model, figures, host?.compare),
    };
    for (const [name, panel] of Object.entries(this.#panels)) {
      panel.setAttribute('role', 'tabpanel');
      panel.id = `panel-${name}`;
    }
    const { words, names, version } = page.head;
    const describe = (name: TabName) =>
      [words[name], { 'data-tab': name, 'aria-controls': `panel-${name}` }] as const;
    this.#tabs = makeTabs(words.views, TABS, describe, (name) => { this.#turnTo(name); }); // prettier-ignore
    const title = make('h1', {}, fill(words.title, ...names));
    this.element = make(
      'div',
      { class: 'view' },
      make('header', {}, title, ...(host === undefined ? [] : [makeActions(model, host)])),
      make(
        'main',
        {},
        makeTotals(model, figures),
        ...makeNotes(model, figures),
        this.#tabs.element,
        make('div', { class: 'panels' }, ...TABS.map((name) => this.#panels[name])),
      ),
      ...(host === undefined ? [make('footer', {}, fill(words.madeBy, version))] : []),
    );
    this.#showTab();
  }

  /** Draws what depends on the size and the colors: the view came into the document, or these changed. */
  draw(): void {
    if (this.#tab === 'flame') this.#flame.draw();
  }

  #makeTasks(figures: ComparisonFigures, saved: Partial<TaskQuery>, open: OpenRow): HTMLElement {
    const trees = new TreeView(this.#model, figures, {
      open,
      showInFlame: (row) => {
        this.#turnTo('flame');
        this.#flame.zoomTo(row);
      },
    });
    const list = new TaskList(this.#model, figures, saved, {
      choose: (task) => {
        trees.show(task);
      },
      open:
        open &&
        (({ row }, side) => {
          open(row, side);
        }),
      changed: (tasks) => {
        this.#keep({ tasks });
      },
    });
    return make('div', { class: 'split' }, list.element, trees.element);
  }

  #turnTo(name: TabName): void {
    this.#tab = name;
    this.#keep({ tab: name });
    this.#showTab();
  }

  #showTab(): void {
    for (const name of TABS) this.#panels[name].hidden = name !== this.#tab;
    this.#tabs.mark(this.#tab);
    this.draw();
  }
}

function methodOf({ classes, names, descriptors }: ComparisonPage, method: number): Opening['method'] {
  return { class: at(classes, method), name: at(names, method), descriptor: at(descriptors, method) };
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
    return makeButton(text, () => { to.export(format); }, { 'data-export': format }); // prettier-ignore
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
