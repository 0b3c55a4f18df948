/**
 * The beginning of every page: the data that the extension starts it with, and the way in which the two talk.
 * Sits beside the pages of web views; its style is media/webviews/page/page.css.
 */
import { readColor, readOver, unknownColor } from '../../server/src/words/color';
import { readableInks } from './inks';

/** The object that the editor gives a web view, once. */
interface Host {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare const acquireVsCodeApi: () => Host;

/**
 * Keeps the page's words readable in every theme, also in those that are chosen later. The page's body has the colors that
 * are read in the place of those that the editor gives the document.
 */
export function keepReadable(): void {
  const { documentElement: root, body } = document;
  let set: ReadonlyMap<string, string> = new Map();
  const write = (): void => {
    const style = getComputedStyle(root);
    const read = (name: string): string => style.getPropertyValue(name).trim();
    const editor = readColor(read('--vscode-editor-background')) ?? unknownColor;
    const page = readOver(getComputedStyle(body).backgroundColor, editor) ?? editor;
    const inks = readableInks(read, page);
    for (const name of set.keys()) if (!inks.has(name)) body.style.removeProperty(name);
    for (const [name, color] of inks) if (set.get(name) !== color) body.style.setProperty(name, color);
    set = inks;
  };
  write();
  new MutationObserver(write).observe(root, { attributes: true, attributeFilter: ['class', 'style'] });
}

/**
 * The page's side of the talk with the extension. It may be made only once, because the editor gives a page its way of
 * talking a single time.
 */
export class Page<Start, FromPage, ToPage> {
  readonly #host = acquireVsCodeApi();
  /** The data that the extension wrote into the page's head. */
  readonly start = JSON.parse(document.getElementById('start')?.textContent ?? '{}') as Start;
  /** The state that was kept when the page was last there; empty the first time. */
  readonly saved: Readonly<Record<string, unknown>>;

  constructor() {
    keepReadable();
    const state = this.#host.getState();
    this.saved = typeof state === 'object' && state !== null ? { ...state } : {};
  }

  post(message: FromPage): void {
    this.#host.postMessage(message);
  }

  /** Calls `receive` for each message of the extension. */
  listen(receive: (message: ToPage) => void): void {
    addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      receive(data);
    });
  }

  save(state: object): void {
    this.#host.setState(state);
  }
}

/** Unpacks a file of the server's for a page, which is in gzip's format. */
export function unpack(file: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** `/` goes to the field that searches, unless it is typed there, and for as long as the field is on the page. */
export function searchOnSlash(search: HTMLInputElement): void {
  const listen = (event: KeyboardEvent): void => {
    if (!search.isConnected) removeEventListener('keydown', listen);
    else if (event.key === '/' && event.target !== search) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  };
  addEventListener('keydown', listen);
}
