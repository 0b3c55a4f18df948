/**
 * From a calling context tree to the tree that tasks are matched in.
 *
 * Sits in `compare/` over `context-tree.ts`. After "DiffProf", section 3.5: what
 * application methods are called is each program's own affair, so those that
 * other application methods call merge into the one that the framework called
 * back, whose class is dropped; a method that passes on to the one it overrides
 * merges with it. What the framework does keeps its names.
 */
import type { MethodName } from '../../base/method-name';
import { createContextBuilder } from './context-builder';
import type { ContextTree } from './context-tree';
import { type PrunedRows, pruneTree } from './prune-tree';

export interface ClassRelations {
  /** Whether a class belongs to the programs, and not to what both are built on. */
  readonly isApplication: (className: string) => boolean;
  /** Whether the first class extends or implements the other; what is not known is no. */
  readonly extends: (className: string, other: string) => boolean;
}

export interface TaskTree extends ContextTree {
  /** By index of the method: 1 for those of the application. */
  readonly isApplication: Uint8Array;
  /** By row: the first method that it stands for, with its class; undefined for the root. */
  readonly origins: readonly (MethodName | undefined)[];
  /** What was left out, since there were more rows than can be matched. */
  readonly pruned?: PrunedRows;
}

/** Two trees of 50,000 rows are matched in seconds; more would take as many minutes, and nobody looks at them. */
const MOST_ROWS = 60_000;

export function buildTaskTree(tree: ContextTree, naming: ClassRelations): TaskTree {
  const { parents, methods, exclusive, calls, recursive, sizes, names } = tree;
  const belongs = names.map((method) => naming.isApplication(method.class));
  const builder = createContextBuilder();
  const numbers = names.map((method, index) =>
    builder.numberOf(belongs[index] === true ? withoutClass(method) : method),
  );
  /** By row of the tree: the context that it became, or merged into; 0 for the root. */
  const placed = new Int32Array(parents.length);
  /** By context: the first row that became it; 0 before any did, and for the root. */
  const first = new Int32Array(parents.length);
  /** By context: the one that calls it. */
  const callers = new Int32Array(parents.length);
  /** Of which the calls of one row at least were not recorded: those of the others would be a part of them. */
  const uncounted = new Set<number>();
  for (let row = 1; row < parents.length; row++) {
    const caller = parents[row] ?? 0;
    const index = methods[row] ?? 0;
    const method = names[index];
    const calledBy = methods[caller] ?? -1;
    const callerName = names[calledBy];
    if (method === undefined) continue;
    const isInternal = belongs[index] === true && belongs[calledBy] === true;
    const passesOn =
      callerName !== undefined &&
      callerName.name === method.name &&
      callerName.descriptor === method.descriptor &&
      naming.extends(callerName.class, method.class);
    const around = placed[caller] ?? 0;
    const context =
      isInternal || passesOn
        ? around
        : builder.enter(around, numbers[index] ?? 0, calls[row] ?? NaN, recursive[row] ?? 0);
    builder.take(context, exclusive[row] ?? 0);
    const size = sizes?.[row] ?? NaN;
    if (context !== around && !Number.isNaN(size)) builder.measure(context, size);
    placed[row] = context;
    if (first[context] === 0) {
      first[context] = row;
      callers[context] = around;
    }
    // What folds onto a context that is running is no call of it from outside.
    const isEntered = context !== around && callers[context] === around;
    if (isEntered && Number.isNaN(calls[row] ?? NaN)) uncounted.add(context);
  }
  const { tree: merged, rowOf } = builder.finish();
  const firstOfRow = new Int32Array(merged.parents.length);
  for (const [context, row] of rowOf.entries()) firstOfRow[row] = first[context] ?? 0;
  for (const context of uncounted) merged.calls[rowOf[context] ?? 0] = NaN;
  const { tree: matched, kept, pruned } = pruneTree(merged, MOST_ROWS);
  return {
    ...matched,
    origins: Array.from(kept, (row) => names[methods[firstOfRow[row] ?? 0] ?? -1]),
    isApplication: Uint8Array.from(merged.names, (method) => (method.class === applicationClass ? 1 : 0)),
    ...(pruned && { pruned }),
  };
}

/** Stands for every class of an application. */
const applicationClass = '*';

function withoutClass({ name, descriptor }: MethodName): MethodName {
  // What a lambda captures is in its descriptor.
  return name.startsWith('lambda$')
    ? { class: applicationClass, name: 'lambda', descriptor: '' }
    : { class: applicationClass, name, descriptor };
}
