/**
 * A comparison as its page reads it: the merged tree, tasks, methods and lines in columns, as many as a page can show.
 *
 * Sits in `engine/`, over `compare-profiles.ts` and `diff/merged-tree.ts`.
 */
import { inclusiveOf, keyOfMethod, type MethodName } from '../diff/context-tree';
import { findSignificant } from '../diff/significance';
import { mergeTrees, type MergedTree } from '../diff/merged-tree';
import type { TaskTree } from '../diff/task-tree';
import { isRounding } from '../seesoft/changes';
import { Flag, type ComparisonColumns, type ComparisonHead } from '../seesoft/comparison-file';
import type { ComparisonPage, PackageOfBoth } from '../seesoft/comparison-file';
import { comparisonWords, type ComparisonWords } from '../seesoft/comparison-words';
import { hasChanged, type MethodDelta } from './compare-methods';
import type { ComparedSide } from './compared-sides';
import { headlineOf } from './comparison-text';
import { compareShares } from './energy-delta';
import type { PackageMarks, ProfileComparison, TaskDeltas } from './compare-profiles';
import { machineOfRun } from './saved-profile';

/** A page of so many has some megabytes, and is drawn while one waits. The dearest and the most changed stay. */
const MOST_CONTEXTS = 40_000;
const MOST_TASKS = 5000;
const MOST_METHODS = 2000;

/** What a comparison does not know of itself. */
export interface PageDetails extends Pick<ComparisonHead, 'details' | 'wantedAlpha' | 'words' | 'version'> {
  readonly marks: PackageMarks;
  readonly isApplication: (className: string) => boolean;
}

/** Throws what `check` throws. */
export function describeComparison(
  comparison: ProfileComparison,
  { marks, isApplication, ...details }: PageDetails,
  check: () => void = () => undefined,
): ComparisonPage {
  const { names, unit, totals, notes, tasks } = comparison;
  const methods = createMethodTable();
  const tree = describeTasks(comparison, methods, check);
  const changed = describeMethods(comparison, methods);
  return {
    head: {
      ...details,
      headline: headlineOf(comparison),
      names,
      unit,
      isSignificant: totals.isSignificant,
      isPriced: comparison.isPriced,
      ...(tasks === undefined ? {} : { alpha: tasks.alpha }),
      packages: tasks === undefined ? [] : sumPackages(tasks, marks, isApplication),
      notes,
      leftOut: { ...tree.leftOut, methods: changed.leftOut },
    },
    totals: Float64Array.of(
      totals.energyA,
      totals.energyB,
      totals.delta,
      totals.low,
      totals.high,
      totals.p,
      totals.smallest,
    ),
    ...tree.columns,
    ...changed.columns,
    ...methods.columns(),
  };
}

/** In English, as the command line speaks. */
export function describeWords(): ComparisonWords {
  return comparisonWords({ t: (message) => message });
}

/** When it was recorded, and on what; empty where that is not known. */
export function originOf(side: ComparedSide): { readonly started: string; readonly machine: string } {
  if ('profile' in side) return { started: side.profile.started, machine: machineOfRun(side.profile) };
  const { date = '', device = '' } = side.recording.source;
  return { started: date, machine: device };
}

/** As {@link originOf}, in a line. */
export function detailsOf({ started, machine }: ReturnType<typeof originOf>): string {
  const date = started.slice(0, 16).replace('T', ' ');
  return [date, machine].filter((text) => text !== '').join(', ');
}

interface MethodTable {
  /** -1 for none. */
  readonly indexOf: (method: MethodName | undefined) => number;
  readonly columns: () => Pick<ComparisonColumns, 'classes' | 'names' | 'descriptors'>;
}

function createMethodTable(): MethodTable {
  const known = new Map<string, number>();
  const methods: MethodName[] = [];
  return {
    indexOf(method) {
      if (method === undefined) return -1;
      const key = keyOfMethod(method);
      const index = known.get(key) ?? methods.push(method) - 1;
      known.set(key, index);
      return index;
    },
    columns: () => ({
      classes: methods.map((method) => method.class),
      names: methods.map(({ name }) => name),
      descriptors: methods.map(({ descriptor }) => descriptor),
    }),
  };
}

