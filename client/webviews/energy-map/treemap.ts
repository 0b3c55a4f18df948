/**
 * Packages, their classes and their methods as areas in proportion to their energy: a squarified treemap (Bruls,
 * Huizing and van Wijk, 2000), by d3-hierarchy. Sits in the page of the energy map. Pure.
 */
import { hierarchy, treemap } from 'd3-hierarchy';
import { at } from '../../../server/src/base/check';
import { addTo } from '../../../server/src/base/groups';
import { placeBoxes } from '../boxes';
import { heatOfMethod, type Box } from './boxes';
import { isFileShown } from './filter';
import type { Screen } from './layout';
import type { EnergyMapModel, ShownLines } from './model';

interface TreemapNode {
  readonly name: string;
  readonly method: number;
  readonly energy: number;
  readonly children?: readonly TreemapNode[];
}

/** Pixels above what is in a box, for its name. */
const HEAD = 15;
/** Square pixels: smaller boxes are not drawn one by one. */
const SMALLEST = 3;

/** @param path names from the whole down to what fills the screen */
export function mapEnergies(
  model: EnergyMapModel,
  shown: ShownLines,
  path: readonly string[],
  screen: Screen,
): Box {
  let root = buildTree(model, shown);
  for (const name of path) root = root.children?.find((child) => child.name === name) ?? root;
  const sorted = hierarchy(prune(root, screen))
    .sum(({ energy, children }) => (children === undefined ? energy : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<TreemapNode>()
    .size([screen.width, screen.height])
    .paddingOuter(2)
    .paddingTop(HEAD)
    .paddingInner(1)
    .round(true)(sorted);
  return placeBoxes<TreemapNode, Box>(laid, ({ data: { name, method }, depth, value = 0 }, placed) => {
    const heat = method < 0 ? 0 : heatOfMethod(model, shown, method, value);
    return { ...placed, name, method, heat, energy: value, depth };
  });
}

function buildTree({ picture }: EnergyMapModel, { filter }: ShownLines): TreemapNode {
  const groups = new Map<number, Map<number, TreemapNode[]>>();
  picture.methodNames.forEach((name, method) => {
    const file = picture.methodFile[method] ?? 0;
    const energy = picture.methodEnergy[method] ?? 0;
    const group = picture.fileGroup[file] ?? 0;
    if (!isFileShown(picture, filter, file) || !(energy > 0)) return;
    const classes = groups.get(group) ?? new Map<number, TreemapNode[]>();
    groups.set(group, classes);
    const own = picture.methodClass[method] ?? 0;
    const node = { name: shortName(name, picture.classNames[own] ?? ''), method, energy };
    addTo(classes, own, node);
  });
  const children = Array.from(groups, ([group, classes]) => {
    const within = Array.from(classes, ([own, methods]) => parentOf(at(picture.classNames, own), methods));
    return parentOf(at(picture.groups, group), within);
  });
  return parentOf('', children);
}

function parentOf(name: string, children: readonly TreemapNode[]): TreemapNode {
  return { name, method: -1, children, energy: children.reduce((sum, { energy }) => sum + energy, 0) };
}

/** `blit(int)` of `Grid.blit(int)`. */
function shortName(method: string, own: string): string {
  return method.startsWith(`${own}.`) ? method.slice(own.length + 1) : method;
}

/**
 * Joins the nodes that would be too small to be seen to one box of their parent: half a hundred thousand of
 * them need no layout.
 */
function prune(root: TreemapNode, screen: Screen): TreemapNode {
  const least = root.energy > 0 ? (root.energy * SMALLEST) / (screen.width * screen.height) : 0;
  const visit = (node: TreemapNode): TreemapNode => {
    if (node.children === undefined) return node;
    const large = node.children.filter(({ energy }) => energy >= least);
    const rest = node.energy - large.reduce((sum, { energy }) => sum + energy, 0);
    const others =
      rest > 0 && large.length < node.children.length ? [{ name: '…', method: -1, energy: rest }] : [];
    return { ...node, children: [...large.map(visit), ...others] };
  };
  return visit(root);
}
