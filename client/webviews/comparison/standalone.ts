/**
 * The page of a comparison that stands alone: it holds its data, and asks nobody (dist/comparison-page.js, in what
 * `jouleline diff --format html` writes).
 */
import { decodeComparison } from '../../../server/src/pages/comparison-file';
import { make } from '../dom';
import { View } from './view';

const text = document.getElementById('data')?.textContent ?? '';
const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
const comparison = decodeComparison(bytes.buffer);
const isDark = matchMedia('(prefers-color-scheme: dark)');
let view: View | undefined;

function suit(): void {
  document.body.classList.toggle('vscode-dark', isDark.matches);
  view?.draw();
}

if (typeof comparison === 'string') document.body.append(make('p', { class: 'message' }, comparison));
else {
  view = new View(comparison, {}, () => undefined, undefined);
  document.body.replaceChildren(make('div', { class: 'content' }, view.element));
}
isDark.addEventListener('change', suit);
addEventListener('resize', suit);
suit();
