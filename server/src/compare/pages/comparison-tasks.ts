/** Tasks and the merged tree of a comparison in columns, as many as a page can show. */
import { energyIfModeled } from '../../pages/changes';
import { isRounding } from '../../base/statistics';
import { inclusiveOf, rowsUp } from '../../base/context-tree';
import type { MethodName } from '../../base/method-name';
import { fillColumns } from '../../pages/column-file';
import { at } from '../../base/check';
import type { Numbering } from '../../base/numbering';
import { mergeTrees, type MergedTree } from '../trees/merged-tree';
import { invertPartners } from '../trees/match-trees';
import { findSignificant } from '../significance/significance';
import type { TaskTree } from '../trees/task-tree';
import { type ComparisonColumns, Flag, ROWS, TASKS } from '../../pages/comparison-file';
import type { ProfileComparison, TaskDeltas } from '../deltas/compare-profiles';
import { compareShares, type PartlyModeled } from '../deltas/energy-delta';

/**
 * The most contexts on a page, which then has some megabytes and is drawn while one waits. The hottest and the most
 * changed stay.
 */
const MOST_CONTEXTS = 40_000;
const MOST_TASKS = 5000;

/** The methods of a page, each listed once; columns refer to them by their numbers. */
export type PageMethods = Numbering<MethodName>;

/** The number of a method; -1 for undefined. */
export function numberOf(methods: PageMethods, method: MethodName | undefined): number {
  return method === undefined ? -1 : methods.numberOf(method);
}

/** The flags of a row whose energies are the least that they may be. */
export function leastFlags(atLeast: PartlyModeled['atLeast']): number {
  return (
    (atLeast === 'A' || atLeast === 'both' ? Flag.leastA : 0) |
    (atLeast === 'B' || atLeast === 'both' ? Flag.leastB : 0)
  );
}

export function describeTasks(comparison: ProfileComparison, methods: PageMethods, check: () => void) {
  const { tasks } = comparison;
  const shown = tasks?.list.slice(0, MOST_TASKS) ?? [];
  const { trees, partners } = tasks?.matching ?? {};
  const [first, second] = trees ?? [];
  const merged: MergedTree =
    trees === undefined || partners === undefined
      ? { parents: Int32Array.of(-1), first: Int32Array.of(-1), second: Int32Array.of(-1) }
      : mergeTrees(...trees, partners, check);
  const energies = [
    sumsOf(merged, 'first', first?.exclusive),
    sumsOf(merged, 'second', second?.exclusive),
  ] as const;
  const variances = [
    sumsOf(merged, 'first', first?.variance),
    sumsOf(merged, 'second', second?.variance),
  ] as const;
  /** The row in the merged tree, for each row of either side. */
  const placesA = invertPartners(merged.first, first?.parents.length ?? 0);
  const placesB = invertPartners(merged.second, second?.parents.length ?? 0);
  const placeOf = ([a, b]: readonly [number, number]): number => (a >= 0 ? at(placesA, a) : at(placesB, b));
  const kept = chooseRows(
    merged,
    energies,
    shown.map(({ rows }) => placeOf(rows)),
  );
  const tasksOfBoth = new Map(
    shown
      .filter(({ rows: [a, b] }) => a >= 0 && b >= 0 && placesA[a] === placesB[b])
      .map((task) => [placeOf(task.rows), task]),
  );
  const least = leastOf(merged.parents, [
    [first?.unmodeled, placesA],
    [second?.unmodeled, placesB],
  ]);
  const changes = changesOf(kept.rows, energies, comparison, (row) => {
    const calls = [first?.calls[merged.first[row] ?? -1], second?.calls[merged.second[row] ?? -1]] as const;
    const task = tasksOfBoth.get(row);
    const sampled = at(variances[0], row) + at(variances[1], row);
    return { calls, sampled, task, least: task === undefined ? at(least, row) : leastFlags(task.atLeast) };
  });
  return {
    columns: {
      ...describeRows(merged, kept, changes, [first, second], methods),
      ...fillColumns(TASKS, shown, {
        taskRow: ({ rows }) => at(kept.numbers, placeOf(rows)),
        taskEnergyA: ({ energyA }) => energyA,
        taskEnergyB: ({ energyB }) => energyB,
        taskLow: ({ low }) => low,
        taskHigh: ({ high }) => high,
        taskChance: ({ p }) => p,
        taskOnlyA: ({ onlyA }) => onlyA,
        taskOnlyB: ({ onlyB }) => onlyB,
        taskFlags: ({ isSignificant, isNested, atLeast, rows: [a, b] }) =>
          (isSignificant ? Flag.significant : 0) |
          (isNested ? Flag.nested : 0) |
          leastFlags(atLeast) |
          (b < 0 ? Flag.onlyA : a < 0 ? Flag.onlyB : 0),
        taskSizeA: ({ sizeA = NaN }) => sizeA,
        taskSizeB: ({ sizeB = NaN }) => sizeB,
        taskRankA: ({ ranksA }) => ranksA?.inclusive ?? 0,
        taskRankB: ({ ranksB }) => ranksB?.inclusive ?? 0,
        taskOwnRankA: ({ ranksA }) => ranksA?.exclusive ?? 0,
        taskOwnRankB: ({ ranksB }) => ranksB?.exclusive ?? 0,
        taskEdits: ({ edits = 0 }) => edits,
      }),
      ...describePaths(shown, second, methods),
    },
    leftOut: {
      contexts: merged.parents.length - kept.rows.length,
      tasks: (tasks?.list.length ?? 0) - shown.length,
    },
  };
}

