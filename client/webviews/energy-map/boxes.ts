/** Boxes within boxes: what the treemap and the graph of callees are made of. Pure. */
import type { PlacedBox } from '../boxes';
import { heatOfEnergy, lineOf, shownHeat, type EnergyMapModel, type ShownLines } from './model';

export interface Box extends PlacedBox<Box> {
  readonly name: string;
  /** The energy in joules, or the amount in the unit of the picture's figures. */
  readonly energy: number;
  /** -1 for what is no method. */
  readonly method: number;
  /** The heat of its energy, on the scale of lines: 0 for no color, else the step plus 1. */
  readonly heat: number;
  readonly depth: number;
}

/**
 * The heat of the energy that a box of a method has; of changes that of the line that changed most. Words that none of
 * its lines meet leave it without a color.
 */
export function heatOfMethod(
  model: EnergyMapModel,
  shown: ShownLines,
  method: number,
  energy: number,
): number {
  const { picture } = model;
  const isOfEnergy = picture.head.comparison === undefined;
  if (isOfEnergy && shown.filter.words.length === 0) return heatOfEnergy(model, shown, energy);
  const start = lineOf(model, picture.methodFile[method] ?? 0, picture.methodLine[method] ?? 0);
  const count = (picture.methodEnd[method] ?? 0) - (picture.methodLine[method] ?? 0) + 1;
  let [found, most] = [0, -1];
  for (let line = start; line < start + count; line++) {
    const [heat, change] = [shownHeat(shown, line), picture.energy[line] ?? 0];
    if (heat > 0 && change > most) [found, most] = [heat, change];
  }
  if (isOfEnergy) return most < 0 ? 0 : heatOfEnergy(model, shown, energy);
  return found;
}

/** The line to open for a method: its hottest, or where it begins. Within its file. */
export function hottestLineOf(model: EnergyMapModel, method: number): number {
  const { picture } = model;
  const file = picture.methodFile[method] ?? 0;
  let [found, most] = [picture.methodLine[method] ?? 0, 0];
  for (let line = found; line <= (picture.methodEnd[method] ?? 0); line++) {
    const at = lineOf(model, file, line);
    const energy = picture.energy[at] ?? 0;
    if (energy > most) [found, most] = [line, energy];
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
