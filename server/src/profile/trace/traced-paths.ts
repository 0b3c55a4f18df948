/**
 * The operations that one execution of each path of a trace runs, as rows of numbers for a fit.
 *
 * Sits in `profile/`, over the document. The columns are the operations that lines are modeled with, and
 * the probes of the capture: those take energy like the rest, and belong to no line (vLens, section 3.2.2).
 */
import { addTo } from '../../base/groups';
import { placedName, placeName } from '../document/place-operations';
import type { ProfileDocument } from '../document/profile-document';
import { onlyWaits, operationOfCall } from '../plan/library-calls';

/** The probe that ends a path and begins the next, and the one that times a call. */
export const PROBE_COLUMNS = ['Jouleline_path_probe', 'Jouleline_call_probe'] as const;

export interface TracedPaths {
  /** The names of operations, then {@link PROBE_COLUMNS}. */
  readonly columns: readonly string[];
  /** The index of each path's first entry; one more than there are paths. */
  readonly starts: Uint32Array;
  /** The column of each entry; `entryCounts` has how often one execution of the path runs it. */
  readonly entryColumns: Uint16Array;
  readonly entryCounts: Float64Array;
  /** The executions in the whole run, by path. */
  readonly executions: Float64Array;
  /** The place of each path. */
  readonly places: readonly PathPlace[];
  /** The index of a path by the number of its counter; -1 for counters of no path that ran. */
  indexOf(counter: number): number;
  /** True for the number of a call site whose method only waits: nothing runs meanwhile, though vLens counts its thread. */
  isWait(call: number): boolean;
}

export interface PathPlace {
  /** Binary name with slashes. */
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  /** The number within the method. */
  readonly path: number;
  /** The first line, or 0. */
  readonly line: number;
}

/**
 * Leaves out paths that had not ended, which have no number, and the operations of `leftOut`, which are named as
 * {@link placedName} does.
 */
export function listTracedPaths(
  { classes, keys, trace }: ProfileDocument,
  leftOut: ReadonlySet<string> = new Set(),
): TracedPaths {
  const names = [...new Set(keys.map(({ name }) => name))];
  const columnOf = new Map(names.map((name, column) => [name, column]));
  const places: PathPlace[] = [];
  const starts: number[] = [0];
  const entryColumns: number[] = [];
  const entryCounts: number[] = [];
  const executions: number[] = [];
  const counters = new Map<number, number>();
  for (const [first, owner, index] of trace?.methods ?? []) {
    const { name: className = '' } = classes[owner] ?? {};
    const method = classes[owner]?.methods[index];
    if (method === undefined) continue;
    const byBlock = new Map<number, (readonly [number, number])[]>();
    for (const [block, key, line, count] of method.code ?? []) {
      const name = keys[key]?.name ?? '';
      const column = columnOf.get(name);
      const isLeft = leftOut.size > 0 && leftOut.has(placedName(placeName(className, method, line), name));
      if (column !== undefined && !isLeft) addTo(byBlock, block, [column, count]);
    }
    for (const [path, count, , , blocks] of method.paths ?? []) {
      if (path < 0) continue;
      const sums = new Map<number, number>([[names.length, 1]]);
      for (const block of blocks)
        for (const [column, each] of byBlock.get(block) ?? [])
          sums.set(column, (sums.get(column) ?? 0) + each);
      counters.set(first + path, places.length);
      const line = blocks.map((block) => method.blocks[block]?.[2] ?? 0).find((each) => each > 0) ?? 0;
      places.push({ class: className, method: method.name, descriptor: method.descriptor, path, line });
      executions.push(count);
      for (const [column, each] of sums) {
        entryColumns.push(column);
        entryCounts.push(each);
      }
      starts.push(entryColumns.length);
    }
  }
  const waits = (trace?.calls ?? []).map(([, , , , called]) => onlyWaits(operationOfCall(called)));
  const last = [...counters.keys()].reduce((most, counter) => Math.max(most, counter), -1);
  const indices = new Int32Array(last + 1).fill(-1);
  for (const [counter, index] of counters) indices[counter] = index;
  return {
    columns: [...names, ...PROBE_COLUMNS],
    starts: Uint32Array.from(starts),
    entryColumns: Uint16Array.from(entryColumns),
    entryCounts: Float64Array.from(entryCounts),
    executions: Float64Array.from(executions),
    places,
    indexOf: (counter) => indices[counter] ?? -1,
    isWait: (call) => waits[call] === true,
  };
}
