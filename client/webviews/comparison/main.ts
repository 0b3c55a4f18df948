/**
 * The page of a comparison: what two programs spent differently. Runs in a web view of the editor, and in a page that
 * stands alone (dist/comparison.js); nothing of it reaches for the network.
 */
import { messageOf } from '../../../server/src/base/failure';
import { decodeComparison } from '../../../server/src/pages/comparison-file';
import { make } from '../dom';
import { Page, unpack } from '../page';
import type { FromComparison, ComparisonStart, ToComparison } from './messages';
import { View, type ViewState } from './view';

const page = new Page<ComparisonStart, FromComparison, ToComparison>();
const { words, paths } = page.start;
const message = make('p', { class: 'message', role: 'status' }, words.comparing);
const content = make('div', { class: 'content' });
document.body.append(message, content);
let state: ViewState = page.saved;
let choice: unknown = page.saved['choice'];
let view: View | undefined;
/** The file that came last. */
let newest: ArrayBuffer | undefined;

function say(text: string): void {
  message.textContent = text;
  message.hidden = text === '';
}

function show(bytes: ArrayBuffer): void {
  const comparison = decodeComparison(bytes);
  if (typeof comparison === 'string') {
    say(comparison);
    return;
  }
  say('');
  const keep = (kept: ViewState): void => {
    state = { ...state, ...kept };
    save();
  };
  view = new View(comparison, state, keep, {
    compare(wanted) {
      choice = wanted;
      save();
      page.post({ kind: 'compare', choice: wanted });
    },
    open: (opening) => {
      page.post({ kind: 'open', ...opening });
    },
    record: () => {
      page.post({ kind: 'record' });
    },
    export: (format) => {
      page.post({ kind: 'export', format });
    },
  });
  const focus = findFocus();
  content.replaceChildren(view.element);
  view.draw();
  if (focus !== undefined) content.querySelector<HTMLElement>(focus)?.focus();
}

/**
 * The selector of the control that has the focus, if that control compares anew: it is made anew with the
 * rest. Undefined if another element has the focus.
 */
function findFocus(): string | undefined {
  const at = document.activeElement;
  if (at?.matches('.alpha select') === true) return '.alpha select';
  const name = at?.getAttribute('data-package') ?? undefined;
  return name === undefined ? undefined : `[data-package="${CSS.escape(name)}"]`;
}

/** An editor that was closed and opened again compares as it did. */
function save(): void {
  page.save({ ...state, paths, choice });
}

page.listen((told) => {
  switch (told.kind) {
    case 'page':
      newest = told.file;
      unpack(told.file)
        .then((bytes) => {
          if (newest === told.file) show(bytes);
        })
        .catch((error: unknown) => {
          say(messageOf(error));
        });
      return;
    case 'problem':
      say(told.text);
      return;
    case 'busy':
      document.body.classList.toggle('busy', told.isBusy);
      return;
  }
});
addEventListener('resize', () => {
  view?.draw();
});
// Another theme of the editor changes the body's classes.
new MutationObserver(() => {
  view?.draw();
}).observe(document.body, { attributeFilter: ['class'] });
save();
page.post({ kind: 'ready' });
