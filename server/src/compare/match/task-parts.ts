/**
 * The parts of a task that only one side does, although both sides do the task.
 *
 * A part is a method without a partner below the task, with all rows below it that have none either. Parts share no
 * context, so that their energies add up ("DiffProf", section 4: the rows that the subtree of a task has beside that of
 * the other).
 */
import { at } from '../../base/check';
import { subtreeEnds } from '../../base/context-tree';
import { methodAt, type MethodTree, pathTo } from '../trees/method-tree';
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

interface TaskParts {
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
    const one = { row, end: at(ends, row) };
    const other = { row: partner, end: at(endsOfSecond, partner) };
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
  tree: MethodTree,
  partners: Int32Array,
  task: TaskRows,
  other: TaskRows,
): readonly TaskPart[] {
  const { parents, exclusive, calls } = tree;
  interface Part {
    readonly row: number;
    energy: number;
    contexts: number;
  }
  const parts: Part[] = [];
  /** For each row of the task, the part that it belongs to; -1 for none. */
  const partOf = new Int32Array(task.end - task.row).fill(-1);
  for (let row = task.row + 1; row < task.end; row++) {
    const partner = at(partners, row);
    if (partner > other.row && partner < other.end) continue;
    const around = at(partOf, at(parents, row) - task.row);
    const part = around >= 0 ? around : parts.push({ row, energy: 0, contexts: 0 }) - 1;
    partOf[row - task.row] = part;
    const sum = at(parts, part);
    sum.energy += at(exclusive, row);
    sum.contexts++;
  }
  return parts
    .sort((a, b) => b.energy - a.energy || b.contexts - a.contexts || a.row - b.row)
    .slice(0, mostParts)
    .map(({ row, energy, contexts }): TaskPart => {
      const times = at(calls, row);
      return {
        row,
        method: methodAt(tree, row),
        path: pathTo(tree, at(parents, row), task.row),
        energy,
        calls: Number.isNaN(times) ? undefined : times,
        contexts,
      };
    });
}
