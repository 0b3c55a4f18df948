/** Numbers items in the order in which they are met, each once. Sits in `base/`. */
import { intern } from './groups';

export interface Numbering<Item> {
  readonly list: readonly Item[];
  /** The number of an item, which is added to the list if it is new. */
  readonly numberOf: (item: Item) => number;
}

/** Numbers items by their keys: those of one key have one number, and the first of them is in the list. */
export function createNumbering<Item>(keyOf: (item: Item) => string): Numbering<Item> {
  const list: Item[] = [];
  const numbers = new Map<string, number>();
  return {
    list,
    numberOf: (item) => intern(numbers, list, keyOf(item), item),
  };
}
