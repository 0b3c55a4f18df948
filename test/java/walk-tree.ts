/**
 * Visits every node of a syntax tree, whatever its kind, in source order of its
 * fields; bodies of local classes too.
 */

import type { Span } from '../../server/src/java/syntax/ast';

export interface VisitedNode extends Partial<Span> {
  readonly kind?: unknown;
}

export function walkTree(tree: unknown, visit: (node: VisitedNode) => void): void {
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    visit(next);
    const children: Iterable<unknown> = next instanceof Map ? next.values() : Object.values(next);
    for (const child of children) pending.push(child);
  }
}
