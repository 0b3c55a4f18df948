/**
 * The page's knowledge of a comparison beyond what it was given: inclusive energies, children, and the names
 * of things. Sits in the page of a comparison. Pure.
 */
import { creationInWords } from '../../../server/src/words/text-sections';
import { isolateName } from '../../../server/src/base/split-words';
import { at } from '../../../server/src/base/check';
import { parametersOf } from '../../../server/src/base/method-name';
import { inclusiveOf, rowsUp } from '../../../server/src/base/context-tree';
import { groupBy } from '../../../server/src/base/groups';
import { differenceOf, energyIfModeled } from '../../../server/src/pages/changes';
import { Flag, type ComparisonPage } from '../../../server/src/pages/comparison-file';
import { searchWords } from '../../../server/src/base/search';
import type { RowChange } from './figures';

export interface ComparisonModel {
  readonly page: ComparisonPage;
  /**
   * The inclusive energy of each row, in joules: that of all rows below it, and of those that were left out,
   * is part of it.
   */
  readonly inclusiveA: Float64Array;
  readonly inclusiveB: Float64Array;
  /** The rows directly below a row, the hottest first. */
  readonly childrenOf: (row: number) => readonly number[];
}

export type Side = 'a' | 'b';

export function createModel(given: ComparisonPage): ComparisonModel {
  const [before, after] = given.head.names;
  // Names stand among words of the page.
  const page = {
    ...given,
    head: { ...given.head, names: [isolateName(before), isolateName(after)] as const },
  };
  const { rowParent } = page;
  const inclusiveA = inclusiveOf(
    rowParent,
    page.rowOwnA.map((own, row) => own + at(page.rowRestA, row)),
  );
  const inclusiveB = inclusiveOf(
    rowParent,
    page.rowOwnB.map((own, row) => own + at(page.rowRestB, row)),
  );
  const children = groupBy(rowParent.keys(), (row) => at(rowParent, row));
  const size = (row: number): number => at(inclusiveA, row) + at(inclusiveB, row);
  for (const list of children.values()) list.sort((one, other) => size(other) - size(one) || one - other);
  return { page, inclusiveA, inclusiveB, childrenOf: (row) => children.get(row) ?? [] };
}

export function isOn({ page }: ComparisonModel, side: Side, row: number): boolean {
  if (row === 0) return true;
  return ((side === 'a' ? page.rowMethodA : page.rowMethodB)[row] ?? -1) >= 0;
}

/** The change of a row. A row on one side only is new or gone, whatever it takes. */
export function changeOfRow(model: ComparisonModel, row: number): RowChange {
  if (!isOn(model, 'a', row)) return 'new';
  if (!isOn(model, 'b', row)) return 'gone';
  const change = model.page.rowChange[row];
  return (['same', 'lessEnergy', 'moreEnergy'] as const)[change ?? 0] ?? 'unmodeled';
}

/** True for each side of which an energy is the least that it may be. */
export type LeastSides = readonly [a: boolean, b: boolean];

export function readLeast(flags: number): LeastSides {
  return [(flags & Flag.leastA) !== 0, (flags & Flag.leastB) !== 0];
}

/** The sides on which not all of a row is modeled. */
export function leastOfRow({ page }: ComparisonModel, row: number): LeastSides {
  const change = page.rowChange[row] ?? 0;
  return [change === 4 || change === 6, change === 5 || change === 6];
}

/** The difference of a row on both sides, in joules; NaN if it is unknown. */
export function differenceOfRow(model: ComparisonModel, row: number): number {
  if (leastOfRow(model, row).includes(true)) return NaN;
  return differenceOf(energyOnSide(model, 'a', row), energyOnSide(model, 'b', row));
}

/** The inclusive energy of a row on a side, in joules; NaN if the row ran there and is not modeled. */
export function energyOnSide(model: ComparisonModel, side: Side, row: number): number {
  const energy = (side === 'a' ? model.inclusiveA : model.inclusiveB)[row] ?? 0;
  if (row === 0 || !isOn(model, side, row)) return energy;
  const { head, rowCallsA, rowCallsB } = model.page;
  const calls = (side === 'a' ? rowCallsA : rowCallsB)[row];
  return energyIfModeled(energy, calls, head.areCounted[side === 'a' ? 0 : 1]);
}

/** True if the sides did the row another number of times. */
export function hasOtherCalls({ page }: ComparisonModel, row: number): boolean {
  const [a, b] = [page.rowCallsA[row] ?? NaN, page.rowCallsB[row] ?? NaN];
  return !Number.isNaN(a) && !Number.isNaN(b) && a !== b;
}

/** `java.util.Map.put`; of the application's the classes that it stands for, which each side has its own of. */
export function nameOfRow({ page }: ComparisonModel, row: number): string {
  const method = page.rowMethod[row] ?? -1;
  const owner = page.classes[method] ?? '';
  if (owner !== '*') return nameOfMethod(page, method);
  const [a, b] = [nameOnSide(page, 'a', row), nameOnSide(page, 'b', row)];
  if (a === '' || a === b) return b;
  return b === '' ? a : `${a} → ${b}`;
}

