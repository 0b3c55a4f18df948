/**
 * A cache that keeps between `limit` and twice `limit` entries, and forgets
 * what was not asked for lately: two generations, so that neither reading nor
 * writing costs more than a map's.
 *
 * Sits in `classfile/` under the signature sources.
 */

interface BoundedCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function createBoundedCache<T>(limit: number): BoundedCache<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  const set = (key: string, value: T): void => {
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    set,
    get(key) {
      const current = young.get(key);
      if (current !== undefined) return current;
      const earlier = old.get(key);
      if (earlier !== undefined) set(key, earlier);
      return earlier;
    },
  };
}
