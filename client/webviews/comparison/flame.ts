/**
 * The differential flame graph: a row as wide as what A and B take of it together. Sits in the page of a comparison. Pure.
 *
 * After Gregg's differential flame graphs (2014), which are as wide as the second profile and colored by the difference:
 * what vanished has no place in them. The sum of both sides adds up in each box, as the greater of both would not, and
 * keeps what one side alone has: a box that both have alike is twice as wide as one of the same energy that one has.
 */
import { at } from '../../../server/src/base/check';
import { BOX_STEPS, layIcicle, neighbor, placeBoxes, type IcicleNode, type PlacedBox } from '../boxes';
import type { ComparisonModel } from './model';

export interface FlameBox extends PlacedBox<FlameBox> {
  /** A row of the merged tree. A row that is too narrow to be drawn has no box. */
  readonly row: number;
}

interface ComparisonFlameNode extends IcicleNode<ComparisonFlameNode> {
  readonly row: number;
  readonly children: readonly ComparisonFlameNode[];
}

/** Pixels. */
export const FLAME_ROW = 22;
/** Narrower ones are not drawn. */
const NARROWEST = 1;
const DEEPEST = 500;

/** The state of the graph: it is zoomed to a row of the merged tree, and laid out for a width in pixels. */
export interface FlameState {
  readonly root: number;
  readonly width: number;
  /** Undefined where there is no energy below the root. */
  readonly box: FlameBox | undefined;
  readonly chosen: FlameBox | undefined;
}

export const emptyFlame: FlameState = { root: 0, width: 0, box: undefined, chosen: undefined };

/** Lays the graph out for a width; the chosen row stays chosen where it still has a box. */
export function resizeFlame(model: ComparisonModel, { root, chosen }: FlameState, width: number): FlameState {
  const box = layFlame(model, root, width);
  const row = chosen?.row;
  const again =
    box === undefined || row === undefined ? undefined : everyBox(box).find((each) => each.row === row);
  return { root, width, box, chosen: again };
}

/** Zooms to a row and chooses it. */
export function zoomFlame(model: ComparisonModel, state: FlameState, root: number): FlameState {
  const next = resizeFlame(model, { ...state, root }, state.width);
  return { ...next, chosen: next.box };
}

/** The row that the one at the root is part of; the whole is part of itself. */
export function rowAbove(model: ComparisonModel, { root }: FlameState): number {
  return Math.max(0, at(model.page.rowParent, root));
}

/** The box that a key leads to; undefined for a key that leads nowhere. */
export function boxAfterKey({ box, chosen }: FlameState, key: string): FlameBox | undefined {
  if (key === 'Home') return box;
  const step = BOX_STEPS[key];
  if (step === undefined) return undefined;
  return chosen === undefined ? box : neighbor(chosen, step);
}

/** A box and all boxes below it. */
export function everyBox(box: FlameBox): readonly FlameBox[] {
  const all = [box];
  for (let index = 0; index < all.length; index++) all.push(...at(all, index).children);
  return all;
}

/** Pixels that the graph is high. */
export function heightOf({ box }: FlameState): number {
  if (box === undefined) return FLAME_ROW * 2;
  const deepest = Math.max(...everyBox(box).map(({ y1 }) => y1));
  return Math.ceil(deepest / FLAME_ROW) * FLAME_ROW + 1;
}

/** Undefined where there is no energy below `root`. */
export function layFlame(model: ComparisonModel, root: number, width: number): FlameBox | undefined {
  const whole = energyOf(model, root);
  if (!(whole > 0)) return undefined;
  const tree = describe(model, root, (whole / Math.max(1, width)) * NARROWEST);
  return placeBoxes<ComparisonFlameNode, FlameBox>(layIcicle(tree, width, FLAME_ROW), (node, placed) => {
    const y0 = node.depth * FLAME_ROW;
    return { ...placed, row: node.data.row, y0, y1: y0 + FLAME_ROW - 1 };
  });
}

export function energyOf({ inclusiveA, inclusiveB }: ComparisonModel, row: number): number {
  return at(inclusiveA, row) + at(inclusiveB, row);
}

/** The part of the tree that is wide enough to be seen. */
function describe(model: ComparisonModel, row: number, least: number, depth = 0): ComparisonFlameNode {
  const children = model
    .childrenOf(row)
    .filter((child) => depth < DEEPEST && energyOf(model, child) >= least)
    .map((child) => describe(model, child, least, depth + 1));
  return { row, energy: energyOf(model, row), children };
}
