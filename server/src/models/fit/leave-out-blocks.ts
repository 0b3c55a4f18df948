/**
 * Texts of a program with blocks left out, as further execution cases: "we vary
 * the executions of individual basic blocks … by systematically removing a set of
 * blocks for each execution case" (Li and Gallagher, section 5).
 *
 * Sits in `models/`, pure. Blocks are those whose text is one statement: arms of
 * `if`, bodies of `for`. Bodies of `while` stay, since what ends such a loop is in
 * them. Line breaks stay, too, so that every line keeps its number.
 */
import type { BlockKind } from '../../flow/source/region';
import { createRandom } from '../solve/random';
import type { Offset } from '../../base/units';
import type { FileOperations } from '../../analysis/file-operations';

export interface RemovableBlock {
  /** `Grid.blit()#if_1.then` */
  readonly name: string;
  /** The offset at which the block starts in the file. */
  readonly start: Offset;
  readonly end: Offset;
}

const KINDS: ReadonlySet<BlockKind> = new Set(['then', 'else', 'for-body']);

/** The blocks that hold something to leave out, in the order of the text. */
export function listRemovable({ members }: FileOperations, text: string): readonly RemovableBlock[] {
  const found = new Map<string, RemovableBlock>();
  for (const { name, bodyStart, operations } of members)
    for (const block of operations.blocks) {
      const [start, end] = [bodyStart + block.start, bodyStart + block.end];
      const isWhole = /^(?:\{[^]*\}|[^]*;)$/.test(text.slice(start, end));
      if (!KINDS.has(block.kind) || !isWhole || /^\{\s*\}$|^;$/.test(text.slice(start, end))) continue;
      // A lambda's text is in the member around it as well.
      found.set(`${start} ${end}`, { name: `${name}#${block.name}`, start, end });
    }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** The text with `;` in the place of each block. Where blocks lie within others, the outer ones count. */
export function leaveOut(text: string, blocks: readonly RemovableBlock[]): string {
  let [result, at] = ['', 0];
  for (const { start, end } of [...blocks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    result += `${text.slice(at, start)};${text.slice(start, end).replaceAll(/[^\r\n]/g, '')}`;
    at = end;
  }
  return result + text.slice(at);
}

/**
 * Draws as many sets as there are variants; each item is in at least one of them, and in each of the others with a
 * chance of a quarter.
 */
export function drawSets<T>(items: readonly T[], variants: number, seed: number): readonly (readonly T[])[] {
  const random = createRandom(seed);
  const sets = Array.from({ length: variants }, (): T[] => []);
  for (const item of items) {
    const sure = random.below(variants);
    sets.forEach((set, variant) => {
      if (variant === sure || random.uniform() < 0.25) set.push(item);
    });
  }
  return sets;
}
