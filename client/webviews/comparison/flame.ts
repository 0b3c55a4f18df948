/**
 * The differential flame graph: a row as wide as what A and B take of it together. Sits in the page of a comparison. Pure.
 *
 * After Gregg's differential flame graphs (2014), which are as wide as the second profile and colored by the difference:
 * what vanished has no place in them. The sum of both sides adds up in each box, as the greater of both would not, and
 * keeps what one side alone has: a box that both have alike is twice as wide as one of the same energy that one has.
 */
import type { HierarchyRectangularNode } from 'd3-hierarchy';
import { type IcicleNode, layIcicle } from '../icicle';
import type { Model } from './model';

export interface FlameBox {
  /** Of the merged tree; what is too narrow to be drawn has none. */
  readonly row: number;
  /** Pixels. */
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly parent: FlameBox | undefined;
  /** The widest first. */
  readonly children: readonly FlameBox[];
}

interface Node extends IcicleNode<Node> {
  readonly row: number;
  readonly children: readonly Node[];
}

/** Pixels. */
export const FLAME_ROW = 22;
/** Narrower ones are not drawn. */
const NARROWEST = 1;
const DEEPEST = 500;

/** Undefined where there is no energy below `root`. */
export function layFlame(model: Model, root: number, width: number): FlameBox | undefined {
  const whole = energyOf(model, root);
  if (!(whole > 0)) return undefined;
  const tree = describe(model, root, (whole / Math.max(1, width)) * NARROWEST);
  return toBox(layIcicle(tree, width, FLAME_ROW), undefined);
}

/** The innermost box at a place. */
export function boxAtPlace(box: FlameBox, x: number, y: number): FlameBox | undefined {
  if (x < box.x0 || x >= box.x1 || y < box.y0) return undefined;
  if (y < box.y1) return box;
  for (const child of box.children) {
    const found = boxAtPlace(child, x, y);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function energyOf({ inclusiveA, inclusiveB }: Model, row: number): number {
  return (inclusiveA[row] ?? 0) + (inclusiveB[row] ?? 0);
}

/** What is wide enough to be seen. */
function describe(model: Model, row: number, least: number, depth = 0): Node {
  const children = model
    .childrenOf(row)
    .filter((child) => depth < DEEPEST && energyOf(model, child) >= least)
    .map((child) => describe(model, child, least, depth + 1));
  return { row, energy: energyOf(model, row), children };
}

function toBox(node: HierarchyRectangularNode<Node>, parent: FlameBox | undefined): FlameBox {
  const children: FlameBox[] = [];
  const y0 = node.depth * FLAME_ROW;
  const box = { row: node.data.row, x0: node.x0, x1: node.x1, y0, y1: y0 + FLAME_ROW - 1, parent, children };
  for (const child of node.children ?? []) children.push(toBox(child, box));
  return box;
}
