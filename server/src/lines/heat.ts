/**
 * Heat: the color step of each line.
 *
 * Sits in `lines/`, between the energies of a file and the code that paints them. By default lines are ranked
 * and the rank is mapped to the spectrum, as in vLens, section 3.2.3; a linear or logarithmic scale of the
 * energy itself can be chosen instead. Pure; steps count from 0, the coldest.
 */
import { groupBy } from '../base/groups';
import { firstWhere } from '../base/search';
import { at, present, withDefined } from '../base/check';
import type { LineEnergy } from '../cost/pricing/file-energy';
import type { RankScopeSetting, ScaleSetting, Settings } from '../protocol/settings';
import type { Joules, LineIndex } from '../base/units';

export interface HeatOptions {
  readonly scale: ScaleSetting;
  readonly scope: RankScopeSetting;
  /** Number of colors, at least 2. */
  readonly steps: number;
  /** All lines of the workspace. The scope `workspace` needs them; without them a file is its own workspace. */
  readonly workspace?: RankedLines;
}

/** The lines that a line is ranked and colored among. */
export interface RankedLines {
  /** The energies of all of them, ascending. */
  readonly energies: readonly Joules[];
  /** The same, each once: colors are spread over them. */
  readonly distinct: readonly Joules[];
  /** The number of lines that take energy, known or unknown: as many as are listed. */
  readonly count: number;
}

/** The part of a file's energies that colors depend on; the energies are modeled or measured. */
export interface HeatSource {
  readonly lines: readonly HeatLine[];
}

interface HeatLine {
  readonly line: LineIndex;
  readonly own: { readonly mean: Joules };
  /** The energy of a run, by which lines are ranked where it is known. */
  readonly run?: { readonly mean: Joules } | undefined;
  /** Absent for lines of recordings, which are all listed. */
  readonly unmodeledCount?: number;
  readonly rank: number;
  readonly method?: string;
}

export interface LineHeat {
  readonly line: LineIndex;
  readonly step: number;
  /** One more than the number of lines in the scope that take more: 1 is the hottest, and equal energies share a rank. */
  readonly rank: number;
  /** The number of lines in the scope that take energy. */
  readonly of: number;
}

/** Lines by their energies, in any order; `count` of them take energy. */
export function rankAmong(energies: Iterable<Joules>, count: number): RankedLines {
  // Sorted as numbers: sets of numbers cost several times as much.
  const sorted = Array.from(Float64Array.from(energies).sort());
  return {
    energies: sorted,
    distinct: sorted.filter((energy, index) => energy !== sorted[index - 1]),
    count,
  };
}

/** The lines of a file, by the energies that they are ranked by. */
export function rankLines(lines: readonly Omit<HeatLine, 'line' | 'rank'>[]): RankedLines {
  return rankAmong(lines.map(heatOf), lines.filter(isListed).length);
}

/** The heat by the user's settings; `workspace` as in {@link HeatOptions}. */
export function heatBy(
  { scale, rankScope, colorSteps }: Pick<Settings, 'scale' | 'rankScope' | 'colorSteps'>,
  energy: HeatSource,
  workspace?: RankedLines,
): readonly LineHeat[] {
  const options = { scale, scope: rankScope, steps: colorSteps, ...withDefined({ workspace }) };
  return computeHeat(energy, options);
}

function heatOf({ own, run = own }: Pick<HeatLine, 'own' | 'run'>): Joules {
  return run.mean;
}

function isListed({ own, unmodeledCount }: Pick<HeatLine, 'own' | 'unmodeledCount'>): boolean {
  return unmodeledCount === undefined || takesEnergy({ own, unmodeledCount });
}

/** One entry for each line of `energy.lines`, in their order. */
export function computeHeat(energy: HeatSource, options: HeatOptions): readonly LineHeat[] {
  if (options.scope === 'file' && options.scale === 'rank') return heatByRank(energy, options.steps);
  const scopeOf = scopes(energy, options);
  return energy.lines.map((line) => {
    const { energies, distinct, count } = scopeOf(line);
    const [value, rank] = [heatOf(line), 1 + countAbove(energies, heatOf(line))];
    return { line: line.line, step: stepIn(distinct, value, options), rank, of: count };
  });
}

