/** All that the page of a comparison shows: the verdict, the totals, and tabs, of which changed lines come first. Sits in the page of a comparison. */
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
import { makeTotals, makeVerdict } from './totals';
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
  /** Records the calls of both sides. */
  readonly record: () => void;
  readonly export: (format: 'html' | 'json') => void;
}

const TABS = ['methods', 'tasks', 'flame', 'packages'] as const;
type TabName = (typeof TABS)[number];
const ALPHAS = ['auto', '0', '1', '2', '3', '4', '5'] as const;

export class View {
  readonly element: HTMLElement;
  readonly #model: ComparisonModel;
  readonly #keep: (state: ViewState) => void;
  readonly #flame: FlameView;
  readonly #panels: Readonly<Record<TabName, HTMLElement>>;
  readonly #tabs: Choice<TabName>;
  /** The choice of α, which matters where calls are shown. */
  readonly #alpha: HTMLElement | undefined;
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
    this.#tab = TABS.find((each) => each === state.tab) ?? 'methods';
    const hasCalls = page.head.alpha !== undefined;
    this.#alpha = host && hasCalls ? makeAlphaChoice(model, host) : undefined;
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
      methods: createMethodsView(model, figures, openMethod),
      tasks: hasCalls ? this.#makeTasks(figures, state.tasks ?? {}, openRow) : makeNoCalls(model, host),
      flame: hasCalls ? this.#flame.element : makeNoCalls(model, host),
      packages: hasCalls ? createPackagesView(model, figures, host?.compare) : makeNoCalls(model, host),
    };
    for (const [name, panel] of Object.entries(this.#panels)) {
      panel.setAttribute('role', 'tabpanel');
      panel.id = `panel-${name}`;
    }
    const { words, names, version } = model.page.head;
    const describe = (name: TabName) =>
      [words[name], { 'data-tab': name, 'aria-controls': `panel-${name}` }] as const;
    this.#tabs = makeTabs(words.views, TABS, describe, (name) => { this.#turnTo(name); }); // prettier-ignore
    const title = make('h1', {}, fill(words.title, ...names));
    this.element = make(
      'div',
      { class: 'view' },
      make('header', {}, title, ...(host === undefined ? [] : [makeExports(model, host)])),
      make(
        'main',
        {},
        makeVerdict(model, figures),
        makeTotals(model, figures),
        ...makeNotes(model, figures),
        make('div', { class: 'choice' }, this.#tabs.element, ...(this.#alpha ? [this.#alpha] : [])),
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
    if (this.#alpha) this.#alpha.hidden = this.#tab === 'methods';
    this.#tabs.mark(this.#tab);
    this.draw();
  }
}

function methodOf({ classes, names, descriptors }: ComparisonPage, method: number): Opening['method'] {
  return { class: at(classes, method), name: at(names, method), descriptor: at(descriptors, method) };
}

/** The choice of α, with which the editor compares once more. */
function makeAlphaChoice(model: ComparisonModel, to: ViewHost): HTMLElement {
  const { alpha = '', wantedAlpha, words } = model.page.head;
  const choice = make(
    'select',
    { 'aria-label': words.alpha },
    ...ALPHAS.map((each) =>
      make('option', { value: each }, each === 'auto' ? fill(words.automaticIs, alpha) : each),
    ),
  );
  choice.value = String(wantedAlpha);
  choice.addEventListener('change', () => {
    to.compare({ alpha: choice.value === 'auto' ? 'auto' : Number(choice.value), marks: marksOf(model) });
  });
  return make('label', { class: 'alpha' }, `${words.alpha} `, choice);
}

/** The message in the place of a view that is made of calls, where none were recorded. */
function makeNoCalls({ page }: ComparisonModel, host: ViewHost | undefined): HTMLElement {
  const { words } = page.head;
  const record = host && makeButton(words.recordCalls, () => { host.record(); }, { class: 'record' }); // prettier-ignore
  const rest = record === undefined ? [words.noCallsAlone] : [record, words.recordCallsHint];
  return make('section', { class: 'message' }, make('p', {}, words.noCalls), make('p', {}, ...rest));
}

function makeExports(model: ComparisonModel, to: ViewHost): HTMLElement {
  const { words } = model.page.head;
  const exports = (['html', 'json'] as const).map((format) => {
    const text = format === 'html' ? words.exportHtml : words.exportJson;
    return makeButton(text, () => { to.export(format); }, { 'data-export': format }); // prettier-ignore
  });
  return make('div', { class: 'actions' }, ...exports);
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