/** By what their methods take, dearest first. */
function sumPackages(
  { matching }: TaskDeltas,
  marks: PackageMarks,
  isApplication: (className: string) => boolean,
): readonly PackageOfBoth[] {
  const packages = new Map<string, { oneClass: string; readonly energies: [number, number] }>();
  for (const [side, { names, methods, exclusive }] of matching.contexts.entries())
    for (const [row, method] of methods.entries()) {
      const owner = names[method]?.class ?? '';
      if (owner === '') continue;
      // A class of no package is one by itself.
      const name = owner.includes('.') ? owner.slice(0, owner.lastIndexOf('.')) : owner;
      const known = packages.get(name) ?? { oneClass: owner, energies: [0, 0] };
      known.energies[side === 0 ? 0 : 1] += exclusive[row] ?? 0;
      packages.set(name, known);
    }
  const marked = new Set([...marks.application, ...marks.framework]);
  return Array.from(
    packages,
    ([
      name,
      {
        oneClass,
        energies: [energyA, energyB],
      },
    ]) => ({
      name,
      isApplication: isApplication(oneClass),
      isMarked: marked.has(name),
      energyA,
      energyB,
    }),
  ).sort((a, b) => b.energyA + b.energyB - a.energyA - a.energyB);
}

type TreeColumns = Pick<
  ComparisonColumns,
  Extract<keyof ComparisonColumns, `row${string}` | `task${string}`>
>;

interface DescribedTree {
  readonly columns: TreeColumns;
  readonly leftOut: { readonly contexts: number; readonly tasks: number };
}

function describeTasks(
  comparison: ProfileComparison,
  methods: MethodTable,
  check: () => void,
): DescribedTree {
  const { tasks } = comparison;
  const shown = tasks?.list.slice(0, MOST_TASKS) ?? [];
  const { trees, partners } = tasks?.matching ?? {};
  const [first, second] = trees ?? [];
  const merged: MergedTree =
    trees === undefined || partners === undefined
      ? { parents: Int32Array.of(-1), first: Int32Array.of(-1), second: Int32Array.of(-1) }
      : mergeTrees(...trees, partners, check);
  const energies = [energiesOf(merged, 'first', first), energiesOf(merged, 'second', second)] as const;
  const places = [placesOf(merged.first, first), placesOf(merged.second, second)] as const;
  const placeOf = ([a, b]: readonly [number, number]): number => places[0][a] ?? places[1][b] ?? 0;
  const kept = chooseRows(
    merged,
    energies,
    shown.map(({ rows }) => placeOf(rows)),
  );
  const numbers = (of: (task: (typeof shown)[number]) => number): Float64Array =>
    Float64Array.from(shown, of);
  return {
    columns: {
      ...describeRows(merged, kept, [first, second], methods),
      rowChange: changesOf(kept.rows, energies, comparison),
      taskRow: Uint32Array.from(shown, ({ rows }) => Math.max(0, kept.numbers[placeOf(rows)] ?? 0)),
      taskEnergyA: numbers(({ energyA }) => energyA),
      taskEnergyB: numbers(({ energyB }) => energyB),
      taskLow: numbers(({ low }) => low),
      taskHigh: numbers(({ high }) => high),
      taskChance: numbers(({ p }) => p),
      taskOnlyA: Uint32Array.from(shown, ({ onlyA }) => onlyA),
      taskOnlyB: Uint32Array.from(shown, ({ onlyB }) => onlyB),
      taskFlags: Uint8Array.from(
        shown,
        ({ isSignificant, isNested, isPriced, rows: [a, b] }) =>
          (isSignificant ? Flag.significant : 0) |
          (isNested ? Flag.nested : 0) |
          (isPriced ? 0 : Flag.unpriced) |
          (b < 0 ? Flag.onlyA : a < 0 ? Flag.onlyB : 0),
      ),
    },
    leftOut: {
      contexts: merged.parents.length - kept.rows.length,
      tasks: (tasks?.list.length ?? 0) - shown.length,
    },
  };
}

/** By row of one side: its row of the merged tree. */
function placesOf(rows: Int32Array, tree: TaskTree | undefined): readonly (number | undefined)[] {
  const places = Array.from(tree?.parents ?? [], (): number | undefined => undefined);
  for (const [place, row] of rows.entries()) if (row >= 0) places[row] = place;
  return places;
}

/** By merged row: what it and all that stands below it take on one side. */
function energiesOf(merged: MergedTree, side: 'first' | 'second', tree: TaskTree | undefined): Float64Array {
  const { parents } = merged;
  const exclusive = Float64Array.from(merged[side], (row) => tree?.exclusive[row] ?? 0);
  return inclusiveOf({ parents, exclusive });
}

/** 0 where nothing changed but by chance, 1 for cheaper, 2 for dearer: by runs, and by what was counted. */
function changesOf(
  rows: readonly number[],
  [a, b]: readonly [Float64Array, Float64Array],
  { spread, scales }: ProfileComparison,
): Uint8Array {
  const deltas = rows.map((row) => compareShares(spread, a[row] ?? 0, b[row] ?? 0));
  const stands = findSignificant(deltas.map(({ p }) => p));
  return Uint8Array.from(deltas, ({ energyA, energyB, delta }, index) => {
    const differs = !isRounding(energyA / scales[0], energyB / scales[1]);
    return delta === 0 || !(differs || stands[index] === true) ? 0 : delta < 0 ? 1 : 2;
  });
}

