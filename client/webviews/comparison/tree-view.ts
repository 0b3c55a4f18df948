/**
 * What a task does in A and in B, side by side: one row for both where they are matched, with an empty place where one has
 * nothing. Sits in the page of a comparison. Rows open and close, and are made when they are first seen.
 */
import { differenceOf } from '../../../server/src/pages/changes';
import { make } from '../dom';
import { fill } from '../texts';
import type { Figures } from './figures';
import { makeMark } from './marks';
import {
  changeOfRow,
  energyOnSide,
  hasOtherCalls,
  isOn,
  nameOfMethod,
  nameOnSide,
  shortName,
  type Model,
  type Side,
  type Task,
} from './model';
import { followKeys, isPlain } from '../rows';
import { listFacts } from './task-facts';

export interface TreeEvents {
  /** Undefined where nobody opens code: a page that stands alone. */
  readonly open: ((row: number, side: Side) => void) | undefined;
  readonly showInFlame: (row: number) => void;
}

export interface TreeView {
  readonly element: HTMLElement;
  readonly show: (task: Task) => void;
}

/** Opened by themselves at first: those that changed most. */
const MOST_OPEN = 40;
/** More children than these wait until they are asked for. */
const MOST_CHILDREN = 100;

interface Shown {
  readonly row: number;
  readonly level: number;
  /** Children of it that are not shown, in the place of a row. */
  readonly more?: number;
}

