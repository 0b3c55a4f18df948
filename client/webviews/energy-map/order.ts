/** The order in which files and packages stand. Sits in the page of the energy map. Pure. */
import { at } from '../../../server/src/base/check';
import { groupBy } from '../../../server/src/base/groups';
import type { Picture } from '../../../server/src/pages/picture';
import type { LayoutBlock } from './layout';

export type MapOrder = 'name' | 'energy' | 'perLine';

/** Sums by file, in joules. */
export function energyOfFiles({ energy, fileStart, paths }: Picture): Float64Array {
  const sums = new Float64Array(paths.length);
  for (let file = 0; file < paths.length; file++) {
    let sum = 0;
    const end = fileStart[file + 1] ?? 0;
    for (let line = fileStart[file] ?? 0; line < end; line++) sum += energy[line] ?? 0;
    sums[file] = sum;
  }
  return sums;
}

export function linesOf({ fileStart }: Picture, file: number): number {
  return (fileStart[file + 1] ?? 0) - (fileStart[file] ?? 0);
}

/**
 * Packages with their files: both by name, or both with the hottest first. Only those that `isShown` lets
 * pass are among them.
 */
export function orderFiles(
  picture: Picture,
  energies: Float64Array,
  order: MapOrder,
  isShown: (file: number) => boolean,
): readonly LayoutBlock[] {
  const shown = [...picture.paths.keys()].filter(isShown);
  const files = groupBy(shown, (file) => at(picture.fileGroup, file));
  const blocks = Array.from(files, ([group, members]) => ({ group, files: members }));
  if (order === 'name') return blocks;
  const sumOf = (members: readonly number[], of: (file: number) => number): number =>
    members.reduce((sum, file) => sum + of(file), 0);
  const valueOf = (members: readonly number[]): number => {
    const energy = sumOf(members, (file) => at(energies, file));
    const lines = sumOf(members, (file) => linesOf(picture, file));
    return order === 'energy' ? energy : energy / Math.max(1, lines);
  };
  return blocks
    .map(({ group, files: members }) => ({
      value: valueOf(members),
      block: { group, files: sortBy(members, (file) => valueOf([file])) },
    }))
    .sort((a, b) => b.value - a.value)
    .map(({ block }) => block);
}

function sortBy(files: readonly number[], valueOf: (file: number) => number): readonly number[] {
  return files
    .map((file) => ({ file, value: valueOf(file) }))
    .sort((a, b) => b.value - a.value || a.file - b.file)
    .map(({ file }) => file);
}

/** The lines with the most energy among those that are shown, the hottest first. */
export function hottestLines(
  energy: Float32Array,
  isShown: (line: number) => boolean,
  count: number,
): readonly number[] {
  const lines: number[] = [];
  let least = 0;
  for (let line = 0; line < energy.length; line++) {
    if ((lines.length >= count * 4 && (energy[line] ?? 0) <= least) || !isShown(line)) continue;
    lines.push(line);
    if (lines.length < count * 8) continue;
    lines.sort((a, b) => (energy[b] ?? 0) - (energy[a] ?? 0) || a - b);
    lines.length = count * 4;
    least = energy[lines.at(-1) ?? 0] ?? 0;
  }
  return lines.sort((a, b) => (energy[b] ?? 0) - (energy[a] ?? 0) || a - b).slice(0, count);
}
