/**
 * Lists the stacks of a calling context tree.
 */
import type { ContextTree } from '../imported-profile';

/** The frames of a context and of those around it, the innermost first. */
export function stackOf({ parents, frames }: ContextTree, context: number): number[] {
  const stack: number[] = [];
  for (let at = context; at > 0; at = parents[at] ?? 0) stack.push(frames[at] ?? 0);
  return stack;
}
