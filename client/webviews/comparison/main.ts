/**
 * The page of a comparison: what two programs spent differently. Runs in a web view of the editor, and in a page that
 * stands alone (dist/comparison.js); nothing of it reaches for the network.
 */
import { decodeComparison, type ComparisonPage } from '../../../server/src/seesoft/comparison-file';
import { make } from '../dom';
import { startPage } from '../page';
import type { FromPage, PageStart, ToPage } from './messages';
import { createView, type ViewState } from './view';

const page = startPage<PageStart, FromPage, ToPage>();
const { words, paths } = page.start;
const message = make('p', { class: 'message', role: 'status' }, words.comparing);
const content = make('div', { class: 'content' });
document.body.append(message, content);
let state: ViewState = page.saved;

function say(text: string): void {
  message.textContent = text;
  message.hidden = text === '';
}

async function read(uri: string): Promise<ComparisonPage | string> {
  try {
    return decodeComparison(await (await fetch(uri)).arrayBuffer());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function show(uri: string): Promise<void> {
  const read_ = await read(uri);
  if (typeof read_ === 'string') {
    say(read_);
    return;
  }
  say('');
  const view = createView(read_, state, {
    keep(kept) {
      state = { ...state, ...kept };
      page.save({ ...state, paths });
    },
    compare: (choice) => {
      page.save({ ...state, paths, choice });
      page.post({ kind: 'compare', choice });
    },
    open: (open) => {
      page.post({ kind: 'open', ...open });
    },
    export: (format) => {
      page.post({ kind: 'export', format });
    },
  });
  content.replaceChildren(view.element);
  view.shown();
}

page.listen((told) => {
  switch (told.kind) {
    case 'page':
      void show(told.uri);
      return;
    case 'problem':
      say(told.text);
      return;
    case 'busy':
      document.body.classList.toggle('busy', told.isBusy);
      return;
  }
});
page.save({ ...state, paths });
page.post({ kind: 'ready' });
