/**
 * The analysis of chains of draws: effects, totals of cells, contrasts, and
 * checks whether they can be believed.
 *
 * Sits in `models/`. With additive categories, only sums over a
 * cell and differences within a category are determined by data (add to all
 * sizes, take from all types: nothing changes), so those come first; a level
 * alone may be its prior's. In joules.
 */
import { listSome } from '../../words/text-sections';
import { at as elementAt } from '../../base/check';
import { counted } from '../../base/counted';
import type { Joules, Share } from '../../base/units';
import { formatEnergy, JOULES, type EnergyFigures } from '../../words/energy-text';
import type { ModelCheck } from '../fit/fit-regression';
import { at } from '../solve/matrix';
import { quantileOf } from '../../base/statistics';
import { createRandom, type Random } from '../solve/random';
import { diagnoseChains, type ChainDiagnostics } from './chain-diagnostics';
import { layOut, type LevelCell, type LevelModel } from './level-model';
import type { Chain } from './sample-chain';

interface ParameterPosterior extends EnergyFigures, ChainDiagnostics {
  /** Empty for scales and the noise. */
  readonly category: string;
  readonly name: string;
  /** The data say next to nothing of it by itself. */
  readonly isPrior: boolean;
}

interface CellPosterior extends EnergyFigures {
  readonly pattern: string;
  readonly levels: readonly string[];
  readonly measurements: number;
  readonly measured: Joules;
  /** The measured mean is within the 95 % posterior predictive interval of a measurement, as section 6.1 of the paper asks. */
  readonly isPredicted: boolean;
  /** The measured mean is within the 95 % interval of means of as many measurements that the model would make. */
  readonly isCovered: boolean;
}

export interface Contrast extends EnergyFigures {
  readonly category: string;
  readonly name: string;
}

export interface PosteriorAnalysis {
  readonly cells: readonly CellPosterior[];
  /** The contrast of each level against the mean of its category. */
  readonly contrasts: readonly Contrast[];
  readonly effects: readonly ParameterPosterior[];
  readonly scales: readonly ParameterPosterior[];
  readonly noise: ParameterPosterior;
  /** Row-major, of the effects, in squared joules. */
  readonly covariance: Float64Array;
  readonly priorRange: { readonly low: Joules; readonly high: Joules; readonly covered: Share };
  readonly checks: readonly ModelCheck[];
}

/** The limits that the probabilistic profiler sets its own chains (section 5.1). */
const MAX_RHAT = 1.01;
const MIN_ESS = 400;
/** The share of its prior's deviation from which a level's deviation says that the data told nothing. */
const PRIOR_SHARE = 0.8;
const PRIOR_DRAWS = 4000;
const COVERED_PATTERNS = 0.9;
/** The least share of cells within an interval of 95 %. In the paper, 340 of 348 cells are predicted. */
const PREDICTED_CELLS = 0.95;
/** 97.5 % quantile of a Gaussian. */
const REACH = 1.959963984540054;

