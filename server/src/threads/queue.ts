/**
 * A queue by urgency, first come first served within one. Sits in `threads/`.
 */

/** A file on screen, a file open in a tab, the rest of the workspace. */
export type Urgency = 'visible' | 'open' | 'background';

const ORDER: readonly Urgency[] = ['visible', 'open', 'background'];

export interface Queue<T> {
  push(item: T, urgency: Urgency): void;
  /** Adds work that was interrupted: it goes ahead of its equals. */
  pushFront(item: T, urgency: Urgency): void;
  /** The first that matches. */
  take(matches?: (item: T) => boolean): T | undefined;
  /** Takes out and returns what matches. */
  remove(matches: (item: T) => boolean): readonly T[];
  readonly length: number;
}

export function createQueue<T>(): Queue<T> {
  const lanes = new Map<Urgency, T[]>(ORDER.map((urgency) => [urgency, []]));
  const lane = (urgency: Urgency): T[] => lanes.get(urgency) ?? [];
  return {
    push: (item, urgency) => void lane(urgency).push(item),
    pushFront: (item, urgency) => void lane(urgency).unshift(item),
    take: (matches = () => true) => {
      for (const urgency of ORDER) {
        const items = lane(urgency);
        const at = items.findIndex(matches);
        if (at >= 0) return items.splice(at, 1)[0];
      }
      return undefined;
    },
    remove: (matches) => {
      const removed: T[] = [];
      for (const urgency of ORDER) {
        const items = lane(urgency);
        removed.push(...items.filter(matches));
        lanes.set(
          urgency,
          items.filter((item) => !matches(item)),
        );
      }
      return removed;
    },
    get length() {
      return ORDER.reduce((sum, urgency) => sum + lane(urgency).length, 0);
    },
  };
}
