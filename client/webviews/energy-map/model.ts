/**
 * The model that all views of the page share: the picture, the part of it that is seen, and what is derived
 * from both. Sits in the page of the energy map. Pure.
 */
import { at, withDefined } from '../../../server/src/base/check';
import { formatAmount, formatCompared } from '../../../server/src/words/amount-text';
import { formatEnergy, formatShare } from '../../../server/src/words/energy-text';
import { CHANGE_SIGNS, changeOfStep, type Change } from '../../../server/src/pages/changes';
import { MOSTLY_UNMODELED, stepOf, type Picture, type PictureHead } from '../../../server/src/pages/picture';
import { isInBrush, passingLines, type Brush, type Filter } from './filter';
import { startsByOwner } from '../../../server/src/base/groups';
import { firstWhere } from '../../../server/src/base/search';
import { energyOfFiles } from './order';
import { buildPyramid, type Pyramid } from './pyramid';
import { type EnergyScale, stepIn } from '../../../server/src/words/energy-scale';
import type { StatisticName } from '../../../server/src/pages/statistic';
import type { EnergyMapWords } from '../../../server/src/pages/energy-map-words';

/** A statistic that lines are colored by. */
export interface ShownStatistic {
  readonly name: Exclude<StatisticName, 'time'>;
  /** The value of each line; NaN where it is unknown. */
  readonly values: Float32Array;
  /** The names of groups; empty for other statistics. */
  readonly names: readonly string[];
  /** The values at the ends of the scale; NaN if none is known. */
  readonly least: number;
  readonly most: number;
  /** The number of lines that take energy, and whose value is unknown. */
  readonly unknown: number;
}

export interface EnergyMapModel {
  readonly picture: Picture;
  /** The scale that colors of methods have in common with those of lines. */
  readonly scale: Pick<EnergyScale, 'distinct' | 'hot'>;
  readonly fileEnergy: Float64Array;
  readonly total: number;
  readonly end: Pyramid;
  readonly leftness: Pyramid;
  /** Methods of file `f` are `methodStart[f]` to `methodStart[f + 1]`. */
  readonly methodStart: Uint32Array;
  /** Lines with a color. */
  readonly colored: number;
  /** The statistic that colors the lines; absent where their energy does. */
  readonly statistic?: ShownStatistic;
}

export interface ShownLines {
  readonly filter: Filter;
  readonly brush: Brush;
  /** The heats of the lines that pass the filter; it has the lines that the brush hides, too. */
  readonly passing: Pyramid;
  /** The number of lines of each heat that pass the filter. */
  readonly counts: Uint32Array;
  /** Within the brush. */
  readonly count: number;
}

/** The model of a picture; `shapes` is that of another picture of the same lines. */
export function makeModel(
  picture: Picture,
  shapes: Pick<EnergyMapModel, 'end' | 'leftness' | 'methodStart'> = shapesOf(picture),
): EnergyMapModel {
  const fileEnergy = energyOfFiles(picture);
  const { end, leftness, methodStart } = shapes;
  return {
    ...{ picture, end, leftness, methodStart },
    scale: { distinct: distinctOf(picture), hot: picture.head.hotEnergy },
    fileEnergy,
    total: fileEnergy.reduce((sum, energy) => sum + energy, 0),
    colored: picture.heat.reduce((sum, heat) => sum + (heat === 0 ? 0 : 1), 0),
  };
}

function shapesOf({
  end,
  indent,
  methodFile,
  paths,
}: Picture): Pick<EnergyMapModel, 'end' | 'leftness' | 'methodStart'> {
  return {
    end: buildPyramid(end),
    leftness: buildPyramid(indent.map((each) => 255 - each)),
    methodStart: startsByOwner(methodFile, paths.length),
  };
}

/** The different energies of lines that a scale needs: of ranks all, ascending, and else the least and the most. */
function distinctOf({ energy, heat, head }: Picture): readonly number[] {
  if (head.scale === 'rank') {
    const sorted = energy.filter((_, line) => heat[line] !== 0).sort();
    return Array.from(sorted.filter((each, index) => each !== sorted[index - 1]));
  }
  let [least, most] = [Infinity, -Infinity];
  for (let line = 0; line < energy.length; line++) {
    if (at(heat, line) === 0) continue;
    const each = at(energy, line);
    if (each < least) least = each;
    if (each > most) most = each;
  }
  return most > least ? [least, most] : most === least ? [most] : [];
}

/** The heat of an energy that is no line's: 0 if the look or the brush leaves it without a color, else the step plus 1. */
export function heatOfEnergy(
  { picture: { head }, scale }: EnergyMapModel,
  { brush }: Pick<ShownLines, 'brush'>,
  energy: number,
): number {
  if (!(energy > 0) || energy < head.leastColored) return 0;
  const heat = 1 + stepIn(scale, energy, { scale: head.scale, steps: head.palette.length });
  return isInBrush(brush, heat) ? heat : 0;
}

export function filterModel({ picture }: EnergyMapModel, filter: Filter, brush: Brush): ShownLines {
  const lines = passingLines(picture, filter);
  const counts = new Uint32Array(picture.head.palette.length + 1);
  for (const heat of lines) counts[heat] = (counts[heat] ?? 0) + 1;
  return brushShown({ filter, brush, passing: buildPyramid(lines), counts, count: 0 }, brush);
}

/** Looks at no line: a brush is moved while someone looks. */
export function brushShown(shown: ShownLines, brush: Brush): ShownLines {
  const count = shown.counts.reduce((sum, lines, heat) => sum + (isInBrush(brush, heat) ? lines : 0), 0);
  return { ...shown, brush, count };
}

