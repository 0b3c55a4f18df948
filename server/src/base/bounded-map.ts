/**
 * A map that keeps a bounded number of entries: those that were set last.
 *
 * For caches. To read an entry does not make it younger: what falls out while it is still in use is made
 * once more, which costs less than to keep an order of reads.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#limit) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return this;
  }
}
