/**
 * The hierarchical model: energy of a pattern = operation + size + type + device.
 *
 * Sits in `models/`; equations 1 and 2 of the probabilistic energy
 * profiler. Its priors are missing from the published text; those here are
 * ours, in scaled units: effects b = τ·z with z half-normal, so that no factor
 * gives energy back; τ of a category exponential of mean 5; σ exponential of
 * mean 1. Only each cell's number, mean and the squares within cells enter the
 * likelihood, so that ten times the measurements cost nothing more.
 */
import type { Joules } from '../../base/units';

export interface Category {
  readonly name: string;
  readonly levels: readonly string[];
}

/** One pattern on one device. */
export interface LevelCell {
  readonly pattern: string;
  /** The level of each category, by its index; −1 where the pattern has no level of that category. */
  readonly levels: readonly number[];
  readonly count: number;
  /** In scaled units, like all below. */
  readonly mean: number;
}

export interface LevelModel {
  readonly categories: readonly Category[];
  readonly cells: readonly LevelCell[];
  readonly measurements: number;
  /** Σ over measurements of (y − mean of its cell)². */
  readonly squaresWithin: number;
  /** Joules of a scaled unit. */
  readonly unit: Joules;
  readonly priors: LevelPriors;
}

export interface LevelPriors {
  /** The rate of the exponential prior of each category's scale. */
  readonly scaleRate: number;
  /** The rate of the exponential prior of the noise. */
  readonly noiseRate: number;
}

const DEFAULT_PRIORS: LevelPriors = { scaleRate: 0.2, noiseRate: 1 };

export interface LevelMeasurement {
  readonly pattern: string;
  /** The name of the level in each category; empty where there is none. */
  readonly levels: readonly string[];
  readonly energy: Joules;
}

/** The unit is the power of ten below the median energy, so that the priors are wide for any meter. */
export function buildLevelModel(
  categoryNames: readonly string[],
  measurements: readonly LevelMeasurement[],
  priors: LevelPriors = DEFAULT_PRIORS,
): LevelModel {
  const sorted = measurements.map(({ energy }) => energy).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 1;
  const unit = middle > 0 ? 10 ** Math.floor(Math.log10(middle)) : 1;
  const levels = categoryNames.map(() => new Map<string, number>());
  const cells = new Map<string, { pattern: string; levels: readonly number[]; energies: number[] }>();
  for (const { pattern, levels: names, energy } of measurements) {
    const numbers = names.map((name, category) => numberOf(levels[category], name));
    const key = JSON.stringify([pattern, ...numbers]);
    const cell = cells.get(key) ?? { pattern, levels: numbers, energies: [] };
    cell.energies.push(energy / unit);
    cells.set(key, cell);
  }
  let squaresWithin = 0;
  const summed = [...cells.values()].map(({ energies, ...cell }): LevelCell => {
    const mean = energies.reduce((sum, value) => sum + value, 0) / energies.length;
    squaresWithin += energies.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { ...cell, count: energies.length, mean };
  });
  return {
    categories: categoryNames.map((name, k) => ({ name, levels: [...(levels[k]?.keys() ?? [])] })),
    cells: summed,
    measurements: measurements.length,
    squaresWithin,
    unit,
    priors,
  };
}

function numberOf(known: Map<string, number> | undefined, name: string): number {
  if (known === undefined || name === '') return -1;
  const number = known.get(name) ?? known.size;
  known.set(name, number);
  return number;
}

/** Effects of all levels, category after category; then each category's scale; then the noise. */
export interface ParameterLayout {
  readonly effects: number;
  /** The index of each category's first level among the effects. */
  readonly offsets: readonly number[];
  readonly size: number;
}

export function layOut({ categories }: LevelModel): ParameterLayout {
  const offsets: number[] = [];
  let effects = 0;
  for (const { levels } of categories) {
    offsets.push(effects);
    effects += levels.length;
  }
  return { effects, offsets, size: effects + categories.length + 1 };
}
