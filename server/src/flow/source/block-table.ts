/**
 * Blocks in the making: numbers them, names them, and remembers which node enters which.
 *
 * Sits in `flow/`, under `source-blocks.ts`. Constructs are counted per kind
 * in the order of the text, so that an edit renames only later blocks of the
 * same kind.
 */
import type { Span } from '../../java/syntax/ast';
import type { Block, BlockKind, Region } from './region';

export interface BlockTable {
  readonly blocks: readonly Block[];
  readonly blockAt: ReadonlyMap<Span, number>;
  /** `for_1`, `for_2`, … */
  nameConstruct(kind: string): string;
  /** A block that is entered at a node; spans `range` if that is wider than the node. */
  open(node: Span, kind: BlockKind, name: string, range?: Span): Region;
}

export function createBlockTable(): BlockTable {
  const blocks: Block[] = [];
  const blockAt = new Map<Span, number>();
  const counters = new Map<string, number>();
  return {
    blocks,
    blockAt,
    nameConstruct: (kind) => {
      const count = (counters.get(kind) ?? 0) + 1;
      counters.set(kind, count);
      return `${kind}_${count}`;
    },
    open: (node, kind, name, range = node) => {
      const id = blocks.length;
      blocks.push({ id, name, kind, start: range.start, end: range.end });
      blockAt.set(node, id);
      return { kind: 'block', block: id };
    },
  };
}