export function analyzePosterior(
  model: LevelModel,
  chains: readonly Chain[],
  seed: number,
): PosteriorAnalysis {
  const layout = layOut(model);
  const { unit } = model;
  const rows = (chains[0]?.draws.length ?? 0) / layout.size;
  const drawsOf = (parameter: number): readonly Float64Array[] =>
    chains.map(({ draws }) =>
      Float64Array.from({ length: rows }, (_, i) => at(draws, i * layout.size + parameter)),
    );
  const all = Array.from({ length: layout.size }, (_, parameter) => drawsOf(parameter));
  const pooled = all.map((draws) => Float64Array.from(draws.flatMap((one) => [...one])));
  const describe = (parameter: number, category: string, name: string): ParameterPosterior => {
    const diagnostics = diagnoseChains(all[parameter] ?? []);
    return {
      category,
      name,
      ...summarize(pooled[parameter] ?? new Float64Array(), unit),
      ...diagnostics,
      mcse: diagnostics.mcse * unit,
      isPrior: false,
    };
  };
  const scales = model.categories.map(({ name }, k) => describe(layout.effects + k, '', `scale of ${name}`));
  const effects = model.categories.flatMap(({ name, levels }, k) =>
    levels.map((level, place): ParameterPosterior => {
      const effect = describe(elementAt(layout.offsets, k) + place, name, level);
      return { ...effect, isPrior: effect.sd >= PRIOR_SHARE * priorSd(pooled[layout.effects + k], unit) };
    }),
  );
  const noise = describe(layout.size - 1, '', 'noise');
  const cells = model.cells.map((cell) => describeCell(cell));
  const priorRange = predictFromPrior(model, createRandom(seed));
  return {
    cells,
    contrasts: model.categories.flatMap(({ name, levels }, k) =>
      contrastsOf(name, levels, elementAt(layout.offsets, k)),
    ),
    effects,
    scales,
    noise,
    covariance: covarianceOf(pooled.slice(0, layout.effects), unit),
    priorRange,
    checks: judge([...effects, ...scales, noise], cells, priorRange, chains),
  };

  function describeCell({ pattern, levels, count, mean }: LevelCell): CellPosterior {
    const totals = new Float64Array(pooled[0]?.length ?? 0);
    levels.forEach((level, k) => {
      if (level < 0) return;
      pooled[elementAt(layout.offsets, k) + level]?.forEach((value, i) => {
        totals[i] = at(totals, i) + value;
      });
    });
    const posterior = summarize(totals, unit);
    const measured = mean * unit;
    const distance = Math.abs(measured - posterior.mean);
    const isWithin = (measurements: number): boolean =>
      distance <= REACH * Math.sqrt(posterior.sd ** 2 + noise.mean ** 2 / measurements);
    return {
      pattern,
      levels: levels.map((level, k) => model.categories[k]?.levels[level] ?? ''),
      measurements: count,
      measured,
      ...posterior,
      isPredicted: isWithin(1),
      isCovered: isWithin(count),
    };
  }

  function contrastsOf(category: string, levels: readonly string[], offset: number): readonly Contrast[] {
    if (levels.length < 2) return [];
    const means = new Float64Array(pooled[0]?.length ?? 0);
    levels.forEach((_, place) => {
      pooled[offset + place]?.forEach((value, i) => {
        means[i] = at(means, i) + value / levels.length;
      });
    });
    return levels.map((name, place) => ({
      category,
      name,
      ...summarize(
        (pooled[offset + place] ?? means).map((value, i) => value - at(means, i)),
        unit,
      ),
    }));
  }
}

function summarize(draws: Float64Array, unit: Joules): EnergyFigures {
  const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
  const squares = draws.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sorted = draws.toSorted();
  return {
    mean: mean * unit,
    sd: Math.sqrt(squares / (draws.length - 1)) * unit,
    low: quantileOf(sorted, 0.05) * unit,
    high: quantileOf(sorted, 0.95) * unit,
  };
}

/** The standard deviation of τ·|z| in joules, over the draws of τ. */
function priorSd(scales: Float64Array | undefined, unit: Joules): Joules {
  if (scales === undefined) return Number.NaN;
  const mean = scales.reduce((sum, value) => sum + value, 0) / scales.length;
  const square = scales.reduce((sum, value) => sum + value * value, 0) / scales.length;
  return Math.sqrt(square - (2 / Math.PI) * mean * mean) * unit;
}

function covarianceOf(effects: readonly Float64Array[], unit: Joules): Float64Array {
  const size = effects.length;
  const centered = effects.map((draws) => {
    const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
    return draws.map((value) => (value - mean) * unit);
  });
  const covariance = new Float64Array(size * size);
  centered.forEach((one, i) => {
    centered.slice(0, i + 1).forEach((other, j) => {
      let sum = 0;
      for (let k = 0; k < one.length; k++) sum += at(one, k) * at(other, k);
      covariance[i * size + j] = covariance[j * size + i] = sum / (one.length - 1);
    });
  });
  return covariance;
}

/**
 * The range of energies that the priors expect before any data; a range far from the measured energies would press
 * on the result. It begins at 0, as the paper's does (0 to 50 mJ): each positive effect may be next to nothing.
 */
