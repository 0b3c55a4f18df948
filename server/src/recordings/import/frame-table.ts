/**
 * The frames of a recording, each once, however it was spelled.
 *
 * Sits in `recordings/`: lambdas whose names differ only in an address are one frame.
 */
import type { Frame } from '../model/imported-profile';

export interface FrameTable {
  numberOf(frame: Frame): number;
  list(): readonly Frame[];
}

export function createFrameTable(): FrameTable {
  const numbers = new Map<string, number>();
  const frames: Frame[] = [];
  return {
    numberOf(frame) {
      const key = keyOf(frame);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, frames.length);
      return frames.push(frame) - 1;
    },
    list: () => frames,
  };
}

function keyOf({ kind, name, descriptor = '', file = '', line = 0 }: Frame): string {
  return `${kind}\n${name}\n${descriptor}\n${file}\n${line}`;
}
