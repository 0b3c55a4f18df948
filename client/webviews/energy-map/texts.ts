import { BoundedMap } from '../../../server/src/base/bounded-map';

/** A few megabytes. */
const MOST_FILES = 80;

/**
 * Texts of files, asked for when they are looked at. Sits in the page of the energy map. A picture has the shapes of lines, not
 * their words: those of a million lines would fill its memory.
 */
export class Texts {
  readonly #known = new BoundedMap<string, readonly string[] | null>(MOST_FILES);
  readonly #asked = new Set<string>();
  readonly #ask: (path: string) => void;
  readonly #changed: () => void;

  constructor(ask: (path: string) => void, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** The lines of a file; `null` where it can't be read, `undefined` until it is. */
  of(path: string): readonly string[] | null | undefined {
    const lines = this.#known.get(path);
    if (lines === undefined && !this.#asked.has(path)) {
      this.#asked.add(path);
      this.#ask(path);
    }
    return lines;
  }

  receive(path: string, text: string | null): void {
    this.#asked.delete(path);
    this.#known.set(path, text === null ? null : text.split(/\r\n|\n|\r/));
    this.#changed();
  }

  /** Forgets all texts, since files may have changed. */
  forget(): void {
    this.#known.clear();
    this.#asked.clear();
  }
}

/** Tabs as the picture's columns count them. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let column = '';
  for (const character of line)
    column += character === '\t' ? ' '.repeat(4 - (column.length % 4)) : character;
  return column;
}
