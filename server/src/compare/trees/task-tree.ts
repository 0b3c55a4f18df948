/**
 * Makes the tree in which tasks are matched from a calling context tree.
 *
 * Sits in `compare/` over `context-tree.ts`. After "DiffProf", section 3.5: each program names its application
 * methods as it likes. Methods that other application methods call therefore merge into the one that the framework
 * called back, whose class is dropped. A method that passes on to the one it overrides merges with it. Methods of the
 * framework keep their names.
 */
import type { MethodName } from '../../base/method-name';
import { createContextBuilder } from './context-builder';
import type { ContextTree } from './context-tree';
import { type PrunedRows, pruneTree } from './prune-tree';

export interface ClassRelations {
  /** True if a class belongs to the programs, and not to the libraries that both are built on. */
  readonly isApplication: (className: string) => boolean;
  /** True if the first class extends or implements the other; false if that is unknown. */
  readonly extends: (className: string, other: string) => boolean;
}

export interface TaskTree extends ContextTree {
  /** A mark for each method, by its index: 1 for methods of the application. */
  readonly isApplication: Uint8Array;
  /** The first method that each row stands for, with its class; undefined for the root. */
  readonly origins: readonly (MethodName | undefined)[];
  /** The rows that were left out because there were more than can be matched; absent if there are none. */
  readonly pruned?: PrunedRows;
}

/**
 * The most rows of a tree. Two trees of 50,000 rows are matched in seconds; more would take as many minutes, and
 * nobody looks at them.
 */
const MOST_ROWS = 60_000;

export function buildTaskTree(tree: ContextTree, naming: ClassRelations): TaskTree {
  const { parents, methods, exclusive, calls, recursive, sizes, names } = tree;
  const belongs = names.map((method) => naming.isApplication(method.class));
  const builder = createContextBuilder();
  const numbers = names.map((method, index) =>
    builder.numberOf(belongs[index] === true ? withoutClass(method) : method),
  );
  /** The context that each row of the tree became, or merged into; 0 for the root. */
  const placed = new Int32Array(parents.length);
  /** The first row that became each context; 0 before there is one, and for the root. */
  const first = new Int32Array(parents.length);
  /** The context that calls each context. */
  const callers = new Int32Array(parents.length);
  /** The contexts with a row whose calls were not recorded: the calls of their other rows would be only a part. */
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

/** The class that stands for every class of an application. */
const applicationClass = '*';

function withoutClass({ name, descriptor }: MethodName): MethodName {
  // What a lambda captures is in its descriptor.
  return name.startsWith('lambda$')
    ? { class: applicationClass, name: 'lambda', descriptor: '' }
    : { class: applicationClass, name, descriptor };
}