function predictFromPrior(model: LevelModel, random: Random): PosteriorAnalysis['priorRange'] {
  const { scaleRate, noiseRate } = model.priors;
  const draws = Float64Array.from({ length: PRIOR_DRAWS }, () => {
    const cell = model.cells[random.below(model.cells.length)];
    const effects = (cell?.levels ?? []).map((level) =>
      level < 0 ? 0 : (random.exponential() / scaleRate) * Math.abs(random.normal()),
    );
    const noise = (random.exponential() / noiseRate) * random.normal();
    return effects.reduce((sum, value) => sum + value, noise);
  });
  const sorted = draws.toSorted();
  const [low, high] = [Math.min(0, quantileOf(sorted, 0.005)), quantileOf(sorted, 0.99)];
  const covered = model.cells.filter(({ mean }) => mean >= low && mean <= high).length / model.cells.length;
  return { low: low * model.unit, high: high * model.unit, covered };
}

function judge(
  parameters: readonly ParameterPosterior[],
  cells: readonly CellPosterior[],
  priorRange: PosteriorAnalysis['priorRange'],
  chains: readonly Chain[],
): readonly ModelCheck[] {
  return [
    judgeConvergence(parameters, chains),
    judgePredictions(cells),
    {
      name: 'prior',
      passed: priorRange.covered >= COVERED_PATTERNS,
      message: `${(100 * priorRange.covered).toFixed(0)} % of the cells are within the range that the priors expect`,
    },
  ];
}

function judgeConvergence(parameters: readonly ParameterPosterior[], chains: readonly Chain[]): ModelCheck {
  const label = ({ category, name }: ParameterPosterior): string =>
    category === '' ? name : `${category} ${name}`;
  const apart = parameters.filter(({ rHat }) => !(rHat <= MAX_RHAT));
  const few = parameters.filter(({ bulkEss }) => !(bulkEss >= MIN_ESS));
  const unfinished = chains.reduce((sum, chain) => sum + chain.unfinished, 0);
  const worst = Math.max(...parameters.map(({ rHat }) => rHat));
  const fewest = Math.min(...parameters.map(({ bulkEss }) => bulkEss));
  const error = Math.max(...parameters.map(({ mcse, sd }) => mcse / sd));
  const passed = apart.length === 0 && few.length === 0 && unfinished === 0;
  const figures = `R-hat ≤ ${worst.toFixed(4)}, at least ${fewest.toFixed(0)} effective draws, Monte Carlo errors of at most ${(100 * error).toFixed(1)} % of a deviation, ${counted(unfinished, 'divergence')}`;
  const faults = [
    ...(apart.length > 0 ? [`the chains do not agree on ${listSome(apart.map(label))}`] : []),
    ...(few.length > 0 ? [`too few effective draws of ${listSome(few.map(label))}`] : []),
    ...(unfinished > 0 ? ['moves of the sampler had no end'] : []),
  ];
  return {
    name: 'convergence',
    passed,
    message: passed
      ? `chains agree: ${figures}`
      : `${faults.join('; ')} (${figures}): take more draws (jouleline fit --draws and --warmup)`,
  };
}

/** The posterior predictive check of section 6.1; a cell is a pattern on a device. */
function judgePredictions(cells: readonly CellPosterior[]): ModelCheck {
  const missed = cells.filter(({ isPredicted }) => !isPredicted);
  const ofMeans = cells.filter(({ isCovered }) => isCovered).length;
  const names = missed.map(
    ({ pattern, levels, measured, mean }) =>
      `${[pattern, ...levels].filter(Boolean).join(' ')} (measured ${formatEnergy(measured, JOULES)}, predicted ${formatEnergy(mean, JOULES)})`,
  );
  return {
    name: 'patterns',
    passed: missed.length <= (1 - PREDICTED_CELLS) * cells.length,
    message: `${cells.length - missed.length} of ${cells.length} cells (patterns on devices) are within the 95 % posterior predictive interval of a measurement, ${ofMeans} within that of the mean of as many measurements${
      missed.length === 0 ? '' : `; not ${listSome(names)}`
    }`,
  };
}
