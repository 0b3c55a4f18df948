/**
 * What one side does in a task that is done on both, and the other side does not.
 *
 * Sits in `compare/` over `match-trees.ts`. A part is a method without a partner
 * below the task, with all below it that has none either: parts share no
 * context, so that their energies add up ("DiffProf", section 4: what the
 * subtree of a task has beside that of the other).
 */
import type { MethodName } from '../../base/method-name';
import { type ContextTree, subtreeEnds } from '../trees/context-tree';
import { invertPartners } from '../trees/match-trees';

export interface TaskPart {
  /** Of its method, in the tree of its program. */
  readonly row: number;
  readonly method: MethodName;
  /** From the task's method, which is left out, to what calls the part. */
  readonly path: readonly MethodName[];
  /** Of the part alone: what it calls and the other side does too is left out. */
  readonly energy: number;
  /** Undefined where that was not recorded. */
  readonly calls: number | undefined;
  readonly contexts: number;
}

/** More than anyone looks at. */
const mostParts = 10;

export interface TaskParts {
  /** Of the first program, dearest first. */
  readonly missing: readonly TaskPart[];
  readonly extra: readonly TaskPart[];
}

/** For the rows of two tasks that are matched. Cost of each: linear in the rows of both. */
export function createPartLists(
  [first, second]: readonly [ContextTree, ContextTree],
  partners: Int32Array,
): (row: number, partner: number) => TaskParts {
  const inverse = invertPartners(partners, second.parents.length);
  const [ends, endsOfSecond] = [subtreeEnds(first.parents), subtreeEnds(second.parents)];
  return (row, partner) => {
    const one = { row, end: ends[row] ?? 0 };
    const other = { row: partner, end: endsOfSecond[partner] ?? 0 };
    return {
      missing: listParts(first, partners, one, other),
      extra: listParts(second, inverse, other, one),
    };
  };
}

/** The rows of a task: from its method's on, up to `end`. */
interface TaskRows {
  readonly row: number;
  readonly end: number;
}

/** `partners`: by row of `tree` its row in the other one, -1 for none. */
function listParts(
  { parents, methods, names, exclusive, calls }: ContextTree,
  partners: Int32Array,
  task: TaskRows,
  other: TaskRows,
): readonly TaskPart[] {
  interface Part {
    readonly row: number;
    energy: number;
    contexts: number;
  }
  const parts: Part[] = [];
  /** By row of the task: which part it belongs to; -1 for none. */
  const partOf = new Int32Array(task.end - task.row).fill(-1);
  for (let row = task.row + 1; row < task.end; row++) {
    const partner = partners[row] ?? -1;
    if (partner > other.row && partner < other.end) continue;
    const around = partOf[(parents[row] ?? 0) - task.row] ?? -1;
    const part = around >= 0 ? around : parts.push({ row, energy: 0, contexts: 0 }) - 1;
    partOf[row - task.row] = part;
    const sum = parts[part];
    if (sum === undefined) continue;
    sum.energy += exclusive[row] ?? 0;
    sum.contexts++;
  }
  const nameAt = (row: number): MethodName =>
    names[methods[row] ?? -1] ?? { class: '', name: '', descriptor: '' };
  return parts
    .sort((a, b) => b.energy - a.energy || b.contexts - a.contexts || a.row - b.row)
    .slice(0, mostParts)
    .map(({ row, energy, contexts }): TaskPart => {
      const path: MethodName[] = [];
      for (let up = parents[row] ?? 0; up > task.row; up = parents[up] ?? 0) path.unshift(nameAt(up));
      const times = calls[row] ?? NaN;
      return {
        row,
        method: nameAt(row),
        path,
        energy,
        calls: Number.isNaN(times) ? undefined : times,
        contexts,
      };
    });
}
