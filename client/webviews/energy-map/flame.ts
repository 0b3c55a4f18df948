/**
 * The graph of what a method's energy goes to: the method is as wide as the screen, below it stands what it
 * calls, each as wide as its part, and so on. Sits in the page of the energy map. Pure.
 */
import { at } from '../../../server/src/base/check';
import { layIcicle, placeBoxes, type IcicleNode } from '../boxes';
import { heatOfMethod, type Box } from './boxes';
import { hasWords, isFileShown } from './filter';
import type { EnergyMapModel, ShownLines } from './model';

interface FlameNode extends IcicleNode<FlameNode> {
  readonly method: number;
  readonly children: readonly FlameNode[];
}

/** Pixels. */
const ROW = 21;
/** Narrower ones are not drawn. */
const NARROWEST = 1;
const DEEPEST = 80;

/**
 * The methods that the filters let pass, by their inclusive energy, the hottest first; empty if calls are not
 * known.
 */
export function rootsOf(
  { picture }: EnergyMapModel,
  { filter }: ShownLines,
  count: number,
): readonly number[] {
  const { methodInclusive, callStart, methodFile, methodNames, paths } = picture;
  const passes = (method: number): boolean => {
    const file = at(methodFile, method);
    return (
      at(methodInclusive, method) > 0 &&
      at(callStart, method + 1) > at(callStart, method) &&
      isFileShown(picture, filter, file) &&
      hasWords(`${at(methodNames, method)} ${at(paths, file)}`, filter)
    );
  };
  const known = Array.from(methodInclusive.keys()).filter(passes);
  return known.sort((a, b) => (methodInclusive[b] ?? 0) - (methodInclusive[a] ?? 0)).slice(0, count);
}

export function layCallees(model: EnergyMapModel, shown: ShownLines, root: number, width: number): Box {
  return placeBoxes<FlameNode, Box>(layIcicle(callTree(model, root, width), width, ROW), (node, placed) => {
    const { method, energy } = node.data;
    const [y0, depth] = [node.depth * ROW, node.depth];
    const name = at(model.picture.methodNames, method);
    const heat = heatOfMethod(model, shown, method, energy);
    return { ...placed, name, method, energy, heat, y0, y1: y0 + ROW - 1, depth };
  });
}

/** Down to what is as wide as a pixel. A method that is open already is not opened again: recursion is counted once. */
function callTree({ picture }: EnergyMapModel, root: number, width: number): FlameNode {
  const { methodInclusive, callStart, callTo, callEnergy } = picture;
  const whole = methodInclusive[root] ?? 0;
  const open = new Set<number>();
  const visit = (method: number, energy: number, depth: number): FlameNode => {
    const inclusive = methodInclusive[method] ?? 0;
    const children: FlameNode[] = [];
    open.add(method);
    // What this call of it took, of what it takes.
    const part = inclusive > 0 ? energy / inclusive : 0;
    let left = energy;
    for (let call = callStart[method] ?? 0; call < (callStart[method + 1] ?? 0); call++) {
      const callee = callTo[call] ?? 0;
      const share = Math.min(left, (callEnergy[call] ?? 0) * part);
      const isSeen = whole > 0 && (share / whole) * width >= NARROWEST;
      if (!isSeen || depth >= DEEPEST || open.has(callee)) continue;
      left -= share;
      children.push(visit(callee, share, depth + 1));
    }
    open.delete(method);
    return { method, energy, children };
  };
  return visit(root, whole, 0);
}