/**
 * The name of the first method that a row stands for on a side. The number of a lambda is left out, since it
 * is that of one of several lambdas.
 */
export function nameOnSide(page: ComparisonPage, side: Side, row: number): string {
  const method = (side === 'a' ? page.rowMethodA : page.rowMethodB)[row] ?? -1;
  const merged = page.rowMethod[row] ?? -1;
  const isLambda = page.classes[merged] === '*' && page.names[merged] === 'lambda';
  return isLambda && method >= 0 ? 'lambda' : nameOfMethod(page, method);
}

/** `demo.Words.join`; with the simple types of its parameters if the page has another method of that name. */
export function nameOfMethod(page: ComparisonPage, method: number): string {
  const name = plainName(page, method);
  if (name === '' || overloadsOf(page).get(name) !== true) return creationInWords(name);
  const types = parametersOf(page.descriptors[method] ?? '');
  return `${creationInWords(name)}(${types.join(', ')})`;
}

function plainName({ classes, names }: ComparisonPage, method: number): string {
  const [owner, name] = [classes[method] ?? '', names[method] ?? ''];
  return owner === '' ? name : `${owner}.${name}`;
}

/** For each name of a page, true if several of its methods have it. */
const overloads = new WeakMap<ComparisonPage, ReadonlyMap<string, boolean>>();

function overloadsOf(page: ComparisonPage): ReadonlyMap<string, boolean> {
  const known = overloads.get(page);
  if (known !== undefined) return known;
  const found = new Map<string, boolean>();
  for (let method = 0; method < page.names.length; method++) {
    const name = plainName(page, method);
    found.set(name, found.has(name));
  }
  overloads.set(page, found);
  return found;
}

/** The last part of a class and the method: what fits where room is short. */
export function shortName(name: string): string {
  return name
    .split(' → ')
    .map((each) => {
      const [, made = '', rest = ''] = /^(new )?(.*)$/s.exec(each) ?? [];
      return `${made}${rest
        .split('.')
        .slice(made === '' ? -2 : -1)
        .join('.')}`;
    })
    .join(' → ');
}

/** Methods of one side that lead to a row, and the row's own, from the root, short. */
export function pathOnSide(model: ComparisonModel, side: Side, row: number): readonly string[] {
  const { page } = model;
  const rows = rowsUp(page.rowParent, row).filter((up) => isOn(model, side, up));
  return rows.reverse().map((up) => shortName(nameOnSide(page, side, up)));
}

/** Methods that lead to a row, from the root, short. */
function pathOfRow(model: ComparisonModel, row: number): readonly string[] {
  const { rowParent } = model.page;
  return rowsUp(rowParent, at(rowParent, row))
    .reverse()
    .map((up) => shortName(nameOfRow(model, up)));
}

export interface ListedTask {
  /** Its place in the list as it was given. */
  readonly index: number;
  readonly row: number;
  readonly name: string;
  readonly path: string;
  readonly change: RowChange;
  /** The energy on A in joules; NaN if the task ran there and is not modeled. */
  readonly energyA: number;
  readonly energyB: number;
  /** True for each side of which not all of the task is modeled; the difference is then unknown. */
  readonly isLeast: LeastSides;
  readonly low: number;
  readonly high: number;
  readonly chance: number;
  readonly callsA: number;
  readonly callsB: number;
  readonly isSignificant: boolean;
  readonly isNested: boolean;
  /** The mean size of what a call got; NaN if it was not recorded. */
  readonly sizeA: number;
  readonly sizeB: number;
  /**
   * The ranks of its method in each side's list, by inclusive and by own energy; 0 if the list does not have
   * it.
   */
  readonly ranksA: Ranks;
  readonly ranksB: Ranks;
  /** Between its paths on both sides. */
  readonly edits: number;
  /**
   * The path on B with the task's method at its end; empty if it equals that on A, or if the task is on one
   * side alone.
   */
  readonly pathOnB: readonly string[];
}

export interface Ranks {
  readonly inclusive: number;
  readonly exclusive: number;
}

