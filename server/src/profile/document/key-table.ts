/**
 * Gives each item that rows of a profile point to one number.
 *
 * Sits in `profile/`, under `describe-counts.ts` and `describe-tree.ts`.
 */
import type { OperationKey } from '../../operations/catalogue/operation';

export interface Table<Item> {
  readonly list: readonly Item[];
  readonly indexOf: (item: Item) => number;
}

export function createTable<Item>(idOf: (item: Item) => string): Table<Item> {
  const list: Item[] = [];
  const ids = new Map<string, number>();
  return {
    list,
    indexOf(item) {
      const id = idOf(item);
      const known = ids.get(id);
      if (known !== undefined) return known;
      ids.set(id, list.length);
      return list.push(item) - 1;
    },
  };
}

export function identifyKey({ name, size, operands }: OperationKey): string {
  return [name, size, ...operands].join(' ');
}
