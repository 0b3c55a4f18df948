/** Elements, made in few words. Text is always set as text: names and code come from files that may be hostile. */
import { at } from '../../server/src/base/check';

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Replaces all children of an element. If a button in it had the focus, the button in the same place has the
 * focus again.
 */
export function replaceButtons(parent: HTMLElement, ...children: readonly HTMLElement[]): void {
  const at = Array.from(parent.children).findIndex((child) => child.contains(document.activeElement));
  parent.replaceChildren(...children);
  const child = children[at];
  (child instanceof HTMLButtonElement ? child : child?.querySelector('button'))?.focus();
}

interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** Makes a canvas with its context. No view could work in a browser without canvases, so that is an error. */
export function makeLayer(className: string): Layer {
  const canvas = make('canvas', { class: className });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no canvas');
  return { canvas, context };
}

/** A button that does something when it is pressed. */
export function makeButton(
  text: string,
  press: (event: MouseEvent) => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const button = make('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', press);
  return button;
}

/** Tabs, or other buttons of which one is chosen. */
export interface Choice<T> {
  readonly element: HTMLElement;
  readonly mark: (chosen: T) => void;
}

/** Makes tabs that the arrow keys walk. `describe` gives the text and the attributes of each. */
export function makeTabs<T extends string>(
  label: string,
  names: readonly T[],
  describe: (name: T) => readonly [text: string, attributes: Readonly<Record<string, string>>],
  choose: (name: T) => void,
): Choice<T> {
  const tabs = names.map((name) => {
    const [text, attributes] = describe(name);
    return makeButton(text, () => { choose(name); }, { role: 'tab', ...attributes }); // prettier-ignore
  });
  let current = 0;
  const element = make('div', { role: 'tablist', 'aria-label': label }, ...tabs);
  element.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (current + step + names.length) % names.length;
    choose(at(names, next));
    at(tabs, next).focus();
    event.preventDefault();
  });
  return {
    element,
    mark(chosen) {
      current = names.indexOf(chosen);
      for (const [index, tab] of tabs.entries()) {
        tab.setAttribute('aria-selected', String(index === current));
        tab.tabIndex = index === current ? 0 : -1;
      }
    },
  };
}

/** The heads of the columns of a grid: a press on one asks to sort by it. */
export function makeColumnHeads<T extends string>(
  columns: readonly T[],
  titles: Readonly<Record<T, string>>,
  hint: string,
  { isSorted, isAscending }: { readonly isSorted: (column: T) => boolean; readonly isAscending: boolean },
  press: (column: T) => void,
): readonly HTMLElement[] {
  return columns.map((column) => {
    const [direction, arrow] = !isSorted(column)
      ? ['none', '']
      : isAscending
        ? ['ascending', ' ▲']
        : ['descending', ' ▼'];
    const button = makeButton(titles[column], () => { press(column); }, { title: hint }); // prettier-ignore
    button.append(make('span', { 'aria-hidden': 'true' }, arrow));
    return make('div', { role: 'columnheader', class: column, 'aria-sort': direction }, button);
  });
}

/** A table with a heading for each column. */
export function makeTable(className: string, headings: readonly string[], body: HTMLElement): HTMLElement {
  const cells = headings.map((text) => make('th', { scope: 'col' }, text));
  return make('table', { class: className }, make('thead', {}, make('tr', {}, ...cells)), body);
}

/** A cell of a row of a grid. */
export function makeCell(className: string, ...content: readonly (Node | string)[]): HTMLElement {
  return make('div', { role: 'gridcell', class: className }, ...content);
}

/** The buttons of the trail to what is shown: a press on one goes so many boxes down from the whole. */
export function makeTrail(texts: readonly string[], go: (step: number) => void): readonly HTMLElement[] {
  return texts.map((text, step) => {
    const isLast = step === texts.length - 1;
    return makeButton(text, () => { go(step); }, isLast ? { 'aria-current': 'true' } : {}); // prettier-ignore
  });
}

/** A choice of one option; the label names it to those who hear the page, and in its tooltip. */
export function makeSelect(label: string, changed: () => void): HTMLSelectElement {
  const select = make('select', { 'aria-label': label, title: label });
  select.addEventListener('change', changed);
  return select;
}

/** Fills in other options. The one that was chosen stays chosen where it is still there. */
export function setOptions(select: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const before = select.selectedOptions[0]?.textContent;
  select.replaceChildren(
    ...options.map(([value, text]) => {
      const option = make('option', { value }, text);
      option.selected = text === before;
      return option;
    }),
  );
}
