/**
 * The rows of a task's tree that are shown, and the cells of each. Sits in the page of a comparison, under
 * `tree-view`. The first part is pure.
 */
import { at, withDefined } from '../../../server/src/base/check';
import { make, makeCell } from '../dom';
import { fill } from '../texts';
import type { ComparisonFigures } from './figures';
import { makeMark } from './marks';
import {
  changeOfRow,
  differenceOfRow,
  energyOnSide,
  hasOtherCalls,
  isOn,
  leastOfRow,
  nameOnSide,
  shortName,
  type ComparisonModel,
  type Side,
} from './model';

/** Rows that are open at first: those that changed most. */
const MOST_OPEN = 40;
/** More children than these wait until they are asked for. */
const MOST_CHILDREN = 100;

export interface TreeRow {
  readonly row: number;
  readonly level: number;
  /** The number of children that this row stands for, since they are not shown. */
  readonly more?: number;
}

/** The rows that are open, and the rows (`whole`) of which all children are shown, however many. */
export interface TreeState {
  readonly root: number;
  readonly open: ReadonlySet<number>;
  readonly whole: ReadonlySet<number>;
}

/** The tree of a task, opened where most changed. */
export function openTree(model: ComparisonModel, root: number): TreeState {
  const sizeOf = (row: number): number => Math.abs(differenceOfRow(model, row)) || 0;
  const open = new Set<number>();
  let room = MOST_OPEN;
  const waiting = [root];
  while (waiting.length > 0 && room > 0) {
    waiting.sort((one, other) => sizeOf(one) - sizeOf(other));
    const row = waiting.pop();
    if (row === undefined) break;
    const children = model.childrenOf(row).slice(0, MOST_CHILDREN);
    if (children.length === 0) continue;
    open.add(row);
    room -= children.length;
    waiting.push(...children);
  }
  return { root, open, whole: new Set() };
}

export function toggleRow(state: TreeState, row: number): TreeState {
  const open = new Set(state.open);
  if (!open.delete(row)) open.add(row);
  return { ...state, open };
}

/** Shows all children of a row; the same state where nothing waits. */
export function showAllOf(model: ComparisonModel, state: TreeState, row: number): TreeState {
  const isAllThere = model.childrenOf(row).length <= MOST_CHILDREN || state.whole.has(row);
  return isAllThere ? state : { ...state, whole: new Set(state.whole).add(row) };
}

/** The rows from the root down, in the order in which they stand. */
export function listRows(model: ComparisonModel, { root, open, whole }: TreeState): readonly TreeRow[] {
  const list: TreeRow[] = [];
  const waiting: TreeRow[] = [{ row: root, level: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    list.push(next);
    if (next.more !== undefined || !open.has(next.row)) continue;
    const children = model.childrenOf(next.row);
    const most = whole.has(next.row) ? children.length : MOST_CHILDREN;
    const rest = Math.max(0, children.length - most) + at(model.page.rowRest, next.row);
    const level = next.level + 1;
    if (rest > 0) waiting.push({ row: next.row, level, more: rest });
    for (const child of children.slice(0, most).reverse()) waiting.push({ row: child, level });
  }
  return list;
}

export function hasChildren(model: ComparisonModel, row: number): boolean {
  return model.childrenOf(row).length > 0 || at(model.page.rowRest, row) > 0;
}

/** The things that all rows are made with. */
interface TreeSheet {
  readonly model: ComparisonModel;
  readonly figures: ComparisonFigures;
  readonly state: TreeState;
}

/** A row as an element, with nothing that listens. */
export function makeTreeRow(sheet: TreeSheet, tree: TreeRow): HTMLElement {
  const { model, figures, state } = sheet;
  const { words } = model.page.head;
  const { row, level, more } = tree;
  const change = changeOfRow(model, row);
  const canOpen = more === undefined && hasChildren(model, row);
  const made = make('div', {
    role: 'row',
    class: `row ${more === undefined ? change : 'same'}`,
    tabindex: '-1',
    'aria-level': String(level),
    ...withDefined({ 'aria-expanded': canOpen ? String(state.open.has(row)) : undefined }),
  });
  if (more !== undefined) {
    made.append(restCell(sheet, 'a', tree), restCell(sheet, 'b', tree), makeCell(''), makeCell(''));
    return made;
  }
  const isOnBoth = isOn(model, 'a', row) && isOn(model, 'b', row);
  const share = isOnBoth ? figures.share(differenceOfRow(model, row), at(model.inclusiveA, row)) : '';
  const difference = figures.difference(
    energyOnSide(model, 'a', row),
    energyOnSide(model, 'b', row),
    leastOfRow(model, row),
  );
  const marks = makeCell('change', makeMark(figures, change));
  if (hasOtherCalls(model, row)) marks.append(make('span', { class: 'note' }, `≠ ${words.otherCalls}`));
  made.append(
    sideCell(sheet, 'a', tree, canOpen),
    sideCell(sheet, 'b', tree, canOpen),
    makeCell('difference', difference, make('span', { class: 'interval' }, share)),
    marks,
  );
  return made;
}

function sideCell(
  { model, figures, state }: TreeSheet,
  side: Side,
  { row, level }: TreeRow,
  canOpen: boolean,
): HTMLElement {
  const { page } = model;
  const { words, names } = page.head;
  const made = indentedCell(side, level);
  if (at(side === 'a' ? page.rowMethodA : page.rowMethodB, row) < 0) {
    made.append(make('span', { class: 'none' }, `∅ ${fill(words.notThere, names[side === 'a' ? 0 : 1])}`));
    return made;
  }
  const name = nameOnSide(page, side, row);
  const energy = energyOnSide(model, side, row);
  const own = at(side === 'a' ? page.rowOwnA : page.rowOwnB, row);
  const calls = at(side === 'a' ? page.rowCallsA : page.rowCallsB, row);
  const hint = Number.isNaN(energy) ? {} : { title: `${figures.energy(own)} ${words.own}` };
  made.append(
    make('span', { class: 'fold', 'aria-hidden': 'true' }, canOpen ? (state.open.has(row) ? '▾' : '▸') : '·'),
    make('span', { class: 'code', title: name }, shortName(name)),
    make(
      'span',
      { class: 'figures', ...hint },
      `${figures.energyOrMore(energy, leastOfRow(model, row)[side === 'a' ? 0 : 1])}${Number.isNaN(calls) ? '' : ` · ${figures.count(calls)}×`}`,
    ),
  );
  return made;
}

/** The cell with the energy that the children that are not shown take together on a side. */
function restCell(
  { model, figures, state }: TreeSheet,
  side: Side,
  { row, level, more = 0 }: TreeRow,
): HTMLElement {
  const { page } = model;
  const made = indentedCell(side, level);
  const hidden = model.childrenOf(row).slice(state.whole.has(row) ? Infinity : MOST_CHILDREN);
  const energies = side === 'a' ? model.inclusiveA : model.inclusiveB;
  const rest = at(side === 'a' ? page.rowRestA : page.rowRestB, row);
  const energy = hidden.reduce((sum, child) => sum + at(energies, child), rest);
  made.append(
    make('span', { class: 'none' }, `… ${fill(page.head.words.rest, figures.count(more))}`),
    make('span', { class: 'figures' }, figures.energy(energy)),
  );
  return made;
}

function indentedCell(side: Side, level: number): HTMLElement {
  const made = makeCell(`side ${side}`);
  made.style.paddingInlineStart = `${(level - 1) * 14 + 4}px`;
  return made;
}
