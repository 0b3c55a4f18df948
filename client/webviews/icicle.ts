/**
 * Boxes of which each is as wide as its energy, below the one that it is part of (an icicle plot, after Gregg's flame graphs,
 * upside down), by d3-hierarchy. Sits beside the pages of web views. Pure.
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
