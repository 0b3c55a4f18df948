/**
 * Heat: the color step of each line.
 *
 * Sits in `lines/`, between the energies of a file and the code that paints them. By default a line's color is the
 * logarithm of its energy on the scale of the whole workspace, so that the hot end is where the energy goes. Ranks
 * within a method or a file can be chosen instead, as in vLens, section 3.2.3. Pure; steps count from 0, the coldest.
 */
import { groupBy } from '../base/groups';
import { present } from '../base/check';
import type { LineEnergy } from '../cost/pricing/file-energy';
import type { RankScopeSetting, ScaleSetting, Settings } from '../protocol/settings';
import type { Joules, LineIndex } from '../base/units';
import { countAbove, DECADES, type EnergyScale, hotEnd, stepIn } from '../words/energy-scale';

export interface HeatOptions {
  readonly scale: ScaleSetting;
  readonly scope: RankScopeSetting;
  /** Number of colors, at least 2. */
  readonly steps: number;
  /** All lines of the workspace, given those of the file alone; without it a file is its own workspace. */
  readonly workspace?: ((own: () => RankedLines) => RankedLines) | undefined;
}

/** The lines that a line is ranked and colored among. */
export interface RankedLines extends EnergyScale {
  /** The energies of all of them, ascending. */
  readonly energies: readonly Joules[];
  /** The number of lines that take energy, known or unknown: as many as are listed. */
  readonly count: number;
  /** True if these are the lines of one file, though the scope is the workspace: this does not have the file. */
  readonly isFile?: boolean;
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
  /** The scope of `rank` and `of`. */
  readonly scope: RankScopeSetting;
  /** True for the hottest lines of the scope, which together hold four fifths of its energy. */
  readonly isHotspot: boolean;
}

/** Lines by their energies, in any order; `count` of them take energy. */
export function rankAmong(energies: Iterable<Joules>, count: number): RankedLines {
  // Sorted as numbers: sets of numbers cost several times as much.
  const sorted = Array.from(Float64Array.from(energies).sort());
  const total = sorted.reduce((sum, energy) => sum + energy, 0);
  return {
    energies: sorted,
    distinct: sorted.filter((energy, index) => energy !== sorted[index - 1]),
    hot: hotEnd(sorted.at(-1) ?? 0, total),
    hotspot: leastOfMost(sorted, total),
    count,
  };
}

/** The share of all energy that hotspots hold together. */
const HOTSPOT_SHARE = 0.8;

function leastOfMost(ascending: readonly Joules[], total: Joules): Joules {
  let held = 0;
  for (const energy of ascending.toReversed()) {
    held += energy;
    if (held >= total * HOTSPOT_SHARE) return energy;
  }
  return 0;
}

/** The lines of a part of the workspace, while nobody knows what the rest takes: none of it is in the hottest quarter. */
export function partOfUnknown(part: RankedLines): RankedLines {
  return { ...part, hot: part.hot * PART_MARGIN };
}

/** Slightly more than a quarter of the scale. */
const PART_MARGIN = 1.01 * 10 ** (DECADES / 4);

/** True if hardly a line has another color on the other scale. */
export function isSameScale(one: EnergyScale, other: EnergyScale): boolean {
  const isEmpty = one.distinct.length === 0;
  if (isEmpty || other.distinct.length === 0) return isEmpty && other.distinct.length === 0;
  const lines = other.distinct.length / one.distinct.length;
  return Math.abs(Math.log10(other.hot / one.hot)) < SAME_DECADES && Math.abs(lines - 1) < SAME_LINES;
}

/** One of 24 steps is 0.17 decades. */
const SAME_DECADES = 0.15;
const SAME_LINES = 0.05;

/** The lines of a file, by the energies that they are ranked by. */
export function rankLines(lines: readonly Omit<HeatLine, 'line' | 'rank'>[]): RankedLines {
  return rankAmong(lines.map(heatOf), lines.filter(isListed).length);
}

/** The heat by the user's settings; `workspace` as in {@link HeatOptions}. */
export function heatBy(
  { scale, rankScope, colorSteps }: Pick<Settings, 'scale' | 'rankScope' | 'colorSteps'>,
  energy: HeatSource,
  workspace?: HeatOptions['workspace'],
): readonly LineHeat[] {
  return computeHeat(energy, { scale, scope: rankScope, steps: colorSteps, workspace });
}

function heatOf({ own, run = own }: Pick<HeatLine, 'own' | 'run'>): Joules {
  return run.mean;
}

function isListed({ own, unmodeledCount }: Pick<HeatLine, 'own' | 'unmodeledCount'>): boolean {
  return unmodeledCount === undefined || takesEnergy({ own, unmodeledCount });
}

/** One entry for each line of `energy.lines`, in their order. */
export function computeHeat(energy: HeatSource, options: HeatOptions): readonly LineHeat[] {
  const scopeOf = scopes(energy, options);
  return energy.lines.map((line) => {
    const [among, value] = [scopeOf(line), heatOf(line)];
    const rank = 1 + countAbove(among.energies, value);
    const isHotspot = value > 0 && value >= among.hotspot;
    const scope = options.scope === 'workspace' && among.isFile === true ? 'file' : options.scope;
    return { line: line.line, step: stepIn(among, value, options), rank, of: among.count, scope, isHotspot };
  });
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

/** True for the lines that the look colors: all, or only the hotspots. */
export function isIn({ look }: Pick<Settings, 'look'>, isHotspot: boolean): boolean {
  return look !== 'hotspots' || isHotspot;
}

/**
 * The step that a line is painted with; `undefined` where nothing runs that costs anything, known or unknown: the
 * closing brace of a method, say. What is not known may be large: such a line is never painted cold.
 */
export function paintedStep(line: LineEnergy, step: number, steps: number): number | undefined {
  if (!takesEnergy(line)) return undefined;
  return line.mostlyUnmodeled ? notCold(step, steps) : step;
}

/** The step of a line whose energy is known in part only. */
export function notCold(step: number, steps: number): number {
  return Math.max(step, Math.floor(steps / 2));
}

/** The lines that a line is compared with. */
function scopes(energy: HeatSource, options: HeatOptions): (line: HeatLine) => RankedLines {
  if (options.scope === 'method') {
    const groups = groupBy(energy.lines, ({ method }) => method);
    const methods = new Map(Array.from(groups, ([method, group]) => [method, rankLines(group)]));
    return ({ method }) => present(methods.get(method), 'the lines of a method');
  }
  const own = (): RankedLines => rankLines(energy.lines);
  const all = (options.scope === 'workspace' ? options.workspace?.(own) : undefined) ?? own();
  return () => all;
}
