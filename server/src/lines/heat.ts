/**
 * Heat: the color step of each line.
 *
 * Sits in `lines/`, between the energies of a file and the code that paints them. By default lines are ranked
 * and the rank is mapped to the spectrum, as in vLens, section 3.2.3; a linear or logarithmic scale of the
 * energy itself can be chosen instead. Pure; steps count from 0, the coldest.
 */
import { groupBy } from '../base/groups';
import { firstWhere } from '../base/search';
import { at, withDefined } from '../base/check';
import type { LineEnergy } from '../cost/pricing/file-energy';
import type { RankScopeSetting, ScaleSetting, Settings } from '../protocol/settings';
import type { Joules, LineIndex } from '../base/units';

export interface HeatOptions {
  readonly scale: ScaleSetting;
  readonly scope: RankScopeSetting;
  /** Number of colors, at least 2. */
  readonly steps: number;
  /**
   * The distinct energies of all lines of the workspace, from {@link distinctEnergies}. The scope `workspace`
   * needs them; without them a file is its own workspace.
   */
  readonly workspace?: readonly Joules[];
}

/** The part of a file's energies that colors depend on; the energies are modeled or measured. */
export interface HeatSource {
  /** Distinct ranks. */
  readonly ranks: number;
  readonly lines: readonly HeatLine[];
}

interface HeatLine {
  readonly line: LineIndex;
  readonly own: { readonly mean: Joules };
  /** The energy of a run, by which lines are ranked where it is known. */
  readonly run?: { readonly mean: Joules } | undefined;
  readonly rank: number;
  readonly method?: string;
}

export interface LineHeat {
  readonly line: LineIndex;
  readonly step: number;
  /** The rank within the scope: 1 is the hottest, and equal energies share a rank. */
  readonly rank: number;
  /** Distinct ranks in the scope. */
  readonly ranks: number;
}

/** Energies in ascending order, each once: what ranks and ends of a scale are read from. */
export function distinctEnergies(energies: Iterable<Joules>): readonly Joules[] {
  return Array.from(new Set(energies)).sort((a, b) => a - b);
}

/** The heat by the user's settings; `workspace` as in {@link HeatOptions}. */
export function heatBy(
  { scale, rankScope, colorSteps }: Pick<Settings, 'scale' | 'rankScope' | 'colorSteps'>,
  energy: HeatSource,
  workspace?: readonly Joules[],
): readonly LineHeat[] {
  const options = { scale, scope: rankScope, steps: colorSteps, ...withDefined({ workspace }) };
  return computeHeat(energy, options);
}

function heatOf({ own, run = own }: HeatLine): Joules {
  return run.mean;
}

/** One entry for each line of `energy.lines`, in their order. */
export function computeHeat(energy: HeatSource, options: HeatOptions): readonly LineHeat[] {
  if (options.scope === 'file' && options.scale === 'rank') return heatByRank(energy, options.steps);
  const scopeOf = scopes(energy, options);
  return energy.lines.map((line) => {
    const scope = scopeOf(line);
    const rank = rankIn(scope, heatOf(line));
    const position = positionIn(scope, heatOf(line), rank, options.scale);
    return { line: line.line, step: Math.round(position * (options.steps - 1)), rank, ranks: scope.length };
  });
}

/**
 * True if something runs on the line that costs energy, known or unknown. Others are neither painted nor listed nor
 * counted: the closing brace of a method, say, or a line that did not run.
 */
export function takesEnergy({ own, unmodeledCount }: Pick<LineEnergy, 'own' | 'unmodeledCount'>): boolean {
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
function heatByRank({ lines, ranks }: HeatSource, steps: number): readonly LineHeat[] {
  const isFlat = ranks < 2 || lines.every((line) => !(heatOf(line) > 0));
  return lines.map(({ line, rank }) => {
    const position = isFlat ? MIDDLE : (ranks - rank) / (ranks - 1);
    return { line, step: Math.round(position * (steps - 1)), rank, ranks };
  });
}

/** The position that is used if all energies are equal: nothing is hot or cold then. */
const MIDDLE = 0.5;

/** The energies that a line is compared with, ascending and distinct. */
function scopes(energy: HeatSource, options: HeatOptions): (line: HeatLine) => readonly Joules[] {
  if (options.scope === 'method') {
    const methods = groupByMethod(energy.lines);
    return (line) => methods.get(line.method) ?? [];
  }
  const all =
    (options.scope === 'workspace' ? options.workspace : undefined) ??
    distinctEnergies(energy.lines.map(heatOf));
  return () => all;
}

function groupByMethod(lines: readonly HeatLine[]): ReadonlyMap<string | undefined, readonly Joules[]> {
  const groups = groupBy(lines, ({ method }) => method);
  return new Map(Array.from(groups, ([method, group]) => [method, distinctEnergies(group.map(heatOf))]));
}

/**
 * The rank of `value` in the scope: one more than the number of distinct energies above it. The scope need
 * not hold `value`.
 */
function rankIn(scope: readonly Joules[], value: Joules): number {
  return scope.length - firstWhere(0, scope.length, (index) => at(scope, index) > value) + 1;
}

/** The position of a value on the color scale, from 0 (cold) to 1 (hot). */
function positionIn(scope: readonly Joules[], value: Joules, rank: number, scale: ScaleSetting): number {
  const hottest = scope.at(-1);
  if (hottest === undefined || scope.length < 2 || !(hottest > 0)) return MIDDLE;
  switch (scale) {
    case 'rank':
      return clamp((scope.length - rank) / (scope.length - 1));
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
