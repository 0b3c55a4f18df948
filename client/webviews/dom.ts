/**
 * Elements, made in few words. Sits beside the pages of web views. Text is always set as text: names and code come
 * from files that may be hostile.
 */
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

export interface Layer {
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
