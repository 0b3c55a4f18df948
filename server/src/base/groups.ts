/** Lists and numbers by key. Sits in `base/`. */
import { at } from './check';

/** Adds a value to the list of its key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The number of a key: its value's place in the list, where a new key's value is added. */
export function intern<K, V>(ids: Map<K, number>, list: V[], key: K, value: V): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  ids.set(key, list.length);
  return list.push(value) - 1;
}

/** The items by their keys; those of one key are in the order in which they come. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/**
 * The index at which the things of each owner start, for things that are sorted by their owner; one more
 * entry ends the last.
 */
export function startsByOwner(owners: Iterable<number>, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const owner of owners) starts[owner + 1] = at(starts, owner + 1) + 1;
  for (let owner = 0; owner < count; owner++) starts[owner + 1] = at(starts, owner + 1) + at(starts, owner);
  return starts;
}