export function createTreeView(model: Model, figures: Figures, events: TreeEvents): TreeView {
  const { page } = model;
  const { words, names } = page.head;
  const title = make('h2', {}, words.chooseTask);
  const flame = make('button', { type: 'button' }, words.showInFlame);
  const head = make(
    'div',
    { role: 'row', class: 'head' },
    ...[fill(words.aSide, names[0]), fill(words.bSide, names[1]), words.difference, words.change].map(
      (text) => make('div', { role: 'columnheader' }, text),
    ),
  );
  const body = make('div', { role: 'rowgroup' });
  const grid = make(
    'div',
    {
      role: 'treegrid',
      class: 'trees',
      'aria-label': words.treeOf,
      'aria-description': events.open === undefined ? words.treeKeysAlone : words.treeKeys,
    },
    make('div', { role: 'rowgroup' }, head),
    body,
  );
  const details = make('dl', { class: 'details' });
  const scroll = make('div', { class: 'scroll' }, grid);
  const element = make(
    'section',
    { class: 'tree', 'aria-label': words.treeOf },
    make('div', { class: 'tools' }, title, flame),
    details,
    scroll,
  );
  let told: Task | undefined;
  let root = -1;
  let shown: readonly Shown[] = [];
  const isOpen = new Set<number>();
  /** Rows of which all children are shown, however many. */
  const isWhole = new Set<number>();
  flame.hidden = true;
  grid.hidden = true;
  flame.addEventListener('click', () => {
    events.showInFlame(root);
  });

  const keys = followKeys(body, {
    press(index, event) {
      const at = shown[index];
      if (at === undefined || !isPlain(event)) return false;
      const { key, shiftKey } = event;
      if (key === 'Enter') {
        if (at.more !== undefined) showAll(at.row);
        else events.open?.(at.row, shiftKey || !isOn(model, 'b', at.row) ? 'a' : 'b');
        return true;
      }
      if (at.more !== undefined) return false;
      const canOpen = hasChildren(at.row);
      if (key === 'ArrowRight' && canOpen && !isOpen.has(at.row)) toggle(index);
      else if (key === 'ArrowRight' && canOpen) keys.go(index + 1);
      else if (key === 'ArrowLeft' && isOpen.has(at.row)) toggle(index);
      else if (key === 'ArrowLeft') {
        const above = shown.slice(0, index).findLastIndex(({ level }) => level < at.level);
        if (above >= 0) keys.go(above);
      } else if (key === ' ' && canOpen) toggle(index);
      else return key === ' ';
      return true;
    },
  });

  const hasChildren = (row: number): boolean =>
    model.childrenOf(row).length > 0 || (page.rowRest[row] ?? 0) > 0;
  const deltaOf = (row: number): number =>
    differenceOf(energyOnSide(model, 'a', row), energyOnSide(model, 'b', row));
  const sizeOf = (row: number): number => Math.abs(deltaOf(row)) || 0;

  function openMostChanged(): void {
    isOpen.clear();
    isWhole.clear();
    let room = MOST_OPEN;
    const waiting = [root];
    while (waiting.length > 0 && room > 0) {
      waiting.sort((one, other) => sizeOf(one) - sizeOf(other));
      const row = waiting.pop();
      if (row === undefined) return;
      const children = model.childrenOf(row).slice(0, MOST_CHILDREN);
      if (children.length === 0) continue;
      isOpen.add(row);
      room -= children.length;
      waiting.push(...children);
    }
  }

  function listShown(row: number, level: number): readonly Shown[] {
    const list: Shown[] = [];
    const open: Shown[] = [{ row, level }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      list.push(next);
      if (next.more !== undefined || !isOpen.has(next.row)) continue;
      const children = model.childrenOf(next.row);
      const most = isWhole.has(next.row) ? children.length : MOST_CHILDREN;
      const rest = Math.max(0, children.length - most) + (page.rowRest[next.row] ?? 0);
      const below = next.level + 1;
      if (rest > 0) open.push({ row: next.row, level: below, more: rest });
      for (const child of children.slice(0, most).reverse()) open.push({ row: child, level: below });
    }
    return list;
  }

  function toggle(index: number): void {
    const at = shown[index];
    if (at === undefined) return;
    if (isOpen.has(at.row)) isOpen.delete(at.row);
    else isOpen.add(at.row);
    draw();
    keys.go(index);
  }

  function showAll(row: number): void {
    if (model.childrenOf(row).length <= MOST_CHILDREN || isWhole.has(row)) return;
    const { current } = keys;
    isWhole.add(row);
    draw();
    keys.go(current);
  }

  function draw(): void {
    shown = listShown(root, 1);
    body.replaceChildren(...shown.map(makeRow));
    keys.select(0);
  }

  function makeRow(at: Shown, index: number): HTMLElement {
    const { row, level, more } = at;
    const canOpen = more === undefined && hasChildren(row);
    const change = changeOfRow(model, row);
    const made = make('div', {
      role: 'row',
      class: `row ${more === undefined ? change : 'same'}`,
      tabindex: '-1',
      'aria-level': String(level),
      ...(canOpen ? { 'aria-expanded': String(isOpen.has(row)) } : {}),
    });
    if (more !== undefined) {
      made.append(restCell('a', row, level, more), restCell('b', row, level, more), cell(''), cell(''));
      made.addEventListener('click', () => {
        showAll(row);
      });
      return made;
    }
    const delta = deltaOf(row);
    const share =
      isOn(model, 'a', row) && isOn(model, 'b', row) ? figures.share(delta, model.inclusiveA[row] ?? 0) : '';
    const marks = make('div', { role: 'gridcell', class: 'change' }, makeMark(figures, change));
    if (hasOtherCalls(model, row)) marks.append(make('span', { class: 'note' }, `≠ ${words.otherCalls}`));
    made.append(
      sideCell('a', at, canOpen),
      sideCell('b', at, canOpen),
      cell(
        'difference',
        figures.difference(energyOnSide(model, 'a', row), energyOnSide(model, 'b', row)),
        make('span', { class: 'interval' }, share),
      ),
      marks,
    );
    made.addEventListener('click', () => {
      if (canOpen) toggle(index);
      else keys.go(index);
    });
    made.addEventListener('dblclick', ({ target }) => {
      const side = target instanceof Element && target.closest('.a') !== null ? 'a' : 'b';
      events.open?.(row, isOn(model, side, row) ? side : side === 'a' ? 'b' : 'a');
    });
    return made;
  }

  function sideCell(side: Side, { row, level }: Shown, canOpen: boolean): HTMLElement {
    const made = cell(`side ${side}`);
    made.style.paddingInlineStart = `${(level - 1) * 14 + 4}px`;
    const method = (side === 'a' ? page.rowMethodA : page.rowMethodB)[row] ?? -1;
    if (method < 0) {
      made.append(make('span', { class: 'none' }, `∅ ${fill(words.notThere, names[side === 'a' ? 0 : 1])}`));
      return made;
    }
    const name = nameOnSide(page, side, row);
    const energy = energyOnSide(model, side, row);
    const own = (side === 'a' ? page.rowOwnA : page.rowOwnB)[row] ?? 0;
    const calls = (side === 'a' ? page.rowCallsA : page.rowCallsB)[row] ?? NaN;
    made.append(
      make('span', { class: 'fold', 'aria-hidden': 'true' }, canOpen ? (isOpen.has(row) ? '▾' : '▸') : '·'),
      make('span', { class: 'code', title: name }, shortName(name)),
      make(
        'span',
        Number.isNaN(energy)
          ? { class: 'figures' }
          : { class: 'figures', title: `${figures.energy(own)} ${words.own}` },
        `${figures.energy(energy)}${Number.isNaN(calls) ? '' : ` · ${figures.count(calls)}×`}`,
      ),
    );
    return made;
  }

  function restCell(side: Side, row: number, level: number, more: number): HTMLElement {
    const made = cell(`side ${side}`);
    made.style.paddingInlineStart = `${(level - 1) * 14 + 4}px`;
    const hidden = model.childrenOf(row).slice(isWhole.has(row) ? Infinity : MOST_CHILDREN);
    const of = side === 'a' ? model.inclusiveA : model.inclusiveB;
    const left = (side === 'a' ? page.rowRestA : page.rowRestB)[row] ?? 0;
    const energy = hidden.reduce((sum, child) => sum + (of[child] ?? 0), left);
    made.append(
      make('span', { class: 'none' }, `… ${fill(words.rest, figures.count(more))}`),
      make('span', { class: 'figures' }, figures.energy(energy)),
    );
    return made;
  }

  return {
    element,
    show(task) {
      if (task === told) return;
      told = task;
      root = task.row;
      details.replaceChildren(
        ...listFacts(model, task, figures).map(({ name, hint, value }) =>
          make('div', hint === undefined ? {} : { title: hint }, make('dt', {}, name), make('dd', {}, value)),
        ),
      );
      const method = page.rowMethod[root] ?? -1;
      title.textContent = method < 0 ? words.inAll : nameOfMethod(page, method).replace(/^\*\./, '');
      flame.hidden = false;
      grid.hidden = false;
      openMostChanged();
      draw();
      scroll.scrollTop = 0;
    },
  };
}

function cell(className: string, ...content: readonly (Node | string)[]): HTMLElement {
  return make('div', { role: 'gridcell', class: className }, ...content);
}
