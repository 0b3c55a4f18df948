/** Boxes within boxes: what the treemap and the graph of callees are made of. Pure. */
import { stepOf } from '../../../server/src/pages/picture';
import type { PlacedBox } from '../boxes';
import { lineOf, shownHeat, type EnergyMapModel, type ShownLines } from './model';

export interface Box extends PlacedBox<Box> {
  readonly name: string;
  /** The energy in joules, or the amount in the unit of the picture's figures. */
  readonly energy: number;
  /** -1 for what is no method. */
  readonly method: number;
  /** The mean of its lines that are shown: 0 for none, else the step plus 1. */
  readonly heat: number;
  readonly depth: number;
}

/** The mean of a method's lines that are shown; of changes the greatest. */
export function heatOfMethod(model: EnergyMapModel, shown: ShownLines, method: number): number {
  const { picture } = model;
  const start = lineOf(model, picture.methodFile[method] ?? 0, picture.methodLine[method] ?? 0);
  const count = (picture.methodEnd[method] ?? 0) - (picture.methodLine[method] ?? 0) + 1;
  let [sum, lines, most] = [0, 0, 0];
  for (let line = start; line < start + count; line++) {
    const heat = shownHeat(shown, line);
    if (heat === 0) continue;
    sum += heat;
    lines++;
    most = Math.max(most, heat);
  }
  // There is no mean of less and more energy.
  if (picture.head.comparison !== undefined) return most;
  return lines === 0 ? 0 : Math.round(sum / lines);
}

/** The line to open for a method: its hottest, or where it begins. Within its file. */
export function hottestLineOf(model: EnergyMapModel, method: number): number {
  const { picture } = model;
  const file = picture.methodFile[method] ?? 0;
  let [found, most] = [picture.methodLine[method] ?? 0, 0];
  for (let line = found; line <= (picture.methodEnd[method] ?? 0); line++) {
    const at = lineOf(model, file, line);
    const energy = picture.energy[at] ?? 0;
    if (energy > most && stepOf(picture.heat[at] ?? 0) >= 0) [found, most] = [line, energy];
  }
  return found;
}

/** The innermost box at a place. */
export function boxAt(box: Box, x: number, y: number): Box | undefined {
  const isIn = x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
  if (!isIn) return undefined;
  for (const child of box.children) {
    const found = boxAt(child, x, y);
    if (found !== undefined) return found;
  }
  return box;
}