/** The heat of a line that is seen: 0 for no color, else the step plus 1. */
export function shownHeat({ passing, brush }: ShownLines, line: number): number {
  const heat = passing.levels[0]?.[line] ?? 0;
  return isInBrush(brush, heat) ? heat : 0;
}

/** Number of a line through all files. */
export function lineOf({ picture }: EnergyMapModel, file: number, line: number): number {
  return (picture.fileStart[file] ?? 0) + line;
}

export function placeOfLine(
  { picture }: EnergyMapModel,
  line: number,
): { readonly file: number; readonly line: number } {
  const file = firstFrom(picture.fileStart, line + 1) - 1;
  return { file, line: line - at(picture.fileStart, file) };
}

/** The innermost method on a line, or -1. */
export function methodAt({ picture, methodStart }: EnergyMapModel, file: number, line: number): number {
  let found = -1;
  for (let method = methodStart[file] ?? 0; method < (methodStart[file + 1] ?? 0); method++) {
    const isIn = (picture.methodLine[method] ?? 0) <= line && (picture.methodEnd[method] ?? 0) >= line;
    if (isIn && (found < 0 || (picture.methodLine[method] ?? 0) >= (picture.methodLine[found] ?? 0)))
      found = method;
  }
  return found;
}

/** Path on this machine. */
export function absolutePath({ picture }: EnergyMapModel, file: number): string {
  const root = picture.head.roots[picture.fileRoot[file] ?? 0] ?? '';
  return `${root.replace(/[/\\]$/, '')}/${picture.paths[file] ?? ''}`;
}

/** The energy of a line, or of several, as text: in joules, or in the unit of the picture's amounts. */
export function energyText({ picture: { head } }: EnergyMapModel, energy: number): string {
  return head.comparison === undefined ? amountText(head, energy) : `Δ ${amountText(head, energy)}`;
}

/**
 * An amount of the picture as text. In a picture of two profiles that are compared, it is also used for what
 * one of them took.
 */
export function amountText(head: PictureHead, amount: number): string {
  if (head.amount === 'joules') return formatEnergy(amount, head);
  return head.comparison === undefined
    ? formatAmount(amount, head.amount)
    : formatCompared(amount, head.amount);
}

/** The energy that shares are parts of: that of the program, or if it is not known of all lines. */
export function wholeOf({ picture, total }: EnergyMapModel): number {
  return picture.head.program ?? total;
}

/** The words for such shares. */
export function sharesOf(
  { picture }: EnergyMapModel,
  { shares }: EnergyMapWords,
): EnergyMapWords['shares']['all'] {
  return picture.head.program === undefined ? shares.all : shares.program;
}

export interface LineFacts {
  readonly energy: string;
  readonly shareOfAll: string;
  readonly shareOfFile: string;
  /** The step of the line's color, from 1 (cold) to the number of colors (hot); 0 for none. */
  readonly step: number;
  /** True for a line that takes no energy, known or unknown. */
  readonly isNone: boolean;
  readonly isUnmodeled: boolean;
  /** The change between two profiles that are compared; absent otherwise. */
  readonly change?: { readonly kind: Change; readonly before: string; readonly after: string };
  readonly operations: readonly string[];
}

/** `line` counts through all files. */
export function factsOf(model: EnergyMapModel, file: number, line: number): LineFacts {
  const { picture, fileEnergy } = model;
  const heat = picture.heat[line] ?? 0;
  const energy = picture.energy[line] ?? 0;
  const share = (of: number): string => (of > 0 ? formatShare(Math.min(1, energy / of)) : '–');
  const isUnmodeled = (heat & MOSTLY_UNMODELED) !== 0;
  const change = changeOf(picture, heat, energy, line);
  return {
    ...withDefined({ change }),
    energy: (isUnmodeled ? '≥ ' : '') + energyText(model, energy),
    shareOfAll: share(wholeOf(model)),
    shareOfFile: share(fileEnergy[file] ?? 0),
    step: stepOf(heat) + 1,
    isNone: heat === 0 && energy === 0,
    isUnmodeled,
    operations: operationsOn(picture, line),
  };
}

/** A line's energy in words: of two that are compared also what became of it. */
export function energyWords({ energy, change }: LineFacts, words: EnergyMapWords): string {
  return change === undefined
    ? energy
    : `${CHANGE_SIGNS[change.kind]} ${energy} ${words.changes[change.kind]}`;
}

function changeOf(
  { head, before }: Picture,
  heat: number,
  amount: number,
  line: number,
): LineFacts['change'] {
  if (head.comparison === undefined || heat === 0) return undefined;
  const kind = changeOfStep(stepOf(heat), head.palette.length);
  const earlier = before[line] ?? 0;
  const isLess = kind === 'lessEnergy' || kind === 'gone';
  const later = Math.max(0, earlier + (isLess ? -amount : amount));
  return { kind, before: amountText(head, earlier), after: amountText(head, later) };
}

function operationsOn(
  { operationLine, operationName, operationNames }: Picture,
  line: number,
): readonly string[] {
  const names: string[] = [];
  for (let index = firstFrom(operationLine, line); operationLine[index] === line; index++)
    names.push(operationNames[operationName[index] ?? 0] ?? '');
  return names;
}

/** The index of the first number of an ascending column that is not below `least`; its length if there is none. */
function firstFrom(column: Uint32Array, least: number): number {
  return firstWhere(0, column.length, (index) => at(column, index) >= least);
}
