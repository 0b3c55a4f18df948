/**
 * From a calling context tree to the tree that tasks are matched in.
 *
 * Sits in `diff/` over `context-tree.ts`. After "DiffProf", section 3.5: what
 * application methods are called is each program's own affair, so those that
 * other application methods call merge into the one that the framework called
 * back, whose class is dropped; a method that passes on to the one it overrides
 * merges with it. What the framework does keeps its names.
 */
import { type CallRow, type ContextTree, type MethodName, placeRows } from './context-tree';

export interface Naming {
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
}

export function buildTaskTree(tree: ContextTree, naming: Naming): TaskTree {
  const { parents, methods, exclusive, calls, recursive, names } = tree;
  const belongs = names.map((method) => naming.isApplication(method.class));
  const rows: Omit<CallRow, 'exclusive'>[] = [];
  const standsFor: MethodName[] = [];
  const energies: number[] = [];
  /** By row of the tree: the row that it became, or merged into; -1 for the root. */
  const placed = new Int32Array(parents.length).fill(-1);
  for (let row = 1; row < parents.length; row++) {
    const caller = parents[row] ?? 0;
    const index = methods[row] ?? 0;
    const method = names[index];
    const calledBy = names[methods[caller] ?? -1];
    if (method === undefined) continue;
    const isInternal = belongs[index] === true && calledBy !== undefined && belongs[methods[caller] ?? -1];
    const passesOn =
      calledBy !== undefined &&
      calledBy.name === method.name &&
      calledBy.descriptor === method.descriptor &&
      naming.extends(calledBy.class, method.class);
    const own = exclusive[row] ?? 0;
    if (isInternal === true || passesOn) {
      const into = placed[caller] ?? -1;
      placed[row] = into;
      energies[into] = (energies[into] ?? 0) + own;
      continue;
    }
    energies.push(own);
    standsFor.push(method);
    const times = calls[row] ?? NaN;
    placed[row] = rows.length;
    rows.push({
      parent: placed[caller] ?? -1,
      method: belongs[index] === true ? withoutClass(method) : method,
      ...(Number.isNaN(times) ? {} : { calls: times }),
      recursive: recursive[row] ?? 0,
    });
  }
  const { tree: merged, placed: became } = placeRows(
    rows.map((row, index) => ({ ...row, exclusive: energies[index] ?? 0 })),
  );
  const origins = Array.from(merged.parents, (): MethodName | undefined => undefined);
  for (const [index, row] of became.entries()) origins[row] ??= standsFor[index];
  return {
    ...merged,
    origins,
    isApplication: Uint8Array.from(merged.names, (method) => (method.class === applicationClass ? 1 : 0)),
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
