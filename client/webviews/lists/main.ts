/**
 * The page of the lists: what is hot in the workspace, searched and sorted by the server, a page at a time. Runs in a web
 * view of the editor (dist/lists.js); nothing of it reaches for the network.
 */
import type { ListsWords } from '../../../server/src/pages/lists-words';
import type {
  HotListName,
  HotListPage,
  HotListParams,
  HotListQuery,
} from '../../../server/src/protocol/hot-lists';
import { makeComponentChoice } from '../component-choice';
import { make, makeButton, makeTabs } from '../dom';
import { count, fill } from '../texts';
import { searchOnSlash, Page } from '../page';
import { Grid } from './grid';
import type { FromLists, ToLists } from './messages';
import { describeHottest, makeCurve } from './hottest';
import { makeLegend } from './stacks';

const page = new Page<{ readonly words: ListsWords }, FromLists, ToLists>();
const { words } = page.start;

const LISTS: readonly HotListName[] = ['lines', 'methods', 'blocks', 'operations', 'library-calls'];
const EXECUTIONS = ['application', 'fixed', 'once'] as const;
const PAGE = 200;
/** While someone types words to search for. */
const TYPING_MS = 200;
/** More than this of a list is asked for again at once only when it is asked for. */
const MOST_AGAIN = 1000;

const byEnergy = { order: 'energy', isAscending: false } as const;
let query: HotListQuery = { list: 'lines', search: '', ...byEnergy, blocks: 'application', ...page.saved };
let requests = 0;
/** The request that is waited for; its number serves to drop answers to earlier ones. */
let asked: { readonly request: number; readonly params: HotListParams } | undefined;

const tabs = makeTabs(
  words.choice,
  LISTS,
  (list) => [words.lists[list], { 'data-list': list }],
  (list) => {
    change({ list, ...byEnergy });
  },
);
const search = make('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
search.value = query.search;
const modes = EXECUTIONS.map((blocks) => {
  const press = (): void => {
    change({ blocks });
  };
  return { blocks, button: makeButton(words.blocks[blocks], press, { 'data-of': blocks }) };
});
const modeChoice = make(
  'div',
  { role: 'group', class: 'modes', 'aria-label': words.executionsOf },
  ...modes.map(({ button }) => button),
);
const component = makeComponentChoice(words, (name) => {
  page.post({ kind: 'component', name });
});
const legend = make('div');
const facts = make('p', { class: 'facts', role: 'status' }, words.reading);
const message = make('p', { class: 'message', role: 'status' });
const grid = new Grid(words, {
  open: ({ path, line }, keepsFocus) => {
    if (path !== '') page.post({ kind: 'open', path, line, keepsFocus });
  },
  copy: (row) => {
    page.post({ kind: 'copy', row });
  },
  sort: (order) => {
    const isSame = order === query.order;
    // Names and places are read from the first on, figures from the largest.
    change({ order, isAscending: isSame ? !query.isAscending : order === 'name' || order === 'place' });
  },
});
const more = makeButton('', () => { ask(grid.rows.length, PAGE); }, { class: 'more' }); // prettier-ignore
more.hidden = true;
document.body.append(
  make('header', {}, tabs.element, search, component.element, modeChoice),
  make(
    'main',
    {},
    make('h1', { class: 'aloud' }, words.title),
    facts,
    legend,
    make('div', { role: 'tabpanel' }, message, grid.element, more),
  ),
);

function change(to: Partial<HotListQuery>): void {
  query = { ...query, ...to };
  page.save(query);
  showChoice();
  ask(0, PAGE);
}

function showChoice(): void {
  tabs.mark(query.list);
  modeChoice.hidden = query.list !== 'blocks';
  legend.hidden = query.list !== 'blocks';
  for (const { blocks, button } of modes)
    button.setAttribute('aria-pressed', String(blocks === query.blocks));
}

function ask(offset: number, rows: number): void {
  asked = { request: ++requests, params: { ...query, offset, count: rows } };
  document.body.classList.add('busy');
  page.post({ kind: 'ask', ...asked });
}

function receive(list: HotListPage, { params }: { readonly params: HotListParams }): void {
  document.body.classList.remove('busy');
  grid.show(list, params, params.offset > 0);
  component.describe(list);
  const rest = list.found - grid.rows.length;
  more.hidden = rest <= 0;
  more.textContent = fill(words.more, count(rest), list.remainderText);
  message.textContent = list.reason !== '' ? list.reason : list.found === 0 ? words.nothingFound : '';
  message.hidden = message.textContent === '';
  if (params.list === 'blocks') legend.replaceChildren(makeLegend(words.groups, list.groups));
  const found =
    list.found === list.all
      ? fill(words.found, count(list.all), list.foundText)
      : fill(words.foundOf, count(list.found), count(list.all), list.foundText);
  const text = [
    `${words.lists[params.list]}: ${found}`,
    describeHottest(words.hottest, list.hottest),
    list.source,
    list.provenance,
    list.missingFiles > 0 ? fill(words.missing, count(list.missingFiles)) : '',
    list.isComplete ? '' : words.reading,
  ]
    .filter((text) => text !== '')
    .join(' · ');
  facts.replaceChildren(text, ...makeCurve(list.hottest));
  // A low view cuts it off.
  facts.title = text;
}

let typing: ReturnType<typeof setTimeout> | undefined;
search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    change({ search: search.value });
  }, TYPING_MS);
});
searchOnSlash(search);
page.listen((data) => {
  switch (data.kind) {
    case 'page':
      if (asked?.request === data.request) receive(data.page, asked);
      return;
    case 'problem':
      document.body.classList.remove('busy');
      message.hidden = false;
      message.textContent = data.text;
      return;
    case 'stale':
      ask(0, Math.min(MOST_AGAIN, Math.max(PAGE, grid.rows.length)));
      return;
    case 'here':
      if (query.list === 'lines') grid.mark(data.path, data.line);
      return;
  }
});
showChoice();
ask(0, PAGE);
