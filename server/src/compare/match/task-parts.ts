/**
 * The parts of a task that only one side does, although both sides do the task.
 *
 * Sits in `compare/` over `match-trees.ts`. A part is a method without a partner below the task, with all rows below
 * it that have none either. Parts share no context, so that their energies add up ("DiffProf", section 4: the rows
 * that the subtree of a task has beside that of the other).
 */
import { subtreeEnds } from '../../base/context-tree';
import type { MethodTree } from '../trees/method-tree';
import type { MethodName } from '../../base/method-name';
import { invertPartners } from '../trees/match-trees';

export interface TaskPart {
  /** The row of the part's method, in the tree of its program. */
  readonly row: number;
  readonly method: MethodName;
  /** The path from below the task's method to the method that calls the part. */
  readonly path: readonly MethodName[];
  /** The energy of the part alone, without the calls that the other side does, too. */
  readonly energy: number;
  /** The number of calls; undefined if it was not recorded. */
  readonly calls: number | undefined;
  readonly contexts: number;
}

/** The most parts in a list: nobody reads more. */
const mostParts = 10;

export interface TaskParts {
  /** The parts that only the first program does, then those that only the second does, the hottest first. */
  readonly missing: readonly TaskPart[];
  readonly extra: readonly TaskPart[];
}

/**
 * Gives a function that lists the parts of two matched tasks, by their rows. Cost of each call: linear in the rows of
 * both.
 */
export function createPartLists(
  [first, second]: readonly [MethodTree, MethodTree],
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

/** The rows of a task, from that of its method up to `end`, which is not included. */
interface TaskRows {
  readonly row: number;
  readonly end: number;
}

/** Lists the parts of a task. `partners` holds, for each row of `tree`, its row in the other tree; -1 for none. */
function listParts(
  { parents, frames, names, exclusive, calls }: MethodTree,
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
  /** For each row of the task, the part that it belongs to; -1 for none. */
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
    names[frames[row] ?? -1] ?? { class: '', name: '', descriptor: '' };
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
