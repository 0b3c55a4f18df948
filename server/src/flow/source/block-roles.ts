/**
 * Finds the role of each block of a method's bytecode in its control flow: a loop's condition or body,
 * a way of a branch, a handler.
 *
 * Sits in `flow/`, over `bytecode-graph.ts` and `loops.ts`: for callers that have the
 * counts of blocks, and no source. javac's blocks are told apart by edges alone,
 * so that the parts of `a && b` are branches.
 */
import { type BytecodeGraph, successorsOf } from '../bytecode/bytecode-graph';
import { findLoops, type NaturalLoop } from '../paths/loops';

/** `branch`: only one way of a condition or switch leads there. */
type BlockRole = 'loop-condition' | 'loop-body' | 'branch' | 'handler';

/**
 * The role of each block. Undefined for blocks that run whenever the method does, and for blocks where
 * branches meet again.
 */
export function rolesOfBlocks(graph: BytecodeGraph): readonly (BlockRole | undefined)[] {
  const { blocks, edges, handlers } = graph;
  const { loops } = findLoops(successorsOf(graph));
  // Inner ones come behind outer ones.
  const innermost = new Map<number, NaturalLoop>();
  for (const loop of loops) for (const block of loop.blocks) innermost.set(block, loop);
  const [next, before] = [blocks.map((): number[] => []), blocks.map((): number[] => [])];
  for (const { from, to } of edges) {
    next[from]?.push(to);
    before[to]?.push(from);
  }
  const conditions = new Set(loops.flatMap((loop) => conditionsOf(loop, next)));
  const tests = new Set([
    ...conditions,
    ...loops.flatMap(({ blocks: [only, ...others] }) =>
      others.length === 0 && only !== undefined ? [only] : [],
    ),
  ]);
  const isHandler = new Set(handlers);
  return blocks.map((_, block): BlockRole | undefined => {
    if (isHandler.has(block)) return 'handler';
    if (conditions.has(block)) return 'loop-condition';
    const [only, ...others] = before[block] ?? [];
    const isWay = only !== undefined && others.length === 0 && (next[only]?.length ?? 0) > 1;
    if (isWay && !tests.has(only)) return 'branch';
    return innermost.has(block) ? 'loop-body' : undefined;
  });
}

/**
 * The blocks of a loop's condition: from its header on, those that may leave it for the same place. If
 * the header can't leave the loop, they are the blocks that go back to it and can. A loop of one block
 * is a body that ends in its condition.
 */
function conditionsOf(
  { header, blocks }: NaturalLoop,
  next: readonly (readonly number[])[],
): readonly number[] {
  if (blocks.length === 1) return [];
  const within = new Set(blocks);
  const exitOf = (block: number): number | undefined => next[block]?.find((to) => !within.has(to));
  const exit = exitOf(header);
  const last = blocks.filter(
    (block) => exitOf(block) !== undefined && next[block]?.includes(header) === true,
  );
  if (exit === undefined) return last;
  const conditions = [header];
  for (let block: number | undefined = header; block !== undefined;) {
    const on: number | undefined = next[block]?.find((to) => within.has(to) && exitOf(to) === exit);
    block = on === undefined || conditions.includes(on) ? undefined : on;
    if (block !== undefined) conditions.push(block);
  }
  return conditions;
}
