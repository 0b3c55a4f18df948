/**
 * Visits every node of a syntax tree, whatever its kind, in source order of its
 * fields; bodies of local classes too.
 */

import type { Span } from '../../server/src/java/ast';

export interface VisitedNode extends Partial<Span> {
  readonly kind?: unknown;
}

export function walkTree(tree: unknown, visit: (node: VisitedNode) => void): void {
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof Map) pending.push(...(next as ReadonlyMap<unknown, unknown>).values());
    else if (Array.isArray(next)) pending.push(...(next as readonly unknown[]));
    else if (typeof next === 'object' && next !== null) {
      visit(next as VisitedNode);
      pending.push(...Object.values(next));
    }
  }
}

/** How many nodes there are of each kind. */
export function countKinds(tree: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  walkTree(tree, ({ kind }) => {
    if (typeof kind === 'string') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  });
  return counts;
}
