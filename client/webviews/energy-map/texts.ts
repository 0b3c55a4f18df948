import { BoundedMap } from '../../../server/src/base/bounded-map';

/**
 * Texts of files, asked for when they are looked at. Sits in the page of the energy map. A picture has the shapes of lines, not
 * their words: those of a million lines would fill its memory.
 */
export interface Texts {
  /** Lines; `null` where the file can't be read, `undefined` until it is. */
  of(path: string): readonly string[] | null | undefined;
  receive(path: string, text: string | null): void;
  /** Files may have changed. */
  forget(): void;
}

/** A few megabytes. */
const MOST_FILES = 80;

export function createTexts(ask: (path: string) => void, changed: () => void): Texts {
  const known = new BoundedMap<string, readonly string[] | null>(MOST_FILES);
  const asked = new Set<string>();
  return {
    of(path) {
      const lines = known.get(path);
      if (lines === undefined && !asked.has(path)) {
        asked.add(path);
        ask(path);
      }
      return lines;
    },
    receive(path, text) {
      asked.delete(path);
      known.set(path, text === null ? null : text.split(/\r\n|\n|\r/));
      changed();
    },
    forget() {
      known.clear();
      asked.clear();
    },
  };
}

/** Tabs as the picture's columns count them. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let column = '';
  for (const character of line)
    column += character === '\t' ? ' '.repeat(4 - (column.length % 4)) : character;
  return column;
}