interface KeptRows {
  /** In preorder. */
  readonly rows: readonly number[];
  /** By merged row: its number among those that are kept; -1 for none. */
  readonly numbers: Int32Array;
}

/** The dearest, and what tasks are at; with all that they lie below. */
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
  [treeA, treeB]: readonly [TaskTree | undefined, TaskTree | undefined],
  methods: MethodTable,
): Omit<Pick<ComparisonColumns, Extract<keyof ComparisonColumns, `row${string}`>>, 'rowChange'> {
  const at = (column: keyof Pick<TaskTree, 'exclusive' | 'calls'>, side: 'first' | 'second') =>
    Float64Array.from(
      rows,
      (row) =>
        (side === 'first' ? treeA : treeB)?.[column][merged[side][row] ?? -1] ??
        (column === 'calls' ? NaN : 0),
    );
  const nameOf = (tree: TaskTree | undefined, row: number): MethodName | undefined =>
    tree?.names[tree.methods[row] ?? -1];
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
    rest.a[into] = (rest.a[into] ?? 0) + (treeA?.exclusive[merged.first[row] ?? -1] ?? 0);
    rest.b[into] = (rest.b[into] ?? 0) + (treeB?.exclusive[merged.second[row] ?? -1] ?? 0);
  }
  return {
    rowParent: Int32Array.from(rows, (row) => numbers[merged.parents[row] ?? -1] ?? -1),
    rowMethod: Int32Array.from(rows, (row) =>
      methods.indexOf(nameOf(treeA, merged.first[row] ?? -1) ?? nameOf(treeB, merged.second[row] ?? -1)),
    ),
    rowMethodA: Int32Array.from(rows, (row) => methods.indexOf(treeA?.origins[merged.first[row] ?? -1])),
    rowMethodB: Int32Array.from(rows, (row) => methods.indexOf(treeB?.origins[merged.second[row] ?? -1])),
    rowOwnA: at('exclusive', 'first'),
    rowOwnB: at('exclusive', 'second'),
    rowCallsA: at('calls', 'first'),
    rowCallsB: at('calls', 'second'),
    rowRest: rest.count,
    rowRestA: rest.a,
    rowRestB: rest.b,
  };
}

type MethodColumns = Pick<
  ComparisonColumns,
  Extract<keyof ComparisonColumns, `method${string}` | `line${string}`>
>;

/** Those that ran otherwise, or took otherwise for certain; with the lines that did. */
function describeMethods(
  { methods: all, isPriced }: ProfileComparison,
  methods: MethodTable,
): { readonly columns: MethodColumns; readonly leftOut: number } {
  const changed = all.filter((method) => hasChanged(method, isPriced));
  const shown = changed.slice(0, MOST_METHODS);
  const linesOf = ({ lines, isSignificant }: MethodDelta): MethodDelta['lines'] =>
    lines.filter(
      ({ executionsA, executionsB, energyA, energyB }) =>
        executionsA !== executionsB || (isSignificant && !isRounding(energyA, energyB)),
    );
  const lines = shown.map(linesOf);
  const starts = new Uint32Array(shown.length + 1);
  for (const [index, { length }] of lines.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  const numbers = (of: (delta: MethodDelta) => number): Float64Array => Float64Array.from(shown, of);
  const flat = lines.flat();
  return {
    columns: {
      methodA: Int32Array.from(shown, ({ methodA }) => methods.indexOf(methodA)),
      methodB: Int32Array.from(shown, ({ methodB }) => methods.indexOf(methodB)),
      methodEnergyA: numbers(({ energyA }) => energyA),
      methodEnergyB: numbers(({ energyB }) => energyB),
      methodLow: numbers(({ low }) => low),
      methodHigh: numbers(({ high }) => high),
      methodCallsA: numbers(({ callsA = NaN }) => callsA),
      methodCallsB: numbers(({ callsB = NaN }) => callsB),
      methodFlags: Uint8Array.from(
        shown,
        ({ isSignificant, countsDiffer }) =>
          (isSignificant ? Flag.significant : 0) | (countsDiffer ? Flag.countsDiffer : 0),
      ),
      methodLines: starts,
      lineA: Uint32Array.from(flat, ({ lineA }) => lineA),
      lineB: Uint32Array.from(flat, ({ lineB }) => lineB),
      lineExecutionsA: Float64Array.from(flat, ({ executionsA }) => executionsA),
      lineExecutionsB: Float64Array.from(flat, ({ executionsB }) => executionsB),
      lineEnergyA: Float64Array.from(flat, ({ energyA }) => energyA),
      lineEnergyB: Float64Array.from(flat, ({ energyB }) => energyB),
    },
    leftOut: changed.length - shown.length,
  };
}
