/**
 * Lists the stacks of a calling context tree.
 */
import { outside } from '../../base/check';
import type { ContextTree } from '../model/imported-profile';

/** The frames of a context and of those around it, the innermost first. */
export function stackOf({ parents, frames }: ContextTree, context: number): number[] {
  const stack: number[] = [];
  for (let at = context; at > 0; at = parents[at] ?? outside(at)) stack.push(frames[at] ?? outside(at));
  return stack;
}