/** The path of each task on B, if it is not that on A, by the first methods that its rows stand for. */
function describePaths(
  tasks: TaskDeltas['list'],
  tree: TaskTree | undefined,
  methods: PageMethods,
): Pick<ComparisonColumns, 'taskPaths' | 'taskPathMethods'> {
  const starts = new Uint32Array(tasks.length + 1);
  const path: number[] = [];
  for (const [index, { inB, rows }] of tasks.entries()) {
    const up = inB === undefined || tree === undefined ? [] : rowsUp(tree.parents, rows[1]);
    path.push(...up.map((row) => numberOf(methods, tree?.origins[row])).reverse());
    starts[index + 1] = path.length;
  }
  return { taskPaths: starts, taskPathMethods: Int32Array.from(path) };
}

/** The sum of a column of one side over each merged row and all rows below it. */
function sumsOf(
  merged: MergedTree,
  side: 'first' | 'second',
  exclusive: Float64Array | undefined,
): Float64Array {
  return inclusiveOf(
    merged.parents,
    Float64Array.from(merged[side], (row) => exclusive?.[row] ?? 0),
  );
}

/** The flags of each merged row: the sides that ran more of an operation that is not modeled, in it or below it. */
function leastOf(parents: Int32Array, sides: readonly [OperationsOfSide, OperationsOfSide]): Uint8Array {
  const flags = new Uint8Array(parents.length);
  const byName = new Map<string, { readonly differences: Float64Array; size: number }>();
  for (const [side, [unmodeled, places]] of sides.entries())
    for (const [entry, row] of (unmodeled?.rows ?? []).entries()) {
      const name = unmodeled?.names[at(unmodeled.operations, entry)] ?? '';
      const sums = byName.get(name) ?? { differences: new Float64Array(parents.length), size: 0 };
      byName.set(name, sums);
      const [place, count] = [at(places, row), unmodeled?.counts[entry] ?? 0];
      sums.differences[place] = at(sums.differences, place) + (side === 0 ? -count : count);
      sums.size += count;
    }
  for (const { differences, size } of byName.values())
    for (const [row, difference] of inclusiveOf(parents, differences).entries())
      if (Math.abs(difference) > 1e-9 * size)
        flags[row] = at(flags, row) | (difference < 0 ? Flag.leastA : Flag.leastB);
  // What a run takes in all is measured, or the model's total as it is.
  flags[0] = 0;
  return flags;
}

/** The operations of a side's tree, and the merged row of each of its rows. */
type OperationsOfSide = readonly [unmodeled: TaskTree['unmodeled'], places: Int32Array];

interface RowFacts {
  /** The number of calls on each side; undefined on a side that does not have the row. */
  readonly calls: readonly [number | undefined, number | undefined];
  /** The variance that samples add to the difference. */
  readonly sampled: number;
  /** The task that begins at this row on both sides, if there is one. */
  readonly task: TaskDeltas['list'][number] | undefined;
  /** The {@link leastFlags} of the row. */
  readonly least: number;
}

/**
 * The change of each row: 0 if it differs by no more than chance, 1 if it uses less energy, 2 if it uses more, 3 if a
 * side is not modeled, more if it is not all modeled. If there are measured runs, they alone decide: a task's row agrees with the list of tasks, and
 * a row that takes all there is agrees with the program's own work. Otherwise the counts decide.
 */