export function listTasks(model: ComparisonModel): readonly ListedTask[] {
  const { page } = model;
  return Array.from(page.taskRow, (row, index): ListedTask => {
    const flags = page.taskFlags[index] ?? 0;
    const [energyA, energyB] = [page.taskEnergyA[index] ?? 0, page.taskEnergyB[index] ?? 0];
    const chance = page.taskChance[index] ?? NaN;
    const isSignificant = (flags & Flag.significant) !== 0;
    const isLeast = readLeast(flags);
    return {
      index,
      row,
      name: nameOfRow(model, row),
      path: pathOfRow(model, row).join(' › '),
      change: changeOf(),
      energyA,
      energyB,
      isLeast,
      low: page.taskLow[index] ?? NaN,
      high: page.taskHigh[index] ?? NaN,
      chance,
      callsA: page.rowCallsA[row] ?? NaN,
      callsB: page.rowCallsB[row] ?? NaN,
      isSignificant,
      isNested: (flags & Flag.nested) !== 0,
      sizeA: page.taskSizeA[index] ?? NaN,
      sizeB: page.taskSizeB[index] ?? NaN,
      ranksA: { inclusive: page.taskRankA[index] ?? 0, exclusive: page.taskOwnRankA[index] ?? 0 },
      ranksB: { inclusive: page.taskRankB[index] ?? 0, exclusive: page.taskOwnRankB[index] ?? 0 },
      edits: page.taskEdits[index] ?? 0,
      pathOnB: Array.from(
        page.taskPathMethods.subarray(page.taskPaths[index], page.taskPaths[index + 1]),
        (method) => shortName(nameOfMethod(page, method)),
      ),
    };

    function changeOf(): RowChange {
      if ((flags & Flag.onlyA) !== 0) return 'gone';
      if ((flags & Flag.onlyB) !== 0) return 'new';
      const delta = differenceOf(energyA, energyB);
      if (Number.isNaN(delta) || isLeast.includes(true)) return 'unmodeled';
      if (isOn(model, 'a', row) && isOn(model, 'b', row)) return changeOfRow(model, row);
      // Both do it, in rows that can't be one: they stand apart in the tree.
      if (delta === 0 || !(isSignificant || Number.isNaN(chance))) return 'same';
      return delta < 0 ? 'lessEnergy' : 'moreEnergy';
    }
  });
}

export type TaskChoice = 'all' | 'changed' | 'significant' | 'both' | 'onlyA' | 'onlyB';
export type TaskOrder = 'name' | 'calls' | 'energyA' | 'energyB' | 'difference';

export interface TaskQuery {
  readonly search: string;
  readonly choice: TaskChoice;
  readonly order: TaskOrder;
  readonly isAscending: boolean;
}

/**
 * The tasks that have all words of the query in their names or paths, sorted; differences are sorted by their
 * size, and those that are unknown come last.
 */
export function findTasks(tasks: readonly ListedTask[], query: TaskQuery): readonly ListedTask[] {
  const words = searchWords(query.search);
  const found = tasks.filter((task) => {
    const text = `${task.path} ${task.name}`.toLowerCase();
    return isChosen(task, query.choice) && words.every((word) => text.includes(word));
  });
  const sign = query.isAscending ? 1 : -1;
  const isLast = (task: ListedTask): number =>
    query.order === 'difference' && Number.isNaN(differenceOfTask(task)) ? 1 : 0;
  return found.sort(
    (one, other) =>
      isLast(one) - isLast(other) || sign * compareBy(query.order, one, other) || one.index - other.index,
  );
}

function isChosen(task: ListedTask, choice: TaskChoice): boolean {
  switch (choice) {
    case 'all':
      return true;
    case 'changed':
      return (
        ['lessEnergy', 'moreEnergy', 'new', 'gone'].includes(task.change) ||
        (!Number.isNaN(task.callsA) && !Number.isNaN(task.callsB) && task.callsA !== task.callsB)
      );
    case 'significant':
      return task.isSignificant;
    case 'both':
      return task.change !== 'new' && task.change !== 'gone';
    case 'onlyA':
      return task.change === 'gone';
    case 'onlyB':
      return task.change === 'new';
  }
}

function compareBy(order: TaskOrder, one: ListedTask, other: ListedTask): number {
  const most = (a: number, b: number): number => Math.max(a || 0, b || 0);
  switch (order) {
    case 'name':
      return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
    case 'calls':
      return most(one.callsA, one.callsB) - most(other.callsA, other.callsB);
    case 'energyA':
      return (one.energyA || 0) - (other.energyA || 0);
    case 'energyB':
      return (one.energyB || 0) - (other.energyB || 0);
    case 'difference':
      return sizeOf(one) - sizeOf(other);
  }
}

/** The difference between the sides, in joules; NaN if they can't be compared. */
export function differenceOfTask({ energyA, energyB, isLeast }: ListedTask): number {
  return isLeast.includes(true) ? NaN : differenceOf(energyA, energyB);
}

/** The size of the difference between the sides, in joules; 0 if they can't be compared. */
export function sizeOf(task: ListedTask): number {
  return Math.abs(differenceOfTask(task)) || 0;
}

/**
 * The sum of the differences of all tasks that are modeled, in joules; a task within another one is counted
 * once. NaN if no task is modeled.
 */
export function sumOfTasks({ page }: ComparisonModel, all: readonly ListedTask[]): number {
  const tasks = all.filter((task) => !Number.isNaN(differenceOfTask(task)));
  if (tasks.length === 0 && all.length > 0) return NaN;
  const rows = new Set(tasks.map(({ row }) => row));
  const isWithin = (row: number): boolean => {
    for (let up = at(page.rowParent, row); up >= 0; up = at(page.rowParent, up))
      if (rows.has(up)) return true;
    return false;
  };
  return tasks.filter(({ row }) => !isWithin(row)).reduce((sum, task) => sum + differenceOfTask(task), 0);
}