/** The step of a value among others, which are in ascending order, each once. */
export function stepIn(
  distinct: readonly Joules[],
  value: Joules,
  { scale, steps }: Pick<HeatOptions, 'scale' | 'steps'>,
): number {
  return Math.round(positionIn(distinct, value, scale) * (steps - 1));
}

/**
 * True if something runs on the line that costs energy, known or unknown. Others are neither painted nor listed nor
 * counted: the closing brace of a method, say, or a line that did not run.
 */
export function takesEnergy({
  own,
  unmodeledCount,
}: Pick<HeatLine, 'own'> & Pick<LineEnergy, 'unmodeledCount'>): boolean {
  return own.mean !== 0 || unmodeledCount !== 0;
}

/**
 * The step that a line is painted with; `undefined` where nothing runs that costs anything, known or unknown: the
 * closing brace of a method, say. What is not known may be large: such a line is never painted cold.
 */
export function paintedStep(line: LineEnergy, step: number, steps: number): number | undefined {
  if (!takesEnergy(line)) return undefined;
  return line.mostlyUnmodeled ? Math.max(step, Math.floor(steps / 2)) : step;
}

/** The default, from the ranks that the file has already. */
function heatByRank({ lines }: HeatSource, steps: number): readonly LineHeat[] {
  // The place of each rank among those that exist: lines of equal energy are one place on the scale.
  const places = new Uint32Array(lines.length + 1);
  for (const { rank } of lines) places[rank] = 1;
  let last = 0;
  places.forEach((exists, rank) => (places[rank] = last += exists));
  const isFlat = last < 2 || lines.every((line) => !(heatOf(line) > 0));
  const of = lines.filter(isListed).length;
  return lines.map(({ line, rank }) => {
    const position = isFlat ? MIDDLE : (last - at(places, rank)) / (last - 1);
    return { line, step: Math.round(position * (steps - 1)), rank, of };
  });
}

/** The position that is used if all energies are equal: nothing is hot or cold then. */
const MIDDLE = 0.5;

/** The lines that a line is compared with. */
function scopes(energy: HeatSource, options: HeatOptions): (line: HeatLine) => RankedLines {
  if (options.scope === 'method') {
    const groups = groupBy(energy.lines, ({ method }) => method);
    const methods = new Map(Array.from(groups, ([method, group]) => [method, rankLines(group)]));
    return ({ method }) => present(methods.get(method), 'the lines of a method');
  }
  const all = (options.scope === 'workspace' ? options.workspace : undefined) ?? rankLines(energy.lines);
  return () => all;
}

/** The number of values above `value`, which need not be one of them. */
export function countAbove(ascending: readonly Joules[], value: Joules): number {
  return ascending.length - firstWhere(0, ascending.length, (index) => at(ascending, index) > value);
}

/** The position of a value on the color scale, from 0 (cold) to 1 (hot). */
function positionIn(scope: readonly Joules[], value: Joules, scale: ScaleSetting): number {
  const hottest = scope.at(-1);
  if (hottest === undefined || scope.length < 2 || !(hottest > 0)) return MIDDLE;
  switch (scale) {
    case 'rank':
      return clamp((scope.length - 1 - countAbove(scope, value)) / (scope.length - 1));
    case 'linear':
      return clamp(value / hottest);
    case 'logarithmic': {
      // Lines whose modeled part is zero have no logarithm: they take the cold end.
      const coldest = scope.find((energy) => energy > 0) ?? hottest;
      if (!(value > 0)) return 0;
      const [low, high] = [Math.log(coldest), Math.log(hottest)];
      return high > low ? clamp((Math.log(value) - low) / (high - low)) : 1;
    }
  }
}

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}