function changesOf(
  rows: readonly number[],
  [a, b]: readonly [Float64Array, Float64Array],
  { spread, scales, work, areCounted }: ProfileComparison,
  factsOf: (row: number) => RowFacts,
): Uint8Array {
  const facts = rows.map(factsOf);
  const deltas = rows.map((row, index) => {
    const calls = facts[index]?.calls ?? [];
    const [energyA, energyB] = [a, b].map((energies, side) => {
      const energy = energies[row] ?? 0;
      return row === 0 || calls[side] === undefined
        ? energy
        : energyIfModeled(energy, calls[side], areCounted[side] === true);
    });
    return compareShares(spread, energyA ?? 0, energyB ?? 0, facts[index]?.sampled);
  });
  const stands = findSignificant(deltas.map(({ p }) => p));
  const isAll = (energyA: number, energyB: number): boolean =>
    isRounding(energyA, a[0] ?? 0) && isRounding(energyB, b[0] ?? 0);
  return Uint8Array.from(deltas, ({ energyA, energyB, delta, p }, index) => {
    if (Number.isNaN(delta)) return 3;
    const least = facts[index]?.least ?? 0;
    if (least !== 0) return 3 + ((least & Flag.leastA) !== 0 ? 1 : 0) + ((least & Flag.leastB) !== 0 ? 2 : 0);
    const task = facts[index]?.task;
    const verdict = isAll(energyA, energyB) ? work : (task ?? { p, isSignificant: stands[index] === true });
    const differs = Number.isNaN(verdict.p)
      ? !isRounding(energyA / scales[0], energyB / scales[1])
      : verdict.isSignificant;
    return delta === 0 || !differs ? 0 : delta < 0 ? 1 : 2;
  });
}

interface KeptRows {
  /** The kept rows, in preorder. */
  readonly rows: readonly number[];
  /** The number of each merged row among those that are kept; -1 for a row that is not. */
  readonly numbers: Int32Array;
}

/** Chooses the hottest rows and the rows of the tasks, with all rows above them. */
function chooseRows(
  { parents }: MergedTree,
  [a, b]: readonly [Float64Array, Float64Array],
  wanted: readonly number[],
): KeptRows {
  const energyOf = (row: number): number => (a[row] ?? 0) + (b[row] ?? 0);
  const isKept = new Uint8Array(parents.length);
  const keep = (row: number): void => {
    for (let up = row; up >= 0 && isKept[up] === 0; up = parents[up] ?? -1) isKept[up] = 1;
  };
  const ranked =
    parents.length <= MOST_CONTEXTS
      ? parents.keys()
      : Array.from(parents.keys())
          .sort((one, other) => energyOf(other) - energyOf(one))
          .slice(0, MOST_CONTEXTS);
  for (const row of ranked) keep(row);
  for (const row of wanted) keep(row);
  const rows = Array.from(parents.keys()).filter((row) => isKept[row] === 1);
  const numbers = new Int32Array(parents.length).fill(-1);
  for (const [number, row] of rows.entries()) numbers[row] = number;
  return { rows, numbers };
}

function describeRows(
  merged: MergedTree,
  { rows, numbers }: KeptRows,
  changes: Uint8Array,
  [treeA, treeB]: readonly [TaskTree | undefined, TaskTree | undefined],
  methods: PageMethods,
) {
  const inA = (row: number): number => merged.first[row] ?? -1;
  const inB = (row: number): number => merged.second[row] ?? -1;
  const nameOf = (tree: TaskTree | undefined, row: number): MethodName | undefined =>
    tree?.names[tree.frames[row] ?? -1];
  const rest = {
    count: new Uint32Array(rows.length),
    a: new Float64Array(rows.length),
    b: new Float64Array(rows.length),
  };
  for (const [row, number] of numbers.entries()) {
    if (number >= 0) continue;
    const parent = merged.parents[row] ?? -1;
    let up = parent;
    while (up >= 0 && (numbers[up] ?? -1) < 0) up = merged.parents[up] ?? -1;
    const into = numbers[up] ?? 0;
    rest.count[into] = (rest.count[into] ?? 0) + (up === parent ? 1 : 0);
    rest.a[into] = (rest.a[into] ?? 0) + (treeA?.exclusive[inA(row)] ?? 0);
    rest.b[into] = (rest.b[into] ?? 0) + (treeB?.exclusive[inB(row)] ?? 0);
  }
  return fillColumns(ROWS, rows, {
    rowParent: (row) => numbers[merged.parents[row] ?? -1] ?? -1,
    rowMethod: (row) => numberOf(methods, nameOf(treeA, inA(row)) ?? nameOf(treeB, inB(row))),
    rowMethodA: (row) => numberOf(methods, treeA?.origins[inA(row)]),
    rowMethodB: (row) => numberOf(methods, treeB?.origins[inB(row)]),
    rowOwnA: (row) => treeA?.exclusive[inA(row)] ?? 0,
    rowOwnB: (row) => treeB?.exclusive[inB(row)] ?? 0,
    rowCallsA: (row) => treeA?.calls[inA(row)] ?? NaN,
    rowCallsB: (row) => treeB?.calls[inB(row)] ?? NaN,
    rowChange: (row) => at(changes, at(numbers, row)),
    rowRest: (row) => at(rest.count, at(numbers, row)),
    rowRestA: (row) => at(rest.a, at(numbers, row)),
    rowRestB: (row) => at(rest.b, at(numbers, row)),
  });
}
