/**
 * Boxes of which each is as wide as its energy, below the one that it is part of (an icicle plot, after Gregg's flame graphs,
 * upside down), by d3-hierarchy, and the ways from box to box. Sits beside the pages of web views. Pure.
 */
import { hierarchy, partition, type HierarchyRectangularNode } from 'd3-hierarchy';

export interface IcicleNode<N> {
  /** The energy of the node and of all its children. */
  readonly energy: number;
  readonly children: readonly N[];
}

/** The widest first; `row`: how high a box is, in pixels. */
export function layIcicle<N extends IcicleNode<N>>(
  root: N,
  width: number,
  row: number,
): HierarchyRectangularNode<N> {
  const sorted = hierarchy<N>(root, ({ children }) => children)
    .sum(({ energy, children }) =>
      Math.max(0, energy - children.reduce((sum, child) => sum + child.energy, 0)),
    )
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  return partition<N>().size([width, (sorted.height + 1) * row])(sorted);
}

/** A box in its place, in pixels. */
export interface PlacedBox<B> {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly parent: B | undefined;
  /** The boxes in this one or below it, the hottest first. */
  readonly children: readonly B[];
}

/** Makes boxes of the nodes of a layout, each with its parent and its children. */
export function placeBoxes<N, B extends PlacedBox<B>>(
  node: HierarchyRectangularNode<N>,
  makeBox: (node: HierarchyRectangularNode<N>, placed: PlacedBox<B>) => B,
  parent?: B,
): B {
  const { x0, x1, y0, y1 } = node;
  const children: B[] = [];
  const box = makeBox(node, { x0, x1, y0, y1, parent, children });
  for (const child of node.children ?? []) children.push(placeBoxes(child, makeBox, box));
  return box;
}

/** The box at a point, where children stand below their parent. */
export function rowAt<B extends PlacedBox<B>>(box: B, x: number, y: number): B | undefined {
  if (x < box.x0 || x >= box.x1) return undefined;
  if (y >= box.y0 && y < box.y1) return box;
  for (const child of box.children) {
    const found = rowAt(child, x, y);
    if (found !== undefined) return found;
  }
  return undefined;
}

type BoxStep = 'in' | 'out' | 'next' | 'previous';

/** The steps from box to box that keys make. */
export const BOX_STEPS: Readonly<Record<string, BoxStep>> = {
  ArrowDown: 'in',
  ArrowUp: 'out',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
};

/** The box that a step leads to from another one; the same box if there is none. */
export function neighbor<B extends PlacedBox<B>>(box: B, step: BoxStep): B {
  if (step === 'in') return box.children[0] ?? box;
  if (step === 'out') return box.parent ?? box;
  const siblings = box.parent?.children ?? [box];
  return siblings[siblings.indexOf(box) + (step === 'next' ? 1 : -1)] ?? box;
}
